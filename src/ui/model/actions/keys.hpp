// SPDX-License-Identifier: MIT
// Keys, and the key combinations that actions can have, with their names.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace phasebox::ui {

// clang-format off
/// A key of the keyboard. The number of a key for a visible character or Space is the character
/// that it types without Shift, in lower case; all other keys are numbered from 256.
enum class Key : std::uint16_t {
  none = 0, space = ' ', escape = 256, tab, enter, remove, home, end, page_up, page_down, insert,
  backspace, left, right, up, down, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, menu
};
// clang-format on

/// A key that goes down, with the character that it types. `text` is 0 if it types none, or one
/// outside ASCII; `key` is none for a character that comes without a key. `repeat`: the key is
/// held.
struct KeyPress {
  Key key = Key::none;
  char text = 0;
  bool ctrl = false, shift = false, alt = false;
  bool repeat = false;
};

/// One key combination of an action. It names a key, or the typed character if layouts of keyboards
/// have that on different keys.
struct Chord {
  Key key = Key::none;
  char text = 0;  ///< the typed character, used when `key` is none
  bool ctrl = false, shift = false;
  int value = 0;        ///< what the action is called with
  bool hidden = false;  ///< it works, but no list of keys shows it

  constexpr bool is_none() const { return key == Key::none && text == 0; }
  /// Whether both are the same combination; `value` and `hidden` are not compared.
  constexpr bool operator==(const Chord& o) const {
    return key == o.key && text == o.text && ctrl == o.ctrl && shift == o.shift;
  }
};

// Builders of chords, to be nested: ctrl(shift(on_key('l'))) is Ctrl+Shift+L.

constexpr Chord on_key(Key key) { return {.key = key}; }
constexpr Chord on_key(char letter) { return {.key = Key{static_cast<std::uint16_t>(letter)}}; }
constexpr Chord typed(char text, int value = 0) { return {.text = text, .value = value}; }
constexpr Chord ctrl(Chord c) {
  c.ctrl = true;
  return c;
}
constexpr Chord shift(Chord c) {
  c.shift = true;
  return c;
}
constexpr Chord worth(int value, Chord c) {
  c.value = value;
  return c;
}
constexpr Chord hidden(Chord c) {
  c.hidden = true;
  return c;
}

/// The key combinations of one action, stored in its row without allocation; a row with more than
/// `kMax` does not compile.
class Chords {
 public:
  static constexpr std::size_t kMax = 10;
  consteval Chords(std::initializer_list<Chord> all) : size_(all.size()) {
    std::copy(all.begin(), all.end(), all_.begin());
  }
  constexpr Chords() = default;  ///< no key combination
  constexpr explicit Chords(const Chord& one) : all_{one}, size_(1) {}
  constexpr const Chord* begin() const { return all_.data(); }
  constexpr const Chord* end() const { return all_.data() + size_; }
  constexpr bool empty() const { return size_ == 0; }

 private:
  std::array<Chord, kMax> all_{};
  std::size_t size_ = 0;
};

/// Whether a key press is that combination. If it names a character, Shift counts only if the key
/// types the same character without Shift; otherwise Shift was needed to type it.
bool matches(const Chord& chord, const KeyPress& press);
/// Returns the name of a combination, such as "Ctrl+Shift+N", "F1" or "+"; empty for Chord{}.
std::string chord_name(const Chord& chord);
/// Returns the combination that has this name, as chord_name() writes it; none for other text.
std::optional<Chord> parse_chord(std::string_view name);
/// Returns the combination that a key press stands for when the user chooses keys; none for one
/// that no action can have, such as any with Alt.
std::optional<Chord> chord_of(const KeyPress& press);

}  // namespace phasebox::ui
