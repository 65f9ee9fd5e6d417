// SPDX-License-Identifier: MIT
// Input in the order in which it happened, handed out one frame's worth at a time.
#pragma once
#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <SDL.h>

#include "base/geometry.hpp"
#include "ui/actions.hpp"

namespace phasebox {

/// Mouse buttons in Dear ImGui's order.
enum class Button : std::uint8_t { left, right, middle, count_ };
inline constexpr std::size_t kButtons = static_cast<std::size_t>(Button::count_);

/// Held modifier keys.
struct Modifiers {
  bool ctrl = false, shift = false, alt = false;
  bool operator==(const Modifiers&) const = default;
};

/// What one frame sees of the input: no button and no key changes twice, and nothing that a program
/// polling once per frame would miss.
struct FrameInput {
  struct KeyChange {
    SDL_Scancode scancode;
    SDL_Keycode code;
    bool down;
  };
  Vec2 pointer;  ///< window px
  std::array<bool, kButtons> down{}, pressed{}, released{};
  float wheel = 0;  ///< notches, up is positive
  Modifiers modifiers;
  std::vector<KeyChange> keys;
  std::string text;               ///< UTF-8 typed
  std::optional<KeyPress> press;  ///< the key that went down, if one did
  bool focus_lost = false;
};

/// Collects SDL events. Immediate-mode widgets look at the state once per frame: a press and a
/// release within one slow frame, or Ctrl and A together, would be lost without the queue.
class InputQueue {
 public:
  /// Keeps what belongs to mouse and keyboard; ignores all else.
  void push(const SDL_Event& event);
  /// The next frame's worth. With `keys_wait` nothing is taken from the first key on.
  FrameInput take(bool keys_wait);

 private:
  struct Entry {
    enum class Kind : std::uint8_t { motion, button, wheel, key, text, focus_lost } kind;
    Vec2 at;
    Button button = Button::left;
    bool down = false, repeat = false;
    float wheel = 0;
    SDL_Scancode scancode = SDL_SCANCODE_UNKNOWN;
    SDL_Keycode code = 0;
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
};

/// The key of the action table for an SDL key code.
Key key_of(SDL_Keycode code);

}  // namespace phasebox
