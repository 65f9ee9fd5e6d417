// SPDX-License-Identifier: MIT
// Runs RDC on one frame with ever larger groups: counts its events, then times it.
#include "lab/group_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "base/stopwatch.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "collide/registry.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// A run with more events, which takes some 0.1 s, is not finished.
constexpr std::uint64_t kMaxEvents = 20'000'000;
// A size is timed until kMaxRuns are made, or they have taken kEnoughMs.
constexpr std::size_t kMaxRuns = 25;
constexpr double kEnoughMs = 40;
// Sizes grow by this factor up to kMaxCut, which is the most that the parameter takes, and by the
// larger one where there are more sprites.
constexpr double kGrowth = 1.4, kLargeGrowth = 2, kMaxCut = 1'000;
constexpr double kClearly = 1.1;  // ratio of two times from which on one is faster

// Returns RDC with this group size and test inside a group.
Contestant rdc_with(Contestant rdc, double size, std::size_t leaf_test) {
  const auto rows = rows_of(*rdc.entry);
  rdc.set(*find_param(rows, "group-size"), size);
  rdc.set(*find_param(rows, "leaf-test"), static_cast<double>(leaf_test));
  return rdc;
}

class GroupSizeRuns final : public PiecewiseWork<GroupSizes> {
 public:
  GroupSizeRuns(Session session, Contestant rdc)
      : session_(std::move(session)), contestant_(std::move(rdc)) {
    const auto n = static_cast<double>(std::max<std::size_t>(frame_.size(), 1));
    const double growth = n > kMaxCut ? kLargeGrowth : kGrowth;
    for (double size = 1; size < std::min(n, kMaxCut); size = std::ceil(size * growth))
      found_.costs.push_back({.size = size});
    found_.costs.push_back({.size = n});
    found_.shares_loop = contestant_.make()->runs_small_frame_loop(frame_.size());
    frame_.limit = &limit_;
  }

  bool advance() override {
    if (progress() >= 1) return false;
    GroupSizeCost& cost = found_.costs[done_ / 2];
    const std::size_t leaf_test = done_++ % 2;
    rdc_ = rdc_with(contestant_, cost.size, leaf_test).make();
    rdc_->reset(frame_);
    Recorder log;
    limit_.begin();
    log.stop_after(kMaxEvents, limit_);
    run(&log);
    if (limit_.is_stopped()) return true;
    cost.boundaries = static_cast<double>(log.count(EventKind::boundary));
    cost.tests[leaf_test] = static_cast<double>(log.count(EventKind::test));
    if (!found_.shares_loop) cost.ms[leaf_test] = median_ms();
    return true;
  }
  double progress() const override {
    return static_cast<double>(done_) / (2 * static_cast<double>(found_.costs.size()));
  }
  Sentence phase() const override { return "RDC"; }
  GroupSizes result() const override { return found_; }

 private:
  void run(Recorder* log) {
    pairs_.clear();
    rdc_->find_pairs(frame_, pairs_, log);
  }
  double median_ms() {
    std::vector<double> times;
    for (double all = 0; times.size() < kMaxRuns && all < kEnoughMs; all += times.back()) {
      const Stopwatch watch;
      run(nullptr);
      times.push_back(watch.ms(true));
    }
    return summary_of(times).median;
  }

  Session session_;
  WorkLimit limit_;
  Frame frame_ = session_.frame();
  Contestant contestant_;
  std::unique_ptr<Broadphase> rdc_;
  PairSink pairs_;
  GroupSizes found_;
  std::size_t done_ = 0;  // pairs of a size and a test inside a group
};

// Returns the lesser of both times, ms; NaN if none is known.
double least_ms(const GroupSizeCost& cost) { return std::fmin(cost.ms[0], cost.ms[1]); }

// Returns the least time, ms, with groups of at most half of the sprites; NaN if none is known.
double least_cut_ms(const GroupSizes& found) {
  double least = GroupSizeCost::kUnknown;
  for (const GroupSizeCost& cost : found.costs)
    if (2 * cost.size <= found.costs.back().size) least = std::fmin(least, least_ms(cost));
  return least;
}

// The curves of the plot, in the order of GroupSizeCost::all. Curves of one quantity (tests,
// boundaries, time) have color and scale in common.
constexpr std::array kCurves{"tests, brute force", "tests, sweep", "boundaries",
                             "time, brute force", "time, sweep"};
constexpr std::array<std::size_t, kCurves.size()> kQuantities{0, 0, 1, 2, 2};

}  // namespace

const GroupSizeCost* GroupSizes::near(double size) const {
  const auto nearest = std::ranges::min_element(
      costs, {}, [&](const GroupSizeCost& c) { return std::abs(std::log(c.size / size)); });
  return nearest == costs.end() ? nullptr : &*nearest;
}

const BroadphaseEntry* GroupSizes::faster_uncut() const {
  if (costs.empty() || !(least_ms(costs.back()) * kClearly < least_cut_ms(*this))) return nullptr;
  const auto& [compared, swept] = costs.back().ms;
  return find_entry(broadphases(), compared < swept ? "brute-force" : "sort-and-sweep");
}

Plot group_size_plot(const GroupSizes& found) {
  Plot plot{.x_label = "group size", .y_label = "share of the most", .log_x = true};
  std::array<double, kCurves.size()> most{}, scale{};
  for (std::size_t k = 0; k < kCurves.size(); ++k) {
    for (const GroupSizeCost& cost : found.costs) most[k] = std::fmax(most[k], cost.all()[k]);
    scale[kQuantities[k]] = std::max(scale[kQuantities[k]], most[k]);
  }
  for (std::size_t k = 0; k < kCurves.size(); ++k) {
    PlotSeries series{.is_dashed = k % 3 == 1, .look = kQuantities[k]};
    for (const GroupSizeCost& cost : found.costs)
      if (const double value = cost.all()[k]; !std::isnan(value))
        series.points.emplace_back(cost.size, value / std::max(scale[kQuantities[k]], 1e-9));
    const std::string text = k < 3 ? grouped_whole(most[k]) : duration(most[k]);
    series.name = series.points.empty() ? say("{}: -", kCurves[k])
                                        : say("{}, up to {}", kCurves[k], Sentence::as_is(text));
    plot.series.push_back(std::move(series));
  }
  return plot;
}

Sentence group_size_text(const GroupSizes& found) {
  if (found.shares_loop)
    return say("With up to {} sprites all group sizes run the same loop, so none is timed.",
               kFewBoxes);
  const auto time = [](double ms) { return Sentence::as_is(duration(ms)); };
  if (const BroadphaseEntry* uncut = found.faster_uncut())
    return say(
        "Not cutting at all is the fastest here: {}, at best {} with cuts. {} does the same "
        "without groups.",
        time(least_ms(found.costs.back())), time(least_cut_ms(found)), uncut->title);
  GroupSizeCost best;
  for (const GroupSizeCost& cost : found.costs)
    if (least_ms(cost) < least_ms(best) || std::isnan(least_ms(best))) best = cost;
  if (std::isnan(least_ms(best))) return {};
  return say("The fastest group size here is {}: {}.", grouped_whole(best.size),
             time(least_ms(best)));
}

command::MeasureGroupSizes command::MeasureGroupSizes::of(const Session& session) {
  return {rdc_with(contestant_of(*find_entry(broadphases(), "rdc"), session), 1, 0)};
}

OwnedWork<GroupSizes> command::MeasureGroupSizes::work(Session clone, const WorkLimit*) const {
  return std::make_unique<GroupSizeRuns>(std::move(clone), rdc);
}

bool is_current(const GroupSizeStudy& study, const Session& session) {
  return study.how() == command::MeasureGroupSizes::of(session) &&
         !study.subject().has_changed(session);
}

}  // namespace phasebox
