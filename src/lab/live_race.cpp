// SPDX-License-Identifier: MIT
// One algorithm in the race, what happens in each frame, and what the race has shown.
#include "lab/live_race.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/stopwatch.hpp"
#include "collide/registry.hpp"

namespace phasebox {
namespace {

constexpr int kLiveWarmUp = 2;           // frames after a new beginning
constexpr double kExpensive = 20;        // ms; a slower one rests until the mean is no more
constexpr std::size_t kEvents = 65'536;  // of a lane's picture
constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();
constexpr double kCountingShare = 1.5;       // ms per frame that counting may take
constexpr double kTooExpensiveToCount = 30;  // ms; a traced run takes ten times as long
constexpr int kFramesToCount = 3;            // two to see, since some live on what they keep
constexpr std::array<const char*, 4> kOthers{"sort-and-sweep", "hierarchical-grid", "quadtree",
                                             "uniform-grid"};

// The chosen one, then those of other kinds, which get the lanes, then the rest.
std::vector<Contestant> default_contestants(const Session& session) {
  std::vector<Contestant> all{contestant_of(session.broadphase(), session)};
  const auto add = [&](const BroadphaseEntry& entry) {
    if (all.size() < LiveRace::kMax && is_affordable(entry, session.world().size()) &&
        std::ranges::find(all, &entry, &Contestant::entry) == all.end())
      all.push_back(contestant_of(entry, session));
  };
  for (const char* id : kOthers) add(*find_entry(broadphases(), id));
  for (const BroadphaseEntry* entry : broadphases())
    if (entry->role != BroadphaseRole::chooser) add(*entry);
  return all;
}

bool is_stopped(const Session& session) { return session.stopped() != WorkLimit::Reason::none; }

constexpr double kDraw = 1.1;  // a lead by less than this factor is chance
constexpr double kUnranked = std::numeric_limits<double>::infinity();

bool is_wrong(const RaceRunner& runner) { return runner.verdict == RaceResult::Verdict::wrong; }

// What a contestant is ranked by; the smaller the better.
double score(const RaceRunner& runner, RankBy by) {
  if (by == RankBy::box_tests) return runner.box_tests.value_or(kUnranked);
  const double median = runner.summary().median;
  return median > 0 ? median : kUnranked;
}

// "3.1", "12", "1,234".
std::string short_number(double v) { return v < 10 ? fmt::format("{:.2g}", v) : grouped_whole(v); }

std::string per_sprite(double amount, std::size_t sprites) {
  return short_number(amount / static_cast<double>(std::max<std::size_t>(sprites, 1)));
}

std::string ns_per_test(const RaceRunner& runner) {
  return short_number(runner.summary().median * 1e6 / std::max(*runner.box_tests, 1.0));
}

// The cause, as far as counting shows it.
std::string cause(const LiveRace& race, const RaceRunner& first, const RaceRunner& second) {
  if (!first.box_tests || !second.box_tests) return "";
  const std::size_t n = race.sprites();
  const double mine = *first.box_tests, others = *second.box_tests;
  const std::string real = per_sprite(static_cast<double>(race.pairs()), n);
  const std::string counts =
      fmt::format("{} box tests per sprite against {}, where {} pairs per sprite overlap",
                  per_sprite(mine, n), per_sprite(others, n), real);
  if (mine * kDraw < others) return fmt::format(" It has less to compare: {}.", counts);
  const std::string costs = fmt::format("{} ns per test, all its work included, against {}",
                                        ns_per_test(first), ns_per_test(second));
  if (others * kDraw < mine)
    return fmt::format(" It compares more ({}), but is quicker about it: {}.", counts, costs);
  return fmt::format(" Both compare about as much ({}); it is quicker about it: {}.", counts,
                     costs);
}

}  // namespace

void RaceRunner::Follower::run(const Frame& f, const Session& session, Recorder* log) {
  if (is_lost(session))
    algorithm->reset(f);
  else if (*seen != session.population_changes())
    algorithm->edit(f, session.last_edits());
  seen = session.population_changes();
  pairs.clear();
  algorithm->find_pairs(f, pairs, log);
}

void RaceRunner::set(const Param& row, double value) {
  row.set(timed_.algorithm->params().object, value);
  row.set(shadow_.algorithm->params().object, value);
  contestant.set(row, row.get(params().object));
  is_exact = timed_.algorithm->is_exact();
  verdict = Verdict::pending;
  fault.clear();
  begin_anew();
}

std::optional<double> RaceRunner::run(const Frame& f, const Session& session,
                                      const Timing& timing) {
  const bool sits_out =
      verdict == Verdict::wrong || rest_ > 0 || !is_affordable(*contestant.entry, f.size());
  if (sits_out) {
    keep_time(kNotMeasured);
    rest_ = std::max(rest_ - 1, 0);
    return {};
  }
  if (timed_.is_lost(session)) warm_up_ = kLiveWarmUp;
  const Stopwatch watch;
  timed_.run(f, session, nullptr);
  const double measured = watch.ms(f.threads == 1);
  const double ms = timing ? timing(*this, measured) : measured;
  keep_time(warm_up_ > 0 ? kNotMeasured : ms);
  warm_up_ = std::max(warm_up_ - 1, 0);
  if (warm_up_ == 0) rest_ = static_cast<int>(std::min(ms / kExpensive, 600.0));
  return ms;
}

std::vector<double> RaceRunner::measured() const {
  std::vector<double> all;
  std::ranges::copy_if(times, std::back_inserter(all), [](double ms) { return !std::isnan(ms); });
  return all;
}

Summary RaceRunner::summary() const {
  Summary s = summary_of(measured());
  if (clock_step > 0 && all_count_ > 0) s.median = all_ms_ / static_cast<double>(all_count_);
  return s;
}

void RaceRunner::look(const Frame& f, const Session& session, bool count, bool keep_events) {
  if (verdict == Verdict::wrong) return;
  Recorder counter;
  Recorder* log = count ? &counter : nullptr;
  if (keep_events) {
    if (trace_.broad.limit() != kEvents) trace_ = EventLog(kEvents);
    trace_.broad.clear();
    log = &trace_.broad;
  }
  shadow_.run(f, session, log);
  if (log && says_anything(*log)) box_tests = static_cast<double>(log->count(EventKind::test));
}

Status LiveRace::apply(const command::StartRace& c, const Session& session) {
  const std::size_t named = c.contestants.size();
  if (named > 0 && (named < kMin || named > kMax))
    return Error{"a race takes 2 to 16 algorithms, not " + std::to_string(named)};
  const bool is_first = runners_.empty() && named == 0;
  const auto contestants = is_first ? default_contestants(session) : c.contestants;
  for (const Contestant& contestant : contestants)
    if (auto error = contestant.check()) return error;
  if (!contestants.empty())
    runners_ = std::vector<RaceRunner>(contestants.begin(), contestants.end());
  if (is_on_ && contestants.empty()) return {};
  is_on_ = true;
  frames_ = 0;
  for (RaceRunner& runner : runners_) catch_up(runner, session);
  return {};
}

Status LiveRace::apply(const command::AddRunner& c, const Session& session) {
  if (runners_.size() >= kMax) return Error{"16 algorithms are the most in a race; remove one"};
  if (auto error = c.contestant.check()) return error;
  runners_.emplace_back(c.contestant);
  if (is_on_) catch_up(runners_.back(), session);
  return {};
}

Status LiveRace::apply(const command::RemoveRunner& c, const Session&) {
  if (auto error = check_index(c.runner)) return error;
  if (runners_.size() <= kMin) return Error{"a race takes at least two; add another one first"};
  runners_.erase(runners_.begin() + static_cast<std::ptrdiff_t>(c.runner));
  counted_ = 0, counting_ = 0;
  return {};
}

Status LiveRace::apply(const command::SetRunnerParam& c, const Session& session) {
  if (auto error = check_index(c.runner)) return error;
  RaceRunner& runner = runners_[c.runner];
  const Param* row = find_param(runner.params().rows, c.key);
  if (!row)
    return Error{"there is no parameter '" + std::string(runner.contestant.entry->id) + "." +
                 c.key + "'"};
  if (auto error = check_value(*row, c.value)) return error;
  runner.set(*row, c.value);
  if (is_on_) catch_up(runner, session);
  return {};
}

std::string LiveRace::name(std::size_t runner) const {
  const std::string name = runners_[runner].contestant.title();
  const auto end = runners_.begin() + static_cast<std::ptrdiff_t>(runner);
  const auto same = std::count_if(
      runners_.begin(), end, [&](const RaceRunner& r) { return r.contestant.title() == name; });
  return same == 0 ? name : name + " (" + std::to_string(same + 1) + ")";
}

// A copy to where the last was: boxes as warm in the caches as after a game's step, for all alike.
Frame LiveRace::fresh(const Frame& frame) {
  boxes_.assign(frame.boxes.begin(), frame.boxes.end());
  Frame f = frame;
  f.boxes = boxes_;
  f.threads = 1;
  return f;
}

Frame LiveRace::begin_frame(const Session& session) {
  notice_another_scene(session);
  const Frame f = session.frame();
  truth_ = session.is_exact() ? digest(session.pairs()) : true_pairs(f);
  sprites_ = f.size(), pairs_ = truth_.count;
  return f;
}

// A new contestant runs on the shown frame, warm, then timed, so there is a result even at rest.
void LiveRace::catch_up(RaceRunner& runner, const Session& session) {
  const Frame f = begin_frame(session);
  runner.begin_anew();
  for (int k = 0; k < 3; ++k) run_one(runner, f, session);
  const bool is_quick = runner.summary().median < kTooExpensiveToCount;
  if (runner.verdict == RaceResult::Verdict::right && is_quick)
    runner.look(fresh(f), session, true, false);
}

void LiveRace::run_one(RaceRunner& runner, const Frame& frame, const Session& session) {
  if (!runner.run(fresh(frame), session, timing_)) return;
  if (is_stopped(session)) return runner.begin_anew();  // it has no pairs, and that is no fault
  bool is_right = runner.agrees_with(truth_);
  if (!is_right) {
    // Before a contestant is called wrong, the truth is found by other means.
    truth_ = true_pairs(frame);
    pairs_ = truth_.count;
    is_right = runner.agrees_with(truth_);
  }
  if (is_right)
    runner.verdict = RaceResult::Verdict::right;
  else
    runner.reject("step " + std::to_string(session.steps()) + ": " +
                  difference(runner.found(), truth_));
}

void LiveRace::notice_another_scene(const Session& session) {
  const void* scene = session.show() ? static_cast<const void*>(session.show()->origin().get())
                                     : static_cast<const void*>(&session.scene());
  const bool is_other = scene != scene_ || session.steps() < steps_;
  scene_ = scene;
  steps_ = session.steps();
  if (is_other) forget_times();
}

void LiveRace::observe(const Session& session) {
  if (!is_on_ || runners_.empty() || !session.is_detected()) return;
  const Frame f = begin_frame(session);
  const std::size_t n = runners_.size();
  for (std::size_t k = 0; k < n; ++k) run_one(runners_[(k + frames_) % n], f, session);
  count_some(f, session);
  ++frames_;
}

void LiveRace::count_some(const Frame& frame, const Session& session) {
  counting_owes_ = std::max(0.0, counting_owes_ - kCountingShare);
  if (counting_ == 0 && counting_owes_ > 0) return;
  RaceRunner& runner = runners_[counted_ % runners_.size()];
  const bool is_quick = runner.summary().median < kTooExpensiveToCount;
  const Stopwatch watch;
  if (is_quick) runner.look(fresh(frame), session, ++counting_ == kFramesToCount, false);
  if (!timing_) counting_owes_ += watch.ms(true);
  if (is_quick && counting_ < kFramesToCount) return;
  counting_ = 0;
  ++counted_;
}

double LiveRace::look_into_all(const Session& session) {
  double ms = 0;
  for (std::size_t k = 0; k < in_lanes().size(); ++k) ms += look_into(k, session);
  return ms;
}

double LiveRace::look_into(std::size_t runner, const Session& session) {
  const Stopwatch watch;
  runners_[runner].look(fresh(session.frame()), session, true, true);
  if (is_stopped(session)) runners_[runner].begin_anew();
  return watch.ms(false);
}

std::vector<std::size_t> ranking(const LiveRace& race, RankBy by) {
  const auto runners = race.runners();
  std::vector<std::size_t> order(runners.size());
  std::vector<double> scores;
  for (const RaceRunner& runner : runners) scores.push_back(score(runner, by));
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (is_wrong(runners[a]) != is_wrong(runners[b])) return is_wrong(runners[b]);
    return scores[a] < scores[b];
  });
  return order;
}

std::string answer(const LiveRace& race) {
  const auto runners = race.runners();
  const auto order = ranking(race, RankBy::time);
  if (order.empty() || score(runners[order[0]], RankBy::time) == kUnranked) return {};
  const double best = runners[order[0]].summary().median;
  const auto within = [&](double most) {
    return std::ranges::count_if(runners, [&](const RaceRunner& r) {
      return !is_wrong(r) && score(r, RankBy::time) < most;
    });
  };
  const auto level = within(best * kDraw), all = within(kUnranked);
  return level > 1 ? fmt::format("{} of {} are level", level, all)
                   : fmt::format("{}: fastest of {}", race.name(order[0]), all);
}

std::string why(const LiveRace& race) {
  const auto order = ranking(race, RankBy::time);
  const auto runners = race.runners();
  const auto is_timed = [&](std::size_t k) {
    return order.size() > k && score(runners[order[k]], RankBy::time) < kUnranked;
  };
  if (!is_timed(0)) return "Nothing is timed yet.";
  const RaceRunner& first = runners[order[0]];
  if (!is_timed(1)) return fmt::format("Only {} is timed so far.", race.name(order[0]));
  const RaceRunner& second = runners[order[1]];
  const double mine = first.summary().median, others = second.summary().median;
  const std::string a = race.name(order[0]), b = race.name(order[1]);
  if (others < mine * kDraw)
    return fmt::format("{} and {} are level: {} and {}.", a, b, duration(mine), duration(others)) +
           (first.is_exact ? "" : " The first is not exact.");
  return fmt::format("{} wins: {}, {:.1f} times as fast as {} ({}).", a, duration(mine),
                     others / mine, b, duration(others)) +
         cause(race, first, second) +
         (first.is_exact ? "" : " But it is not exact: it may miss pairs.");
}

Plot times_plot(const LiveRace& race) {
  Plot plot{.title =
                "Time of each of the last 300 frames, every algorithm on the same boxes; bold: the "
                "median of 15 frames",
            .x_label = "frames from now",
            .y_label = "ms"};
  double top = 0;
  const auto runners = race.runners();
  for (std::size_t k = 0; k < runners.size(); ++k) {
    const std::vector<double>& times = runners[k].times;
    PlotSeries series{race.name(k) + (is_wrong(runners[k]) ? " (WRONG)" : ""), {}};
    series.is_dashed = !runners[k].is_exact;
    for (std::size_t i = 0; i < times.size(); ++i)
      if (!std::isnan(times[i]))
        series.points.emplace_back(static_cast<double>(i) + 1 - static_cast<double>(times.size()),
                                   times[i]);
    top = std::max(top, runners[k].summary().median * 3);
    plot.series.push_back(std::move(series));
  }
  plot.y_limit = top;
  plot.smooth = 15;
  return plot;
}

}  // namespace phasebox
