// SPDX-License-Identifier: MIT
// Claims about the report of a search: its numbers, its plots, its page.
#include <cmath>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "collide/registry.hpp"
#include "lab/tune/explanation.hpp"
#include "lab/tune/ranking_table.hpp"
#include "lab/tune/sensitivity.hpp"
#include "lab/tune/tune_output.hpp"

namespace phasebox {
namespace tune_report_test {

using nlohmann::json;
using testing::HasSubstr;

Trial timed(std::string_view id, std::vector<double> times, bool is_compared = true) {
  Trial t;
  t.contestant.entry = find_entry(broadphases(), id);
  t.verdict = RaceResult::Verdict::right;
  t.times = std::move(times);
  t.box_tests = 1234;
  t.is_compared = is_compared;
  return t;
}

TuneReport report_of(std::vector<Trial> ranking) {
  TuneReport report;
  report.facts = {.frames = 40,
                  .boxes = 1000,
                  .pairs = 10,
                  .width = 1279.6,
                  .height = 719.7,
                  .side = 17,
                  .largest_side = 0.31415,
                  .move = 2.0 / 3,
                  .knows_movement = true};
  report.options.objective = Objective::median;
  report.options.origin = {"a", "--scene a"};
  report.ranking = std::move(ranking);
  // Frames of a few places of the recording.
  for (std::size_t k = 0; k < report.ranking[0].times.size(); ++k)
    report.steps.push_back({k, k / 10, k % 10 == 0, true});
  report.coverage = {.used = report.steps.size(), .of = 40'000, .places = 1};
  explain(report);
  return report;
}

// ---- numbers

TEST(TuneReport, numbers_have_the_digits_that_they_are_good_for) {
  EXPECT_EQ(rounded_text(1279.6, 3), "1,280");
  EXPECT_EQ(rounded_text(999.9, 3), "1,000");
  EXPECT_EQ(rounded_text(99.96, 3), "100");
  EXPECT_EQ(rounded_text(12.345, 3), "12.3");
  EXPECT_EQ(rounded_text(0.0314159, 3), "0.0314");
  EXPECT_EQ(rounded_text(0.00001234, 2), "0.000012");
  EXPECT_EQ(rounded_text(-2.499, 2), "-2.5");
  EXPECT_EQ(rounded_text(0, 3), "0");
  EXPECT_EQ(rounded_text(std::nan(""), 3), "-");
}

TEST(TuneReport, a_table_has_one_unit_of_time) {
  const std::vector<Trial> fast{timed("quadtree", {0.0123456, 0.0123456}), timed("rdc", {3, 3})};
  const auto heads = ranking_heads(report_of(fast));
  const auto cells = ranking_cells(report_of(fast), 0), slow = ranking_cells(report_of(fast), 1);
  EXPECT_EQ(heads[3], "median, µs");
  EXPECT_EQ(cells[3], "12.3");
  EXPECT_EQ(slow[3], "3,000");
  EXPECT_EQ(ranking_heads(report_of({timed("rdc", {3, 3})}))[3], "median, ms");
}

// ---- what is compared

TEST(TuneReport, what_ran_over_other_frames_has_no_ratio) {
  const TuneReport report = report_of(
      {timed("quadtree", {1, 1}), timed("rdc", {2, 2}), timed("brute-force", {9, 9}, false)});
  const auto heads = ranking_heads(report);
  const auto ratio = static_cast<std::size_t>(std::ranges::find(heads, "x best") - heads.begin());
  EXPECT_EQ(ranking_cells(report, 1)[ratio], "2.00");
  EXPECT_EQ(ranking_cells(report, 2)[ratio], "-");
}

TEST(TuneReport, wrong_ones_have_a_row_with_their_fault) {
  Trial wrong = timed("rdc", {});
  wrong.verdict = RaceResult::Verdict::wrong;
  wrong.fault = "frame 3: 2 pairs < 4";
  const std::string html = tune_html(report_of({timed("quadtree", {1, 1}), wrong}));
  EXPECT_THAT(html, HasSubstr("WRONG"));
  EXPECT_THAT(html, HasSubstr("frame 3: 2 pairs &lt; 4"));
}

// ---- where and when

TEST(TuneReport, says_on_what_when_and_over_how_many_frames) {
  TuneReport report = report_of({timed("quadtree", {1, 1}), timed("rdc", {2, 2})});
  EXPECT_THAT(tune_html(report), HasSubstr("unknown")) << "unknown values are named as such";
  report.options.origin = {"a",
                           "--scene a",
                           {"A <CPU>", "16", "Debian 12, x86_64", "GCC 12.2.0", "0.1.0"},
                           "2026-03-01"};
  const std::string html = tune_html(report);
  for (const char* fact : {"A &lt;CPU&gt;", "16 cores", "Debian 12, x86_64", "GCC 12.2.0",
                           "Phasebox 0.1.0", "on 2026-03-01"})
    EXPECT_THAT(html, HasSubstr(fact));
  EXPECT_THAT(html, HasSubstr(coverage_text(report.coverage)));
  const json j = json::parse(tune_json(report));
  EXPECT_EQ(j["machine"]["processor"], "A <CPU>");
  EXPECT_EQ(j["date"], "2026-03-01");
  EXPECT_EQ(j["version"], "0.1.0");
  EXPECT_EQ(tune_html(report), html) << "the same again";
}

// ---- the page

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(TunePage, gives_the_answer_first_and_by_names) {
  const std::string html = tune_html(report_of({timed("quadtree", {1, 1}), timed("rdc", {2, 2})}));
  const std::size_t answer = html.find("<h1>Quadtree</h1>"), chart = html.find("<svg");
  ASSERT_NE(answer, html.npos);
  EXPECT_LT(answer, html.find("2.0 times as fast as RDC."));
  EXPECT_LT(html.find("2.0 times as fast as RDC."), html.find("at 60 Hz"));
  EXPECT_LT(html.find("at 60 Hz"), html.find("How sure:"));
  EXPECT_LT(html.find("How sure:"), chart);
}

TEST(TunePage, of_contestants_that_are_all_fast_enough_calls_the_first_the_simplest) {
  const std::string html =
      tune_html(report_of({timed("brute-force", {0.02, 0.02}), timed("quadtree", {0.01, 0.01})}));
  EXPECT_THAT(html, HasSubstr("The simplest: all are fast enough."));
  EXPECT_THAT(html, testing::Not(HasSubstr("0.50 times as fast")));
}

TEST(TunePage, compares_with_right_ones_only) {
  Trial wrong = timed("rdc", {0.5, 0.5});
  wrong.verdict = RaceResult::Verdict::wrong;
  const std::string html = tune_html(report_of({timed("quadtree", {1, 1}), wrong}));
  EXPECT_THAT(html, HasSubstr(">Quadtree</text>"));
  EXPECT_THAT(html, testing::Not(HasSubstr(">RDC</text>"))) << "it has no bar";
  EXPECT_THAT(html, testing::Not(HasSubstr(" times as fast as RDC")));
}

TEST(TunePage, escapes_titles_once) {
  BroadphaseEntry plugin = *find_entry(broadphases(), "rdc");
  plugin.title = "R & C";
  Trial second = timed("rdc", {2, 2});
  second.contestant.entry = &plugin;
  const std::string html = tune_html(report_of({timed("quadtree", {1, 1}), second}));
  EXPECT_THAT(html, HasSubstr("2.0 times as fast as R &amp; C."));
}

// A bar, its number and its whisker for each, the fastest at the top.
TEST(TunePage, has_one_chart_of_all_contestants_sorted_and_on_one_scale) {
  std::vector<double> spread;
  for (int k = 0; k <= 100; ++k) spread.push_back(2 + 0.01 * k);
  const std::string html =
      tune_html(report_of({timed("quadtree", {1, 1}), timed("rdc", spread),
                           timed("kd-tree", {1.5, 1.5}), timed("brute-force", {99, 99})}));
  const std::string chart = html.substr(html.find("class=\"bars\""));
  const std::string bars = chart.substr(0, chart.find("</svg>"));
  EXPECT_EQ(count_of(bars, "<rect "), 4u);
  EXPECT_EQ(count_of(bars, "<path "), 4u);
  EXPECT_EQ(count_of(bars, " ms"), 4u);
  EXPECT_LT(bars.find(">Quadtree<"), bars.find(">RDC<"));
  EXPECT_LT(bars.find(find_entry(broadphases(), "kd-tree")->title), bars.find(">RDC<"));
  EXPECT_EQ(count_of(bars, "(cut)"), 1u) << "of 99 ms";
  EXPECT_THAT(bars, HasSubstr("2.50 ms")) << "the median";
}

TEST(TunePage, shows_the_frames_of_winner_and_next_and_stays_small) {
  const std::vector<double> fast(20'000, 1), slow(20'000, 2);
  const std::string html =
      tune_html(report_of({timed("quadtree", fast), timed("rdc", slow), timed("kd-tree", slow)}));
  const std::string chart = html.substr(html.find("Frame by frame"));
  const std::string lines = chart.substr(0, chart.find("</svg>"));
  EXPECT_EQ(count_of(lines, "<polyline "), 4u);
  for (const char* id : {"quadtree", "rdc"}) {
    const std::size_t look = look_of(*find_entry(broadphases(), id), 0);
    const std::string color(kPlotColors[look % kPlotColors.size()]);
    EXPECT_THAT(html, HasSubstr("fill=\"" + color + "\"/>")) << "the bar of " << id;
    EXPECT_EQ(count_of(lines, " stroke='" + color + "'"), 2u)
        << "the frames of " << id << ", and their line in the legend";
  }
  EXPECT_LT(html.size(), 200'000u);
}

TEST(TunePage, marks_the_settings_that_are_not_defaults) {
  Trial winner = timed("quadtree", {1, 1});
  winner.contestant.set(*find_param(rows_of(*winner.contestant.entry), "max-objects"), 33);
  const std::string html = tune_html(report_of({winner, timed("rdc", {2, 2})}));
  EXPECT_EQ(count_of(html, "<tr class=\"changed\">"), 1u);
  EXPECT_THAT(html, HasSubstr("<tr class=\"changed\"><td>max objects</td><td>33"));
}

TEST(TunePage, has_code_and_commands_that_a_button_copies_and_that_need_none) {
  const TuneReport report = report_of({timed("quadtree", {1, 1}), timed("rdc", {2, 2})});
  const std::string html = tune_html(report);
  EXPECT_EQ(count_of(html, "<button hidden>"), 4u);
  EXPECT_EQ(count_of(html, "<button"), 4u) << "hidden where scripts are off";
  EXPECT_THAT(html, HasSubstr(escaped_xml(cpp_lines(report.winner()->contestant))));
  EXPECT_THAT(html, HasSubstr(escaped_xml(js_lines(report.winner()->contestant))));
  EXPECT_THAT(html, HasSubstr("<pre>" + escaped_xml(tune_command(report)) + "</pre>"));
  for (const char* rule : {"prefers-color-scheme: dark", "@media print", "max-width: 30rem"})
    EXPECT_THAT(html, HasSubstr(rule));
}

// ---- plots

TuneReport with_sensitivity(double winner_ms, double chosen, std::optional<double> automatic) {
  TuneReport report = report_of({timed("quadtree", {winner_ms, winner_ms}), timed("rdc", {9, 9})});
  report.sensitivity.row =
      find_param(rows_of(*find_entry(broadphases(), "quadtree")), "max-objects");
  report.sensitivity.points = {{2, 0.009}, {8, winner_ms}, {64, 0.02}};
  report.sensitivity.chosen = chosen;
  report.sensitivity.automatic = automatic;
  return report;
}

TEST(TunePlots, the_recommended_point_is_the_headlines_number) {
  const TuneReport report = with_sensitivity(0.0037, 8, std::nullopt);
  const Plot plot = sensitivity_plot(report);
  ASSERT_EQ(plot.series.size(), 2u);
  EXPECT_EQ(plot.series[1].name, "recommended: " + score_text(0.0037, Objective::median));
  ASSERT_EQ(plot.series[1].points.size(), 1u);
  EXPECT_EQ(plot.series[1].points[0].first, 8);
  EXPECT_DOUBLE_EQ(plot.series[1].points[0].second, 3.7) << "µs, as in the headline";
  EXPECT_EQ(plot.series[0].points[1], plot.series[1].points[0]) << "on the line";
  EXPECT_THAT(plot.y_label, HasSubstr("µs"));
  EXPECT_THAT(tune_html(report), HasSubstr("recommended: 3.7 µs"));
}

TEST(TunePlots, a_recommended_automatic_value_is_a_line_at_the_headlines_number) {
  const Plot plot = sensitivity_plot(with_sensitivity(0.0037, 0, 0.0036));
  ASSERT_EQ(plot.series.size(), 2u);
  EXPECT_EQ(plot.series[1].name, "recommended: auto, 3.7 µs");
  EXPECT_TRUE(plot.series[1].is_dashed);
  EXPECT_DOUBLE_EQ(plot.series[1].points[0].second, 3.7);
}

}  // namespace tune_report_test
}  // namespace phasebox
