// SPDX-License-Identifier: MIT
// Every box against every other, many at a time: what brute force does, and what a frame is
// answered by that is no larger than a leaf.
#pragma once
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/frame.hpp"
#include "collide/sink.hpp"

namespace phasebox {

inline constexpr std::size_t kFewBoxes = 64;
/// Boxes that are compared with each other in less time than any structure takes.
inline constexpr std::size_t kLeafBoxes = 16;

/// Appends all eligible pairs of a frame of at most `kFewBoxes`, in their order. Takes about 50 ns
/// for ten boxes.
void find_few_pairs(const Frame& f, PairSink& out);

/// Appends all eligible pairs of the frame, in their order. `boxes` is memory that is used again;
/// allocates nothing once warm. Throws `Stopped` as `check_limit` does. O(n^2), 8 or 16 comparisons
/// at a time.
void find_all_pairs(const Frame& f, BoxColumns& boxes, PairSink& out);

}  // namespace phasebox
