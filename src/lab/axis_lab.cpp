// SPDX-License-Identifier: MIT
// One sorted walk per angle, without the pairs; births of gaps from what lies before and behind
// each place in the order of centers.
#include "lab/axis_lab.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

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

ThresholdEffect threshold_effect(const Session& session, double threshold) {
  const BroadphaseEntry& entry = *find_entry(broadphases(), "rdc");
  const auto rdc = entry.make();
  const ParamGroup chosen = session.group(entry);
  for (const Param& row : chosen.rows) row.set(rdc->params().object, row.get(chosen.object));
  const Param& row = *find_param(chosen.rows, "contact-threshold");
  Frame frame = session.frame();
  frame.limit = nullptr;
  const auto run = [&](double t, Recorder& log) {
    PairSink found;
    row.set(rdc->params().object, t);
    rdc->reset(frame);
    rdc->find_pairs(frame, found, &log);
    return found.size();
  };
  Recorder all, log;
  const std::size_t overlaps = run(0, all), found = run(threshold, log);
  return {log.count(EventKind::group), log.count(EventKind::test), overlaps - found};
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
  auto least = cost(threshold_effect(session, *session.value(owner, row.key)));
  std::optional<double> best;
  for (const double t : tried)
    if (const auto now = cost(threshold_effect(session, t)); now < least) least = now, best = t;
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
