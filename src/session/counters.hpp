// SPDX-License-Identifier: MIT
// Counters of one frame's collision detection, and the stages of detection that follow from them.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "collide/broadphase.hpp"
#include "session/event_log.hpp"

namespace phasebox {

/// Counters of the collision detection of one frame. They mean the same for every algorithm. An
/// optional one is empty where the algorithm does not count it.
struct Counters {
  std::uint64_t sprites = 0;
  std::uint64_t box_tests = 0;  ///< comparisons of two boxes, `rechecks` included
  std::uint64_t candidates = 0, collisions = 0, pixel_reads = 0;
  std::uint64_t circle_rejects = 0;  ///< pairs that the narrowphase skipped, as by circles
  std::uint64_t groups = 0;          ///< number of final groups, cells or nodes
  std::string_view part = "group";   ///< what `groups` counts: "group", "cell" or "node"
  bool has_parts = true;             ///< whether the algorithm makes groups, cells or nodes
  std::uint64_t rechecks = 0;        ///< box tests of pairs that were kept from frame to frame
  std::optional<std::uint64_t> interfering{};  ///< pairs that overlap on the swept line
  /// places on the swept line behind which no box is open
  std::optional<std::uint64_t> voids{};
  std::optional<double> retrieved{};  ///< quadtree: mean number of objects retrieved per object
  /// pairs of convex hulls whose closest features are those of the frame before
  std::optional<std::uint64_t> kept{};
  std::optional<std::uint64_t> walked{};  ///< steps from one feature of a hull to its neighbor
  std::optional<std::uint64_t>
      searched{};                ///< hull pairs whose closest points were searched from nothing
  std::uint64_t boundaries = 0;  ///< begins and ends of boxes that were sorted
  std::uint64_t swaps = 0;       ///< exchanges of neighbors in a sorted list
  std::uint32_t depth = 0;       ///< greatest depth of recursion or of the tree
};

/// The counters of an event log that an algorithm of this entry has made for so many sprites.
/// Candidates and collisions stay 0, because a log does not hold them.
Counters counters_of(const EventLog&, const BroadphaseEntry&, std::uint64_t sprites);

/// A stage of collision detection and the number of pairs that are left after it.
struct Stage {
  std::string_view name;  ///< "pair" (all pairs), "box", "circle" or "hit"
  std::uint64_t pairs;
};

/// The stages of detection in their order: all pairs of sprites, candidate pairs of the broadphase,
/// those of them that the circles did not rule out (only if `compares_circles`), and collisions.
std::vector<Stage> stages_of(const Counters&, bool compares_circles);

}  // namespace phasebox
