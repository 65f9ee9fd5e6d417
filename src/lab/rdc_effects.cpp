// SPDX-License-Identifier: MIT
// Runs RDC on the session's frame with one parameter varied.
#include "lab/rdc_effects.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/number_format.hpp"
#include "bench/contestant.hpp"
#include "collide/registry.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// An instance of RDC with the session's settings, except for the parameter `key`, which `set`
// varies.
class OneOff {
 public:
  OneOff(const Session& session, std::string_view key)
      : frame_(session.frame()),
        rdc_(contestant_of(*find_entry(broadphases(), "rdc"), session).make()),
        row_(find_param(rdc_->params().rows, key)) {
    frame_.limit = nullptr;
  }
  void set(double value) {
    row_->set(rdc_->params().object, value);
    rdc_->reset(frame_);
  }
  std::size_t run(Recorder* log) {
    found_.clear();
    rdc_->find_pairs(frame_, found_, log);
    return found_.size();
  }

 private:
  Frame frame_;
  std::unique_ptr<Broadphase> rdc_;
  const Param* row_;
  PairSink found_;
};

/// The shortest time, ms, of 25 runs.
double shortest_ms(OneOff& rdc) {
  constexpr int kRuns = 25;
  double least = std::numeric_limits<double>::max();
  for (int run = 0; run < kRuns; ++run) {
    double ms = 0;
    PhaseTimer timer;
    rdc.run(nullptr);
    timer.lap(ms);
    least = std::min(least, ms);
  }
  return least;
}

}  // namespace

double round_within(double from, double to) {
  const double middle = (from + to) / 2, room = (to - from) / 4;
  for (double decade = 100; decade > 1e-3; decade /= 10)
    for (const double step : {decade, decade / 2, decade / 5}) {
      const double round = std::round(middle / step) * step;
      if (std::abs(round - middle) <= room) return round;
    }
  return middle;
}

EffectOf threshold_effects(const Session& session) {
  const auto rdc = std::make_shared<OneOff>(session, "contact-threshold");
  rdc->set(0);
  const std::size_t overlaps = rdc->run(nullptr);
  return [rdc, overlaps](double threshold) -> ThresholdEffect {
    Recorder log;
    rdc->set(threshold);
    const std::size_t found = rdc->run(&log);
    return {log.count(EventKind::group), log.count(EventKind::test), overlaps - found};
  };
}

Plot group_size_plot(const Session& session) {
  Plot plot{.x_label = "group size", .y_label = "share of the most", .log_x = true};
  for (const char* name : {"box tests", "boundaries", "time"}) plot.series.push_back({name, {}});
  OneOff rdc(session, "group-size");
  const auto n = static_cast<double>(session.world().size());
  for (double size = 1; size < 1.5 * n; size = std::ceil(size * 1.4)) {
    Recorder log;
    rdc.set(size);
    rdc.run(&log);
    const double values[] = {static_cast<double>(log.count(EventKind::test)),
                             static_cast<double>(log.count(EventKind::boundary)), shortest_ms(rdc)};
    for (std::size_t k = 0; k < 3; ++k) plot.series[k].points.emplace_back(size, values[k]);
  }
  for (PlotSeries& series : plot.series) {
    double most = 0;
    for (const auto& point : series.points) most = std::max(most, point.second);
    for (auto& point : series.points) point.second /= std::max(most, 1e-9);
    const bool is_time = &series == &plot.series.back();
    series.name = say("{}, up to {}", series.name,
                      Sentence::as_is(is_time ? duration(most) : grouped_whole(most)));
  }
  return plot;
}

std::optional<double> better_threshold(const Session& session, const GapBarcode& barcode) {
  // px; a range of thresholds so wide without a new gap survives small movements of the sprites
  constexpr double kRobust = 0.5;
  constexpr std::size_t kTried = 12;  // most thresholds that are tried
  const Owner owner = owner_named("rdc");
  const Param& row = *find_param(session.settings().group(owner).rows, "contact-threshold");
  std::vector<double> births = barcode.births[0], tried{0};
  births.insert(births.end(), barcode.births[1].begin(), barcode.births[1].end());
  std::ranges::sort(births);
  for (std::size_t k = 1; k < births.size(); ++k)
    if (births[k] - births[k - 1] >= kRobust)
      tried.push_back(round_within(births[k - 1], births[k]));
  std::erase_if(tried, [&](double t) { return t < row.lo || t > row.hi; });
  std::ranges::sort(tried, {}, [](double t) { return std::abs(t); });
  tried.resize(std::min(tried.size(), kTried));
  const auto cost = [](const ThresholdEffect& e) { return std::pair(e.misses, e.tests); };
  const EffectOf effect = threshold_effects(session);
  auto least = cost(effect(*session.settings().value(owner, row.key)));
  std::optional<double> best;
  for (const double t : tried)
    if (const auto now = cost(effect(t)); now < least) {
      least = now;
      best = t;
    }
  return best;
}

}  // namespace phasebox
