// SPDX-License-Identifier: MIT
// Input in the order in which it happened, handed out one frame's worth at a time.
#pragma once
#include <array>
#include <deque>
#include <string>
#include <vector>

#include <SDL.h>

#include "ui/model/actions/actions.hpp"

namespace phasebox {

/// Collects SDL events. Immediate-mode widgets look at the state once per frame: a press and a
/// release within one slow frame, or Ctrl and A together, would be lost without the queue.
class InputQueue {
 public:
  /// Keeps what belongs to mouse and keyboard; ignores all else. Places come in points of the
  /// desktop, and are kept in pixels.
  void push(const SDL_Event& event, float pixels_per_point = 1);
  /// The next frame's worth. With `keys_wait` nothing is taken from the first key on.
  ui::FrameInput take(bool keys_wait);

 private:
  enum class Kind : std::uint8_t { motion, button, wheel, key, text, focus_lost };
  struct Entry {
    Kind kind{};
    Vec2 at;
    ui::Button button = ui::Button::left;
    bool down = false, repeat = false;
    float wheel = 0;
    SDL_Scancode scancode = SDL_SCANCODE_UNKNOWN;
    ui::Key key = ui::Key::none;
    ui::Modifiers modifiers;
    std::string text;
  };
  bool take_one(const Entry& entry, ui::FrameInput& frame);
  bool take_button(const Entry& entry, ui::FrameInput& frame);
  bool take_key(const Entry& entry, ui::FrameInput& frame);

  std::deque<Entry> waiting_;
  Vec2 pointer_{-1, -1};
  std::array<bool, ui::kButtons> down_{};
  ui::Modifiers modifiers_;
  bool modifier_changed_ = false;
  std::vector<SDL_Scancode> changed_;  // in the frame that is being taken
};

}  // namespace phasebox
