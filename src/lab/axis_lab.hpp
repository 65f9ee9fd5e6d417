// SPDX-License-Identifier: MIT
// The lab of axes: a sweep's hits per direction, gaps between boundaries per RDC contact threshold.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "plot/plot.hpp"
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

/// The study: both numbers for every second degree. Costs nothing until it is turned; O(n log n)
/// for each angle of n boxes, `kWork` boxes or one angle in a call. Keeps 24 bytes per box.
class VoidCompass {
 public:
  static constexpr std::size_t kAngles = 90;  ///< 180 degrees are 0 again
  static constexpr double kStep = 2;          ///< degrees
  static constexpr std::size_t kMaxWatched = 20'000;
  static constexpr std::size_t kWork = 60'000;

  using Counts = std::array<SweepCount, kAngles>;

  Status apply(const TurnCompass&, const Session&);
  Status apply(const StopCompass&, const Session&) {
    *this = {};
    return {};
  }

  /// Of the last frame that was measured to the end, by angle; nothing before the first.
  const std::optional<Counts>& counts() const { return counts_; }
  /// They are of the frame as it is now.
  bool is_current(const Session& session) const {
    return counts_ && counted_ == Moment::of(session);
  }
  /// Angles done of the round that is under way; 0 when none is.
  std::size_t done() const { return done_; }
  /// Degrees of fewest interfering pairs, among equals of most voids; 0 without counts.
  double best() const;

 private:
  // Two frames are the same when these are.
  struct Moment {
    std::uint64_t step = 0, changes = 0, population = 0;
    static Moment of(const Session& s) { return {s.steps(), s.changes(), s.population_changes()}; }
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

/// The two numbers at an angle, degrees: those of a traced sort and sweep. Vectors: only memory.
SweepCount count_along(std::span<const Aabb> boxes, float degrees, std::vector<float>& begins,
                       std::vector<float>& ends);

/// Thresholds above which an axis's gaps (stretches between boxes with none open) exist, ascending,
/// px. At threshold t a box is open from `min + t` to `max - t`, never past its center, so a gap
/// once there stays as t grows. One of width w without a threshold exists for t > -w / 2.
///
/// A gap has all boxes whose centers lie before it on one side, so one sort by centers gives all:
/// O(n log n) for n boxes. Boxes with the same center are never apart.
std::vector<double> gap_births(std::span<const Aabb> boxes, Axis axis);

/// How many of them exist at that threshold; with `at_touch` also those of width 0, where one box
/// closes and the next opens: RDC cuts there when closes come first.
std::size_t gaps_at(std::span<const double> births, double threshold, bool at_touch = false);

/// Births along both axes.
struct GapBarcode {
  std::array<std::vector<double>, 2> births;  ///< by Axis

  const std::vector<double>& of(Axis axis) const { return births[static_cast<std::size_t>(axis)]; }
};
GapBarcode gap_barcode(std::span<const Aabb> boxes);

/// A stretch of thresholds on which no gap of either axis is born or vanishes, px.
struct GapPlateau {
  double from = 0, to = 0;
  /// The roundest number in its middle half.
  double threshold() const;
};

/// What RDC makes of a frame.
struct ThresholdEffect {
  std::uint64_t groups = 0, tests = 0, misses = 0;  ///< misses: overlaps that it leaves out
};
/// RDC on this frame: tests, boundaries, time by group size, as shares of most. A few 100 runs.
Plot group_size_plot(const Session&);

/// As RDC is set, but with a contact threshold. Runs it once, and once for each; the session stays.
using EffectOf = std::function<ThresholdEffect(double threshold)>;
EffectOf threshold_effects(const Session&);

/// A contact threshold with which RDC misses nothing and makes the fewest tests of those tried: 0,
/// and some near it where no gap is born for half a px or more. None if the present one is as good.
std::optional<double> better_threshold(const Session&, const GapBarcode& barcode);

/// Its data: "axis,threshold in px" and a line per gap.
std::string gap_csv(const GapBarcode& barcode);

}  // namespace phasebox
