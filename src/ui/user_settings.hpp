// SPDX-License-Identifier: MIT
// The user's settings, which the window keeps from one start to the next.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/sentence.hpp"
#include "ui/model/application_model.hpp"

namespace phasebox {

/// The upper left corner of a window on the desktop. It is negative on screens to the left of or
/// above the main one.
struct DesktopPoint {
  int x = 0, y = 0;  ///< px
  bool operator==(const DesktopPoint&) const = default;
};

/// Size and place of the window while it is neither maximized nor in full screen, and whether it is
/// maximized.
struct WindowPlace {
  int width = 1280, height = 720;        ///< px
  std::optional<DesktopPoint> position;  ///< absent: middle of the screen
  bool is_maximized = false;
  bool is_exact = false;  ///< the size is not reduced to the screen's; not in the file
  bool operator==(const WindowPlace&) const = default;
};

/// The most bytes that a settings file may have.
inline constexpr std::uint64_t kMaxSettingsFile = std::uint64_t{1} << 20;

/// All settings. The initial values are those of a first start, when there is no settings file.
struct UserSettings : ui::KeptLayout {
  WindowPlace window;
  float ui_scale = 0;  ///< factor of the size of text and widgets; 0: chosen by the screen
  ViewOptions view;
  std::string launch_image;          ///< name of the image to launch; empty or unknown: the first
  std::optional<Language> language;  ///< of window and lessons; absent: as LC_ALL and LANG say
  std::set<std::string> finished_lessons;  ///< ids of lessons
  ui::KeyNames keys;                       ///< keys that the user has changed
};

/// Returns the settings as the text of a JSON file.
std::string settings_text(const UserSettings& settings);
/// Parses the text of a settings file. A value of wrong type or out of range makes all of it fail,
/// with an error that says the rule. Missing members keep their defaults. Unknown members, an
/// unknown language and view options that are no text are ignored. KeyMap::load checks the keys.
Result<UserSettings> parse_settings(std::string_view text);

/// Loads the settings from a file; returns the defaults if there is none. If it cannot be read or
/// parsed, the defaults are returned too, the file is renamed by appending ".broken" where that is
/// possible, and `trouble`, else unchanged, says so.
UserSettings load_settings(const std::filesystem::path& file, Sentence& trouble);

/// Merges the settings of two open windows, so that they do not undo each other's saves: returns
/// `theirs`, the file as another window left it, with those values that differ between `before`, as
/// this window read them, and `mine`, as it has them now. Lists and the set of keys come as a whole
/// from one of the two; finished lessons are those of both.
UserSettings merged(const UserSettings& before, const UserSettings& mine,
                    const UserSettings& theirs);

/// Writes the settings to `file` atomically: after a crash there is the old file or the new one.
/// Creates the folder where it is missing.
Status save_settings(const std::filesystem::path& file, const UserSettings& settings);

/// Gives a new model what the settings hold of it: view options, layout, language, keys, finished
/// lessons and the image to launch. Shows a warning for each entry of the keys that it cannot use.
/// The caller applies the window's place and `ui_scale`.
void adopt_settings(ui::ApplicationModel& model, const UserSettings& settings);
/// Returns the settings to be saved: those of the model as it is now, and from `before` what the
/// user has not chosen in the model or the model does not hold, such as the window's place. What a
/// lesson has switched on is left out, as it is given back when the lesson is left.
UserSettings current_settings(const ui::ApplicationModel& model, UserSettings before);

}  // namespace phasebox
