// SPDX-License-Identifier: MIT
// The window's state as a file, for programs that drive it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "ui/model/application_model.hpp"

namespace phasebox {

/// Facts about the window that the model does not know.
struct WindowFacts {
  std::uint64_t frame = 0;
  Vec2 size;
  double frames_per_second = 0, steps_per_second = 0;
  bool full_screen = false, solid_sprites = false, wants_text = false;
  bool popup_open = false, has_tooltip = false;
};

/// All that a test needs to see, as JSON: parameters, sprites, widgets, counters, toasts.
std::string dump_text(const ApplicationModel& model, const WindowFacts& window);

/// Rewrites a file with the state, about thirty times a second at most.
class StateDump {
 public:
  explicit StateDump(std::filesystem::path file) : file_(std::move(file)) {}
  /// Errors end the dumping; they are returned once.
  Status write(const ApplicationModel& model, const WindowFacts& window);

 private:
  std::filesystem::path file_;
  double last_ = -1;
};

}  // namespace phasebox
