// SPDX-License-Identifier: MIT
// Decides whether the wheel turns the value under the pointer or scrolls the panel.
#pragma once
#include <cstdint>
#include <limits>
#include <utility>

namespace phasebox::ui {

/// Gives the wheel to the value box under the pointer, unless the box came under the pointer
/// because the wheel scrolls the panel.
class ValueWheel {
 public:
  using Box = std::uint32_t;  ///< id of a value box; 0: none

  /// Takes the frame's notches for the box under the pointer and sets them to 0, or leaves them for
  /// scrolling; `now` in s.
  void route(float& notches, double now) {
    const bool is_scrolling = now - scrolled_at_ < kScrolling;
    notches_ = 0;
    if (notches == 0) return;
    if (under_ != 0 && !is_scrolling)
      notches_ = std::exchange(notches, 0.0f);
    else
      scrolled_at_ = now;
  }
  /// Begins a frame; call it before the boxes are drawn. The one under the pointer then calls
  /// under().
  void begin() { under_before_ = std::exchange(under_, 0); }
  /// Notes that this box is under the pointer, and returns the notches by which its value changes.
  float under(Box box) {
    under_ = box;
    return box == under_before_ ? std::exchange(notches_, 0.0f) : 0;
  }

 private:
  static constexpr double kScrolling = 0.5;  // s after a scroll in which the wheel still scrolls
  Box under_ = 0, under_before_ = 0;
  float notches_ = 0;
  double scrolled_at_ = -std::numeric_limits<double>::infinity();
};

}  // namespace phasebox::ui
