// SPDX-License-Identifier: MIT
// Counts, for lines at every second degree, what a sort and sweep along that line would meet.
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
  std::uint64_t interfering = 0;  ///< pairs whose intervals on the line overlap
  std::uint64_t voids = 0;        ///< ends of boxes after which no box is open
  bool operator==(const SweepCount&) const = default;
};

/// Measures the next angles of the round under way, or begins a round of all angles if the counts
/// are not of the session's frame. All angles of a round are measured on the frame with which it
/// began. With more than `SweepDirections::kMaxWatched` sprites a round begins only if `asked`.
struct MeasureDirections {
  bool asked = false;
};
/// Forgets all counts and the round under way.
struct ForgetDirections {};

/// The study of sweep directions: the counts of lines at every second degree. It works only when
/// `MeasureDirections` is applied, which measures as many angles as have `kWork` boxes in all, but
/// at least one. An angle takes O(n log n) for n boxes. Keeps 24 bytes per box.
class SweepDirections {
 public:
  static constexpr std::size_t kAngles = 90;          ///< 0, 2, ... 178 degrees; 180 equals 0
  static constexpr double kStep = 2;                  ///< degrees from one angle to the next
  static constexpr std::size_t kMaxWatched = 20'000;  ///< sprites
  static constexpr std::size_t kWork = 60'000;        ///< boxes times angles per command

  using Counts = std::array<SweepCount, kAngles>;

  using Commands = std::variant<MeasureDirections, ForgetDirections>;
  Status apply(const MeasureDirections&, const Session&);
  Status apply(const ForgetDirections&, const Session&) {
    close();
    return {};
  }
  /// Forgets all counts and the round under way.
  void close() { *this = {}; }

  /// [angle / kStep] the counts of the last complete round of angles; none before the first.
  const std::optional<Counts>& counts() const { return counts_; }
  /// Whether the counts belong to the session's current frame.
  bool is_current(const Session& session) const {
    return counts_ && counted_ == Moment::of(session);
  }
  /// Angles measured in the round under way; 0 when none is under way.
  std::size_t done() const { return done_; }
  /// The angle, in degrees, with the fewest interfering pairs; ties: the one with the most voids. 0
  /// without counts.
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

/// Counts interfering pairs and voids along a line at `degrees`, 0 to 180, as a traced sort and
/// sweep does. `begins` and `ends` are scratch memory, whose contents do not matter.
SweepCount count_along(std::span<const Aabb> boxes, float degrees, std::vector<float>& begins,
                       std::vector<float>& ends);

}  // namespace phasebox
