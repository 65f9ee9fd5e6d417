// SPDX-License-Identifier: MIT
// Measures how time grows with the number of sprites, alone or together with a second quantity.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/sentence.hpp"
#include "bench/race.hpp"
#include "lab/background_study.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The value of `ScalingPlan::y` when only the count varies.
inline constexpr std::string_view kCountAlone = "count";

/// The contestants of a measurement, and the points at which they are measured.
struct ScalingPlan {
  std::vector<std::uint32_t> counts;  ///< columns of the map, ascending
  /// Second quantity: "size" (mean, px), a parameter's key, or kCountAlone.
  std::string y = "size";
  std::vector<double> ys;  ///< its values, the rows of the map, ascending
  std::vector<Contestant> contestants{};
  unsigned threads = 1;
  double budget = 30;  ///< s

  bool is_count_alone() const { return y == kCountAlone; }
  /// The title of a contestant: that of its algorithm, with the settings if it has any.
  Sentence title(std::size_t contestant) const {
    const Contestant& c = contestants[contestant];
    return c.settings.empty() ? Sentence(c.entry->title) : c.title();
  }
};

/// The default counts of a map.
std::vector<std::uint32_t> scaling_counts();
/// Values from `lo` to `hi` in equal ratios, rounded to three digits, and to whole numbers for an
/// integer parameter. Fails when `y` is neither size nor a numeric parameter.
Result<std::vector<double>> scaling_values(const std::string& y, double lo, double hi,
                                           std::size_t steps);
/// `scaling_values` over the default range of the quantity `y`.
Result<std::vector<double>> default_scaling_values(const std::string& y);
/// Fails for values that cannot be set and for sessions that play recorded boxes.
Status check_scaling(const ScalingPlan& plan, const Session& session);

/// One measured point of the map.
struct ScalingPoint {
  bool is_known = false;
  double side = 0;           ///< mean side of the boxes over both axes, px
  double gaps = 0;           ///< gaps expected on the better axis: n exp(-n L / W)
  std::vector<double> ms{};  ///< [contestants] median time of a frame; NaN: not timed
  /// [contestants] box tests of the middle frame; counted only where the count alone varies.
  std::vector<std::optional<double>> tests{};
};

/// The points measured so far. It is a copy, independent of the running work.
struct ScalingMap {
  ScalingPlan plan;
  Sentence scene;
  std::vector<ScalingPoint> points;  ///< [ys * counts], row by row from the lowest y
  std::vector<Sentence> faults;      ///< which contestant was wrong, and where
  std::vector<std::pair<double, double>>
      gap_line;  ///< (count, y) of the line on which one gap is expected
  bool is_complete = false;

  const ScalingPoint& point(std::size_t x, std::size_t y) const {
    return points[y * plan.counts.size() + x];
  }
  /// The contestant that was fastest at this point, if any was timed.
  std::optional<std::size_t> best(const ScalingPoint& p) const {
    std::optional<std::size_t> found;
    for (std::size_t k = 0; k < p.ms.size(); ++k)
      if (std::isfinite(p.ms[k]) && (!found || p.ms[k] < p.ms[*found])) found = k;
    return found;
  }
  /// A contestant's time over the fastest one's at this point; NaN where not known.
  double cost(const ScalingPoint& p, std::size_t contestant) const;
};

/// One contestant's times over the fastest one's, as a heat map.
HeatMap scaling_heat_map(const ScalingMap& map, std::size_t contestant);
/// The map as CSV, one line per point and contestant: count, y, id, ms, times the fastest, expected
/// gaps.
std::string scaling_csv(const ScalingMap& map);
/// One contestant's map as a text table, highest y first, with a summary sentence.
std::string scaling_text(const ScalingMap& map, std::size_t contestant);
/// Plots median ms (or box tests) against the number of sprites for the lowest y, with logarithmic
/// axes.
Plot scaling_plot(const ScalingMap& map, bool of_tests);

/// Makes the measurement, one point after another. It changes the session; `check_scaling` must
/// have accepted the plan.
std::unique_ptr<PiecewiseWork<ScalingMap>> scaling(Session session, ScalingPlan plan);

namespace command {
/// Starts to measure the session's scene at other sprite counts; replaces a measurement that runs.
struct StartScaling {
  std::shared_ptr<const ScalingPlan> plan;
};
/// Stops the measurement and keeps the points measured so far.
struct StopScaling {};
}  // namespace command

/// Measures scaling in the background, on a clone of the session.
class ScalingStudy : public BackgroundStudy<ScalingMap> {
 public:
  using Commands = std::variant<command::StartScaling, command::StopScaling>;
  Status apply(const command::StartScaling& how, const Session& session);
  Status apply(const command::StopScaling&, const Session&) {
    stop();
    return Status{};
  }
};

}  // namespace phasebox
