// SPDX-License-Identifier: MIT
// The counts that a sort and sweep would have along every direction.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The counts of a sort and sweep along one line.
struct SweepCount {
  std::uint64_t interfering = 0;  ///< pairs that overlap on the line; Measure::interfering
  std::uint64_t voids = 0;  ///< places on the line behind which no box is open; Measure::voids
  bool operator==(const SweepCount&) const = default;
};

/// Measures the next angles, all on the frame as it was when the round of angles began. With more
/// than `SweepDirections::kMaxWatched` sprites a round begins only when `asked` is set.
struct MeasureDirections {
  bool asked = false;
};
/// Forgets all counts and the round under way.
struct ForgetDirections {};

/// The study of sweep directions: both counts for every second degree. It costs nothing until a
/// round is advanced. Each angle takes O(n log n) for n boxes; one call handles `kWork` boxes or
/// one angle. Keeps 24 bytes per box.
class SweepDirections {
 public:
  static constexpr std::size_t kAngles = 90;  ///< 180 degrees equal 0
  static constexpr double kStep = 2;          ///< degrees
  static constexpr std::size_t kMaxWatched = 20'000;
  static constexpr std::size_t kWork = 60'000;

  using Counts = std::array<SweepCount, kAngles>;

  using Commands = std::variant<MeasureDirections, ForgetDirections>;
  Status apply(const MeasureDirections&, const Session&);
  Status apply(const ForgetDirections&, const Session&) {
    close();
    return {};
  }
  /// Forgets all counts and the round under way.
  void close() { *this = {}; }

  /// [angle / kStep] counts of the last frame whose round is complete; none before the first.
  const std::optional<Counts>& counts() const { return counts_; }
  /// Whether the counts belong to the session's current frame.
  bool is_current(const Session& session) const {
    return counts_ && counted_ == Moment::of(session);
  }
  /// Angles measured in the round under way; 0 when none is under way.
  std::size_t done() const { return done_; }
  /// The angle in degrees with the fewest interfering pairs; ties: the most voids. 0 without
  /// counts.
  double best() const;

 private:
  // Identifies a frame: two frames with equal values have the same boxes.
  struct Moment {
    std::uint64_t step = 0, changes = 0, population = 0;
    static Moment of(const Session& s) {
      return {s.steps(), s.changes(), s.population_changes().count};
    }
    bool operator==(const Moment&) const = default;
  };

  void begin(const Session& session) {
    const auto boxes = session.frame().boxes;
    boxes_.assign(boxes.begin(), boxes.end());
    begun_ = Moment::of(session);
  }

  std::optional<Counts> counts_;
  Counts under_way_{};
  std::size_t done_ = 0;
  Moment counted_, begun_;
  std::vector<Aabb> boxes_;
  std::vector<float> begins_, ends_;
};

/// Counts overlaps and voids along a line at `degrees`, as a traced sort and sweep does. `begins`
/// and `ends` are scratch memory that calls reuse.
SweepCount count_along(std::span<const Aabb> boxes, float degrees, std::vector<float>& begins,
                       std::vector<float>& ends);

}  // namespace phasebox
