// SPDX-License-Identifier: MIT
// For every gap between the boxes of a frame, the contact threshold of RDC from which it exists.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/geometry.hpp"

namespace phasebox {

/// The births of an axis's gaps: for each gap, the contact threshold, px, above which it exists;
/// ascending. A gap is an interval of the axis, with boxes on both sides, in which no box is open.
/// At threshold t a box is open from `min + t` to `max - t`, but never beyond its center, so a gap
/// that exists stays as t grows. A gap of width w px at threshold 0 exists for t > -w / 2.
///
/// A gap separates the boxes whose centers lie before it from the others, so one sort by centers
/// finds all gaps: O(n log n) for n boxes. Boxes with the same center are never separated.
std::vector<double> gap_births(std::span<const Aabb> boxes, Axis axis);

/// The number of gaps that exist at a contact threshold, px, given the births of an axis. With
/// `at_touch`, gaps of width 0 count as well, where one box closes and the next opens: RDC cuts
/// there if it sorts closes before opens.
std::size_t gaps_at(std::span<const double> births, double threshold, bool at_touch = false);

/// The births of the gaps of both axes (see `gap_births`).
struct GapBarcode {
  std::array<std::vector<double>, 2> births;  ///< [Axis]

  const std::vector<double>& of(Axis axis) const { return births[static_cast<std::size_t>(axis)]; }
};
GapBarcode gap_barcode(std::span<const Aabb> boxes);

/// The births as CSV: the header "axis,threshold in px" and one line per gap.
std::string gap_csv(const GapBarcode& barcode);

}  // namespace phasebox
