// SPDX-License-Identifier: MIT
// Runs RDC on the session's frame with other contact thresholds.
#include "lab/rdc_effects.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "bench/contestant.hpp"
#include "collide/registry.hpp"

namespace phasebox {
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
  Frame frame = session.frame();
  frame.limit = nullptr;
  const Contestant rdc = contestant_of(*find_entry(broadphases(), "rdc"), session);
  const auto found = [frame, rdc](double threshold, Recorder* log) {
    Contestant other = rdc;
    other.set(*find_param(rows_of(*rdc.entry), "contact-threshold"), threshold);
    const auto made = other.make();
    PairSink pairs;
    made->reset(frame);
    made->find_pairs(frame, pairs, log);
    return pairs.size();
  };
  return [found, overlaps = found(0, nullptr)](double threshold) -> ThresholdEffect {
    Recorder log;
    const std::size_t kept = found(threshold, &log);
    return {log.count(EventKind::group), log.count(EventKind::test), overlaps - kept};
  };
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
