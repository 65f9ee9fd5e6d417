// SPDX-License-Identifier: MIT
// What a sweep would meet along every direction: how many pairs interfere, how often it touches
// void.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "session/session.hpp"

namespace phasebox {

/// What sort and sweep counts along one line.
struct SweepCount {
  std::uint64_t interfering = 0;  ///< pairs that overlap on it; Measure::interfering
  std::uint64_t voids = 0;        ///< places behind which no box is open; Measure::voids
  bool operator==(const SweepCount&) const = default;
};

/// Does a part of the work that is due, on the frame as it was when the round of all angles began.
/// A round of more than `VoidCompass::kMaxWatched` sprites begins only when it is `asked` for.
struct TurnCompass {
  bool asked = false;
};
/// Forgets all of it.
struct StopCompass {};

/// The study: both numbers for every second degree. Costs nothing while it is not turned; O(n log
/// n) for each angle of a frame with n boxes, `kWork` boxes or one angle in a call. Keeps 24 bytes
/// per box.
class VoidCompass {
 public:
  static constexpr std::size_t kAngles = 90;  ///< 180 degrees are 0 again
  static constexpr double kStep = 2;          ///< degrees
  static constexpr std::size_t kMaxWatched = 20'000;
  static constexpr std::size_t kWork = 60'000;

  using Counts = std::array<SweepCount, kAngles>;

  Status apply(const TurnCompass&, const Session&);
  Status apply(const StopCompass&, const Session&);

  /// Of the last frame that was measured to the end, by angle; nothing before the first.
  const std::optional<Counts>& counts() const { return counts_; }
  /// They are of the frame as it is now.
  bool is_current(const Session& session) const {
    return counts_ && counted_ == Moment::of(session);
  }
  /// Angles done of the round that is under way; 0 when none is.
  std::size_t done() const { return done_; }
  /// The angle, degrees, of fewest interfering pairs, and among equals of most voids; 0 without
  /// counts.
  double best() const;

 private:
  // Two frames are the same when these are.
  struct Moment {
    std::uint64_t step = 0, changes = 0, population = 0;
    static Moment of(const Session& s) { return {s.steps(), s.changes(), s.population_changes()}; }
    bool operator==(const Moment&) const = default;
  };

  void begin(const Session&);

  std::optional<Counts> counts_;
  Counts under_way_{};
  std::size_t done_ = 0;
  Moment counted_, begun_;
  std::vector<Aabb> boxes_;
  std::vector<float> begins_, ends_;
};

/// The two numbers along the line at that angle, degrees: those of a traced run of sort and sweep
/// with it. The vectors are only memory.
SweepCount count_along(std::span<const Aabb> boxes, float degrees, std::vector<float>& begins,
                       std::vector<float>& ends);

}  // namespace phasebox
