// SPDX-License-Identifier: MIT
// Gaps between boxes on an axis as the contact threshold of RDC grows: where each begins to exist.
#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/geometry.hpp"

namespace phasebox {

/// The thresholds above which the gaps of an axis exist, ascending, px. A gap is a stretch on which
/// no box is open, between boxes. With threshold t a box is open from `min + t` to `max - t`, never
/// past its center: it only gets shorter as t grows, so a gap once there stays, and going down it
/// vanishes where it was born. One of width w without a threshold exists for t > -w / 2.
///
/// A gap has all boxes whose centers lie before it on one side, so one sort by centers gives all:
/// O(n log n) for n boxes. Boxes with the same center are never apart.
std::vector<double> gap_births(std::span<const Aabb> boxes, Axis axis);

/// How many of them exist at that threshold; with `at_touch` also those of width 0, where one box
/// closes and the next opens: RDC cuts there when closes come first.
std::size_t gaps_at(std::span<const double> births, double threshold, bool at_touch = false);

/// Births along both axes.
struct GapBarcode {
  std::array<std::vector<double>, 2> births;  ///< by Axis

  const std::vector<double>& of(Axis axis) const { return births[static_cast<std::size_t>(axis)]; }
};
GapBarcode gap_barcode(std::span<const Aabb> boxes);

/// A stretch of thresholds on which no gap of either axis is born or vanishes, px.
struct GapPlateau {
  double from = 0, to = 0;
  /// The roundest number in its middle half.
  double threshold() const;
};
/// The widest one between two births, both from `least` to `most`; none where there are not two
/// different ones. Before the first birth nothing is divided, after the last nothing is left to be.
std::optional<GapPlateau> widest_plateau(const GapBarcode& barcode, double least, double most);

/// Its data: "axis,threshold in px" and a line per gap.
std::string gap_csv(const GapBarcode& barcode);

}  // namespace phasebox
