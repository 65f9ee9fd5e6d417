// SPDX-License-Identifier: MIT
// The impacts of a step as the X-ray shows them, and the heap of the times at which pairs may meet.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/geometry.hpp"
#include "base/sentence.hpp"
#include "lab/xray/event_text.hpp"
#include "world/dynamics/impact_log.hpp"

namespace phasebox {

/// The number of impacts of sprites that flew into each other, which alone are numbered in texts;
/// the others carry resting contacts. O(n).
std::size_t flying(std::span<const Impact> impacts);

/// The sentence for the last of the first `n` impacts: "impact 3 of 12, at 0.42 of the step: 7 and
/// 12 meet at 5.1 px per step and part at 3.0"; empty if n is 0 or beyond the end. The direction of
/// `gravity` tells which of two resting sprites carries the other.
Sentence sentence(std::span<const Impact> impacts, std::size_t n, Vec2 gravity,
                  const SceneState& scene);

/// A pair in the heap of impact times, which may meet in the rest of the step.
struct PairToCome {
  SpriteId a, b;  ///< b is Impact::kWall for the border of the field
  float time;     ///< earliest possible impact, as a share of the step, below 1
  bool is_again;  ///< whether the last of the impacts inserted it again
};
/// The pairs in the heap after the first `n` impacts of the step, the earliest first, from the
/// logged changes of the heap. Empty when there is no heap, and when not all of its changes were
/// kept. O(changes log changes).
std::vector<PairToCome> pairs_to_come(std::span<const HeapChange> heap, std::size_t n);

/// Names a pair: "7 and 12", or "7 and the border" if `b` is Impact::kWall.
Sentence partners(SpriteId a, SpriteId b, const SceneState& scene);
/// A speed along the normal, px per step, as text: "5.1", "0.024"; "0" below 0.0005, also for
/// values that rounding made negative.
std::string speed_of(float along_normal);
/// The size of an impulse, density px² px per step, as text: "882", "1.2e4".
Sentence size_of(Vec2 impulse);

/// The number of impacts shown after a jump from `n`. It ends at the next (or previous) impact of
/// sprites that flew into each other, at the first of a run of resting ones, or at the first or
/// last impact. A jump forward needs n below their number.
std::size_t next_stop(std::span<const Impact> impacts, std::size_t n, bool forward);

}  // namespace phasebox
