// SPDX-License-Identifier: MIT
// The arrow keys, in a scene with a sprite that they steer.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "ui/model/frame_input.hpp"
#include "world/world.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// Returns the sprite that the arrow keys steer; none while a recording plays, while the sprite is
/// pinned, and in most scenes.
std::optional<SpriteId> steered_sprite(const ApplicationModel& model);

/// Follows which arrow keys are down, and steers a sprite by commands, so that a recorded session
/// repeats it.
class SteeringKeys {
 public:
  static constexpr float kSpeed = 5;  ///< px per step, on each axis

  static constexpr bool has(Key key) { return key >= Key::left && key <= Key::down; }
  /// Takes the input of a frame, and gives the sprite another velocity if other keys are down now.
  /// A key that goes down counts only if `is_free`: nothing of the interface has the keyboard.
  void take(ApplicationModel& model, const FrameInput& input, bool is_free);

 private:
  std::array<bool, 4> down_{};  // left, right, up, down
  Vec2 steered_;                // the velocity that was given last
  bool is_known_ = false;       // there was a sprite to steer in the last frame
  std::uint64_t step_ = 0;      // of the session in the last frame
  bool is_past_ = false;        // the session went back, and has not run since then
};

}  // namespace phasebox::ui
