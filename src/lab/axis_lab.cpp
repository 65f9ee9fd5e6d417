// SPDX-License-Identifier: MIT
// A sorted walk per angle, without pairs; gap births from what lies before and behind each center.
#include "lab/axis_lab.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"
#include "collide/registry.hpp"

namespace phasebox {

SweepCount count_along(std::span<const Aabb> boxes, float degrees, std::vector<float>& begins,
                       std::vector<float>& ends) {
  const AlongDirection line = AlongDirection::at_angle(degrees);
  begins.clear(), ends.clear();
  for (const Aabb& box : boxes) {
    const Aabb seen = line(box);
    begins.push_back(seen.min.x), ends.push_back(seen.max.x);
  }
  std::ranges::sort(begins), std::ranges::sort(ends);
  SweepCount count;
  std::uint64_t open = 0;
  // On a slanted line every box has an extent, so ends come before begins at the same place.
  for (std::size_t b = 0, e = 0; e < ends.size();) {
    if (b < begins.size() && begins[b] < ends[e]) {
      count.interfering += open;
      ++open, ++b;
    } else {
      --open, ++e;
      count.voids += open == 0;
    }
  }
  return count;
}

Status VoidCompass::apply(const TurnCompass& turn, const Session& session) {
  const bool is_large = session.frame().size() > kMaxWatched;
  if (done_ == 0 && (is_large ? !turn.asked : is_current(session))) return {};
  if (done_ == 0) begin(session);
  const std::size_t due = std::max<std::size_t>(kWork / std::max<std::size_t>(boxes_.size(), 1), 1);
  for (const std::size_t end = std::min(done_ + due, kAngles); done_ < end; ++done_)
    under_way_[done_] =
        count_along(boxes_, static_cast<float>(kStep) * static_cast<float>(done_), begins_, ends_);
  if (done_ < kAngles) return {};
  counts_ = under_way_, counted_ = begun_, done_ = 0;
  return {};
}

double VoidCompass::best() const {
  if (!counts_) return 0;
  const auto better = [](const SweepCount& a, const SweepCount& b) {
    return std::pair(a.interfering, b.voids) < std::pair(b.interfering, a.voids);
  };
  return kStep * static_cast<double>(std::ranges::min_element(*counts_, better) - counts_->begin());
}

namespace {

constexpr double kMaxDouble = std::numeric_limits<double>::max();

// A box on the axis. The center is rounded as in RDC.
struct Stretch {
  float center, low, high;
};

std::vector<Stretch> stretches_of(std::span<const Aabb> boxes, Axis axis) {
  std::vector<Stretch> all;
  all.reserve(boxes.size());
  for (const Aabb& box : boxes) {
    const float lo = low(box, axis), hi = high(box, axis);
    all.push_back({lo * 0.5f + hi * 0.5f, lo, hi});
  }
  std::ranges::sort(all, {}, &Stretch::center);
  return all;
}

}  // namespace

std::vector<double> gap_births(std::span<const Aabb> boxes, Axis axis) {
  const std::vector<Stretch> all = stretches_of(boxes, axis);
  std::vector<float> nearest(all.size());  // the lowest begin from here on
  float begin = kMaxFloat;
  for (std::size_t k = all.size(); k-- > 0;) nearest[k] = begin = std::min(begin, all[k].low);
  std::vector<double> births;
  float furthest = -kMaxFloat;
  for (std::size_t k = 0; k + 1 < all.size(); ++k) {
    furthest = std::max(furthest, all[k].high);
    const auto end = static_cast<double>(furthest), next = static_cast<double>(nearest[k + 1]);
    const auto before = static_cast<double>(all[k].center),
               behind = static_cast<double>(all[k + 1].center);
    if (!(before < behind)) continue;
    // It exists while max(end - t, before) < min(next + t, behind).
    const double touch = std::max((end - next) / 2, end - behind), point = before - next;
    // A box that is a point closes after another one opens there, so these two never only touch.
    births.push_back(touch > point ? touch : std::nextafter(point, kMaxDouble));
  }
  std::ranges::sort(births);
  return births;
}

std::size_t gaps_at(std::span<const double> births, double threshold, bool at_touch) {
  const auto end = at_touch ? std::ranges::upper_bound(births, threshold)
                            : std::ranges::lower_bound(births, threshold);
  return static_cast<std::size_t>(end - births.begin());
}

GapBarcode gap_barcode(std::span<const Aabb> boxes) {
  return {{gap_births(boxes, Axis::x), gap_births(boxes, Axis::y)}};
}

double GapPlateau::threshold() const {
  const double middle = (from + to) / 2, room = (to - from) / 4;
  for (double decade = 100; decade > 1e-3; decade /= 10)
    for (const double step : {decade, decade / 2, decade / 5}) {
      const double round = std::round(middle / step) * step;
      if (std::abs(round - middle) <= room) return round;
    }
  return middle;
}

namespace {

// RDC as the session has set it, but for one parameter.
class OneOff {
 public:
  OneOff(const Session& session, std::string_view key) : frame_(session.frame()) {
    const ParamGroup chosen = session.group(*find_entry(broadphases(), "rdc"));
    for (const Param& row : chosen.rows) row.set(rdc_->params().object, row.get(chosen.object));
    row_ = find_param(chosen.rows, key);
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
  std::unique_ptr<Broadphase> rdc_ = find_entry(broadphases(), "rdc")->make();
  const Param* row_ = nullptr;
  PairSink found_;
};

double shortest_ms(OneOff& rdc) {
  constexpr int kRuns = 25;
  double least = kMaxDouble;
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
    series.name +=
        series.name == "time" ? ", up to " + duration(most) : ", up to " + grouped_whole(most);
  }
  return plot;
}

std::optional<double> better_threshold(const Session& session, const GapBarcode& barcode) {
  constexpr double kRobust = 0.5;  // px; sprites move a little, and the gaps stay
  constexpr std::size_t kTried = 12;
  const Owner owner = owner_named("rdc");
  const Param& row = *find_param(session.group(owner).rows, "contact-threshold");
  std::vector<double> births = barcode.births[0], tried{0};
  births.insert(births.end(), barcode.births[1].begin(), barcode.births[1].end());
  std::ranges::sort(births);
  for (std::size_t k = 1; k < births.size(); ++k)
    if (births[k] - births[k - 1] >= kRobust)
      tried.push_back(GapPlateau{births[k - 1], births[k]}.threshold());
  std::erase_if(tried, [&](double t) { return t < row.lo || t > row.hi; });
  std::ranges::sort(tried, {}, [](double t) { return std::abs(t); });
  tried.resize(std::min(tried.size(), kTried));
  const auto cost = [](const ThresholdEffect& e) { return std::pair(e.misses, e.tests); };
  const EffectOf effect = threshold_effects(session);
  auto least = cost(effect(*session.value(owner, row.key)));
  std::optional<double> best;
  for (const double t : tried)
    if (const auto now = cost(effect(t)); now < least) least = now, best = t;
  return best;
}

std::string gap_csv(const GapBarcode& barcode) {
  std::string text = "axis,threshold in px\n";
  for (const Axis axis : {Axis::x, Axis::y})
    for (const double birth : barcode.of(axis))
      text += fmt::format("{},{}\n", axis == Axis::x ? 'x' : 'y', birth);
  return text;
}

}  // namespace phasebox
