// SPDX-License-Identifier: MIT
// What recorded frames are like: how many boxes, how large, how fast, how close.
#pragma once
#include <cstddef>
#include <string>

#include "bench/recording.hpp"

namespace phasebox {

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
