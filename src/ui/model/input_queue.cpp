// SPDX-License-Identifier: MIT
// Divides events among frames.
#include "ui/model/input_queue.hpp"

#include <algorithm>

namespace phasebox::ui {
namespace {

// Repeats of a held key are dropped while the queue has this many events or more, because they must
// not fill it faster than slow frames empty it.
constexpr std::size_t kMaxWaitingRepeats = 4;

}  // namespace

void InputQueue::push(InputEvent event) {
  using enum InputEvent::Kind;
  if (event.kind == key && event.repeat && waiting_.size() >= kMaxWaitingRepeats) return;
  // A typed character belongs to the key event before it, so that a key that is taken as a shortcut
  // does not also type.
  InputEvent* last = waiting_.empty() ? nullptr : &waiting_.back();
  if (event.kind == text && last && last->kind == key && last->down && last->text.empty())
    last->text = std::move(event.text);
  else
    waiting_.push_back(std::move(event));
}

FrameInput InputQueue::take(bool keys_wait, bool is_typing) {
  FrameInput frame;
  is_typing_ = is_typing;
  modifier_changed_ = false;
  pressed_.reset();
  released_.clear();
  while (!waiting_.empty()) {
    const InputEvent& next = waiting_.front();
    const bool is_key = next.kind == InputEvent::Kind::key || next.kind == InputEvent::Kind::text;
    if ((is_key && keys_wait) || !take_one(next, frame)) break;
    waiting_.pop_front();
  }
  frame.pointer = pointer_;
  frame.down = down_;
  frame.modifiers = modifiers_;
  return frame;
}

bool InputQueue::take_one(const InputEvent& e, FrameInput& frame) {
  constexpr std::array<bool, kButtons> kNone{};
  switch (e.kind) {
    // Waits if a button changed in this frame: that happened where the pointer was before.
    case InputEvent::Kind::motion:
      if (frame.pressed != kNone || frame.released != kNone) return false;
      pointer_ = e.at;
      return true;
    case InputEvent::Kind::button: return take_button(e, frame);
    case InputEvent::Kind::wheel: frame.wheel += e.wheel; return true;
    case InputEvent::Kind::key: return take_key(e, frame);
    case InputEvent::Kind::text:
      if (frame.press) return false;
      frame.text += e.text;
      if (!is_typing_) frame.press = KeyPress{.text = e.text.size() == 1 ? e.text[0] : '\0'};
      return true;
    case InputEvent::Kind::focus_lost:
      for (std::size_t b = 0; b < kButtons; ++b) frame.released[b] |= down_[b];
      down_ = {};
      modifiers_ = {};
      frame.focus_lost = true;
      return true;
  }
  return true;
}

bool InputQueue::take_button(const InputEvent& e, FrameInput& frame) {
  const auto b = static_cast<std::size_t>(e.button);
  if (frame.pressed[b] || frame.released[b] || modifier_changed_) return false;
  // A press of any button after a release begins another gesture, so it waits for the next frame.
  if (e.down && frame.released != std::array<bool, kButtons>{}) return false;
  pointer_ = e.at;
  if (down_[b] == e.down) return true;
  down_[b] = e.down;
  (e.down ? frame.pressed : frame.released)[b] = true;
  return true;
}

bool InputQueue::take_key(const InputEvent& e, FrameInput& frame) {
  const bool types = is_typing_ && e.down && !e.text.empty();
  if (e.modifiers != modifiers_) {
    // ImGui drops the characters of a frame in which Ctrl is held, so that Ctrl waits for the next.
    const bool is_shift = e.modifiers.ctrl == modifiers_.ctrl && e.modifiers.alt == modifiers_.alt;
    if (frame.press || frame.focus_lost || (!is_shift && !frame.text.empty())) return false;
    modifiers_ = e.modifiers;
    modifier_changed_ = true;
  }
  if (e.is_modifier) return true;
  if (types && !frame.press) {
    frame.text += e.text;
    return true;
  }
  // A frame has at most one key that goes down, and none after a modifier changed in it.
  if (e.down && (frame.press || modifier_changed_)) return false;
  const bool was_released = std::ranges::find(released_, e.place) != released_.end();
  if (e.down ? was_released : pressed_ == e.place) return false;
  frame.keys.push_back({e.key, e.down});
  if (!e.down) {
    released_.push_back(e.place);
    return true;
  }
  pressed_ = e.place;
  frame.text += e.text;
  const char typed = e.text.size() == 1 ? e.text[0] : '\0';
  frame.press = KeyPress{e.key, typed, modifiers_.ctrl, modifiers_.shift, modifiers_.alt, e.repeat};
  return true;
}

}  // namespace phasebox::ui
