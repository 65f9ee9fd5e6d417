// SPDX-License-Identifier: MIT
// Whether a turn of the wheel changes a value box or scrolls the panel around it.
#pragma once
#include <cstdint>
#include <limits>
#include <utility>

namespace phasebox {

/// The value box under the pointer takes the wheel, except while the panel is being scrolled and
/// the box only comes by.
class ValueWheel {
 public:
  using Box = std::uint32_t;  ///< 0: none

  /// Takes the notches of this frame, where they are for the box that was under the pointer, or
  /// leaves them for whatever scrolls; `now` in s.
  void route(float& notches, double now) {
    const bool is_scrolling = now - scrolled_at_ < kScrolling;
    notches_ = 0;
    if (notches == 0) return;
    if (under_ != 0 && !is_scrolling)
      notches_ = std::exchange(notches, 0.0f);
    else
      scrolled_at_ = now;
  }
  /// Before boxes are drawn; each says then whether it is `under` the pointer.
  void begin() { under_before_ = std::exchange(under_, 0); }
  /// How far this box, which is under the pointer, was turned.
  float under(Box box) {
    under_ = box;
    return box == under_before_ ? std::exchange(notches_, 0.0f) : 0;
  }

 private:
  static constexpr double kScrolling = 0.5;  // s from one turn to the next
  Box under_ = 0, under_before_ = 0;
  float notches_ = 0;
  double scrolled_at_ = -std::numeric_limits<double>::infinity();
};

}  // namespace phasebox
