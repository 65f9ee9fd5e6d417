// SPDX-License-Identifier: MIT
// Keys, key presses and input of a frame: what the window hands on.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "base/geometry.hpp"

namespace phasebox {

// clang-format off
/// A key by its character without Shift (lower case), or one that has no character.
enum class Key : std::uint16_t {
  none = 0, space = ' ', escape = 256, tab, enter, remove, home, end, page_up, page_down, insert,
  backspace, left, right, up, down, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, menu
};
// clang-format on

/// A key going down, with the character that it typed, if any.
struct KeyPress {
  Key key = Key::none;
  char text = 0;
  bool ctrl = false, shift = false, alt = false;
  bool repeat = false;
};

/// One way to press an action: by key, or by the character typed where layouts differ.
struct Chord {
  Key key = Key::none;
  char text = 0;  ///< the character, when `key` is none
  bool ctrl = false, shift = false;
  int value = 0;        ///< handed to the action
  bool hidden = false;  ///< works, but is not named
};

constexpr Chord on_key(Key key) { return {.key = key}; }
constexpr Chord on_key(char letter) { return {.key = Key{static_cast<std::uint16_t>(letter)}}; }
constexpr Chord typed(char text, int value = 0) { return {.text = text, .value = value}; }
constexpr Chord ctrl(Chord c) { return c.ctrl = true, c; }
constexpr Chord shift(Chord c) { return c.shift = true, c; }
constexpr Chord worth(int value, Chord c) { return c.value = value, c; }
constexpr Chord hidden(Chord c) { return c.hidden = true, c; }

/// All ways to press one action, in the row itself; more than `kMax` do not compile.
class Chords {
 public:
  static constexpr std::size_t kMax = 10;
  consteval Chords(std::initializer_list<Chord> all) : size_(all.size()) {
    std::copy(all.begin(), all.end(), all_.begin());
  }
  constexpr Chords() = default;  ///< none
  constexpr explicit Chords(const Chord& one) : all_{one}, size_(1) {}
  constexpr const Chord* begin() const { return all_.data(); }
  constexpr const Chord* end() const { return all_.data() + size_; }
  constexpr bool empty() const { return size_ == 0; }

 private:
  std::array<Chord, kMax> all_{};
  std::size_t size_ = 0;
};

// What one frame sees of mouse and keyboard.

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
    Key key;
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

}  // namespace phasebox
