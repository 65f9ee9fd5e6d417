// SPDX-License-Identifier: MIT
// What Race, Tune and Scaling say in Chinese, of every kind, is read back letter by letter. The
// results are made up: no time that was measured decides what is said.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../headless_window.hpp"
#include "chinese_reader.hpp"
#include "drawn_text.hpp"
#include "lab/live_race.hpp"
#include "support/planted.hpp"
#include "support/tune_reports.hpp"
#include "ui/language/tr.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/actions.hpp"
#include "ui/registry.hpp"

namespace phasebox {
namespace chinese_results_test {

using test::ranked_report;
using test::report_of;
using test::steady;
using test::timed;

// Lines may be broken anywhere, and letters stand as far apart as the font likes.
std::string without_blanks(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

// A part of chinese_results.txt, which has pairs of lines: English, and Chinese.
std::map<std::string, std::string> part_of_file(const std::string& part) {
  std::ifstream file(PHASEBOX_SOURCE_DIR "/tests/ui/language/chinese_results.txt");
  std::map<std::string, std::string> rows;
  std::string line, chinese;
  while (std::getline(file, line) && line != "# " + part) continue;
  while (std::getline(file, line) && !line.starts_with('#'))
    if (!line.empty() && std::getline(file, chinese)) rows.emplace(line, chinese);
  return rows;
}

// High enough that no tool has to be scrolled.
LaunchOptions high(const std::string& scene) {
  LaunchOptions options = begin_with(scene, {{"scene.count", "60"}});
  options.height = 1700;
  return options;
}

class ChineseResults : public testing::Test {
 protected:
  /// All of that part of the file must be said.
  ChineseResults(const ToolRow& tool, const std::string& scene, const std::string& part)
      : window(high(scene)), reader(window), rows_(part_of_file(part)) {
    speak_chinese(window);
    window.key("p");
    window.model.ui.drawer_heights[std::string(tool.action.id)] = 1000;
    perform(window.model, {&tool.action});
    reader.frames();
  }
  void TearDown() override {
    EXPECT_TRUE(reader.is_clean()) << reader.report();
    for (const auto& [english, chinese] : rows_)
      EXPECT_TRUE(said_.contains(english)) << "no result says: " << english;
    speak(Language::english);
  }

  /// Draws what there is now and looks for these sentences in it.
  void expect_read(const std::vector<std::string>& sentences, const char* what) {
    reader.frames();
    std::string drawn;
    for (const std::string& line : drawn_lines()) drawn += line;
    drawn = without_blanks(drawn);
    for (const std::string& english : sentences) expect_drawn(english, drawn, what);
  }

  CurrentFolder folder;
  HeadlessWindow window;
  ChineseReader reader;

 private:
  void expect_drawn(const std::string& english, const std::string& drawn, const char* what) {
    said_.insert(english);
    const auto row = rows_.find(english);
    if (row == rows_.end()) {
      ADD_FAILURE() << "chinese_results.txt lacks, of '" << what << "':\n"
                    << english << '\n'
                    << chinese_translation().of(english) << '\n';
      return;
    }
    EXPECT_NE(drawn.find(without_blanks(row->second)), drawn.npos)
        << what << "\n  is to be read: " << row->second
        << "\n  is translated: " << chinese_translation().of(english);
  }

  std::map<std::string, std::string> rows_;
  std::set<std::string> said_;
};

// ---- Tune

/// A report and what it is an example of.
struct MadeUp {
  const char* what;
  TuneReport report;
};

using Change = void (*)(TuneReport&);

TuneReport changed(TuneReport report, Change change) {
  change(report);
  explain(report);
  return report;
}

std::vector<double> spiky() {
  std::vector<double> times = steady(1, 100);
  times[7] = times[8] = 6;
  return times;
}

// At two places of five it is slower than the other, on the mean it is faster.
Trial changing(std::string_view id, double bad, double good) {
  std::vector<double> times;
  for (int k = 0; k < 100; ++k) times.push_back(k / 10 % 5 < 2 ? bad : good);
  return timed(id, std::move(times), 100);
}

std::vector<Trial> two(std::size_t frames = 50) {
  return {timed("quadtree", steady(1, frames), 100), timed("rdc", steady(2, frames), 1000)};
}

std::vector<MadeUp> verdicts() {
  std::vector<MadeUp> all{
      {"clear", report_of(two())},
      {"clear in the slowest frames", report_of(two(), Objective::p99)},
      {"few places", report_of(two(20))},
      {"one frame", report_of(two(1), Objective::mean)},
      {"few places, slowest frames", report_of(two(20), Objective::p99)},
      {"a tie", report_of({timed("hierarchical-grid", steady(1), 100),
                           timed("uniform-grid", steady(1.04), 100),
                           timed("spatial-hash", steady(1.05), 100)})},
      {"a tie near the best", report_of({timed("hierarchical-grid", steady(1), 100),
                                         timed("uniform-grid", steady(1.08), 100),
                                         timed("spatial-hash", steady(1.05), 100)})},
      {"places disagree", report_of({changing("quadtree", 2, 0.5), changing("rdc", 1, 1.67)})},
      {"a tie, and places disagree",
       report_of({changing("quadtree", 2, 0.5), changing("spatial-hash", 2, 0.52),
                  changing("rdc", 1, 1.67)})},
      {"a tie by tests",
       report_of({timed("quadtree", steady(1), 100), timed("rdc", steady(2), 104)},
                 Objective::tests)},
      {"clear by tests", report_of(two(), Objective::tests)},
      {"alone", report_of({timed("quadtree", steady(1), 100)}, Objective::median)},
      {"first look", changed(ranked_report(two()), [](TuneReport& r) { r.steps.clear(); })}};
  return all;
}

std::vector<MadeUp> reasons() {
  const auto with = [](Change change) { return changed(ranked_report(two()), change); };
  std::vector<MadeUp> all{
      {"more tests",
       report_of({timed("quadtree", steady(0.1), 1000), timed("rdc", steady(0.2), 100)})},
      {"as many tests",
       report_of({timed("quadtree", steady(0.1), 100), timed("rdc", steady(0.2), 100)})},
      {"no tests", with([](TuneReport& r) { r.ranking[1].tests.reset(); })},
      {"what it keeps", changed(ranked_report({timed("neighbor-list", steady(1), 100),
                                               timed("rdc", steady(2), 1000)}),
                                [](TuneReport& r) { r.from_scratch = 2.5; })},
      {"one size, at rest", with([](TuneReport& r) {
         r.facts.side = r.facts.largest_side = 10, r.facts.knows_movement = true;
         r.facts.still = 0.6;
       })},
      {"a large one, slow", with([](TuneReport& r) {
         r.facts.side = 10, r.facts.largest_side = 120, r.facts.knows_movement = true;
         r.facts.move = 0.25;
       })},
      {"come and go", with([](TuneReport& r) {
         r.facts.knows_movement = true, r.facts.arrivals = 1.2, r.facts.departures = 0.04;
       })},
      {"one size, come and go", with([](TuneReport& r) {
         r.facts.side = r.facts.largest_side = 10, r.facts.knows_movement = true;
         r.facts.arrivals = 1.2, r.facts.departures = 0.04;
       })},
      {"one size in one frame",
       with([](TuneReport& r) { r.facts.side = r.facts.largest_side = 10, r.facts.frames = 1; })},
      {"none stays", with([](TuneReport& r) { r.facts.frames = 5; })}};
  return all;
}

Sensitivity sensitivity(const TuneReport& report, std::string_view key,
                        const std::vector<std::pair<double, double>>& scores) {
  const BroadphaseEntry* entry = report.winner()->contestant.entry;
  std::vector<std::pair<Contestant, double>> sweep;
  for (const auto& [value, score] : scores) {
    sweep.emplace_back(Contestant{.entry = entry}, score);
    sweep.back().first.set(*find_param(rows_of(*entry), key), value);
  }
  return sensitivity_of(sweep, report);
}

TuneReport sensitive(std::string_view id, std::string_view key,
                     const std::vector<std::pair<double, double>>& scores) {
  TuneReport report = report_of({timed(id, steady(1), 100), timed("kd-tree", steady(3), 1000)});
  report.sensitivity = sensitivity(report, key, scores);
  return report;
}

std::vector<MadeUp> remarks() {
  std::vector<Trial> many;
  for (const char* id :
       {"quadtree", "uniform-grid", "spatial-hash", "rdc", "kd-tree", "sort-and-sweep"})
    many.push_back(timed(id, steady(0.05 + 0.01 * static_cast<double>(many.size())), 100));
  const std::vector<Trial> few(many.begin(), many.begin() + 2);
  std::vector<MadeUp> all{
      {"any of two", report_of(few)},
      {"any of six", report_of(many)},
      {"spikes", report_of({timed("quadtree", spiky(), 1), timed("rdc", steady(3, 100), 1)})},
      {"all spike", report_of({timed("quadtree", spiky(), 1), timed("rdc", spiky(), 1),
                               timed("kd-tree", spiky(), 1)})},
      {"a range of counts",
       sensitive("quadtree", "max-objects", {{10, 1.05}, {2, 4}, {8, 1}, {64, 2}})},
      {"one value", sensitive("uniform-grid", "cell-size", {{0, 1}, {32, 1}, {2, 4}, {64, 2}})},
      {"a range of lengths", sensitive("uniform-grid", "cell-size", {{16, 1}, {32, 1.02}, {2, 4}})},
      {"a choice", sensitive("sort-and-sweep", "axis", {{3, 1}, {0, 1.3}, {1, 1.5}})},
      {"hardly", sensitive("quadtree", "max-objects", {{10, 1.05}, {8, 1}})},
      {"some are wrong or left out", changed(ranked_report(two(400)), [](TuneReport& r) {
         Trial wrong = timed("kd-tree", {}, 1), inexact = timed("neighbor-list", steady(1), 1);
         wrong.verdict = RaceResult::Verdict::wrong, wrong.is_compared = false;
         wrong.fault = "frame 3: 12 pairs instead of 13";
         inexact.is_exact = inexact.is_compared = false;
         r.ranking.push_back(wrong), r.ranking.push_back(inexact);
         r.coverage = {.used = 400, .of = 10'000, .places = 12};
         r.left_out = {"brute-force: it would compare 12 million pairs a frame",
                       "auto: it runs one of the others",
                       "incremental-sap: one frame says nothing about movement, on which its time "
                       "depends",
                       "rdc group-size=4: the budget was too short"};
       })}};
  return all;
}

std::vector<std::string> sentences_of(const TuneReport& report) {
  const auto score = report.winner()->score(report.options.objective);
  std::vector<std::string> all{fmt::format("{}: {} ({}).", report.winner()->contestant.name(),
                                           score_text(score, report.options.objective),
                                           objective_text(report.options.objective)),
                               coverage_text(report.coverage) + ".", report.confidence.words + ".",
                               report.why, report.proportion};
  for (const std::string& warning : report.warnings) all.push_back(warning + ".");
  for (const std::string& out : report.left_out) all.push_back(out + ".");
  for (const Trial& t : report.ranking)
    if (!t.fault.empty()) all.push_back(t.fault);
  all.push_back(report.sensitivity.words);
  std::erase(all, "");
  return all;
}

class ChineseTune : public ChineseResults {
 protected:
  ChineseTune() : ChineseResults(tune_tool, "uniform", "Tune") {}
};

TEST_F(ChineseTune, says_every_verdict_letter_by_letter) {
  std::vector<MadeUp> all = verdicts();
  for (auto more : {reasons(), remarks()}) std::ranges::move(more, std::back_inserter(all));
  for (const MadeUp& now : all) {
    ASSERT_TRUE(now.report.winner()) << now.what;
    window.model.lab.tuning.put(now.report, window.model.session);
    expect_read(sentences_of(now.report), now.what);
  }
  reader.hover_all();
  const std::string found = "Found for scene uniform, 60 sprites, seed 1";
  expect_read({found + "."}, "the scene");
  window.model.lab.tuning.put(all[0].report, window.model.session);
  window.key("+");
  expect_read({found + "; the scene has changed since."}, "another scene");
}

// ---- Scaling

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

ScalingMap made_up_map(const HeadlessWindow& window, const std::string& y) {
  ScalingMap map;
  for (const char* id : {"quadtree", "rdc"})
    map.plan.contestants.push_back({.entry = find_entry(broadphases(), id)});
  map.plan.counts = {100, 1000}, map.plan.y = y, map.plan.ys = {4, 16};
  map.scene = subject_text(window.model.session, SubjectCount::left_out);
  map.points = {{.is_known = true, .side = 4, .gaps = 0.02, .ms = {1, 1.5}},
                {.is_known = true, .side = 4, .gaps = 3, .ms = {1, kUnknown}},
                {.is_known = true, .side = 16, .gaps = 1.5, .ms = {12, 1}},
                {}};
  map.faults = {"quadtree at 1,000 sprites, " + y + " 4: frame 3: 12 pairs instead of 13",
                "rdc at 1 sprite, " + y + " 16: frame 3: other pairs"};
  map.gap_line = {{100, 8}, {1000, 4}};
  return map;
}

class ChineseScaling : public ChineseResults {
 protected:
  ChineseScaling() : ChineseResults(scaling_tool, "uniform", "Scaling") {}

  /// The tooltip of each cell.
  void point_at_cells() {
    constexpr float kStep = 60;  // px: no cell is smaller
    const Aabb map = window.rect("plot.scaling");
    for (float y = map.min.y + kStep; y < map.max.y; y += kStep)
      for (float x = map.min.x + kStep; x < map.max.x; x += kStep) {
        window.move_to({x, y});
        reader.frames(2);
      }
    window.move_to({-1, -1});
  }
};

TEST_F(ChineseScaling, says_what_the_map_shows_letter_by_letter) {
  for (const std::string y : {"size", "cell-size", "group-size"}) {
    const ScalingMap map = made_up_map(window, y);
    window.model.lab.scaling.put(map);
    window.model.ui.study.scaling_shown = "Quadtree";
    const HeatMap heat = scaling_heat_map(map, 0);
    std::vector<std::string> all = map.faults;
    all.insert(all.end(), {heat.x_label, heat.y_label, heat.key_label, heat.lines[0].name,
                           "Map of " + map.scene});
    expect_read(all, y.c_str());
    point_at_cells();
  }
  ScalingMap counts = made_up_map(window, std::string(kCountAlone));
  counts.plan.ys = {0}, counts.points.resize(2), counts.gap_line.clear(), counts.faults.clear();
  for (ScalingPoint& p : counts.points) p.tests = {10, 20};
  window.model.lab.scaling.put(counts);
  reader.click("scaling.tests");
  const Plot plot = scaling_plot(counts, true);
  expect_read({plot.x_label, plot.y_label}, "tests");
  ASSERT_FALSE(window.model.session.apply(command::LoadScene{"clusters"}));
  expect_read({"Map of Uniform, seed 1. Changed since: now it is Clusters, seed 1."},
              "another scene");
}

// ---- Race

Contestant contestant(std::string_view id,
                      std::vector<std::pair<std::string_view, double>> values = {}) {
  Contestant made{.entry = find_entry(broadphases(), id)};
  for (const auto& [key, value] : values) made.set(*find_param(rows_of(*made.entry), key), value);
  return made;
}

/// Leaves the last pair out.
class Forgetful final : public Broadphase {
 public:
  ParamView params() override { return {}; }
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    PairSink all;
    find_entry(broadphases(), "quadtree")->make()->find_pairs(f, all, log);
    for (std::size_t k = 0; k + 1 < all.size(); ++k) out.push(all.items()[k]);
  }
};

class ChineseRace : public ChineseResults {
 protected:
  ChineseRace() : ChineseResults(race_tool, "clusters", "Race") {}

  const LiveRace& race() const { return window.model.lab.race; }
  /// Lets these race anew, as if the first took so many ms and the others so many; reads the
  /// sentence and the tooltips.
  void run(const char* what, std::vector<Contestant> contestants, std::vector<double> ms) {
    LiveRace& all = window.model.lab.race;
    all.set_timing([&all, ms](const RaceRunner& runner, double) {
      return ms[static_cast<std::size_t>(&runner - all.runners().data())];
    });
    window.model.study(command::StopRace{});
    window.model.study(command::StartRace{std::move(contestants)});
    window.key("o o o o o o o o o o o o");
    expect_read({why(all)}, what);
    reader.hover_all();
  }
};

TEST_F(ChineseRace, says_why_letter_by_letter) {
  const auto brute = contestant("brute-force"), sweep = contestant("sort-and-sweep");
  run("less to compare", {brute, sweep}, {3, 1});
  run("quicker", {brute, sweep}, {1, 3});
  run("level", {brute, sweep}, {1, 1.05});
  run("as much", {sweep, sweep}, {1, 2});
  run("with a setting", {contestant("rdc", {{"group-size", 4}}), sweep}, {1, 2});
  const Contestant inexact = contestant("rdc", {{"contact-threshold", 12}});
  run("inexact wins", {inexact, brute}, {1, 3});
  run("inexact and level", {inexact, brute}, {0.05, 0.052});
  EXPECT_FALSE(race().runners()[0].is_exact());
  const Contestant wrong = test::planted("rdc", [] { return std::make_unique<Forgetful>(); });
  run("one alone is right", {sweep, wrong}, {1, 1});
  ASSERT_EQ(race().runners()[1].verdict(), RaceResult::Verdict::wrong);
  expect_read({"rdc (WRONG)"}, "the legend");
}

}  // namespace chinese_results_test
}  // namespace phasebox
