// SPDX-License-Identifier: MIT
// The gaps of a frame by the contact threshold from which each exists.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/geometry.hpp"

namespace phasebox {

/// The contact thresholds, ascending, px, above which each gap of an axis exists. A gap is a
/// stretch between boxes in which no box is open. At threshold t a box is open from `min + t` to
/// `max - t`, never past its center, so a gap that exists stays as t grows. A gap of width w at
/// threshold 0 exists for t > -w / 2.
///
/// A gap separates the boxes whose centers lie before it from the others, so one sort by centers
/// finds all gaps: O(n log n) for n boxes. Boxes with the same center are never separated.
std::vector<double> gap_births(std::span<const Aabb> boxes, Axis axis);

/// The number of gaps that exist at a threshold. With `at_touch` gaps of width 0 count as well,
/// where one box closes and the next opens: RDC cuts there when closes come first.
std::size_t gaps_at(std::span<const double> births, double threshold, bool at_touch = false);

/// The thresholds from which gaps exist, for both axes.
struct GapBarcode {
  std::array<std::vector<double>, 2> births;  ///< [Axis]

  const std::vector<double>& of(Axis axis) const { return births[static_cast<std::size_t>(axis)]; }
};
GapBarcode gap_barcode(std::span<const Aabb> boxes);

/// The gaps as CSV: "axis,threshold in px" and one line per gap.
std::string gap_csv(const GapBarcode& barcode);

}  // namespace phasebox
