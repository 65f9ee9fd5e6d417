// SPDX-License-Identifier: MIT
// Input in the order in which it happened, handed out one frame's worth at a time.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "ui/model/actions/actions.hpp"

namespace phasebox::ui {

struct InputEvent {
  enum class Kind : std::uint8_t { motion, button, wheel, key, text, focus_lost } kind{};
  Vec2 at = {};  ///< of the pointer, window px
  Button button = Button::left;
  bool down = false, repeat = false;
  float wheel = 0;  ///< notches, up is positive
  Key key = Key::none;
  std::uint32_t place = 0;   ///< of the key on the keyboard, whatever is on it
  bool is_modifier = false;  ///< the key is Ctrl, Shift, Alt or the like
  Modifiers modifiers = {};  ///< held with the key
  std::string text = {};     ///< UTF-8
};

/// Queues events: immediate-mode widgets would miss a click in one slow frame, or Ctrl with A.
class InputQueue {
 public:
  void push(InputEvent event);
  /// The next frame's worth. With `keys_wait` nothing is taken from the first key on.
  FrameInput take(bool keys_wait);

 private:
  bool take_one(const InputEvent& e, FrameInput& frame);
  bool take_button(const InputEvent& e, FrameInput& frame);
  bool take_key(const InputEvent& e, FrameInput& frame);

  std::deque<InputEvent> waiting_;
  Vec2 pointer_{-1, -1};
  std::array<bool, kButtons> down_{};
  Modifiers modifiers_;
  bool modifier_changed_ = false;
  std::vector<std::uint32_t> changed_;  // places of keys in the frame that is being taken
};

}  // namespace phasebox::ui
