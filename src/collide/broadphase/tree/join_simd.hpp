// SPDX-License-Identifier: MIT
// The loops over columns of boxes that every tree spends its time in.
#pragma once
#include <algorithm>

#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/kernels/pair_writer.hpp"

namespace phasebox {

/// Copies the boxes of `from[run]` that overlap `box` to `to`, from position `at` on, in their
/// order. Returns how many. `to` needs room for all of the run; it may be `from`, behind the run.
std::uint32_t keep_overlapping(const BoxColumns& from, Run run, const Aabb& box, BoxColumns& to,
                               std::uint32_t at);

/// The same, added behind `kept`, a run of `to`. Returns what is left of the run when there may not
/// be room for more.
inline Run keep_in_room(const BoxColumns& from, Run run, const Aabb& box, BoxColumns& to,
                        Run& kept) {
  constexpr std::uint32_t kBlock = 256;
  while (run.begin < run.end) {
    const Run block{run.begin, std::min(run.begin + kBlock, run.end)};
    if (block.size() > to.size() - kept.end) break;
    kept.end += keep_overlapping(from, block, box, to, kept.end);
    run.begin = block.end;
  }
  return run;
}

/// Emits what overlaps between boxes `left` of `a` and boxes `right` of `b`.
void join_across(const BoxColumns& a, Run left, const BoxColumns& b, Run right, PairWriter& out);

/// Emits what overlaps among the boxes of one run.
void join_within(const BoxColumns& boxes, Run run, PairWriter& out);

}  // namespace phasebox
