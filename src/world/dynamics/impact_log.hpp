// SPDX-License-Identifier: MIT
// The impacts of a step, for drawing and counting.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "collide/frame.hpp"

namespace phasebox {

/// One impact, or one sum of the impulses that carry a sprite, of the last step.
struct Impact {
  SpriteId a = 0, b = 0;  ///< b is kWall for the border of the field
  float time = 0;         ///< as a share of the step, 0 to 1
  Vec2 point;             ///< world px, where they meet
  Vec2 normal;            ///< unit, from a to b
  Vec2 impulse;           ///< on b; density px² px per step
  float before = 0;       ///< px per step along the normal, at that point; below 0 they approach
  float after = 0;        ///< px per step along the normal, after the impulse
  Transform transform_a, transform_b;  ///< of both sprites at that time
  /// it carries a resting contact: the solver's impulses of the step together, at time 0, or a slow
  /// impact after which two sprites rest on each other
  bool rests = false;

  static constexpr SpriteId kWall = 0xFFFFFFFFu;
};

/// A change of the heap that orders pairs by the time before which they cannot meet: a pair is put
/// in, or put in again.
struct HeapChange {
  enum class Why : std::uint8_t {
    begins,  ///< the heap is made, or made again after a collapse, pair by pair
    looked,  ///< its separation was computed, and the pair does not meet yet
    met,     ///< an impact gave one of its sprites a new path
  };
  SpriteId a = 0, b = 0;  ///< b from kFirstBorder on: a border
  float time = 0;  ///< as a share of the step; they cannot meet before it; 1: not in this step
  std::uint32_t after = 0;  ///< number of the step's impacts (as logged) that came before
  Why why = Why::begins;

  static constexpr SpriteId kFirstBorder = Impact::kWall - 3;
};

/// Counters of one step.
struct ImpactCounts {
  std::uint64_t impacts = 0;  ///< impulses between sprites that flew into each other
  /// of them, slow ones with micro-collisions, which carry resting sprites
  std::uint64_t micro = 0;
  /// impulses between sprites that rest on each other, the solver's included
  std::uint64_t rests = 0;
  std::uint64_t encounters = 0;  ///< separations of pairs that were computed
  /// sprites whose motion was cut short because `most_impacts` was reached
  std::uint32_t deferred = 0;
  std::uint32_t collapses = 0;  ///< how often a collapsing heap was solved as a whole
};

/// The impacts of a step, valid until the next one; empty where none are known.
struct ImpactLog {
  /// the largest number of impacts that are kept, and that of heap changes
  static constexpr std::size_t kMaxKept = 20'000;

  std::span<const Impact> impacts{};  ///< in their order in time; at most the first kMaxKept
  /// changes of the heap in their order; at most the first kMaxKept
  std::span<const HeapChange> heap{};
  ImpactCounts counts{};
};

}  // namespace phasebox
