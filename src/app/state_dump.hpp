// SPDX-License-Identifier: MIT
// The window's state as a file, for programs that drive it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "ui/frontend.hpp"

namespace phasebox {

/// Facts about the window that the frontend does not know.
struct WindowFacts {
  Vec2 size;  ///< px
  bool full_screen = false;
  std::uint64_t pictures = 0;     ///< that were drawn
  std::uint64_t slow_frames = 0;  ///< that took over 1 s, but for the first
};

/// Rewrites a file with what a program needs to drive the window and to see that it answers, as
/// JSON, about thirty times a second at most: where sprites and widgets are, parameters, what is
/// held and open, what was said. All else of the frontend is tested without a window.
class StateDump {
 public:
  explicit StateDump(std::filesystem::path file) : file_(std::move(file)) {}
  /// Errors end the dumping; they are returned once.
  Status write(const ApplicationModel& model, const Frontend& frontend, WindowFacts facts);

 private:
  std::filesystem::path file_;
  double last_ = -1;        // s, written
  double last_frame_ = -1;  // s
  std::uint64_t slow_frames_ = 0;
};

}  // namespace phasebox
