// SPDX-License-Identifier: MIT
// The input of one frame.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/geometry.hpp"
#include "ui/model/actions/keys.hpp"

namespace phasebox::ui {

/// Mouse buttons in Dear ImGui's order.
enum class Button : std::uint8_t { left, right, middle, count_ };
inline constexpr std::size_t kButtons = static_cast<std::size_t>(Button::count_);

struct Modifiers {
  bool ctrl = false, shift = false, alt = false;
  bool operator==(const Modifiers&) const = default;
};

/// The input of one frame. InputQueue divides events among frames so that no button or key changes
/// twice in one frame and none of the changes is lost.
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
  std::string text;               ///< typed text, UTF-8
  /// The key that went down or the character typed, if any. Characters that go to a text field with
  /// others of the same frame are in `text` alone.
  std::optional<KeyPress> press;
  bool focus_lost = false;        ///< the window has lost the keyboard's focus
};

}  // namespace phasebox::ui
