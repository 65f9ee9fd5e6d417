// SPDX-License-Identifier: MIT
// Input in the order in which it happened, handed out one frame's worth at a time.
#include "app/input_queue.hpp"

#include <algorithm>

namespace phasebox {

using namespace ui;

namespace {

// A held key must not fill the queue faster than slow frames empty it.
constexpr std::size_t kMaxWaitingRepeats = 4;

std::optional<Button> button_of(std::uint8_t sdl) {
  switch (sdl) {
    case SDL_BUTTON_LEFT: return Button::left;
    case SDL_BUTTON_RIGHT: return Button::right;
    case SDL_BUTTON_MIDDLE: return Button::middle;
    default: return {};
  }
}

Vec2 point(int x, int y) { return {static_cast<float>(x), static_cast<float>(y)}; }

Modifiers modifiers_of(int state) {
  return {(state & KMOD_CTRL) != 0, (state & KMOD_SHIFT) != 0, (state & KMOD_ALT) != 0};
}

// The key of the action table for a key code; none for letters outside ASCII.
Key key_of(SDL_Keycode code) {
  switch (code) {
    case SDLK_ESCAPE: return Key::escape;
    case SDLK_TAB: return Key::tab;
    case SDLK_RETURN:
    case SDLK_KP_ENTER: return Key::enter;
    case SDLK_DELETE: return Key::remove;
    case SDLK_HOME: return Key::home;
    case SDLK_END: return Key::end;
    case SDLK_INSERT: return Key::insert;
    case SDLK_APPLICATION: return Key::menu;
    case SDLK_BACKSPACE: return Key::backspace;
    case SDLK_LEFT: return Key::left;
    case SDLK_RIGHT: return Key::right;
    case SDLK_UP: return Key::up;
    case SDLK_DOWN: return Key::down;
    case SDLK_PAGEUP: return Key::page_up;
    case SDLK_PAGEDOWN: return Key::page_down;
    case SDLK_KP_PLUS: return Key{'+'};
    case SDLK_KP_MINUS: return Key{'-'};
    default: break;
  }
  if (code >= SDLK_F1 && code <= SDLK_F12)
    return static_cast<Key>(static_cast<int>(Key::f1) + (code - SDLK_F1));
  return code >= ' ' && code < 127 ? static_cast<Key>(code) : Key::none;
}

// The key that has this place on a US keyboard, where it is a letter, a digit or one of [ ] , .
Key key_at(SDL_Scancode place) {
  if (place >= SDL_SCANCODE_A && place <= SDL_SCANCODE_Z)
    return static_cast<Key>('a' + (place - SDL_SCANCODE_A));
  if (place >= SDL_SCANCODE_1 && place <= SDL_SCANCODE_9)
    return static_cast<Key>('1' + (place - SDL_SCANCODE_1));
  switch (place) {
    case SDL_SCANCODE_0: return Key{'0'};
    case SDL_SCANCODE_LEFTBRACKET: return Key{'['};
    case SDL_SCANCODE_RIGHTBRACKET: return Key{']'};
    case SDL_SCANCODE_COMMA: return Key{','};
    case SDL_SCANCODE_PERIOD: return Key{'.'};
    default: return Key::none;
  }
}

// By its character; by its place where that is outside ASCII, as with Cyrillic or Greek letters.
Key key_of(SDL_Keysym key) {
  const bool has_letter = (key.sym & SDLK_SCANCODE_MASK) == 0 && key.sym > 127;
  return has_letter ? key_at(key.scancode) : key_of(key.sym);
}

}  // namespace

void InputQueue::push(const SDL_Event& event, float pixels_per_point) {
  Entry e{};
  switch (event.type) {
    case SDL_MOUSEMOTION:
      e.kind = Kind::motion;
      e.at = point(event.motion.x, event.motion.y) * pixels_per_point;
      break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: {
      const auto button = button_of(event.button.button);
      if (!button) return;
      e.kind = Kind::button;
      e.at = point(event.button.x, event.button.y) * pixels_per_point;
      e.button = *button;
      e.down = event.type == SDL_MOUSEBUTTONDOWN;
      break;
    }
    case SDL_MOUSEWHEEL:
      e.kind = Kind::wheel;
      e.wheel = static_cast<float>(event.wheel.y) *
                (event.wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -1.0f : 1.0f);
      break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
      e.kind = Kind::key;
      e.scancode = event.key.keysym.scancode;
      e.key = key_of(event.key.keysym);
      e.down = event.type == SDL_KEYDOWN;
      e.repeat = event.key.repeat != 0;
      e.modifiers = modifiers_of(event.key.keysym.mod);
      if (e.repeat && waiting_.size() >= kMaxWaitingRepeats) return;
      break;
    case SDL_TEXTINPUT: {
      // The character belongs to the key before it: a key taken as a shortcut must not also type.
      Entry* last = waiting_.empty() ? nullptr : &waiting_.back();
      const bool is_of_key = last && last->kind == Kind::key && last->down && last->text.empty();
      e.kind = Kind::text;
      (is_of_key ? *last : e).text = event.text.text;
      if (is_of_key) return;
      break;
    }
    case SDL_WINDOWEVENT:
      if (event.window.event != SDL_WINDOWEVENT_FOCUS_LOST) return;
      e.kind = Kind::focus_lost;
      break;
    default: return;
  }
  waiting_.push_back(std::move(e));
}

FrameInput InputQueue::take(bool keys_wait) {
  FrameInput frame;
  modifier_changed_ = false;
  changed_.clear();
  while (!waiting_.empty()) {
    const Entry& next = waiting_.front();
    const bool is_key = next.kind == Kind::key || next.kind == Kind::text;
    if ((is_key && keys_wait) || !take_one(next, frame)) break;
    waiting_.pop_front();
  }
  frame.pointer = pointer_;
  frame.down = down_;
  frame.modifiers = modifiers_;
  return frame;
}

bool InputQueue::take_one(const Entry& e, FrameInput& frame) {
  constexpr std::array<bool, kButtons> kNone{};
  switch (e.kind) {
    case Kind::motion:  // the press belongs where the pointer was
      if (frame.pressed != kNone || frame.released != kNone) return false;
      pointer_ = e.at;
      return true;
    case Kind::button: return take_button(e, frame);
    case Kind::wheel: frame.wheel += e.wheel; return true;
    case Kind::key: return take_key(e, frame);
    case Kind::text:
      if (frame.press) return false;
      frame.text += e.text;
      frame.press = KeyPress{.text = e.text.size() == 1 ? e.text[0] : '\0'};
      return true;
    case Kind::focus_lost:
      for (std::size_t b = 0; b < kButtons; ++b) frame.released[b] |= down_[b];
      down_ = {};
      modifiers_ = {};
      frame.focus_lost = true;
      return true;
  }
  return true;
}

bool InputQueue::take_button(const Entry& e, FrameInput& frame) {
  const auto b = static_cast<std::size_t>(e.button);
  if (frame.pressed[b] || frame.released[b] || modifier_changed_) return false;
  pointer_ = e.at;
  if (down_[b] == e.down) return true;
  down_[b] = e.down;
  (e.down ? frame.pressed : frame.released)[b] = true;
  return true;
}

bool InputQueue::take_key(const Entry& e, FrameInput& frame) {
  if (e.modifiers != modifiers_) {
    if (frame.press || frame.focus_lost) return false;
    modifiers_ = e.modifiers;
    modifier_changed_ = true;
  }
  if (e.scancode >= SDL_SCANCODE_LCTRL && e.scancode <= SDL_SCANCODE_RGUI) return true;
  // One key down per frame, and not in the frame in which a modifier changed.
  if (e.down && (frame.press || modifier_changed_)) return false;
  if (std::ranges::find(changed_, e.scancode) != changed_.end()) return false;
  changed_.push_back(e.scancode);
  frame.keys.push_back({e.key, e.down});
  if (!e.down) return true;
  frame.text += e.text;
  const char typed = e.text.size() == 1 ? e.text[0] : '\0';
  frame.press = KeyPress{e.key, typed, modifiers_.ctrl, modifiers_.shift, modifiers_.alt, e.repeat};
  return true;
}

}  // namespace phasebox
