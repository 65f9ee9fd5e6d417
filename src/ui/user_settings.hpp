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

/// The upper left corner of a window on the desktop. Screens to the left of or above the main one
/// have negative coordinates.
struct DesktopPoint {
  int x = 0, y = 0;  ///< px
  bool operator==(const DesktopPoint&) const = default;
};

/// The size and place that the window has when it is neither maximized nor in full screen.
struct WindowPlace {
  int width = 1280, height = 720;        ///< px
  std::optional<DesktopPoint> position;  ///< absent: centered
  bool is_maximized = false;
  bool is_exact = false;  ///< the size is not reduced to that of the screen
  bool operator==(const WindowPlace&) const = default;
};

/// The most bytes that a settings file may have.
inline constexpr std::uint64_t kMaxSettingsFile = std::uint64_t{1} << 20;

/// All settings. The defaults are those of a first start.
struct UserSettings : ui::KeptLayout {
  WindowPlace window;
  float ui_scale = 0;  ///< size of text and widgets; 0: by the screen
  ViewOptions view;
  std::string launch_image;                ///< name of the image that is launched; empty: the first
  std::optional<Language> language;        ///< of window and lessons; absent: by the environment
  std::set<std::string> finished_lessons;  ///< ids
  ui::KeyNames keys;                       ///< keys that the user has changed
};

/// Writes the settings as JSON.
std::string settings_text(const UserSettings& settings);
/// Parses settings. Bad values are refused in one line that says the rule; members that are missing
/// keep their defaults, and unknown ones are ignored.
Result<UserSettings> parse_settings(std::string_view text);

/// Loads the settings from a file; defaults if there is none. A file that cannot be read is renamed
/// to `.broken`, and `trouble` says so.
UserSettings load_settings(const std::filesystem::path& file, Sentence& trouble);

/// Returns `theirs` with what changed from `before` to `mine`, so that two open windows do not undo
/// each other's saves. Finished lessons are those of both.
UserSettings merged(const UserSettings& before, const UserSettings& mine,
                    const UserSettings& theirs);

/// Replaces the file atomically: after a crash there is the old file or the new one. Creates the
/// folder if need be.
Status save_settings(const std::filesystem::path& file, const UserSettings& settings);

/// Sets view, interface, keys and lessons of a new model to the settings; warns about bad keys.
void adopt_settings(ui::ApplicationModel& model, const UserSettings& settings);
/// Returns the settings to be saved: those that the model shows now, and from `before` the settings
/// that it does not hold, such as the window's place.
UserSettings current_settings(const ui::ApplicationModel& model, UserSettings before);

}  // namespace phasebox
