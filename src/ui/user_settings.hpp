// SPDX-License-Identifier: MIT
// What the window remembers from one start to the next, and how the model takes and gives it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "ui/model/application_model.hpp"

namespace phasebox {

/// An upper left corner on the desktop; screens left of or above the main one have negative ones.
struct DesktopPoint {
  int x = 0, y = 0;  ///< px
  bool operator==(const DesktopPoint&) const = default;
};

/// Size and place of the window, as long as it is neither maximized nor in full screen.
struct WindowPlace {
  int width = 1280, height = 720;        ///< px
  std::optional<DesktopPoint> position;  ///< absent: centered
  bool is_maximized = false;
  bool is_exact = false;  ///< so large, whatever the screen
  bool operator==(const WindowPlace&) const = default;
};

/// Bytes of the file.
inline constexpr std::uint64_t kMaxSettingsFile = std::uint64_t{1} << 20;

/// Everything that persists. Defaults are those of a first start.
struct UserSettings : ui::KeptLayout {
  WindowPlace window;
  float ui_scale = 0;  ///< 0: by the screen
  ViewOptions view;
  std::string launch_image;                ///< by name; empty: the first
  std::optional<Language> language;        ///< of window and lessons; absent: by the environment
  std::set<std::string> finished_lessons;  ///< ids
  ui::KeyNames keys;                       ///< chosen by the user; all others are the default ones
};

/// The settings as JSON, and back; refused as one line with the rule.
std::string settings_text(const UserSettings& settings);
Result<UserSettings> parse_settings(std::string_view text);

/// Defaults without a file. One that cannot be read becomes `.broken`, and `trouble` says so.
UserSettings load_settings(const std::filesystem::path& file, std::string& trouble);

/// `theirs` plus what changed from `before` to `mine`, so that two open windows do not undo each
/// other's saves; finished lessons are those of both.
UserSettings merged(const UserSettings& before, const UserSettings& mine,
                    const UserSettings& theirs);

/// Replaces the file at once: a crash leaves the old one or the new one.
Status save_settings(const std::filesystem::path& file, const UserSettings& settings);

void adopt_settings(ui::ApplicationModel& model, const UserSettings& settings);
/// What the model shows now, to be kept; `before` has the rest.
UserSettings current_settings(const ui::ApplicationModel& model, UserSettings before);

}  // namespace phasebox
