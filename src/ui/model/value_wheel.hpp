// SPDX-License-Identifier: MIT
// Decides whether the wheel turns the value under the pointer or scrolls the panel.
#pragma once
#include <cstdint>
#include <limits>
#include <utility>

namespace phasebox::ui {

/// Gives the turns of the mouse wheel to the value box under the pointer, so that they change its
/// value, unless the wheel has just scrolled the panel and so brought the box under the pointer.
class ValueWheel {
 public:
  using Box = std::uint32_t;  ///< id of a value box; 0: none

  /// Called before ImGui gets the wheel. If a box was under the pointer in the last frame and the
  /// wheel does not scroll, it keeps the frame's notches for the box and sets `notches` to 0; else
  /// it leaves them for scrolling. `now` in s.
  void route(float& notches, double now) {
    const bool is_scrolling = now - scrolled_at_ < kScrolling;
    notches_ = 0;
    if (notches == 0) return;
    if (under_ != 0 && !is_scrolling)
      notches_ = std::exchange(notches, 0.0f);
    else
      scrolled_at_ = now;
  }
  /// Begins a frame; call it before the boxes are drawn. The box under the pointer then calls
  /// under().
  void begin() { under_before_ = std::exchange(under_, 0); }
  /// Notes that this box is under the pointer, and returns the notches by which its value is to
  /// change; 0 unless it was under the pointer in the last frame, too.
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
