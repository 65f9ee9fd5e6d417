// SPDX-License-Identifier: MIT
// What one traced frame showed: its counters, and boundaries of boxes that coincide exactly.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/event_log.hpp"

namespace phasebox {

/// Made on demand by a second run of the same algorithms, never inside the timed step.
struct EventLog {
  Recorder broad, narrow;
  explicit EventLog(std::size_t limit = 0) : broad(limit), narrow(limit) {}
};

/// The same for every algorithm (ALGORITHMS, section 6).
struct Counters {
  std::uint64_t sprites = 0;
  std::uint64_t box_tests = 0;  ///< every comparison of two boxes, `rechecks` included
  std::uint64_t candidates = 0, collisions = 0, pixel_reads = 0;
  std::uint64_t circle_rejects = 0;  ///< candidates left out before their pixels were read
  std::uint64_t groups = 0;          ///< final groups, cells or nodes; `part` says which
  std::string_view part = "group";
  bool has_parts = true;       ///< false: the algorithm makes neither groups nor cells nor nodes
  std::uint64_t rechecks = 0;  ///< tests of pairs kept from frame to frame
  std::optional<std::uint64_t> interfering{};  ///< pairs that overlap on the swept line, if any
  std::optional<std::uint64_t> voids{};        ///< times that nothing is open on it
  std::optional<double> retrieved{};           ///< objects retrieved per object, of a quadtree
  std::optional<std::uint64_t> kept{};         ///< pairs of hulls with the features of before
  std::optional<std::uint64_t> walked{};       ///< steps of walks from feature to feature
  std::optional<std::uint64_t> searched{};     ///< pairs of hulls that GJK searched
  std::uint64_t boundaries = 0;                ///< boundaries sorted
  std::uint64_t swaps = 0;  ///< neighbors that changed places in a list kept sorted
  std::uint32_t depth = 0;
};

/// What is left after a stage of detection, of all pairs of sprites.
struct Stage {
  std::string_view name;  ///< of one: "pair", "box", "circle", "hit"
  std::uint64_t pairs;
};

/// All but candidates and collisions, which a log does not hold.
Counters counters_of(const EventLog&, const BroadphaseEntry&, std::uint64_t sprites);

/// Wall time of each phase of one step, in ms.
struct PhaseTimes {
  double move = 0, broad = 0, sort = 0, narrow = 0, respond = 0;
  double total() const { return move + broad + sort + narrow + respond; }
};

/// Adds the time since it was made, or since the last lap, to a phase.
class PhaseTimer {
 public:
  void lap(double& ms) {
    const auto now = Clock::now();
    ms += std::chrono::duration<double, std::milli>(now - since_).count();
    since_ = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point since_ = Clock::now();
};

/// A place with two boundaries or more.
struct CoincidentBoundary {
  float at = 0;             ///< world px
  std::uint32_t count = 0;  ///< boundaries, from 2
};

/// Boundaries of both axes; each counts once, however often it was sorted.
struct Coinciding {
  std::uint64_t boundaries = 0;  ///< those that lie where another one of their axis lies
  std::uint64_t all = 0;
};

/// Finds such places among the boundaries of an event log. Keeps its memory, so that looking for
/// the like again allocates nothing.
class CoincidentBoundaryFinder {
 public:
  /// Those on the axis, ascending; valid until the next call. O(m log m) for m boundaries.
  std::span<const CoincidentBoundary> find(std::span<const Event> events, Axis axis);
  /// Different boundaries that the last call saw.
  std::uint64_t boundaries() const { return keys_.size(); }

 private:
  std::vector<std::uint64_t> keys_;  // place, then sprite and end
  std::vector<CoincidentBoundary> found_;
};

/// How many boundaries coincide among those of an event log. O(m log m).
Coinciding coinciding_boundaries(std::span<const Event> events);

}  // namespace phasebox
