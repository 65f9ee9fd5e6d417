// SPDX-License-Identifier: MIT
// Queues input events in their order and divides them among the window's frames.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "ui/model/frame_input.hpp"

namespace phasebox::ui {

/// One event of the window's input; each kind uses some of the members.
struct InputEvent {
  enum class Kind : std::uint8_t { motion, button, wheel, key, text, focus_lost } kind{};
  Vec2 at = {};  ///< position of the pointer, window px
  Button button = Button::left;
  bool down = false, repeat = false;
  float wheel = 0;  ///< notches, up is positive
  Key key = Key::none;
  std::uint32_t place = 0;   ///< number of the key's place on the keyboard, the same in all layouts
  bool is_modifier = false;  ///< the key is Ctrl, Shift, Alt or the like
  Modifiers modifiers = {};  ///< modifiers that are held with the key
  std::string text = {};     ///< typed text, UTF-8
};

/// Queues events and gives each frame as many as it can show. Immediate-mode widgets see only the
/// state of a frame: without the queue they would miss a click that begins and ends in one slow
/// frame, or the Ctrl of Ctrl+A.
class InputQueue {
 public:
  void push(InputEvent event);
  /// Takes as many events as one frame can show, in their order. With `keys_wait` it stops before
  /// the first event of a key or text, which then waits for a later frame. With `is_typing`, while
  /// a text field has the focus, a frame takes all characters up to the next key that types none:
  /// a fast typist types more than one per frame where frames are slow.
  FrameInput take(bool keys_wait, bool is_typing = false);

 private:
  bool take_one(const InputEvent& e, FrameInput& frame);
  bool take_button(const InputEvent& e, FrameInput& frame);
  bool take_key(const InputEvent& e, FrameInput& frame);

  std::deque<InputEvent> waiting_;
  Vec2 pointer_{-1, -1};
  std::array<bool, kButtons> down_{};
  Modifiers modifiers_;
  // The members from here on hold the input of the frame that is being taken.
  bool is_typing_ = false, modifier_changed_ = false;
  std::optional<std::uint32_t> pressed_;  // place of the key that went down
  std::vector<std::uint32_t> released_;   // places of the keys that went up
};

}  // namespace phasebox::ui
