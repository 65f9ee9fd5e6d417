// SPDX-License-Identifier: MIT
// Ranks the contestants and explains the lead of the first.
#include "lab/race/race_ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr double kDraw = 1.1;         // times or tests whose ratio is smaller count as equal
constexpr double kCloseAgain = 1.05;  // as kDraw, for times that were not equal before
constexpr std::size_t kMaxNamed = 3;  // level contestants that an answer names; others are counted
constexpr double kUnranked = std::numeric_limits<double>::infinity();

bool is_wrong(const RaceRunner& runner) { return runner.verdict == RaceResult::Verdict::wrong; }

// The median time, ms, or the box tests that a contestant is ranked by; infinite when not measured.
double score(const RaceRunner& runner, RankBy by) {
  if (runner.runs_small_frame_loop()) return kUnranked;
  if (by == RankBy::box_tests) return runner.box_tests.value_or(kUnranked);
  const double median = runner.summary().median;
  return median > 0 ? median : kUnranked;
}

// Two significant digits below 10, else a grouped whole number: "3.1", "12", "1,234".
std::string short_number(double v) { return v < 10 ? fmt::format("{:.2g}", v) : grouped_whole(v); }

std::string per_sprite(double amount, std::size_t sprites) {
  return short_number(amount / static_cast<double>(std::max<std::size_t>(sprites, 1)));
}

std::string ns_per_test(const RaceRunner& runner) {
  return short_number(runner.summary().median * 1e6 / std::max(*runner.box_tests, 1.0));
}

// Whether one contestant has fewer box tests than another one. What was said `last` stays as long
// as it is true: fewer until they are more, alike until the ratio is above `kClear`.
LastReason::Tests compared_tests(double mine, double others, LastReason::Tests last) {
  using Tests = LastReason::Tests;
  constexpr double kClear = 1.25;
  const double limit = last == Tests::alike ? kClear : kDraw;
  const double fewer = last == Tests::fewer ? 1 : limit, more = last == Tests::more ? 1 : limit;
  if (mine * fewer < others) return Tests::fewer;
  return others * more < mine ? Tests::more : Tests::alike;
}

// Explains why `first` is faster than `second` by box tests and time per test; empty when the tests
// of one were not counted.
Sentence cause(const LiveRace& race, const RaceRunner& first, const RaceRunner& second,
               LastReason::Tests& last) {
  if (!first.box_tests || !second.box_tests) return {};
  const std::size_t n = race.sprites();
  const double mine = *first.box_tests, others = *second.box_tests;
  const std::string real = per_sprite(static_cast<double>(race.pairs()), n);
  const Sentence counts =
      say("{} box tests per sprite against {}", per_sprite(mine, n), per_sprite(others, n));
  last = compared_tests(mine, others, last);
  if (last == LastReason::Tests::fewer)
    return say("It has less to compare: {}, where {} pairs per sprite overlap.", counts, real);
  const Sentence costs =
      say("{} ns per test in all against {}", ns_per_test(first), ns_per_test(second));
  if (last == LastReason::Tests::more)
    return say("It compares more ({}), but is quicker about it: {}.", counts, costs);
  return say("Both compare about as much ({}); it is quicker about it: {}.", counts, costs);
}

// The ranking by time, how many contestants have a time, and how many of these are too close to the
// first to rank.
struct Leaders {
  std::vector<std::size_t> order;
  std::size_t timed = 0, level = 0;
};

// `level`, those that were too close last, is updated: near 10 % the answer would else change from
// frame to frame.
Leaders leaders(const LiveRace& race, std::vector<std::size_t>& level) {
  Leaders found{ranking(race, RankBy::time)};
  const auto runners = race.runners();
  const auto time = [&](std::size_t rank) {
    const RaceRunner& runner = runners[found.order[rank]];
    return is_wrong(runner) ? kUnranked : score(runner, RankBy::time);
  };
  while (found.timed < runners.size() && time(found.timed) < kUnranked) ++found.timed;
  for (std::size_t rank = 0; rank < found.timed; ++rank) {
    const bool was_level =
        level.empty() || std::ranges::find(level, found.order[rank]) != level.end();
    if (time(rank) < (was_level ? kDraw : kCloseAgain) * time(0)) found.level = rank + 1;
  }
  level.assign(found.order.begin(), found.order.begin() + static_cast<std::ptrdiff_t>(found.level));
  return found;
}

}  // namespace

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

TimeUnit time_unit(const LiveRace& race) {
  constexpr double kLong = 10;  // ms
  const bool is_long = std::ranges::any_of(race.runners(), [](const RaceRunner& runner) {
    const double ms = score(runner, RankBy::time);
    return ms >= kLong && ms < kUnranked;
  });
  return is_long ? TimeUnit{"ms", 1} : TimeUnit{"µs", 1000};
}

std::size_t in_one_loop(const LiveRace& race) {
  return static_cast<std::size_t>(
      std::ranges::count_if(race.runners(), &RaceRunner::runs_small_frame_loop));
}

Sentence one_loop_text(std::size_t sharing, std::size_t all) {
  return sharing == all ? say("With up to {} sprites, all algorithms run the same loop", kFewBoxes)
                        : say("With up to {} sprites, {} of {} algorithms run the same loop",
                              kFewBoxes, sharing, all);
}

Sentence one_loop_reason() {
  return "It compares every two sprites directly, which is fastest for so few; the tests in the "
         "sentence above the field are what an algorithm's own structure would need.";
}

Sentence answer(const LiveRace& race, LastReason& last) {
  const auto runners = race.runners();
  if (const std::size_t sharing = in_one_loop(race); sharing > 1)
    return one_loop_text(sharing, runners.size());
  const Leaders found = leaders(race, last.level);
  const auto& order = found.order;
  if (found.timed == 0) return {};
  const std::size_t level = found.level;
  if (level < 2) return say("{}: fastest of {}", race.name(order[0]), found.timed);
  std::vector<Sentence> names;
  for (std::size_t k = 0; k < std::min(level, kMaxNamed); ++k) names.push_back(race.name(order[k]));
  const Sentence end = level > kMaxNamed ? say("{} more", level - kMaxNamed) : names.back();
  if (level <= kMaxNamed) names.pop_back();
  const TimeUnit unit = time_unit(race);
  const std::string least = unit.text(runners[order[0]].summary().median);
  const std::string most = unit.text(runners[order[level - 1]].summary().median);
  const Sentence times =
      least == most ? say("{} {}", least, unit.name) : say("{} to {} {}", least, most, unit.name);
  return say("{} and {}: {}", joined(names, ", "), end, times);
}

Sentence why(const LiveRace& race, LastReason& last) {
  if (in_one_loop(race) > 1) return one_loop_reason();
  const Leaders found = leaders(race, last.level);
  const auto& order = found.order;
  if (found.timed == 0) return "Nothing is timed yet.";
  if (found.timed == 1) return say("Only {} is timed so far.", race.name(order[0]));
  const auto runners = race.runners();
  const RaceRunner& first = runners[order[0]];
  if (found.level > 1) {
    const Sentence level = "Their times differ by less than 10 %, too close to rank.";
    return first.is_exact ? level : say("{} {}", level, "The first is not exact.");
  }
  if (last.first != order[0] || last.second != order[1])
    last = {std::move(last.level), order[0], order[1]};
  const RaceRunner& second = runners[order[1]];
  const TimeUnit unit = time_unit(race);
  const double mine = first.summary().median, others = second.summary().median;
  const auto time = [&](double ms) { return Sentence::as_is(unit.text(ms) + " " + unit.name); };
  const Sentence a = race.name(order[0]), b = race.name(order[1]), my_time = time(mine),
                 its_time = time(others);
  Sentence text =
      say("{} wins: {}, {:.1f} times as fast as {} ({}).", a, my_time, others / mine, b, its_time);
  if (const Sentence more = cause(race, first, second, last.tests); !more.empty())
    text = say("{} {}", text, more);
  return first.is_exact ? text : say("{} {}", text, "But it is not exact: it may miss pairs.");
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
    const Sentence name = race.name(k);
    PlotSeries series{is_wrong(runners[k]) ? say("{} (WRONG)", name) : name, {}};
    series.is_dashed = !runners[k].is_exact;
    series.look = race.look(k);
    for (std::size_t i = 0; i < times.size() && !runners[k].runs_small_frame_loop(); ++i)
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
