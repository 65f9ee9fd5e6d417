// SPDX-License-Identifier: MIT
// Writes the user's settings while the window runs.
#pragma once
#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "base/os/worker.hpp"
#include "ui/user_settings.hpp"

namespace phasebox {

/// Writes the settings of a window to their file kDelay seconds after they have changed, on a
/// thread of its own, so that a program that is killed loses no older change. What another window
/// has written there meanwhile stays.
class SettingsKeeper {
 public:
  static constexpr double kDelay = 2;  ///< s from a change until it is written

  /// `settings` are those with which the window starts: as read from `file`, with the size of text
  /// that the command line gives. Nothing is written yet.
  SettingsKeeper(std::filesystem::path file, UserSettings settings)
      : file_(std::move(file)), settings_(std::move(settings)) {}
  ~SettingsKeeper() { wait(); }

  /// Looks at the settings ten times per second, and begins to write when they have differed for
  /// kDelay from what was last written. What the first call sees is no change, except for the list
  /// of recent files, as the command line may have opened one. A write that fails is tried again
  /// after kDelay; a warning says so once per error. Call it once per frame. The window first
  /// rested at `opened_at`, and now rests at `place`; the page has no places.
  void tend(ui::ApplicationModel& model, const WindowPlace& opened_at = {},
            const WindowPlace& place = {});
  /// Blocks until a write that runs has ended; returns at once if none runs.
  void wait() { worker_.wait(); }
  /// Whether the page's settings differ from what was last written, or from those at the start.
  bool has_changes(const ui::ApplicationModel& model);
  /// Is called when the program ends or the page is left: writes the settings as they are now.
  /// Blocks.
  Status finish(const ui::ApplicationModel& model, const WindowPlace& opened_at = {},
                const WindowPlace& place = {});

 private:
  UserSettings look(const ui::ApplicationModel& model, const WindowPlace& opened_at,
                    const WindowPlace& place);
  Status write(const UserSettings& mine);
  Sentence take_result();

  const std::filesystem::path file_;
  const UserSettings settings_;
  std::optional<UserSettings> before_;  // the settings as last written, or as first seen
  UserSettings writing_;                // the settings that are being written
  bool is_written_ = false;             // this window has written the settings
  bool is_writing_ = false;             // a write was begun, and tend() has not seen its result
  std::atomic<bool> is_done_ = false;   // the worker is done, and its two results may be read
  Status result_;                       // written by the worker
  Sentence trouble_;                    // why the file could not be read; written by the worker
  Sentence last_error_;                 // error of the last write, so that it is said once
  double looked_at_ = 0;                // s, when tend() last looked at the settings
  std::optional<double> changed_at_;    // s, when a change that is not yet written was first seen
  os::Worker worker_;
};

}  // namespace phasebox
