// SPDX-License-Identifier: MIT
// The impacts of a step, for drawing and counting.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "collide/frame.hpp"

namespace phasebox {

/// One impact of the last step, for drawing and counting.
struct Impact {
  SpriteId a = 0, b = 0;  ///< b is kWall for the border of the field
  float time = 0;         ///< of the step, 0 to 1
  Vec2 point;             ///< px
  Vec2 normal;            ///< unit, from a to b
  Vec2 impulse;           ///< on b; density px² px per step
  float before = 0;       ///< px per step along the normal, at that point; below 0 they approach
  float after = 0;        ///< px per step along the normal, after the impulse
  Transform transform_a, transform_b;  ///< where the sprites are then
  bool rests = false;  ///< the sum of a step's small impulses that carry a resting contact

  static constexpr SpriteId kWall = 0xFFFFFFFFu;
};

/// A change of the heap of times: a pair is put in, or put in again.
struct HeapChange {
  enum class Why : std::uint8_t {
    begins,  ///< the heap is made, all of its pairs one after the other
    looked,  ///< the pair was looked at and does not meet yet
    met,     ///< an impact gave one of its sprites another path
  };
  SpriteId a = 0, b = 0;  ///< b from kFirstBorder on: a border
  float time = 0;         ///< of the step: they cannot meet before it; from 1 on: not in this step
  std::uint32_t after = 0;  ///< number of the step's impacts that came before
  Why why = Why::begins;

  static constexpr SpriteId kFirstBorder = Impact::kWall - 3;
};

/// Counters of one step.
struct ImpactCounts {
  std::uint64_t impacts = 0;  ///< of sprites that flew into each other
  std::uint64_t micro = 0;    ///< of these, micro-collisions: slow ones that carry resting sprites
  std::uint64_t rests = 0;    ///< impulses between sprites that rest on each other
  std::uint64_t encounters = 0;  ///< separations that were looked at
  std::uint32_t deferred =
      0;  ///< sprites that wait for the next step, since `most_impacts` was reached
  std::uint32_t collapses = 0;  ///< times that a collapsing heap was solved together
};

/// The impacts of a step, valid until the next one; empty where none are known.
struct ImpactLog {
  static constexpr std::size_t kMaxKept = 20'000;  ///< impacts kept, and heap changes kept

  std::span<const Impact> impacts{};   ///< in their order; no more than the first kMaxKept
  std::span<const HeapChange> heap{};  ///< changes of the heap of times; the first kMaxKept
  ImpactCounts counts{};
};

}  // namespace phasebox
