// SPDX-License-Identifier: MIT
// What recorded frames are like: how many boxes, how large, how different in size, how fast, how
// close.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>

#include "base/geometry.hpp"
#include "bench/recording.hpp"

namespace phasebox {

/// Longer sides of the largest and the smallest of some boxes, px. Boxes without extent do not
/// count.
struct SizeRange {
  double largest = 0, smallest = std::numeric_limits<double>::infinity();

  void add(const Aabb& box) {
    const Vec2 size = extent(box);
    const auto side = static_cast<double>(std::max(size.x, size.y));
    if (side <= 0) return;
    largest = std::max(largest, side), smallest = std::min(smallest, side);
  }
  /// R, the largest over the smallest, from 1; 1 without any box.
  double ratio() const { return largest > 0 ? largest / smallest : 1; }
  /// log2 R: so many levels a hierarchical grid wants whose cells double from level to level, on
  /// top of the first one.
  double levels() const { return std::log2(ratio()); }
};

inline SizeRange size_range(std::span<const Aabb> boxes) {
  SizeRange range;
  for (const Aabb& box : boxes) range.add(box);
  return range;
}

/// Measured on a recording. Sizes and movement are those of a sample of boxes in up to 128 frames
/// that are spread over the whole recording.
struct FrameFacts {
  std::size_t frames = 0;        ///< 1 when a single one is repeated
  double boxes = 0;              ///< per frame, mean
  double pairs = 0;              ///< per frame, mean over the frames whose truth is known
  double width = 0, height = 0;  ///< of what all boxes cover in the largest frame
  double side = 0;               ///< longer side of the typical (median) box
  double largest_side = 0;  ///< of the largest box of all frames; one wall among a thousand pebbles
                            ///< counts
  double size_ratio = 1;    ///< R, of the largest to the smallest box of all frames
  double move = 0;          ///< that the typical box moves from frame to frame
  double still = 0;         ///< share of the boxes that do not move from a frame to the next
  double crowd = 0;         ///< area of all boxes over the area they are spread on, largest frame
  double arrivals = 0;      ///< objects that come per frame, mean; what the first has is not new
  double departures = 0;    ///< objects that go per frame, mean
  bool changes = false;     ///< objects come or go after the first frame
  /// Whether some object is in a frame and in the next one. One frame says nothing about movement:
  /// `move` and `still` are 0 then and mean nothing.
  bool knows_movement = false;
  std::string unit = "px";  ///< of lengths

  double pairs_per_box() const { return boxes > 0 ? pairs / boxes : 0; }
};

/// O(boxes of all frames).
FrameFacts facts_of(const Recording& recording);

/// What stands out, as a clause: "the boxes are of nearly one size"; at most two of them.
std::string describe(const FrameFacts& facts);

/// Why nothing is known about movement, as a clause; empty when something is.
std::string why_no_movement(const FrameFacts& facts);

}  // namespace phasebox
