// SPDX-License-Identifier: MIT
// Counters of a detected frame, and the stages of detection that follow from them.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "collide/broadphase.hpp"
#include "session/event_log.hpp"

namespace phasebox {

/// Counters of one detected frame, defined in the same way for every algorithm.
struct Counters {
  std::uint64_t sprites = 0;
  std::uint64_t box_tests = 0;  ///< every comparison of two boxes, `rechecks` included
  std::uint64_t candidates = 0, collisions = 0, pixel_reads = 0;
  std::uint64_t circle_rejects = 0;  ///< candidates ruled out by circles, before any pixel was read
  std::uint64_t groups = 0;          ///< final groups, cells or nodes; `part` says which
  std::string_view part = "group";
  bool has_parts = true;       ///< false: the algorithm makes neither groups nor cells nor nodes
  std::uint64_t rechecks = 0;  ///< box tests of pairs that were kept from frame to frame
  std::optional<std::uint64_t> interfering{};  ///< pairs that overlap on the swept line, if any
  /// gaps on that line: places without an open interval
  std::optional<std::uint64_t> voids{};
  std::optional<double> retrieved{};  ///< quadtree: objects retrieved per object, mean
  /// hull pairs whose closest features are those of the last frame
  std::optional<std::uint64_t> kept{};
  std::optional<std::uint64_t> walked{};    ///< steps of closest-feature walks
  std::optional<std::uint64_t> searched{};  ///< hull pairs that GJK searched
  std::uint64_t boundaries = 0;             ///< boundaries sorted
  std::uint64_t swaps = 0;  ///< exchanges of neighbors in a list that is kept sorted
  std::uint32_t depth = 0;
};

/// The counters of an event log. Candidates and collisions stay 0: a log does not hold them.
Counters counters_of(const EventLog&, const BroadphaseEntry&, std::uint64_t sprites);

/// A stage of detection and the number of pairs that remain after it.
struct Stage {
  std::string_view name;  ///< in singular: "pair", "box", "circle", "hit"
  std::uint64_t pairs;
};

/// The stages of detection from all pairs to the collisions. `compares_circles` says whether the
/// narrowphase has a stage of its own for circles.
std::vector<Stage> stages_of(const Counters&, bool compares_circles);

}  // namespace phasebox
