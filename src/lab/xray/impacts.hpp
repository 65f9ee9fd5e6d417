// SPDX-License-Identifier: MIT
// The impacts of a step as the X-ray lists them, with the heap of impact times.
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

/// The number of impacts of sprites in flight, which alone are numbered. O(n).
std::size_t flying(std::span<const Impact> impacts);

/// The sentence for impact `n`, from 1: "impact 3 of 12, at 0.42 of the step: 7 and 12 meet at 5.1
/// px per step and part at 3.0". The direction of `gravity` tells which of two resting sprites
/// carries the other.
Sentence sentence(std::span<const Impact> impacts, std::size_t n, Vec2 gravity,
                  const SceneState& scene);

/// A pair in the heap of impact times.
struct PairToCome {
  SpriteId a, b;  ///< b is Impact::kWall for the border
  float time;     ///< earliest possible impact, as a share of the step
  bool is_again;  ///< inserted again by the last impact
};
/// The heap after the first `n` impacts, earliest pair first. Empty before it is made, and when not
/// all of its changes were kept. O(changes log changes).
std::vector<PairToCome> pairs_to_come(std::span<const HeapChange> heap, std::size_t n);

/// "7 and 12"; "7 and the border" if `b` is Impact::kWall.
Sentence partners(SpriteId a, SpriteId b, const SceneState& scene);
/// A speed in px per step: "5.1", "0.024"; "0" for values that rounding made negative.
std::string speed_of(float along_normal);
/// The length of an impulse: "882", "1.2e4".
Sentence size_of(Vec2 impulse);

/// The number of impacts shown after a jump from `n`, which ends at the next (or previous) impact
/// in flight, at the first of a run of resting impacts, or at one end.
std::size_t next_stop(std::span<const Impact> impacts, std::size_t n, bool forward);

}  // namespace phasebox
