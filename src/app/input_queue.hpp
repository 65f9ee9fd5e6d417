// SPDX-License-Identifier: MIT
// Input in the order in which it happened, handed out one frame's worth at a time.
#pragma once
#include <array>
#include <deque>
#include <string>
#include <vector>

#include <SDL.h>

#include "ui/model/input.hpp"

namespace phasebox {

/// Collects SDL events. Immediate-mode widgets look at the state once per frame: a press and a
/// release within one slow frame, or Ctrl and A together, would be lost without the queue.
class InputQueue {
 public:
  /// Keeps what belongs to mouse and keyboard; ignores all else. Places come in points of the
  /// desktop, and are kept in pixels.
  void push(const SDL_Event& event, float pixels_per_point = 1);
  /// The next frame's worth. With `keys_wait` nothing is taken from the first key on.
  FrameInput take(bool keys_wait);

 private:
  struct Entry {
    enum class Kind : std::uint8_t { motion, button, wheel, key, text, focus_lost } kind{};
    Vec2 at;
    Button button = Button::left;
    bool down = false, repeat = false;
    float wheel = 0;
    SDL_Scancode scancode = SDL_SCANCODE_UNKNOWN;
    Key key = Key::none;
    Modifiers modifiers;
    std::string text;
  };
  void push_text(const char* text);
  bool take_one(const Entry& entry, FrameInput& frame);
  bool take_button(const Entry& entry, FrameInput& frame);
  bool take_key(const Entry& entry, FrameInput& frame);
  bool take_text(const Entry& entry, FrameInput& frame);

  std::deque<Entry> waiting_;
  Vec2 pointer_{-1, -1};
  std::array<bool, kButtons> down_{};
  Modifiers modifiers_;
  bool modifier_changed_ = false;
  std::vector<SDL_Scancode> changed_;  // in the frame that is being taken
};

}  // namespace phasebox
