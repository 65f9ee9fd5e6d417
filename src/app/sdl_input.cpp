// SPDX-License-Identifier: MIT
// Translates SDL's events of mouse, keyboard and focus into input events.
#include "app/sdl_input.hpp"

#include <optional>

namespace phasebox {

using namespace ui;

namespace {

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

// Returns the key for a key code of SDL; Key::none for keys that Key does not list, such as letters
// outside ASCII.
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

// Returns the letter, the digit or the one of `[`, `]`, `,` and `.` that a US keyboard has at this
// place; Key::none for other places.
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

// Returns the key by its character, or by its place on the keyboard if the character is outside
// ASCII, so that shortcuts work in Cyrillic and Greek layouts.
Key key_of(SDL_Keysym key) {
  const bool has_letter = (key.sym & SDLK_SCANCODE_MASK) == 0 && key.sym > 127;
  return has_letter ? key_at(key.scancode) : key_of(key.sym);
}

InputEvent key_event(const SDL_KeyboardEvent& key, bool is_down) {
  InputEvent e{InputEvent::Kind::key};
  e.place = key.keysym.scancode;
  e.is_modifier =
      key.keysym.scancode >= SDL_SCANCODE_LCTRL && key.keysym.scancode <= SDL_SCANCODE_RGUI;
  e.key = key_of(key.keysym);
  e.down = is_down;
  e.repeat = key.repeat != 0;
  e.modifiers = modifiers_of(key.keysym.mod);
  return e;
}

}  // namespace

void push(InputQueue& queue, const SDL_Event& event, float pixels_per_point) {
  using Kind = InputEvent::Kind;
  InputEvent e{};
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
    case SDL_KEYUP: e = key_event(event.key, event.type == SDL_KEYDOWN); break;
    case SDL_TEXTINPUT:
      e.kind = Kind::text;
      e.text = event.text.text;
      break;
    case SDL_WINDOWEVENT:
      if (event.window.event != SDL_WINDOWEVENT_FOCUS_LOST) return;
      e.kind = Kind::focus_lost;
      break;
    default: return;
  }
  queue.push(std::move(e));
}

}  // namespace phasebox
