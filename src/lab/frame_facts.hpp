// SPDX-License-Identifier: MIT
// What recorded frames are like: how many boxes, how large, how fast, how close.
#pragma once
#include <cstddef>
#include <string>

#include "core/bench/recording.hpp"

namespace phasebox {

/// Measured on a recording; lengths in px.
struct FrameFacts {
  std::size_t frames = 0;
  double boxes = 0;              ///< per frame, mean
  double pairs = 0;              ///< per frame, mean over the frames whose truth is known
  double width = 0, height = 0;  ///< of what all boxes cover, largest frame
  double side = 0;               ///< longer side of the usual (median) box
  double largest_side = 0;       ///< of the largest box; one wall among a thousand pebbles counts
  double move = 0;               ///< that the usual box moves from frame to frame
  double still = 0;              ///< share of the boxes that do not move from a frame to the next
  double crowd = 0;              ///< area of all boxes over the area they are spread on
  bool changes = false;          ///< objects come and go

  double pairs_per_box() const { return boxes > 0 ? pairs / boxes : 0; }
};

FrameFacts facts_of(const Recording& recording);

/// What stands out, as a clause: "the boxes are of nearly one size"; at most two of them.
std::string describe(const FrameFacts& facts);

}  // namespace phasebox
