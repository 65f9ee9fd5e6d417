// SPDX-License-Identifier: MIT
// Where an algorithm becomes slow: its cost beside the best one's, over count and another quantity.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/race.hpp"
#include "plot/heat_map.hpp"
#include "session/session.hpp"

namespace phasebox {

/// What is measured where.
struct CliffPlan {
  std::vector<std::uint32_t> counts;  ///< across, ascending
  std::string y = "size";             ///< mean size of the sprites in px, or a parameter's key
  std::vector<double> ys;             ///< upwards, ascending
  std::vector<const BroadphaseEntry*> entries{};
  unsigned threads = 1;
  double budget = 30;  ///< s
};

/// The default counts of a map.
std::vector<std::uint32_t> default_counts();
/// Values from `lo` to `hi` in equal ratios, tidy; whole for a whole parameter.
Result<std::vector<double>> cliff_values(const std::string& y, double lo, double hi,
                                         std::size_t steps);
/// The same over the range that suits that quantity.
Result<std::vector<double>> default_values(const std::string& y);
/// Refuses what cannot be set, and sessions that play recorded boxes.
Status check_plan(const CliffPlan& plan, const Session& session);

/// One place of the map.
struct CliffPoint {
  bool is_known = false;
  double side = 0;           ///< px, mean over the boxes and both axes
  double gaps = 0;           ///< expected on an axis: n exp(-n L / W), the better axis
  std::vector<double> ms{};  ///< [entries] median; NaN: not timed
};

/// What is known so far; a value of its own.
struct CliffMap {
  CliffPlan plan;
  std::string scene;
  std::vector<CliffPoint> points;                   ///< [ys * counts], row by row from the lowest y
  std::vector<std::string> faults;                  ///< which was wrong, and where
  std::vector<std::pair<double, double>> gap_line;  ///< count, y: where one gap is expected
  bool is_complete = false;

  const CliffPoint& point(std::size_t x, std::size_t y) const {
    return points[y * plan.counts.size() + x];
  }
  /// The entry that was fastest there, or nothing.
  std::optional<std::size_t> best(const CliffPoint& p) const;
  /// Its time over the best one's; NaN where not known.
  double cost(const CliffPoint& p, std::size_t entry) const;
};

/// The map of one of the entries.
HeatMap cliff_heat_map(const CliffMap& map, std::size_t entry);
/// A line per point and entry: count, y, id, ms, times the best, expected gaps.
std::string cliff_csv(const CliffMap& map);
/// The map of one entry in figures, highest y first, with a sentence about it.
std::string cliff_text(const CliffMap& map, std::size_t entry);

/// Point by point, one small piece of work at a time: the scene is made with that count and size,
/// recorded over a few frames, and raced over as in the bench.
class Cliffs {
 public:
  /// The session is changed; the plan has been checked.
  Cliffs(Session session, CliffPlan plan);
  ~Cliffs();

  /// Does the next piece of work; false when nothing is left.
  bool advance();
  double progress() const;  ///< 0 to 1
  std::string phase() const;
  const CliffMap& result() const { return map_; }

 private:
  double passed() const;
  void begin_point();
  void finish_point();
  void find_gap_line();

  Session session_;
  double size_ratio_ = 1;  // smallest over largest sprite, as the scene has them
  CliffMap map_;
  std::size_t next_ = 0;  // column by column: the cheap ones first
  std::optional<Recording> recording_;
  std::unique_ptr<Race> race_;
  double race_end_ = 0;
  std::vector<double> column_widths_;  // [counts] px, the field's longer side
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace phasebox
