// SPDX-License-Identifier: MIT
// Claims about the search: known winners are named, wrong answers never win, words follow numbers.
#include "lab/tuning.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "canned.hpp"
#include "core/registry.hpp"
#include "lab/tune_report.hpp"
#include "lab/tune_words.hpp"
#include "support/worlds.hpp"

namespace phasebox {
namespace {

using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

TuneReport searched(Recording recording, TuneOptions options) {
  Tuning tuning(std::move(recording), std::move(options));
  double last = 0;
  while (tuning.advance()) {
    EXPECT_GE(tuning.progress(), last - 1e-9) << "progress goes back in " << tuning.phase();
    last = tuning.progress();
  }
  EXPECT_EQ(tuning.progress(), 1);
  return tuning.report();
}

TuneReport searched_for(Recording recording, double budget) {
  TuneOptions options;
  options.budget = budget;
  return searched(std::move(recording), options);
}

std::string winner_of(const TuneReport& report) {
  return report.winner() ? std::string(report.winner()->candidate.entry->id) : "nobody";
}

const BroadphaseEntry* entry(std::string_view id) { return find_entry(broadphases(), id); }

Recording few_boxes() {
  Random random(7);
  Recording recording;
  for (int frame = 0; frame < 12; ++frame)
    recording.add(test::random_boxes(random, 60, 200, 200, 30));
  return recording;
}

// ---- known winners

TEST(Tuning, names_the_neighbor_list_where_boxes_tremble) {
  const TuneReport report = searched_for(test::trembling_boxes(), 4);
  EXPECT_EQ(winner_of(report), "neighbor-list") << tune_text(report, {});
  EXPECT_GT(report.confidence.ratio, 1.3);
  EXPECT_FALSE(report.confidence.is_tie) << report.confidence.words;
  EXPECT_THAT(report.why, HasSubstr("keeps between frames"));
}

TEST(Tuning, names_the_sweep_where_bars_lie_one_above_the_other) {
  const TuneReport report = searched_for(test::flat_bars(), 4);
  EXPECT_EQ(winner_of(report), "sort-and-sweep") << tune_text(report, {});
  EXPECT_FALSE(report.confidence.is_tie) << report.confidence.words;
}

TEST(Tuning, names_a_grid_where_a_crowd_jumps) {
  const TuneReport report = searched_for(test::jumping_crowd(), 5);
  EXPECT_THAT(winner_of(report), AnyOf("uniform-grid", "spatial-hash", "hierarchical-grid"))
      << tune_text(report, {});
}

// ---- who may win

/// Leaves the last pair out.
class Forgetful final : public Broadphase {
 public:
  ParamView params() override { return {}; }
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    PairSink all;
    entry("quadtree")->make()->find_pairs(f, all, log);
    for (std::size_t k = 0; k + 1 < all.size(); ++k) out.push(all.items()[k]);
  }
};
const BroadphaseEntry kForgetful{"forgetful", "Forgetful", "Leaves a pair out.", "nobody",
                                 make_broadphase<Forgetful>};

TEST(Tuning, who_is_wrong_is_named_and_never_wins) {
  TuneOptions options;
  options.budget = 1;
  options.entries = {&kForgetful, entry("quadtree")};
  const TuneReport report = searched(few_boxes(), options);
  EXPECT_EQ(winner_of(report), "quadtree");
  EXPECT_TRUE(report.any_wrong());
  EXPECT_EQ(report.ranking.back().candidate.entry, &kForgetful);
  EXPECT_THAT(tune_text(report, {"few", "--scene few"}), HasSubstr("WRONG"));
}

TEST(Tuning, what_leaves_pairs_out_by_a_parameter_may_not_win) {
  TuneOptions options;
  options.budget = 1;
  options.entries = {entry("rdc"), entry("kd-tree")};
  options.fixed = {{"rdc", "contact-threshold", 20}};
  const TuneReport report = searched(few_boxes(), options);
  EXPECT_EQ(winner_of(report), "kd-tree");
  EXPECT_FALSE(report.any_wrong());
  EXPECT_FALSE(report.ranking.back().is_exact);
}

TEST(Tuning, a_fixed_value_is_not_searched) {
  TuneOptions options;
  options.budget = 1;
  options.entries = {entry("quadtree"), entry("kd-tree")};
  options.fixed = {{"quadtree", "max-objects", 33}};
  const TuneReport report = searched(few_boxes(), options);
  const Param* row = find_param(rows_of(*entry("quadtree")), "max-objects");
  for (const Trial& t : report.ranking)
    EXPECT_EQ(t.candidate.value(*row), t.candidate.entry->id == "quadtree" ? 33 : row->init);
}

TEST(Tuning, stopped_at_once_it_says_that_it_knows_nothing) {
  Tuning tuning(few_boxes(), {});
  tuning.advance();
  const TuneReport report = tuning.report();
  EXPECT_FALSE(report.winner());
  EXPECT_FALSE(report.is_complete);
  EXPECT_THAT(tune_text(report, {"few", ""}), HasSubstr("no algorithm"));
  EXPECT_NO_THROW(json::parse(tune_json(report, {"few", ""})));
  EXPECT_THAT(tune_html(report, {"few", ""}), HasSubstr("No algorithm"));
}

TEST(Tuning, by_box_tests_the_fewest_win_whatever_the_time) {
  TuneOptions options;
  options.budget = 2;
  options.objective = Objective::tests;
  options.entries = {entry("brute-force"), entry("quadtree"), entry("interval-tree")};
  const TuneReport report = searched(few_boxes(), options);
  ASSERT_EQ(report.ranking.size(), 3u);
  EXPECT_EQ(report.ranking.back().tests, 60 * 59 / 2.0);
  for (std::size_t k = 0; k + 1 < report.ranking.size(); ++k)
    EXPECT_LE(report.ranking[k].tests, report.ranking[k + 1].tests);
}

// ---- what is said

Trial timed(std::string_view id, std::vector<double> times, double tests) {
  Trial t{.candidate = {.entry = entry(id)}};
  t.verdict = Rival::Verdict::right;
  t.times = std::move(times);
  t.tests = tests;
  t.is_finalist = true;
  return t;
}

TuneReport report_of(Trial winner, Trial next) {
  TuneReport report;
  report.facts.boxes = 100;
  report.ranking = {std::move(winner), std::move(next)};
  explain(report);
  return report;
}

TEST(TuneWords, twice_as_fast_in_every_frame_is_clear) {
  const TuneReport r = report_of(timed("quadtree", std::vector<double>(50, 1), 100),
                                 timed("rdc", std::vector<double>(50, 2), 1000));
  EXPECT_TRUE(r.confidence.is_clear);
  EXPECT_EQ(r.confidence.words,
            "clear: 2.0 times as fast as the next (rdc), ahead in 100 % of the frames");
  EXPECT_EQ(r.why, "quadtree makes 1 box tests per object where rdc, the next, makes 10.");
}

TEST(TuneWords, equal_times_are_a_tie) {
  std::vector<double> a, b;
  for (int k = 0; k < 60; ++k) a.push_back(1 + 0.1 * (k % 3)), b.push_back(1 + 0.1 * ((k + 1) % 3));
  const TuneReport r = report_of(timed("quadtree", a, 100), timed("rdc", b, 100));
  EXPECT_TRUE(r.confidence.is_tie) << r.confidence.words;
  EXPECT_THAT(r.confidence.words, HasSubstr("a tie with rdc"));
}

TEST(TuneWords, few_frames_are_never_clear) {
  const TuneReport r = report_of(timed("quadtree", {1, 1, 1}, 100), timed("rdc", {2, 2, 2}, 100));
  EXPECT_FALSE(r.confidence.is_clear);
  EXPECT_THAT(r.confidence.words, HasSubstr("over 3 frames only"));
}

TEST(TuneWords, the_same_seed_gives_the_same_interval) {
  std::vector<double> a, b;
  for (int k = 0; k < 40; ++k)
    a.push_back(1 + 0.01 * (k * 7 % 11)), b.push_back(1.3 + 0.02 * (k * 5 % 13));
  const auto once = report_of(timed("quadtree", a, 1), timed("rdc", b, 1)).confidence;
  const auto again = report_of(timed("quadtree", a, 1), timed("rdc", b, 1)).confidence;
  EXPECT_EQ(once.low, again.low);
  EXPECT_EQ(once.high, again.high);
  EXPECT_LT(once.low, once.ratio);
  EXPECT_GT(once.high, once.ratio);
}

TEST(TuneWords, more_tests_and_less_time_is_said_so) {
  const TuneReport r = report_of(timed("quadtree", std::vector<double>(20, 0.1), 1000),
                                 timed("rdc", std::vector<double>(20, 0.2), 100));
  EXPECT_THAT(r.why, HasSubstr("makes more box tests than rdc (10 against 1 per object)"));
  EXPECT_THAT(r.why, HasSubstr("1000 ns per object against 2000 ns"));
}

TEST(TuneWords, sensitivity_names_what_is_cheap_and_what_is_not) {
  TuneReport report = report_of(timed("quadtree", std::vector<double>(20, 1), 1),
                                timed("rdc", std::vector<double>(20, 2), 1));
  const Param* row = find_param(rows_of(*entry("quadtree")), "max-objects");
  std::vector<Trial> sweep;
  for (const auto& [value, ms] : {std::pair{2.0, 4.0}, {8.0, 1.0}, {10.0, 1.05}, {64.0, 2.0}}) {
    sweep.push_back(timed("quadtree", std::vector<double>(5, ms), 1));
    sweep.back().candidate.set(*row, value);
  }
  const Sensitivity s = sensitivity_of(sweep, report);
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
  const TuneReport report = searched(few_boxes(), options);
  const TuneOrigin origin{"a <b>", "--boxes a.csv --frames 12"};
  const json j = json::parse(tune_json(report, origin));
  EXPECT_EQ(j["command"],
            "phasebox tune --boxes a.csv --frames 12 --broadphase quadtree,kd-tree --budget 1 "
            "--objective median");
  EXPECT_EQ(j["recommended"]["broadphase"], winner_of(report));
  EXPECT_EQ(j["ranking"].size(), 2u);
  EXPECT_EQ(j["cpp"], cpp_lines(report.winner()->candidate));
  EXPECT_EQ(j["facts"]["boxes"], 60);
  EXPECT_GE(j["sensitivity"]["points"].size(), 3u);

  const std::string html = tune_html(report, origin);
  EXPECT_THAT(html, testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(html, HasSubstr("a &lt;b&gt;"));
  EXPECT_THAT(html, HasSubstr("<svg "));
  EXPECT_THAT(html, HasSubstr(j["command"].get<std::string>()));
  for (const char* outside : {"<script", "src=", "href=", "@import", "url("})
    EXPECT_THAT(html, Not(HasSubstr(outside)));
}

}  // namespace
}  // namespace phasebox
