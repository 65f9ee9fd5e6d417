// SPDX-License-Identifier: MIT
// Claims about the search for settings.
#include "lab/tune/tune_search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "collide/registry.hpp"
#include "lab/tune/choice.hpp"
#include "lab/tune/confidence.hpp"
#include "lab/tune/explanation.hpp"
#include "lab/tune/ranking_table.hpp"
#include "lab/tune/sensitivity.hpp"
#include "lab/tune/setting_grid.hpp"
#include "lab/tune/tune_output.hpp"
#include "lab/tune/tune_study.hpp"
#include "lab/tune/what_if.hpp"
#include "support/checks.hpp"
#include "support/images.hpp"
#include "support/planted.hpp"
#include "support/recordings.hpp"

namespace phasebox::test {

inline std::vector<double> steady(double ms, std::size_t n = 50) {
  return std::vector<double>(n, ms);
}

/// A right contestant of the finals with these times, ms.
inline Trial timed(std::string_view id, std::vector<double> times, double tests) {
  Trial t;
  t.contestant.entry = find_entry(broadphases(), id);
  t.verdict = RaceResult::Verdict::right;
  t.times = std::move(times);
  t.box_tests = tests;
  t.is_compared = true;
  return t;
}

/// Over a hundred boxes; the frames come from places of ten each. Nothing is said yet
/// (`explain`).
inline TuneReport ranked_report(std::vector<Trial> trials, Objective objective = Objective::frame) {
  TuneReport report;
  report.options.objective = objective;
  report.facts.boxes = 100;
  const std::size_t n = trials[0].times.size();
  for (std::size_t k = 0; k < n; ++k) report.steps.push_back({k, k / 10, k % 10 == 0, true});
  report.coverage = {.used = n, .of = n, .places = (n + 9) / 10};
  std::vector<const Trial*> rows;
  for (const Trial& t : trials) rows.push_back(&t);
  for (const std::size_t k : choice_order(rows, objective).order)
    report.ranking.push_back(trials[k]);
  return report;
}

inline TuneReport report_of(std::vector<Trial> trials, Objective objective = Objective::frame) {
  TuneReport report = ranked_report(std::move(trials), objective);
  explain(report);
  return report;
}

}  // namespace phasebox::test

namespace phasebox {

// Claims about contestants: every value that a search tries may be set.

namespace tried_settings_test {

using testing::ElementsAre;
using testing::HasSubstr;

const BroadphaseEntry* entry(std::string_view id) { return find_entry(broadphases(), id); }
const Param& row(std::string_view id, std::string_view key) {
  return *find_param(rows_of(*entry(id)), key);
}

TEST(TriedSettings, every_value_tried_may_be_set_and_is_not_the_default) {
  for (const BroadphaseEntry* e : broadphases())
    for (const Param& r : rows_of(*e))
      for (const double side : {0.5, 20.0, 90'000.0}) {
        SCOPED_TRACE(std::string(e->id) + "." + std::string(r.key));
        std::vector<double> values = coarse_values(r, side, 5);
        EXPECT_TRUE(r.tune.scale != TuneRange::Scale::none || values.empty());
        EXPECT_TRUE(std::ranges::is_sorted(values));
        for (const double v : coarse_values(r, side, 5))
          for (const double part : {0.5, 0.25})
            for (const double near : values_around(r, v, side, 5, part)) values.push_back(near);
        for (const double v : values) EXPECT_FALSE(check_value(r, v).failed()) << v;
        for (const double v : coarse_values(r, side, 5)) EXPECT_NE(v, r.init);
      }
}

TEST(TriedSettings, most_algorithms_have_something_to_tune) {
  for (const BroadphaseEntry* e : broadphases())
    EXPECT_EQ(tuned_rows(*e, {}).empty(), e->id == "brute-force" || e->id == "auto") << e->id;
}

TEST(TriedSettings, coarse_values_are_equal_ratios_or_equal_steps) {
  EXPECT_THAT(coarse_values(row("quadtree", "max-objects"), 1, 6),
              ElementsAre(2, 4, 8, 16, 32, 64));
  EXPECT_THAT(coarse_values(row("quadtree", "looseness"), 1, 5), ElementsAre(1.3f, 1.5, 1.8f, 2));
  EXPECT_THAT(coarse_values(row("uniform-grid", "cell-size"), 20, 6),
              ElementsAre(10, 20, 40, 80, 160, 320));
  EXPECT_THAT(coarse_values(row("kd-tree", "split"), 1, 5), ElementsAre(0));
}

TEST(TriedSettings, refining_goes_half_a_step_and_not_from_automatic) {
  EXPECT_THAT(values_around(row("quadtree", "max-objects"), 16, 1, 6, 0.5), ElementsAre(11, 23));
  EXPECT_TRUE(values_around(row("uniform-grid", "cell-size"), 0, 20, 5, 0.5).empty());
  EXPECT_TRUE(values_around(row("kd-tree", "split"), 1, 20, 5, 0.5).empty());
}

}  // namespace tried_settings_test

// Claims about the search: wrong answers never win, texts say what the numbers do. Whether known
// winners are named depends on times: that is a bench.

namespace tuning_test {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using tried_settings_test::entry;

TuneReport searched(Recording recording, TuneOptions options) {
  const auto search = tune_search(std::move(recording), std::move(options));
  double last = 0;
  while (search->advance()) {
    EXPECT_GE(search->progress(), last - 1e-9) << "progress goes back in " << search->phase();
    last = search->progress();
  }
  EXPECT_EQ(search->progress(), 1);
  return search->result();
}

TuneReport searched_for(Recording recording, double budget) {
  TuneOptions options;
  options.budget = budget;
  return searched(std::move(recording), options);
}

std::string winner_of(const TuneReport& report) {
  return report.winner() ? std::string(report.winner()->contestant.entry->id) : "none";
}

Recording few_boxes() {
  Random random(7);
  Recording recording;
  for (int frame = 0; frame < 12; ++frame)
    recording.add(test::random_boxes(random, 60, 200, 200, 30));
  return recording;
}

// ---- which contestants may win

TEST(TuneSearch, a_wrong_contestant_is_named_and_never_wins) {
  TuneOptions options;
  options.budget = 1;
  const BroadphaseEntry* forgetful = test::forgetful().entry;
  options.entries = {forgetful, entry("quadtree")};
  const TuneReport report = searched(few_boxes(), options);
  EXPECT_EQ(winner_of(report), "quadtree");
  EXPECT_TRUE(report.any_wrong());
  EXPECT_EQ(report.ranking.back().contestant.entry, forgetful);
  EXPECT_THAT(tune_text(report), HasSubstr("WRONG"));
}

TEST(TuneSearch, what_leaves_pairs_out_by_a_parameter_may_not_win) {
  TuneOptions options;
  options.budget = 1;
  options.entries = {entry("rdc"), entry("kd-tree")};
  options.fixed = {{owner_named("rdc"), "contact-threshold", 20}};
  const TuneReport report = searched(few_boxes(), options);
  EXPECT_EQ(winner_of(report), "kd-tree");
  EXPECT_FALSE(report.any_wrong());
  EXPECT_FALSE(report.ranking.back().is_exact);
}

TEST(TuneSearch, a_fixed_value_is_not_searched) {
  TuneOptions options;
  options.budget = 1;
  options.entries = {entry("quadtree"), entry("kd-tree")};
  options.fixed = {{owner_named("quadtree"), "max-objects", 33}};
  const TuneReport report = searched(few_boxes(), options);
  const Param* row = find_param(rows_of(*entry("quadtree")), "max-objects");
  for (const Trial& t : report.ranking)
    EXPECT_EQ(t.contestant.value(*row), t.contestant.entry->id == "quadtree" ? 33 : row->init);
}

TEST(TuneSearch, stopped_at_once_it_says_that_it_knows_nothing) {
  const auto search = tune_search(few_boxes(), {});
  search->advance();
  const TuneReport report = search->result();
  EXPECT_FALSE(report.winner());
  EXPECT_FALSE(report.is_complete);
  EXPECT_THAT(tune_text(report), HasSubstr("no algorithm"));
  EXPECT_TRUE(json::accept(tune_json(report)));
  EXPECT_THAT(tune_html(report), HasSubstr("no algorithm"));
}

TEST(TuneSearch, a_first_impression_names_one_that_is_slower_only_where_all_are_fast_enough) {
  TuneOptions options;
  options.budget = 0.4;
  const auto search = tune_search(few_boxes(), options);
  std::size_t seen = 0;
  for (TuneReport r; search->advance() && (r = search->result()).steps.empty();)
    for (const Trial& t : r.ranking)
      if (t.is_compared && t.is_exact && std::isfinite(t.score(options.objective))) {
        ++seen;
        if (choice_order(r).why != WhyFirst::small) {
          EXPECT_GE(t.score(options.objective), r.ranking[0].score(options.objective));
        }
      }
  EXPECT_GT(seen, 0u);
}

TEST(TuneSearch, by_box_tests_the_fewest_win_whatever_the_time) {
  TuneOptions options;
  options.budget = 2;
  options.objective = Objective::tests;
  options.entries = {entry("brute-force"), entry("quadtree"), entry("interval-tree")};
  const TuneReport report = searched(few_boxes(), options);
  ASSERT_EQ(report.ranking.size(), 3u);
  EXPECT_EQ(report.ranking.back().box_tests, 60 * 59 / 2.0);
  for (std::size_t k = 0; k + 1 < report.ranking.size(); ++k)
    EXPECT_LE(report.ranking[k].box_tests, report.ranking[k + 1].box_tests);
}

// ---- over the whole recording

std::vector<std::pair<std::string, BoxRecording>> recordings() {
  return {{"quiet then fast", test::quiet_then_fast(3, 300, 400)},
          {"menu then game", test::menu_then_game(3, 300, 500)},
          {"growing tumbler", test::growing_tumbler(3, 300, 400)},
          {"shooter", test::shooter(3, 200, 60)},
          {"settling piles", test::settling_piles(3, 300, 300)},
          {"exploding lattice", test::exploding_lattice(3, 200, 600)}};
}

// How fast it is, the bench measures.
TEST(TuneSearch, recommends_one_for_every_kind_of_recording_from_all_of_its_places) {
  for (const auto& [name, trace] : recordings()) {
    const Recording recording = record(trace, trace.size());
    const TuneReport report = searched_for(recording, 0.5);
    ASSERT_TRUE(report.winner()) << name;
    EXPECT_TRUE(report.winner()->is_compared) << name << tune_text(report);
    EXPECT_GT(report.coverage.places, 0u);
  }
}

TEST(TuneSearch, all_that_is_compared_was_timed_on_the_same_frames) {
  const BoxRecording trace = test::shooter(2, 400, 60);
  TuneOptions options;
  options.budget = 1;
  const TuneReport report = searched(record(trace, trace.size()), options);
  std::size_t compared = 0;
  for (const Trial& t : report.ranking)
    if (t.is_compared) {
      ++compared;
      EXPECT_EQ(t.times.size(), report.steps.size()) << t.contestant.name();
    }
  EXPECT_GE(compared, 2u) << "how many are timed in a second depends on the machine";
  const json j = json::parse(tune_json(report));
  for (const json& row : j["ranking"]) {
    EXPECT_EQ(row["times_the_best"].is_null(), !row["is_compared"].get<bool>());
    if (row["is_compared"]) {
      EXPECT_GE(row["times_the_best"], 1.0);
    }
  }
  EXPECT_EQ(j["frames"]["of"], 400);
  EXPECT_EQ(j["frames"]["used"], report.coverage.used);
}

TEST(TuneSearch, a_long_recording_is_seen_from_many_places) {
  const BoxRecording trace = test::menu_then_game(1, 1'500, 40);
  TuneOptions options;
  options.budget = 1;
  options.max_frames = 200;
  options.entries = {entry("quadtree"), entry("uniform-grid")};
  const TuneReport report = searched(record(trace, trace.size()), options);
  EXPECT_EQ(report.coverage.of, 1'500u);
  EXPECT_GE(report.coverage.places, 12u);
  EXPECT_LT(report.coverage.used, 300u);
  EXPECT_THAT(tune_text(report), HasSubstr("of 1,500 frames, from 12 places"));
  bool has_menu = false, has_game = false;
  for (const RaceStep& step : report.steps) (step.frame < 600 ? has_menu : has_game) = true;
  EXPECT_TRUE(has_menu);
  EXPECT_TRUE(has_game);
}

TEST(TuneSearch, all_frames_are_timed_when_asked_for) {
  TuneOptions options;
  options.budget = 1;
  options.all_frames = true;
  options.entries = {entry("quadtree"), entry("uniform-grid")};
  const BoxRecording trace = test::menu_then_game(1, 700, 30);
  const TuneReport report = searched(record(trace, trace.size()), options);
  EXPECT_TRUE(report.coverage.is_all());
  EXPECT_THAT(tune_text(report), HasSubstr("all 700 frames"));
}

TEST(TuneSearch, of_one_frame_no_coherent_algorithm_is_recommended) {
  BoxRecording trace;
  Random random(4);
  trace.frames = {0};
  trace.boxes = test::random_boxes(random, 60, 200, 200, 30);
  for (std::int64_t id = 0; id < 60; ++id) trace.ids.push_back(id);
  trace.begins = {0, 60};
  const TuneReport report = searched_for(record(trace, 50), 1);
  ASSERT_TRUE(report.winner());
  for (const Trial& t : report.ranking) EXPECT_FALSE(t.contestant.entry->is_coherent);
  EXPECT_THAT(report.left_out,
              testing::Contains(HasSubstr("neighbor-list: one frame says nothing about movement")));
  EXPECT_THAT(tune_text(report), HasSubstr("one frame says nothing about movement"));
}

// ---- what is said

using test::report_of;
using test::steady;
using test::timed;

TEST(Objective, frame_is_the_mean_and_at_most_a_tenth_for_its_tail) {
  EXPECT_DOUBLE_EQ(frame_cost({.mean = 1, .p99 = 1}), 1);
  EXPECT_DOUBLE_EQ(frame_cost({.mean = 1, .p99 = 3}), 1.04);
  EXPECT_DOUBLE_EQ(frame_cost({.mean = 1, .p99 = 100}), 1.1);
}

TEST(Objective, each_reads_its_own_figure) {
  std::vector<double> times = steady(1, 97);
  times.insert(times.end(), {5, 5, 9});
  EXPECT_DOUBLE_EQ(score_of(times, Objective::median), 1);
  EXPECT_DOUBLE_EQ(score_of(times, Objective::p99), 5);
  EXPECT_DOUBLE_EQ(score_of(times, Objective::mean), 1.16);
  EXPECT_DOUBLE_EQ(score_of(times, Objective::frame), 1.16 + 0.02 * (5 - 1.16));
  EXPECT_TRUE(std::isinf(score_of({}, Objective::mean)));
}

TEST(TuneWords, twice_as_fast_at_every_place_is_clear) {
  const TuneReport r =
      report_of({timed("quadtree", steady(1), 100), timed("rdc", steady(2), 1000)});
  EXPECT_TRUE(r.confidence.is_clear);
  EXPECT_EQ(r.confidence.words,
            "clear: 2.0 times as fast as the next (rdc), 2.0 to 2.0 times in random "
            "choices of the 5 places");
  EXPECT_EQ(r.why, "quadtree makes 1 box tests per object where rdc, the next slower, makes 10.");
}

TEST(TuneWords, within_a_tenth_is_a_tie_of_all_and_the_simplest_is_recommended) {
  const TuneReport r = report_of(
      {timed("hierarchical-grid", steady(1), 100), timed("uniform-grid", steady(1.04), 100),
       timed("spatial-hash", steady(1.05), 100), timed("quadtree", steady(1.2), 100)});
  EXPECT_TRUE(r.confidence.is_tie);
  EXPECT_EQ(r.ranking[0].contestant.entry->id, "uniform-grid");
  EXPECT_THAT(r.confidence.tied,
              testing::ElementsAre("uniform-grid", "hierarchical-grid", "spatial-hash"));
  EXPECT_THAT(ranking_cells(r, 0)[2].english(), testing::EndsWith("; the simplest within 10 %"));
  EXPECT_EQ(r.confidence.words,
            "a tie: uniform-grid, hierarchical-grid and spatial-hash are within 10 % of each "
            "other; uniform-grid is the simplest");
  EXPECT_DOUBLE_EQ(r.best_score(), 1);
  EXPECT_THAT(r.why, HasSubstr("hierarchical-grid and spatial-hash are about as fast as it"));
}

TEST(TuneWords, the_simplest_is_recommended_only_near_the_best) {
  const TuneReport r = report_of({timed("hierarchical-grid", steady(1), 100),
                                  timed("uniform-grid", steady(1.08), 100),
                                  timed("spatial-hash", steady(1.05), 100)});
  EXPECT_EQ(r.confidence.words,
            "a tie: spatial-hash, hierarchical-grid and uniform-grid are within 10 % of each "
            "other; spatial-hash is the simplest within 6 % of the best");
}

TEST(TuneWords, where_all_are_fast_enough_the_simplest_is_the_answer_and_the_fastest_is_second) {
  const TuneReport r =
      report_of({timed("quadtree", steady(0.004), 100), timed("brute-force", steady(0.05), 1000),
                 timed("uniform-grid", steady(0.002), 100)});
  std::vector<std::string_view> ids;
  for (const Trial& t : r.ranking) ids.push_back(t.contestant.entry->id);
  EXPECT_THAT(ids, testing::ElementsAre("brute-force", "uniform-grid", "quadtree"));
  EXPECT_FALSE(r.confidence.is_tie);
  EXPECT_TRUE(r.confidence.is_clear) << r.confidence.words;
  EXPECT_THAT(r.proportion.english(), HasSubstr("so the simplest is the answer"));
  EXPECT_THAT(ranking_cells(r, 0)[2].english(), HasSubstr("; the simplest"));
  EXPECT_THAT(r.why.english(), Not(HasSubstr("next slower"))) << "others are faster";
  EXPECT_EQ(json::parse(tune_json(r))["choice"], "small");
}

TEST(TuneWords, the_answer_and_the_table_have_the_same_number) {
  std::vector<double> spiky = steady(0.02, 100);
  spiky[50] = spiky[51] = 0.2;  // mean 23.6 µs, and spikes
  for (const Objective objective :
       {Objective::frame, Objective::mean, Objective::median, Objective::p99}) {
    const TuneReport r =
        report_of({timed("quadtree", spiky, 1), timed("rdc", steady(3, 100), 1)}, objective);
    const std::string cost = ranking_cells(r, 0)[cost_column(objective)].english();
    EXPECT_THAT(r.proportion.english(), testing::StartsWith(cost + " µs is "))
        << objective_text(objective);
  }
}

TEST(TuneWords, one_that_is_too_slow_makes_speed_the_reason) {
  const TuneReport r =
      report_of({timed("quadtree", steady(0.004), 100), timed("brute-force", steady(0.5), 1000),
                 timed("uniform-grid", steady(0.002), 100)});
  EXPECT_EQ(r.ranking[0].contestant.entry->id, "uniform-grid");
  EXPECT_THAT(r.proportion.english(), HasSubstr("Brute force takes 250 times as long"));
  EXPECT_EQ(json::parse(tune_json(r))["choice"], "fastest");
}

TEST(TuneWords, a_longer_mean_is_not_recommended_for_its_shorter_tail) {
  std::vector<double> spiky = steady(1, 100);
  spiky[50] = spiky[51] = 9;  // mean 1.16, p99 9
  const Trial quick = timed("quadtree", spiky, 1),
              even = timed("uniform-grid", steady(1.29, 100), 1);
  EXPECT_LT(even.score(Objective::frame), 1.1 * quick.score(Objective::frame));
  const std::vector<const Trial*> rows{&even, &quick};
  const ChoiceOrder choice = choice_order(rows, Objective::frame);
  EXPECT_EQ(choice.tied, 2u) << "by what a game feels";
  EXPECT_EQ(rows[choice.order[0]], &quick) << "though the grid is the simpler one";
}

TEST(TuneWords, places_that_disagree_are_not_clear) {
  // A is 1.3 times as fast on average; at four places of ten it is slower.
  std::vector<double> a, b;
  for (int k = 0; k < 100; ++k) {
    const bool is_bad = k / 10 % 5 < 2;
    a.push_back(is_bad ? 2.0 : 0.5);
    b.push_back(is_bad ? 1.0 : 1.67);
  }
  const TuneReport r = report_of({timed("quadtree", a, 1), timed("rdc", b, 1)});
  EXPECT_FALSE(r.confidence.is_clear) << r.confidence.words;
  EXPECT_LT(r.confidence.low, 1.1);
  EXPECT_GT(r.confidence.high, r.confidence.ratio);
}

TEST(TuneWords, frames_of_one_place_are_no_evidence_for_others) {
  // The same times, once from ten places and once from one.
  TuneReport r = report_of({timed("quadtree", steady(1, 20), 1), timed("rdc", steady(2, 20), 1)});
  EXPECT_FALSE(r.confidence.is_clear) << "two places";
  EXPECT_EQ(r.confidence.places, 2u);
  EXPECT_EQ(r.confidence.words,
            "likely: 2.0 times as fast as the next (rdc), but over 20 frames from 2 places only");
}

TEST(TuneWords, one_long_window_is_resampled_by_blocks) {
  TuneReport r = report_of({timed("quadtree", steady(1, 240), 1), timed("rdc", steady(2, 240), 1)});
  for (RaceStep& step : r.steps) step.place = 0;
  r.confidence = confidence_of(r);
  EXPECT_EQ(r.confidence.places, 24u);
  EXPECT_TRUE(r.confidence.is_clear);
}

TEST(TuneWords, the_same_seed_gives_the_same_interval) {
  std::vector<double> a, b;
  for (int k = 0; k < 40; ++k)
    a.push_back(1 + 0.01 * (k * 7 % 11)), b.push_back(1.3 + 0.02 * (k * 5 % 13));
  const auto once = report_of({timed("quadtree", a, 1), timed("rdc", b, 1)}).confidence;
  const auto again = report_of({timed("quadtree", a, 1), timed("rdc", b, 1)}).confidence;
  EXPECT_EQ(once.low, again.low);
  EXPECT_EQ(once.high, again.high);
  EXPECT_LT(once.low, once.ratio);
  EXPECT_GT(once.high, once.ratio);
}

TEST(TuneWords, an_algorithm_that_spikes_is_warned_of) {
  std::vector<double> spiky = steady(1, 100);
  spiky[7] = spiky[8] = 6;
  const TuneReport r = report_of({timed("quadtree", spiky, 1), timed("rdc", steady(3, 100), 1)});
  ASSERT_EQ(r.warnings.size(), 1u);
  EXPECT_EQ(r.warnings[0],
            "quadtree spikes: 1 frame in 100 takes 6.000 ms or more, 6 times its median frame "
            "(1.000 ms)");
}

TEST(TuneWords, sensitivity_names_what_is_cheap_and_what_is_not) {
  TuneReport report = report_of({timed("quadtree", steady(1), 1), timed("rdc", steady(2), 1)});
  const Param* row = find_param(rows_of(*entry("quadtree")), "max-objects");
  const std::vector<std::pair<double, double>> sweep{{10, 1.05}, {2, 4}, {8, 1}, {64, 2}};
  const Sensitivity s = sensitivity_of(*row, sweep, report);
  EXPECT_EQ(s.row, row);
  EXPECT_EQ(s.chosen, 10);
  EXPECT_EQ(s.points.size(), 4u);
  EXPECT_EQ(s.words,
            "max-objects costs at most 10 % more than the best from 8 to 10 sprites; at 2 "
            "it takes 4.0 times as long.");
}

// ---- reports

TEST(TuneReport, files_hold_the_answer_and_stand_alone) {
  TuneOptions options;
  options.budget = 1;
  options.entries = {entry("quadtree"), entry("kd-tree")};
  options.origin = {"a <b>", "--boxes a.csv --frames 12"};
  const TuneReport report = searched(few_boxes(), options);
  const json j = json::parse(tune_json(report));
  EXPECT_EQ(j["command"],
            "phasebox tune --boxes a.csv --frames 12 --broadphase quadtree,kd-tree --budget 1 "
            "--objective frame");
  EXPECT_EQ(j["recommended"]["broadphase"], winner_of(report));
  EXPECT_EQ(j["ranking"].size(), 2u);
  EXPECT_EQ(j["cpp"], cpp_lines(report.winner()->contestant));
  EXPECT_THAT(js_lines(report.winner()->contestant),
              testing::HasSubstr("finder('" + winner_of(report) + "', { capacity"));
  EXPECT_EQ(j["facts"]["boxes"], 60);
  EXPECT_GE(j["sensitivity"]["points"].size(), 3u);
  // The plot and the headline agree at the recommended point.
  const Sensitivity& s = report.sensitivity;
  const double score = report.winner()->score(options.objective);
  if (s.automatic && s.chosen == 0) {
    EXPECT_EQ(*s.automatic, score);
  } else {
    EXPECT_THAT(s.points, testing::Contains(std::pair(s.chosen, score)));
  }

  const std::string html = tune_html(report);
  EXPECT_THAT(html, testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(html, HasSubstr("a &lt;b&gt;"));
  EXPECT_THAT(html, HasSubstr("<svg "));
  EXPECT_THAT(html, HasSubstr(j["command"].get<std::string>()));
  for (const char* outside : {"<script ", "src=", "href=", "@import", "url(", "<link"})
    EXPECT_THAT(html, Not(HasSubstr(outside)));
}

// ---- beside the window

TEST(TuneStudy, finds_an_answer_and_leaves_the_session_alone) {
  Session session(test_images());
  session.step();
  const std::uint64_t before = session.hash();
  TuneStudy study;
  EXPECT_FALSE(study.apply(command::StartTuning{.budget = 1}, session).failed());
  while (study.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ASSERT_TRUE(study.result());
  ASSERT_TRUE(study.result()->winner());
  EXPECT_TRUE(study.result()->is_complete);
  EXPECT_EQ(session.hash(), before);
}

TEST(TuneStudy, that_grows_shares_the_budget_among_ever_longer_searches) {
  Session session(test_images());
  TuneStudy study;
  EXPECT_FALSE(study.apply(command::StartTuning{.budget = 4, .grows = true}, session).failed());
  double shown = 0;  // budget of the result that was shown last, s
  for (bool is_running = true; is_running;) {
    is_running = study.is_running();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const auto result = study.result();
    if (!result) continue;
    EXPECT_GE(result->options.budget, shown);
    shown = result->options.budget;
  }
  EXPECT_EQ(shown, 2.5) << "what 1.5 s leaves";
  EXPECT_TRUE(study.result()->winner());
}

TEST(TuneStudy, stopped_it_keeps_what_it_has) {
  Session session(test_images());
  TuneStudy study;
  EXPECT_FALSE(study.apply(command::StartTuning{.budget = 500}, session).failed());
  study.stop();
  EXPECT_FALSE(study.is_running());
  ASSERT_TRUE(study.result());
  EXPECT_FALSE(study.result()->is_complete);
}

TEST(TuneStudy, refuses_an_empty_world_and_an_impossible_budget) {
  Session session(test_images());
  TuneStudy study;
  EXPECT_TRUE(study.apply(command::StartTuning{.budget = 0}, session).failed());
  EXPECT_FALSE(session.apply(command::SetCount{0}).failed());
  EXPECT_TRUE(study.apply(command::StartTuning{.budget = 5}, session).failed());
  EXPECT_FALSE(study.result());
}

// A session that plays a recording whose frames have so many boxes, side by side.
Session playing(const std::vector<std::size_t>& frames) {
  auto trace = std::make_shared<BoxRecording>();
  for (const std::size_t boxes : frames) {
    for (std::size_t i = 0; i < boxes; ++i) {
      const auto x = static_cast<float>(3 * i);
      trace->ids.push_back(static_cast<std::int64_t>(i));
      trace->boxes.push_back({{x, 0}, {x + 2, 2}});
    }
    trace->frames.push_back(static_cast<std::int64_t>(trace->frames.size()));
    trace->begins.push_back(trace->ids.size());
  }
  Session session(test_images());
  EXPECT_FALSE(session.apply(command::OpenRecording{trace, "boxes"}).failed());
  return session;
}

TEST(TuneStudy, searches_a_recording_whose_first_frame_is_empty) {
  TuneStudy study;
  EXPECT_FALSE(study.apply(command::StartTuning{.budget = 1}, playing({0, 2})).failed());
}

TEST(WhatIfStudy, refuses_too_many_boxes_in_any_frame_of_a_recording) {
  WhatIfStudy study;
  EXPECT_TRUE(study.apply(command::AskWhatIf{.times = 100}, playing({1, 10'001})).failed());
}

TEST(WhatIfStudy, of_a_single_frame_knows_no_movement) {
  WhatIfStudy study;
  ASSERT_FALSE(study.apply(command::AskWhatIf{.times = 3}, playing({2})).failed());
  study.stop();
  ASSERT_TRUE(study.result());
  EXPECT_EQ(study.result()->facts.boxes, 6);
  EXPECT_FALSE(study.result()->facts.knows_movement);
}

TEST(WhatIfStudy, copies_the_frames_that_have_boxes) {
  std::vector<std::size_t> boxes(200, 0);  // the middle of the recording is empty
  std::fill(boxes.begin(), boxes.begin() + 10, 5);
  std::fill(boxes.end() - 60, boxes.end(), 4);
  WhatIfStudy study;
  ASSERT_FALSE(study.apply(command::AskWhatIf{.times = 3}, playing(boxes)).failed());
  while (study.phase() == "recording frames")
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  study.stop();
  ASSERT_TRUE(study.result());
  EXPECT_EQ(study.result()->facts.boxes, 12);
}

TEST(TuneStudy, the_answer_names_its_scene_and_says_when_that_has_changed) {
  Session session(test_images());
  TuneStudy study;
  EXPECT_FALSE(study.apply(command::StartTuning{.budget = 1}, session).failed());
  study.stop();
  EXPECT_FALSE(study.subject().has_changed(session));
  EXPECT_FALSE(session.apply(command::SetCount{70}).failed());
  EXPECT_EQ(study.subject().sentence(session),
            "Found for scene sprites, 60 sprites, seed 1; the scene has changed since.");
}

}  // namespace tuning_test
}  // namespace phasebox
