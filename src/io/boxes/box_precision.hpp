// SPDX-License-Identifier: MIT
// The precision that boxes have as float32, and the offset that keeps it far from zero.
#pragma once
#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "base/geometry.hpp"
#include "base/sentence.hpp"

namespace phasebox {

/// Measures how much precision boxes lose when their sides become float32.
class FloatLoss {
 public:
  /// Returns the box of these sides (min_x, min_y, max_x, max_y) minus `offset`, and keeps the
  /// largest rounding error that matters.
  Aabb rounded(const std::array<double, 4>& sides, const std::array<double, 2>& offset);
  /// Whether a side was moved by more than 1 % of the smallest width or height of all boxes.
  bool is_notable() const { return moved_ > kNotable * smallest_; }
  /// Returns a warning for the user about the largest rounding error, in `unit`.
  Sentence note(std::string_view unit) const;

 private:
  static constexpr double kNotable = 0.01;
  double moved_ = 0, smallest_ = std::numeric_limits<double>::infinity();
};

/// Returns an offset that brings the boxes near zero: on each axis the median of their minima,
/// where that is more than four times as far from zero as the middle half of them is wide, else 0.
/// Empty spans give 0.
std::array<double, 2> far_offset(std::span<const Aabb> boxes);

}  // namespace phasebox
