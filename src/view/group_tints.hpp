// SPDX-License-Identifier: MIT
// The tints of sprites that are colored by their group.
#pragma once
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "collide/event_log.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Writes the tint of each sprite's group, cell or node, which must be below 2^31, plus one;
/// sprites that are in none keep what `tints` [sprites] has. The tint is the smallest number by
/// which a user knows a member: algorithms number their groups again in every step, so a color by
/// the group's number would change whenever another group comes or goes. `broad` are the events of
/// the broadphase, in which those of the members of one group must follow one another, as they do
/// in the logs of all built-in algorithms.
void note_groups(const Session&, std::span<const Event> broad, std::span<std::uint32_t> tints);

/// Holds the tint of each sprite for at least a third of a second, so that a sprite that changes
/// its group in every step does not flicker.
class SteadyTints {
 public:
  static constexpr double kHeldSeconds = 1.0 / 3;

  /// Takes the tints of a frame at the time `now`, s. A sprite whose tint has changed since less
  /// than kHeldSeconds keeps the one that it has.
  void look(const Session&, std::span<const Event> broad, double now);
  /// The tints after the last `look` [sprites], as `note_groups` writes them.
  std::span<const std::uint32_t> tints() const { return tints_; }
  /// Forgets all tints, so that the next `look` takes them as they are.
  void clear() {
    tints_.clear();
    changed_at_.clear();
  }

 private:
  static constexpr double kNever = -std::numeric_limits<double>::infinity();

  void follow(const PopulationChanges& changes);

  std::uint64_t population_ = 0;            // PopulationChanges::count of the last frame
  std::vector<std::uint32_t> now_, tints_;  // [sprites] of the last frame, and as they are held
  std::vector<double> changed_at_;          // [sprites] when the held tint was taken, s
};

}  // namespace phasebox
