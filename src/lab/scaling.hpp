// SPDX-License-Identifier: MIT
// Measures how the time of broadphases grows with the number of sprites, alone or together with a
// second quantity, such as the sprites' size, or with how close the sprites lie to one heap.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.hpp"
#include "bench/race.hpp"
#include "lab/started_study.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The value of `ScalingPlan::y` when only the count varies.
inline constexpr std::string_view kCountAlone = "count";
/// The value of `ScalingPlan::y` that is the scene's parameter of that key.
inline constexpr std::string_view kClumping = "clumping";

struct ScalingMap;

/// Starts to measure the session's scene at other sprite counts, one point after another: one for
/// each pair of a count and a value of `y`. Fails for plans that cannot be measured (values out of
/// range, fewer than two contestants, no points) and for sessions that play recorded boxes, whose
/// number and size are given.
struct ScalingPlan {
  using Result = ScalingMap;
  static constexpr const char* kPhase = "making the scene";

  std::vector<std::uint32_t> counts;  ///< numbers of sprites, the columns of the map, ascending
  /// The second quantity: "size" (mean size of the sprites, px), kClumping, the key of a parameter
  /// of the contestants, or kCountAlone, for which `ys` has one value.
  std::string y = "size";
  std::vector<double> ys;  ///< values of `y`, the rows of the map, ascending
  std::vector<Contestant> contestants{};
  unsigned threads = 1;
  double budget = 30;  ///< s that the measurement may take, give or take a tenth

  bool is_count_alone() const { return y == kCountAlone; }
  /// Whether one quantity alone varies, the count or the clumping, so that the points form a line.
  bool is_line() const { return is_count_alone() || (y == kClumping && counts.size() == 1); }
  /// The title of a contestant: that of its algorithm, with the settings if it has any.
  Sentence title(std::size_t contestant) const {
    const Contestant& c = contestants[contestant];
    return c.settings.empty() ? Sentence(c.entry->title) : c.title();
  }

  Status check(const Session& session) const;
  OwnedWork<Result> work(Session clone, const WorkLimit* limit = nullptr) const;
};

/// The default numbers of sprites, 100 to 10,000.
std::vector<std::uint32_t> scaling_counts();
/// Up to `steps` values of the quantity `y` from `lo` to `hi` in equal ratios (kClumping: in equal
/// steps), rounded to three digits, or to whole numbers for an integer parameter; equal ones are
/// merged. Fails when `y` is neither "size" nor kClumping nor the key of a numeric parameter of any
/// broadphase.
Result<std::vector<double>> scaling_values(const std::string& y, double lo, double hi,
                                           std::size_t steps);
/// `scaling_values` over the default range of the quantity `y`.
Result<std::vector<double>> default_scaling_values(const std::string& y);
/// One measured point of the map.
struct ScalingPoint {
  bool is_known = false;  ///< false: not measured yet, and all below is empty or 0
  double side = 0;        ///< mean side of the boxes over both axes, px
  /// Gaps expected on the axis that has more: n exp(-n L / W) for n boxes of mean side L, px, on a
  /// field W px wide. NaN for kClumping, because boxes in a heap are not spread evenly.
  double gaps = 0;
  double pairs = 0;          ///< true pairs per frame, mean
  std::vector<double> ms{};  ///< [contestants] median time of a frame, ms; NaN: not timed
  // The columns below are known only where the points form a line.

  /// [contestants] box tests per frame, mean over a few traced frames
  std::vector<std::optional<double>> tests{};
  /// [contestants] groups, cells or nodes of the last frame; none where the algorithm has none
  std::vector<std::optional<double>> groups{};
  std::vector<Sentence> warnings{};  ///< [contestants] its warning about that frame; may be empty
};

/// The points measured so far. It is a copy, independent of the running work.
struct ScalingMap {
  ScalingPlan plan;
  Sentence scene;
  std::vector<ScalingPoint> points;  ///< [ys * counts], row by row from the lowest y
  std::vector<Sentence> faults;      ///< wrong contestants, and points that could not be set up
  /// Points (count, y) of the line on which one gap is expected on the axis that has more. Beyond
  /// it, with more or larger sprites, RDC cannot divide the field. Empty while not known.
  std::vector<std::pair<double, double>> gap_line;
  bool is_complete = false;  ///< whether all points were measured

  const ScalingPoint& point(std::size_t x, std::size_t y) const {
    return points[y * plan.counts.size() + x];
  }
  /// The index of the contestant that was fastest at this point; none if none was timed.
  std::optional<std::size_t> best(const ScalingPoint& p) const {
    std::optional<std::size_t> found;
    for (std::size_t k = 0; k < p.ms.size(); ++k)
      if (std::isfinite(p.ms[k]) && (!found || p.ms[k] < p.ms[*found])) found = k;
    return found;
  }
  /// A contestant's time divided by that of the fastest one at this point; NaN where not timed.
  double cost(const ScalingPoint& p, std::size_t contestant) const;
};

/// A heat map of one contestant: at each point, its time divided by that of the fastest one.
HeatMap scaling_heat_map(const ScalingMap& map, std::size_t contestant);
/// The map as CSV under a header, one line per point and contestant that was timed there: count, y,
/// name of the contestant, ms, times the fastest, expected gaps, box tests, groups; those not known
/// are empty.
std::string scaling_csv(const ScalingMap& map);
/// One contestant's map as a text table, a row per y from the highest, followed by faults and a
/// sentence on how often it is the fastest and where it is worst.
std::string scaling_text(const ScalingMap& map, std::size_t contestant);
/// The quantity that is plotted along a line of points: median time in ms, box tests, or groups per
/// frame.
enum class ScalingOf : std::uint8_t { time, tests, groups };
/// Plots that of each contestant, on a logarithmic axis, against the number of sprites or the
/// clumping. The points must form a line.
Plot scaling_plot(const ScalingMap& map, ScalingOf of);
/// Says from which point of a line on the weakness of a contestant bites, a sentence for each that
/// has one. It bites where the algorithm warns, or where its box tests beyond the pairs are more
/// than 4 per sprite and more than 4 times as many as at the first point.
std::vector<Sentence> scaling_weaknesses(const ScalingMap& map);

using ScalingStudy = StartedStudy<ScalingPlan>;

}  // namespace phasebox
