// SPDX-License-Identifier: MIT
// How time grows: contestants over sprite count, and with a second quantity a map of cost to best.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/race.hpp"
#include "lab/background_study.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Instead of a second quantity: the count alone.
inline constexpr std::string_view kCountAlone = "count";

/// What is measured where.
struct ScalingPlan {
  std::vector<std::uint32_t> counts;  ///< across, ascending
  std::string y = "size";  ///< mean size of the sprites in px, a parameter's key, or kCountAlone
  std::vector<double> ys;  ///< upwards, ascending
  std::vector<Contestant> contestants{};
  unsigned threads = 1;
  double budget = 30;  ///< s

  bool is_count_alone() const { return y == kCountAlone; }
  /// Of a contestant, as a user reads it.
  std::string title(std::size_t contestant) const {
    const Contestant& c = contestants[contestant];
    return c.settings.empty() ? std::string(c.entry->title) : c.title();
  }
};

/// The default counts of a map.
std::vector<std::uint32_t> scaling_counts();
/// Values from `lo` to `hi` in equal ratios, tidy; whole for a whole parameter.
Result<std::vector<double>> scaling_values(const std::string& y, double lo, double hi,
                                           std::size_t steps);
/// The same over the range that suits that quantity.
Result<std::vector<double>> default_scaling_values(const std::string& y);
/// Refuses what cannot be set, and sessions that play recorded boxes.
Status check_scaling(const ScalingPlan& plan, const Session& session);

/// One place of the map.
struct ScalingPoint {
  bool is_known = false;
  double side = 0;           ///< px, mean over the boxes and both axes
  double gaps = 0;           ///< expected on an axis: n exp(-n L / W), the better axis
  std::vector<double> ms{};  ///< [contestants] median; NaN: not timed
  /// [contestants] box tests of the middle frame, where only the count varies.
  std::vector<std::optional<double>> tests{};
};

/// What is known so far; a value of its own.
struct ScalingMap {
  ScalingPlan plan;
  std::string scene;
  std::vector<ScalingPoint> points;                 ///< [ys * counts], row by row from the lowest y
  std::vector<std::string> faults;                  ///< which was wrong, and where
  std::vector<std::pair<double, double>> gap_line;  ///< count, y: where one gap is expected
  bool is_complete = false;

  const ScalingPoint& point(std::size_t x, std::size_t y) const {
    return points[y * plan.counts.size() + x];
  }
  /// The contestant that was fastest there, or nothing.
  std::optional<std::size_t> best(const ScalingPoint& p) const {
    std::optional<std::size_t> found;
    for (std::size_t k = 0; k < p.ms.size(); ++k)
      if (std::isfinite(p.ms[k]) && (!found || p.ms[k] < p.ms[*found])) found = k;
    return found;
  }
  /// Its time over the best one's; NaN where not known.
  double cost(const ScalingPoint& p, std::size_t contestant) const;
};

/// The map of one of the contestants.
HeatMap scaling_heat_map(const ScalingMap& map, std::size_t contestant);
/// A line per point and contestant: count, y, id, ms, times the best, expected gaps.
std::string scaling_csv(const ScalingMap& map);
/// The map of one contestant in figures, highest y first, with a sentence about it.
std::string scaling_text(const ScalingMap& map, std::size_t contestant);
/// Median ms or box tests against the number of sprites, both axes logarithmic; of the lowest y.
Plot scaling_plot(const ScalingMap& map, bool of_tests);

/// Measures point by point. The session is changed; the plan has been checked.
std::unique_ptr<PiecewiseWork<ScalingMap>> scaling(Session session, ScalingPlan plan);

namespace command {
/// Measures the session's scene with other numbers of sprites; a measurement at work begins again.
struct StartScaling {
  std::shared_ptr<const ScalingPlan> plan;
};
/// Ends the measuring; what is known is kept.
struct StopScaling {};
}  // namespace command

/// The same beside the window: on a copy of the session, in the background.
class ScalingStudy : public BackgroundStudy<ScalingMap> {
 public:
  Status apply(const command::StartScaling& how, const Session& session);
  Status apply(const command::StopScaling&, const Session&) { return stop(), Status{}; }
};

}  // namespace phasebox
