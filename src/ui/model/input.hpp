// SPDX-License-Identifier: MIT
// What one frame sees of mouse and keyboard.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/geometry.hpp"
#include "ui/model/actions/chord.hpp"

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
