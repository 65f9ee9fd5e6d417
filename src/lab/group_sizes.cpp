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

// A run with more events, which takes some 0.4 s, is not finished.
constexpr std::uint64_t kMaxEvents = 20'000'000;
// Each size is timed in so many rounds, so that a slow time of the machine is not taken for a
// costly size; in each round until kRuns are made, or they have taken kEnoughMs.
constexpr std::size_t kRounds = 5, kRuns = 5;
constexpr double kEnoughMs = 8;
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
    times_.resize(2 * found_.costs.size());
    found_.shares_loop = contestant_.make()->runs_small_frame_loop(frame_.size());
    frame_.limit = &limit_;
  }

  bool advance() override {
    if (progress() >= 1) return false;
    const std::size_t place = done_ % times_.size(), leaf_test = place % 2;
    GroupSizeCost& cost = found_.costs[place / 2];
    const bool is_first = done_++ < times_.size();
    if (!is_first && std::isnan(cost.tests[leaf_test])) return true;
    rdc_ = rdc_with(contestant_, cost.size, leaf_test).make();
    rdc_->reset(frame_);
    Recorder log;
    limit_.begin();
    if (is_first) log.stop_after(kMaxEvents, limit_);
    run(is_first ? &log : nullptr);
    if (limit_.is_stopped()) return true;
    if (is_first) {
      cost.boundaries = static_cast<double>(log.count(EventKind::boundary));
      cost.tests[leaf_test] = static_cast<double>(log.count(EventKind::test));
    }
    if (!found_.shares_loop) cost.ms[leaf_test] = timed(times_[place]);
    return true;
  }
  double progress() const override {
    const std::size_t rounds = found_.shares_loop ? 1 : kRounds;
    return static_cast<double>(done_) / static_cast<double>(rounds * times_.size());
  }
  Sentence phase() const override { return "RDC"; }
  GroupSizes result() const override { return found_; }

 private:
  void run(Recorder* log) {
    pairs_.clear();
    rdc_->find_pairs(frame_, pairs_, log);
  }
  // Adds the times, ms, of some runs, and returns the shortest of all: the rest is other work of
  // the machine. With a coarse clock it is the mean, since the shortest would be 0.
  double timed(std::vector<double>& times) {
    double all = 0;
    for (std::size_t k = 0; k < kRuns && all < kEnoughMs; ++k) {
      const Stopwatch watch;
      run(nullptr);
      times.push_back(watch.ms(true));
      all += times.back();
    }
    return clock_step > 0 ? summary_of(times).mean : std::ranges::min(times);
  }

  Session session_;
  WorkLimit limit_;
  Frame frame_ = session_.frame();
  Contestant contestant_;
  std::unique_ptr<Broadphase> rdc_;
  PairSink pairs_;
  GroupSizes found_;
  // [2 * costs] ms of the runs with each size and test inside a group
  std::vector<std::vector<double>> times_;
  std::size_t done_ = 0;  // rounds times places in `times_`
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

// The curves of the plot, in the order of GroupSizeCost::all.
constexpr std::array kCurves{"boundaries", "tests, brute force", "tests, sweep",
                             "time, brute force", "time, sweep"};

}  // namespace

const GroupSizeCost* GroupSizes::near(double size) const {
  const auto nearest = std::ranges::min_element(
      costs, {}, [&](const GroupSizeCost& c) { return std::abs(std::log(c.size / size)); });
  return nearest == costs.end() ? nullptr : &*nearest;
}

const BroadphaseEntry* GroupSizes::faster_uncut() const {
  if (costs.empty() || !(least_ms(costs.back()) * kClearly < least_cut_ms(*this))) return nullptr;
  const auto& [compared, swept] = costs.back().ms;
  return find_entry(broadphases(),
                    std::isnan(swept) || compared < swept ? "brute-force" : "sort-and-sweep");
}

Plot group_size_plot(const GroupSizes& found) {
  Plot plot{.x_label = "group size", .y_label = "share of the most", .log_x = true};
  for (std::size_t k = 0; k < kCurves.size(); ++k) {
    // Both curves of tests, and both of the time, have one color; that of the sweep is dashed.
    PlotSeries series{.is_dashed = k > 0 && k % 2 == 0, .look = (k + 1) / 2};
    double most = 0;
    for (const GroupSizeCost& cost : found.costs) most = std::fmax(most, cost.all()[k]);
    for (const GroupSizeCost& cost : found.costs)
      if (const double value = cost.all()[k]; !std::isnan(value))
        series.points.emplace_back(cost.size, value / std::max(most, 1e-9));
    const std::string text = k < 3 ? grouped_whole(most) : duration(most);
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
  const bool is_whole = study.progress() >= 1 || study.has_run_out();
  return is_whole && study.how() == command::MeasureGroupSizes::of(session) &&
         !study.subject().has_changed(session);
}

}  // namespace phasebox
