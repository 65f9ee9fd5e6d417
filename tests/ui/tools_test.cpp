// SPDX-License-Identifier: MIT
// Tools of the drawer: accuracy, tune, why, axis lab, over time.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include "headless_window.hpp"
#include "io/boxes/box_file.hpp"
#include "io/scene_file.hpp"
#include "lab/box_history.hpp"
#include "lab/rdc_effects.hpp"
#include "lab/sweep_directions.hpp"
#include "lab/why.hpp"
#include "language/drawn_text.hpp"
#include "ui/link.hpp"
#include "ui/model/files/files.hpp"
#include "ui/tools/over_time.hpp"
#include "ui/tools/scaling.hpp"
#include "ui/tools/tune.hpp"

namespace phasebox::ui {
namespace tools_test {

using testing::EndsWith;
using testing::HasSubstr;

TEST(AccuracyInTheWindow, measures_and_its_suggestion_is_applied) {
  HeadlessWindow window(begin_with("sprites", {{"pixel-samples.n", "9"}}));
  const AccuracyStudy& study = window.model.lab.accuracy;
  window.key("y");
  window.click_widget("accuracy.start");
  EXPECT_TRUE(study.is_running());
  window.wait("the end", [&] { return !study.is_running(); });
  window.frames();
  AccuracyResult result = study.result_or_empty();
  EXPECT_GE(result.contacts, 5000u);
  result.options.rate = window.model.ui.own<AccuracyOptions>().rate;
  const int n = result.suggestion();
  EXPECT_GE(n, 1);
  EXPECT_LT(n, 9) << "5 % are missed long before that";
  EXPECT_TRUE(window.shows("plot.accuracy-missed"));
  window.click_widget("accuracy.apply");
  EXPECT_EQ(window.param("pixel-samples", "n"), n);
  window.key("Ctrl+Z");
  EXPECT_EQ(window.param("pixel-samples", "n"), 9);
}

TEST(AccuracyInTheWindow, an_images_own_n_and_inset_are_used_and_taken_back) {
  HeadlessWindow window(begin_with("sprites"));
  const Session& session = window.model.session;
  const AccuracyStudy& study = window.model.lab.accuracy;
  window.key("y");
  window.click_widget("accuracy.start");
  window.wait("the end", [&] { return !study.is_running(); });
  window.click_widget("accuracy.page.by image");
  const ImageAccuracy image = study.result_or_empty().images.front();
  const double rate = window.model.ui.own<AccuracyOptions>().rate;
  window.click_widget("accuracy." + image.name + ".n");
  ASSERT_GT(session.frame().tuning.size(), image.number);
  EXPECT_EQ(session.frame().tuning[image.number].n, image.suggested_n(rate));
  window.click_widget("accuracy." + image.name + ".inset");
  EXPECT_EQ(static_cast<int>(session.frame().tuning[image.number].inset),
            image.suggested_inset(rate));
  window.frames(2);
  window.click_widget("accuracy." + image.name + ".clear");
  EXPECT_TRUE(session.frame().tuning.empty());
  window.key("Ctrl+Z");
  EXPECT_EQ(session.frame().tuning[image.number].n, image.suggested_n(rate));
}

TEST(AccuracyInTheWindow, cancel_keeps_what_was_found) {
  HeadlessWindow window(begin_with(
      "sprites",
      {{"scene.min-size", "200"}, {"scene.max-size", "250"}}));  // many pixels: it takes a while
  const AccuracyStudy& study = window.model.lab.accuracy;
  window.key("y");
  window.click_widget("accuracy.start");
  window.wait("some contacts", [&] { return study.result_or_empty().contacts > 0; });
  ASSERT_TRUE(study.is_running());
  window.click_widget("accuracy.cancel");
  EXPECT_FALSE(study.is_running());
  EXPECT_GT(study.result_or_empty().contacts, 0u);
}

TEST(TableInTheWindow, a_number_that_is_typed_moves_the_box_and_a_dragged_box_changes_its_number) {
  HeadlessWindow window("brown-table");
  window.key("p");
  window.model.ui.tool = "table";
  window.frames(2);
  const auto box = [&] { return window.model.session.frame().boxes[1]; };
  const Aabb before = box();
  window.click_widget("table.1.x0");
  window.frames(2);
  window.type("18");
  window.key("Enter");
  window.frames(2);
  EXPECT_EQ(box(), translated(before, {18 - before.min.x, 0}));
  window.move_to(window.on_screen(1));
  window.drag({40, 0});
  EXPECT_GT(box().min.x, 18);
  window.click_widget("table.1.x0");
  ASSERT_TRUE(window.model.ui.typing);
  EXPECT_EQ(window.model.ui.typing->name, "table.1.x0");
  EXPECT_EQ(std::stod(window.model.ui.typing->text), std::round(static_cast<double>(box().min.x)))
      << "as it was shown";
}

// Begins and ends of the boxes along x in order: place, whether it begins, sprite.
std::vector<std::tuple<float, bool, SpriteId>> sorted_row(std::span<const Aabb> boxes) {
  std::vector<std::tuple<float, bool, SpriteId>> row;
  for (SpriteId id = 0; id < boxes.size(); ++id) {
    row.emplace_back(boxes[id].min.x, true, id);
    row.emplace_back(boxes[id].max.x, false, id);
  }
  std::ranges::sort(row);
  return row;
}

TEST(TableInTheWindow, a_walk_along_the_row_tests_once_each_pair_that_interferes) {
  HeadlessWindow window("brown-table");
  window.key("p");
  window.model.ui.tool = "table";
  window.frames(2);
  const auto boxes = window.model.session.frame().boxes;
  std::set<std::uint64_t> interfering, tested;
  for (SpriteId a = 0; a < boxes.size(); ++a)
    for (SpriteId b = a + 1; b < boxes.size(); ++b)
      if (boxes[a].min.x < boxes[b].max.x && boxes[b].min.x < boxes[a].max.x)
        interfering.insert(key({a, b}));
  ASSERT_GT(interfering.size(), 2u);
  for (std::size_t k = 0; k < 2 * boxes.size(); ++k) {
    for (const auto& [pair, outcome] : window.model.ui.compared.lines) {
      EXPECT_TRUE(tested.insert(key({std::min(pair.a, pair.b), std::max(pair.a, pair.b)})).second);
      EXPECT_EQ(outcome == PairOutcome::hit, overlaps(boxes[pair.a], boxes[pair.b]));
    }
    window.click_widget("table.step");
    window.frames(2);
  }
  EXPECT_EQ(tested, interfering);
  const std::string count = std::to_string(interfering.size()) + " of " +
                            std::to_string(boxes.size() * (boxes.size() - 1) / 2) + " pairs";
  EXPECT_TRUE(std::ranges::any_of(drawn_text(), [&](const DrawnLine& line) {
    return line.text.find(count) != std::string::npos;
  })) << count;
}

TEST(TableInTheWindow, a_cell_of_the_row_lights_its_box_in_the_field) {
  HeadlessWindow window("brown-table");
  window.key("p");
  window.model.ui.tool = "table";
  window.frames(2);
  const auto boxes = window.model.session.frame().boxes;
  const auto row = sorted_row(boxes);
  for (std::size_t k = 0; k < row.size(); ++k) {
    window.move_to(middle(window.rect("table.row." + std::to_string(k))));
    window.frames(2);
    ASSERT_EQ(window.model.ui.compared.lit.size(), 1u) << k;
    EXPECT_EQ(window.model.ui.compared.lit[0], boxes[std::get<2>(row[k])]) << k;
  }
  EXPECT_FALSE(window.shows("table.row." + std::to_string(row.size())));
}

TEST(ListingInTheWindow, is_chosen_below_the_parameters_and_rings_what_differs) {
  HeadlessWindow window("ht-quadtree");
  window.key("p");
  window.model.ui.scroll_to = "quadtree.looseness";  // unfolds them
  window.frames(2);
  window.click_widget("listing.quadtree");
  window.frames(2);
  window.click_widget("listing.quadtree.v1.2");
  window.frames(2);
  EXPECT_TRUE(window.shows("listing.quadtree.text")) << window.state();
  EXPECT_GT(window.model.ui.listed.found.rings.size(), 0u);
}

TEST(ListingInTheWindow, combines_mistakes_and_keeps_them_while_another_narrowphase_runs) {
  HeadlessWindow window("clusters");
  window.key("p");
  window.model.ui.scroll_to = "pixel-samples.jitter";  // above the list
  window.frames(2);
  window.click_widget("listing.pixel-samples");
  window.frames(2);
  const auto switches = [&] { return std::popcount(window.model.ui.listings); };
  window.click_widget("listing.pixel-samples.either");
  window.click_widget("listing.pixel-samples.early-return");  // the list has stayed open
  EXPECT_EQ(switches(), 2);
  const ListingResult& found = window.model.ui.listed.found;
  window.frames(2);
  EXPECT_TRUE(found.has_run);
  EXPECT_EQ(found.rings.size(), found.missed + found.invented);
  EXPECT_GT(found.rings.size(), 0u);
  window.key("Esc");
  EXPECT_FALSE(window.model.session.apply(command::SelectNarrowphase{"bit-mask"}).failed());
  window.frames(2);
  EXPECT_FALSE(window.shows("listing.pixel-samples.text"));
  EXPECT_EQ(switches(), 2);
}

class TuneInTheWindow : public testing::Test {
 protected:
  // Ctrl+click on the budget types a value.
  void open(HeadlessWindow& window) const {
    window.key("u");
    window.hold({.ctrl = true});
    window.click_widget("tune.budget");
    window.hold({});
    window.type("2");
    window.key("Enter");
    EXPECT_EQ(window.model.ui.own<TuneChoices>().budget, 2);
  }
  void run(HeadlessWindow& window) const {
    const TuneStudy& study = window.model.lab.tuning;
    window.click_widget("tune.start");
    EXPECT_TRUE(study.is_running());
    window.wait("the end", [&] { return !study.is_running(); });
    window.frames();
    ASSERT_TRUE(study.result() && study.result()->winner()) << window.state();
  }

  CurrentFolder folder;
};

TEST_F(TuneInTheWindow, minimizes_what_is_chosen_from_the_list) {
  HeadlessWindow window("sprites");
  open(window);
  window.choose("tune.objective", "tune.objective.tests");
  EXPECT_EQ(window.model.ui.own<TuneChoices>().objective, static_cast<int>(Objective::tests));
}

TEST_F(TuneInTheWindow, bars_are_as_long_as_the_costs_on_one_scale) {
  HeadlessWindow window(begin_with("uniform", {{"scene.count", "300"}}));
  open(window);
  run(window);
  window.frames(2);
  const auto report = window.model.lab.tuning.result();
  const auto score = [&](std::size_t row) {
    return report->ranking[row].score(report->options.objective);
  };
  const Aabb first = window.rect("tune.bar.0");
  std::size_t others = 0;
  for (std::size_t row = 1; row < report->ranking.size(); ++row) {
    const std::string name = "tune.bar." + std::to_string(row);
    EXPECT_EQ(window.shows(name), report->ranking[row].is_compared) << row;
    if (!window.shows(name)) continue;
    ++others;
    EXPECT_EQ(window.rect(name).min.x, first.min.x);
    if (score(row) >= score(0))
      EXPECT_GE(window.rect(name).max.x, first.max.x) << row;
    else
      EXPECT_LE(window.rect(name).max.x, first.max.x) << row;
  }
  EXPECT_GE(others, 1u);
}

TEST_F(TuneInTheWindow, what_is_below_the_progress_does_not_move_when_it_says_something_else) {
  HeadlessWindow window(begin_with("uniform", {{"scene.count", "300"}}));
  open(window);
  window.frames(2);
  const Aabb before = window.rect("tune.answer");
  const TuneStudy& study = window.model.lab.tuning;
  std::set<std::string> phases;
  window.click_widget("tune.start");
  window.wait("the end", [&] {
    phases.insert(study.phase().english());
    EXPECT_EQ(window.rect("tune.answer"), before) << study.phase();
    return !study.is_running() || testing::Test::HasFailure();
  });
  EXPECT_GE(phases.size(), 2u);
}

TEST_F(TuneInTheWindow, name_bar_and_cost_of_each_row_fit_into_the_default_width) {
  LaunchOptions options = begin_with("uniform", {{"scene.count", "300"}});
  options.width = 1280;
  options.height = 720;
  HeadlessWindow window(options);
  open(window);
  run(window);
  window.frames(2);
  const auto report = window.model.lab.tuning.result();
  const auto cost = [&](std::size_t row) {
    return report->ranking[row].score(report->options.objective);
  };
  const auto length = [&](std::size_t row) {
    return extent(window.rect("tune.bar." + std::to_string(row))).x;
  };
  const Aabb panel = window.rect("tune.answer");
  std::size_t compared = 0;
  for (std::size_t k = 0; k < report->ranking.size(); ++k) {
    if (!report->ranking[k].is_compared) continue;
    ++compared;
    const std::string row = std::to_string(k);
    const Aabb number = window.rect("tune.cost." + row), scale = window.rect("tune.scale." + row);
    EXPECT_GT(extent(window.rect("tune.name." + row)).x, 0) << row;
    EXPECT_LE(number.max.x, panel.max.x) << row;
    EXPECT_LE(scale.max.x, number.min.x) << row;
    EXPECT_LE(window.rect("tune.bar." + row).max.x, scale.max.x + 0.5f) << row;
    for (std::size_t other = 0; other < k; ++other)
      if (report->ranking[other].is_compared && cost(k) > 1.1 * cost(other)) {
        EXPECT_GT(length(k), length(other)) << row << " and " << other;
      }
  }
  EXPECT_GE(compared, 2u);
}

TEST_F(TuneInTheWindow, finds_an_answer_and_applies_it) {
  HeadlessWindow window(begin_with("uniform", {{"scene.count", "300"}}));
  open(window);
  run(window);
  const Contestant winner = window.model.lab.tuning.result()->winner()->contestant;
  window.click_widget("tune.apply");
  EXPECT_EQ(window.model.session.settings().broadphase->id, winner.entry->id);
  for (const Setting& s : winner.settings)
    EXPECT_FLOAT_EQ(
        static_cast<float>(window.param(std::string(winner.entry->id), std::string(s.row->key))),
        static_cast<float>(s.value))
        << s.row->key;
  for (const auto& [button, said] : {std::pair{"tune.copy-json", "Copied: all numbers as JSON"},
                                     std::pair{"tune.copy-cpp", "Copied: lines of C++"},
                                     std::pair{"tune.copy-js", "Copied: lines of JavaScript"}}) {
    window.choose("tune.copies", button);
    EXPECT_EQ(window.last_message(), said);
  }
  window.click_widget("tune.export-cpp");
  std::string name(winner.entry->id);
  const std::string made = "phasebox-" + name + "-001/";
  std::ranges::replace(name, '-', '_');
  EXPECT_TRUE(folder.has(made + name + ".hpp"));
  EXPECT_TRUE(folder.has(made + name + ".cpp"));
  EXPECT_THAT(window.last_message(), HasSubstr("Saved " + name + ".hpp and " + name + ".cpp in "));
  window.click_widget("tune.save");
  EXPECT_TRUE(folder.has("phasebox-tune-001.html"));
  EXPECT_THAT(window.last_message(), EndsWith("phasebox-tune-001.html"));
  window.key("Ctrl+Z");
  EXPECT_THAT(window.last_message(), HasSubstr("Undone: Apply of " + winner.title().english()));
}

TEST_F(TuneInTheWindow, of_sprites_that_all_compare_by_one_loop_offers_more_of_them) {
  HeadlessWindow window("sprites");
  open(window);
  run(window);
  EXPECT_TRUE(window.shows("tune.try-1000"));
  EXPECT_FALSE(window.shows("tune.apply"));
}

// Sixty boxes in the first frames, then 200.
std::string menu_and_game(int frames) {
  std::string csv = "frame,id,min_x,min_y,max_x,max_y\n";
  for (int f = 0; f < frames; ++f)
    for (int i = 0; i < (f < frames / 3 ? 60 : 200); ++i) {
      const int x = (i * 37 + f) % 900, y = i * 53 % 700;
      for (const int v : {f, i, x, y, x + 20}) csv += std::to_string(v) + ",";
      csv += std::to_string(y + 20) + "\n";
    }
  return csv;
}

TEST_F(TuneInTheWindow, of_a_recording_all_frames_count) {
  const std::string file = folder.write("game.csv", menu_and_game(600));
  HeadlessWindow window(begin_with(file));
  open(window);
  run(window);
  const TuneStudy& study = window.model.lab.tuning;
  EXPECT_EQ(study.result()->coverage.of, 600u);
  EXPECT_THAT(study.subject().sentence(window.model.session), HasSubstr("game.csv, 600 frames"));
}

TEST_F(TuneInTheWindow, the_answer_for_an_opened_recording_comes_by_itself) {
  const std::string file = folder.write("game.csv", menu_and_game(60));
  HeadlessWindow window;
  open_file(window.model, file);
  EXPECT_FALSE(window.model.lab.tuning.is_running()) << "only where the program has asked for it";
  window.model.ui.answers_recordings = true;
  window.model.apply(command::LoadScene{"shooter"});
  EXPECT_FALSE(window.model.lab.tuning.is_running()) << "not for a scene";
  open_file(window.model, file);
  window.wait("the card", [&] { return window.shows("tune.apply"); });
  EXPECT_EQ(window.model.ui.tool, "tune");
  EXPECT_FALSE(window.model.paused);
  window.key("Esc");
  window.frames(2);
  EXPECT_FALSE(window.shows("tune.apply")) << "it is dismissed";
  window.model.study(Stop<command::StartTuning>{});
}

TEST_F(TuneInTheWindow, says_how_the_answer_changes_with_times_as_many) {
  HeadlessWindow window(begin_with("uniform", {{"scene.count", "300"}}));
  open(window);
  run(window);
  const WhatIfStudy& study = window.model.lab.what_if;
  EXPECT_TRUE(describe(study).empty());
  const auto shows = [](const std::string& text) {
    return std::ranges::any_of(drawn_text(), [&](const DrawnLine& line) {
      return line.text.find(text) != std::string::npos;
    });
  };
  EXPECT_TRUE(shows("as it is now"));
  EXPECT_FALSE(shows("as recorded")) << "it is a scene";
  EXPECT_FALSE(shows("1 times as many"));
  window.hold({.ctrl = true});
  window.click_widget("tune.times");
  window.hold({});
  window.type("10");
  window.key("Enter");
  window.wait("the end", [&] { return study.result() && !study.is_running(); });
  EXPECT_EQ(study.result()->facts.boxes, 3000);
  EXPECT_THAT(describe(study).english(), HasSubstr("At 10 times as many (3,000 boxes): "));
  EXPECT_TRUE(shows("10 times as many"));
  EXPECT_FALSE(shows("as it is now"));
  window.model.study(command::AskWhatIf{command::AskWhatIf::kMaxTimes + 1});
  EXPECT_TRUE(window.has_said("times as many"));
}

TEST_F(TuneInTheWindow, scaling_is_measured_and_canceled) {
  HeadlessWindow window("uniform");
  const ScalingStudy& study = window.model.lab.scaling;
  window.key("h");
  window.click_widget("scaling.start");
  const auto known = [&] {
    const auto map = study.result();
    return map ? std::ranges::count_if(map->points, &ScalingPoint::is_known) : 0;
  };
  window.wait("some places", [&] { return known() > 2; });
  EXPECT_FALSE(window.shows("scaling.gray")) << "they may yet be measured";
  window.click_widget("scaling.cancel");
  EXPECT_FALSE(study.is_running());
  window.frames();
  EXPECT_TRUE(window.shows("scaling.gray"));
  EXPECT_FALSE(study.result()->is_complete);
  EXPECT_GT(known(), 2) << "what was found is kept";
  EXPECT_TRUE(window.shows("plot.scaling"));
}

TEST_F(TuneInTheWindow, time_against_n_is_measured_for_the_contestants_of_the_race) {
  HeadlessWindow window("uniform");
  window.key("a h");
  ScalingChoices& choice = window.model.ui.own<ScalingChoices>();
  choice.y = kCountAlone;
  choice.of_race = true;
  window.click_widget("scaling.start");
  const ScalingStudy& study = window.model.lab.scaling;
  window.wait("two numbers of sprites", [&] {
    return study.result_or_empty().points.size() > 1 && study.result_or_empty().points[1].is_known;
  });
  window.click_widget("scaling.cancel");
  EXPECT_TRUE(window.shows("plot.scaling"));
  EXPECT_EQ(study.result()->plan.contestants.size(), window.model.lab.race.runners().size());
}

TEST_F(TuneInTheWindow, scaling_from_even_to_one_heap_shows_times_tests_or_groups) {
  HeadlessWindow window("even");
  window.key("h");
  window.choose("scaling.y", "scaling.y.clumping");
  window.click_widget("scaling.start");
  const ScalingStudy& study = window.model.lab.scaling;
  window.wait("two values", [&] {
    return study.result_or_empty().points.size() > 1 && study.result_or_empty().points[1].is_known;
  });
  window.click_widget("scaling.cancel");
  EXPECT_EQ(study.result()->plan.counts, std::vector<std::uint32_t>{128});
  EXPECT_TRUE(window.shows("plot.scaling"));
  window.choose("scaling.shows", "scaling.shows.groups");
  EXPECT_EQ(window.model.ui.own<ScalingChoices>().of, ScalingOf::groups);
  EXPECT_TRUE(window.shows("plot.scaling"));
}

class WhyInTheWindow : public testing::Test {
 protected:
  WhyInTheWindow() : window(options()) {
    window.key("p");
    window.click_at(window.on_screen(5));
  }
  static LaunchOptions options() {
    LaunchOptions options = begin_with("clusters");
    options.broadphase = "uniform-grid";
    return options;
  }
  const UiState& view() const { return window.model.ui; }

  HeadlessWindow window;
};

TEST_F(WhyInTheWindow, w_lists_the_tests_of_the_selection) {
  ASSERT_EQ(window.model.selection.size(), 1u);
  window.key("w");
  window.frames(2);
  EXPECT_EQ(window.model.ui.tool, "why");
  ASSERT_FALSE(view().compared.lines.empty());
  EXPECT_EQ(window.model.ui.own<OncePerTrace<Attribution>>().found.tests,
            window.model.traced.counters.box_tests);
  for (const auto& line : view().compared.lines) EXPECT_EQ(line.pair.a, window.model.selection[0]);
  const SpriteId other = view().compared.lines[0].pair.b;
  const std::string row = "why.row." + std::to_string(other);
  window.move_to(middle(window.rect(row)));
  window.frames(2);
  ASSERT_TRUE(view().compared.chosen);
  EXPECT_EQ(view().compared.chosen->pair.b, other);
  EXPECT_GE(view().compared.parts.size(), 1u) << "the cells that made the test";
  ASSERT_EQ(view().compared.lit.size(), 1u) << "the sprite that the number names";
  EXPECT_EQ(view().compared.lit[0], window.model.session.frame().boxes[other]);
  window.click_widget(row);
  EXPECT_EQ(window.model.selection, std::vector{other});
  window.key("w");
  EXPECT_EQ(window.model.ui.tool, "");
  EXPECT_TRUE(view().compared.lines.empty()) << "nothing is pointed out any more";
}

TEST_F(WhyInTheWindow, a_right_click_asks_too) {
  window.click_at(window.on_screen(window.model.selection.at(0)), Button::right);
  window.click_widget("menu.why");
  EXPECT_EQ(window.model.ui.tool, "why");
  EXPECT_FALSE(view().compared.lines.empty());
}

// A window with groups of RDC, which stands still.
class GroupsInTheWindow : public testing::Test {
 protected:
  GroupsInTheWindow() {
    window.key("p");
    window.frames(2);
    made = attribute(window.model.traced.log.broad);
  }
  const std::vector<Aabb>& view_lit() const { return window.model.ui.compared.lit; }
  static LaunchOptions options() {
    LaunchOptions options = begin_with("clusters");
    options.broadphase = "rdc";
    return options;
  }
  // Whether a place of the world is so far from all sprites that the pointer means none there.
  bool is_free(Vec2 place) const {
    const float clear = window.model.field.camera.world_px(12);
    return std::ranges::none_of(window.model.session.frame().boxes,
                                [&](const Aabb& b) { return contains(grown(b, clear), place); });
  }
  // Whether no edge of another group, or of another final one, is within 9 px of a place.
  bool is_clear(const PairSource& group, Vec2 place, bool of_final) const {
    const float near = window.model.field.camera.world_px(9);
    return std::ranges::none_of(window.model.traced.log.broad.events(), [&](const Event& e) {
      const bool is_meant = e.kind == EventKind::group || (!of_final && e.kind == EventKind::split);
      return is_meant && e.box != group.box && contains(grown(e.box, near), place) &&
             !contains(grown(e.box, -near), place);
    });
  }
  // Asks about the group at a place of the world; whether it is the one that is meant.
  bool answers_about(const PairSource& group, Vec2 place) {
    window.click_at(window.model.field.camera.to_screen(place), Button::right);
    window.frames(2);
    const bool is_meant =
        window.shows("menu.answer") && std::ranges::find(view_lit(), group.box) != view_lit().end();
    window.key("Esc");
    window.frames(2);
    return is_meant;
  }
  HeadlessWindow window{options()};
  Attribution made;
};

TEST_F(GroupsInTheWindow, answer_a_right_click_inside_and_on_both_sides_of_their_edge) {
  const float off = window.model.field.camera.world_px(3);
  int inside = 0, edges = 0;
  for (const PairSource& group : made.parts) {
    if (group.kind != PairSource::Kind::group || group.size < 2) continue;
    const Vec2 size = extent(group.box);
    for (const float part : {0.3f, 0.5f, 0.7f}) {
      const Vec2 middle = group.box.min + size * part;
      const Vec2 left{group.box.min.x, middle.y};
      if (inside < 3 && is_free(middle) && is_clear(group, middle, false) &&
          group_at(made, middle) == &group) {
        EXPECT_TRUE(answers_about(group, middle));
        ++inside;
      }
      if (edges > 2 || !is_free(left) || !is_clear(group, left, true)) continue;
      EXPECT_TRUE(answers_about(group, left - Vec2{off, 0}));
      EXPECT_TRUE(answers_about(group, left + Vec2{off, 0}));
      ++edges;
    }
  }
  EXPECT_GT(inside, 0);
  EXPECT_GT(edges, 0);
}

TEST_F(GroupsInTheWindow, a_right_click_on_a_sprite_says_why_its_group_is_final) {
  window.click_at(window.on_screen(5), Button::right);
  window.frames(2);
  EXPECT_TRUE(window.shows("menu.answer"));
  ASSERT_EQ(view_lit().size(), 1u) << "the group that is meant";
  EXPECT_EQ(view_lit()[0], made.parts[made.owner_of(window.model.selection.at(0))].box);
}

TEST_F(GroupsInTheWindow, are_named_whole_in_the_list_of_tests_which_says_why) {
  ASSERT_FALSE(made.compared.empty());
  window.model.selection = {made.compared.front().a};
  window.key("w");
  window.frames(3);
  int named = 0, whys = 0;
  for (const DrawnLine& line : drawn_text()) {
    const bool is_row = line.text.starts_with("group ");
    if (is_row) {
      EXPECT_FALSE(line.is_cut) << line.text;
    }
    named += is_row;
    whys += line.text.starts_with("Tested because");
  }
  EXPECT_GT(named, 0);
  EXPECT_EQ(whys, 1);
}

TEST_F(GroupsInTheWindow, two_sprites_of_different_groups_are_told_why_they_are_not_tested) {
  const auto owner = [&](SpriteId id) { return made.owner_of(id); };
  SpriteId other = 1;
  while (owner(other) == owner(0)) ++other;
  window.model.selection = {0, other};
  window.key("Enter");
  window.frames(2);
  EXPECT_TRUE(window.shows("menu.answer"));
  EXPECT_TRUE(view_lit().empty());
  EXPECT_EQ(window.model.selection.size(), 2u);
}

TEST_F(GroupsInTheWindow, say_at_their_edge_why_they_are_final_and_a_drag_there_still_launches) {
  const Session& session = window.model.session;
  const float clear = window.model.field.camera.world_px(12);
  const PairSource* group = nullptr;
  Vec2 corner;
  for (const PairSource& part : made.parts)
    for (const Vec2 at : {part.box.min, part.box.max, Vec2{part.box.min.x, part.box.max.y},
                          Vec2{part.box.max.x, part.box.min.y}})
      if (!group && part.kind == PairSource::Kind::group && part.size > 1 && is_free(at)) {
        group = &part;
        corner = at;
      }
  ASSERT_TRUE(group);
  window.move_to(window.model.field.camera.to_screen(corner));
  window.frames(3);
  ASSERT_EQ(view_lit().size(), 1u);
  EXPECT_EQ(view_lit()[0], group->box);
  const std::string words = "group " + std::to_string(group->number) + " is final with " +
                            std::to_string(group->size) + " sprites";
  const auto says = [&] {
    const auto lines = drawn_lines();
    return std::ranges::any_of(lines,
                               [&](const std::string& line) { return line.starts_with(words); });
  };
  EXPECT_TRUE(says()) << words;
  const std::size_t before = session.world().size();
  window.click();
  window.frames(3);
  EXPECT_TRUE(says()) << "after a click as well";
  EXPECT_EQ(session.world().size(), before);
  window.drag({-40, 0});
  EXPECT_EQ(session.world().size(), before + 1);
  window.move_to(window.model.field.camera.to_screen(corner + Vec2{clear, clear} * 40));
  window.frames(3);
  EXPECT_FALSE(says());
}

TEST_F(GroupsInTheWindow, other_algorithms_have_no_final_groups_to_ask_about) {
  window.model.apply(command::SelectBroadphase{"sort-and-sweep"});
  window.frames(3);
  window.click_at(window.on_screen(5), Button::right);
  window.frames(2);
  EXPECT_TRUE(window.shows("menu.pin"));
  EXPECT_FALSE(window.shows("menu.answer"));
}

// The tools "Axis lab" and "Over time", and energy in the panel.

TEST(DirectionsInTheWindow, measures_while_it_is_open_and_a_click_sweeps_along_that_line) {
  HeadlessWindow window("clusters");
  window.key("p");
  const SweepDirections& directions = window.model.lab.directions;
  window.choose("menu.Tools", "menu.axis-lab");
  window.until("all angles are measured",
               [&] { return directions.is_current(window.model.session); });
  window.frames(2);
  const Aabb plot = window.rect("plot.directions.area");
  window.move_to({plot.min.x + 0.225f * extent(plot).x, middle(plot).y});
  window.frames(2);
  window.click();
  window.frames(2);
  EXPECT_EQ(window.model.session.settings().broadphase->id, "sort-and-sweep");
  EXPECT_EQ(window.param("sort-and-sweep", "axis"), 4);
  EXPECT_NEAR(window.param("sort-and-sweep", "angle"), 45, 3);
  window.click_widget("directions.best");
  EXPECT_EQ(window.param("sort-and-sweep", "angle"), directions.best());
  window.key("Ctrl+Z");
  EXPECT_NEAR(window.param("sort-and-sweep", "angle"), 45, 3);
  window.choose("menu.Tools", "menu.axis-lab");
  EXPECT_FALSE(directions.counts()) << "closed, it keeps nothing";
}

class GapsInTheWindow : public testing::Test {
 protected:
  GapsInTheWindow() {
    window.key("p Shift+G");
    window.frames(2);
    window.click_widget("axis-lab.page.gaps");
  }
  double threshold() const { return window.param("rdc", "contact-threshold"); }

  HeadlessWindow window{"flash-demo"};
};

TEST_F(GapsInTheWindow, the_line_is_dragged_to_another_threshold) {
  const Aabb plot = window.rect("plot.gaps.area");
  window.move_to(middle(plot));
  window.frames(2);
  window.drag({extent(plot).x / 8, 0}, 10);
  window.frames(2);
  EXPECT_GT(threshold(), 0.1);
  const double tenths = threshold() * 10;
  EXPECT_NEAR(tenths, std::round(tenths), 1e-3);
  window.move_to(middle(window.rect("plot.gaps.area")));
  window.drag({-extent(plot).x / 8, 0}, 10);
  window.frames(2);
  EXPECT_LT(threshold(), -0.1);
}

TEST_F(GapsInTheWindow, a_button_sets_a_value_that_misses_nothing) {
  const Session& session = window.model.session;
  window.model.apply(command::SetParam{owner_named("rdc"), "contact-threshold", 40});
  window.frames(3);
  ASSERT_GT(threshold_effects(session)(40).misses, 0u);
  window.click_widget("gaps.set");
  EXPECT_EQ(threshold_effects(session)(threshold()).misses, 0u);
}

TEST(OverTimeInTheWindow, keep_frames_while_open_and_a_click_goes_back_to_one) {
  HeadlessWindow window("sprites");
  const BoxHistory& study = window.model.lab.box_history;
  window.choose("menu.Tools", "menu.over-time");
  window.frames(100);
  const std::size_t kept = study.frames().size();
  EXPECT_GT(kept, 80u);
  const std::uint64_t now = window.model.session.steps();
  const Aabb chart = window.rect("over-time.chart");
  const float frame = extent(chart).x / static_cast<float>(BoxHistory::kMaxFrames - 1);
  window.click_at({chart.max.x - 40 * frame, middle(chart).y});
  window.frames(3);
  EXPECT_TRUE(window.model.paused);
  EXPECT_NEAR(double(window.model.session.steps()), double(now) - 40, 5);
  EXPECT_GE(study.frames().size(), kept) << "what came after it is still there to be clicked";
  window.click_widget("over-time.y");
  EXPECT_EQ(window.model.ui.own<OverTimeView>().axis, Axis::y);
  window.choose("menu.Tools", "menu.over-time");
  EXPECT_TRUE(study.frames().empty());
}

TEST(OverTimeInTheWindow, goes_on_and_counts_births_while_sprites_die_and_are_born) {
  HeadlessWindow window("sprites");
  window.choose("menu.Tools", "menu.over-time");
  window.frames(10);
  EXPECT_FALSE(window.shows("over-time.births"));
  ASSERT_TRUE(window.model.apply(command::SetParam{Owner::world(), "churn", 5}));
  window.frames(20);
  EXPECT_GT(window.model.lab.box_history.frames().size(), 20u);
  EXPECT_TRUE(window.shows("over-time.births"));
}

TEST(Link, opens_a_tool_and_does_nothing_else_by_that_key) {
  HeadlessWindow window("sprites");
  EXPECT_FALSE(open_link(window.model, "tool=why").failed());
  EXPECT_EQ(window.model.ui.tool, "why");
  EXPECT_TRUE(open_link(window.model, "tool=quit").failed());
  window.frames(2);
  EXPECT_FALSE(window.was_asked<request::Quit>());
}

TEST(Link, shows_a_scene_as_the_menu_does) {
  HeadlessWindow window("sprites");
  EXPECT_FALSE(open_link(window.model, "scene=shooter").failed());
  EXPECT_EQ(window.model.view.color_by, ColorBy::category);
  EXPECT_TRUE(open_link(window.model, "scene=nowhere").failed());
}

TEST(Link, has_the_boxes_that_play_and_their_frame) {
  const std::string text = "frame,id,x,y,w,h\n0,1,0,0,2,2\n5,1,1,1,2,2\n5,2,2,2,2,2\n";
  const auto boxes = std::make_shared<const BoxRecording>(*parse_box_recording(text, "boxes"));
  HeadlessWindow window("sprites");
  ApplicationModel& model = window.model;
  model.apply(command::OpenRecording{boxes, "a, b.csv"});
  model.apply(command::SelectBroadphase{"quadtree"});
  model.apply(command::SeekRecording{1});
  model.detect();
  const std::uint64_t hash = model.session.hash();
  std::string link;
  copy_link(model, [&](const char* rest, const char* document) {
    link = std::string(rest) + "document=" + document;
  });
  model.apply(command::SeekRecording{0});
  model.apply(command::LoadScene{"walls"});
  EXPECT_FALSE(open_link(model, link).failed());
  model.detect();
  ASSERT_TRUE(model.session.playback());
  EXPECT_EQ(model.session.playback()->name(), "a, b.csv");
  EXPECT_EQ(model.session.playback()->frame(), 1u);
  EXPECT_EQ(model.session.settings().broadphase->id, "quadtree");
  EXPECT_EQ(model.session.hash(), hash);
}

// A window with a link to the scene "walls" in the clipboard, as the desktop copies it.
class LinkInTheClipboard : public testing::Test {
 protected:
  LinkInTheClipboard() {
    HeadlessWindow other("walls");
    other.key("p");
    copy_link(other.model, [&](const char* rest, const char* document) {
      link = std::string("phasebox.html#") + rest + packed_link(document);
    });
  }
  std::string_view scene() { return window().model.session.settings().scene->id; }
  // Only one window may stand at a time, so that it begins when the other has ended.
  HeadlessWindow& window() {
    if (!window_) window_.emplace("sprites");
    return *window_;
  }
  std::string link;

 private:
  std::optional<HeadlessWindow> window_;
};

TEST_F(LinkInTheClipboard, is_opened_by_a_key_in_the_field) {
  window();
  ImGui::SetClipboardText(("\n " + link + "\n").c_str());
  window().key("Ctrl+V");
  EXPECT_EQ(scene(), "walls");
  EXPECT_TRUE(window().model.paused) << "as it was when the link was copied";
}

TEST_F(LinkInTheClipboard, waits_where_a_file_is_chosen) {
  const int windows_before = window().imgui_windows();
  window().key("Ctrl+O");
  window().frames(8);
  ASSERT_TRUE(window().is_typing());
  ImGui::SetClipboardText(link.c_str());
  window().key("Ctrl+V");
  window().frames(8);
  EXPECT_TRUE(window().model.ui.picker.is_open()) << "it waits, as a name does";
  EXPECT_EQ(scene(), "sprites");
  EXPECT_TRUE(window().model.ui.picker.name.starts_with("#")) << "the field shows its beginning";
  window().key("Enter");
  window().frames(3);
  EXPECT_EQ(scene(), "walls");
  EXPECT_FALSE(window().model.ui.picker.is_open());
  EXPECT_EQ(window().imgui_windows(), windows_before) << "Enter has opened no menu";
}

TEST_F(LinkInTheClipboard, is_opened_by_the_button_and_given_up_by_typing) {
  window().key("Ctrl+O");
  window().frames(8);
  ImGui::SetClipboardText(link.c_str());
  window().key("Ctrl+V");
  window().frames(8);
  window().key("End");
  window().type("x");
  window().frames(2);
  EXPECT_NE(window().model.ui.picker.whole_name(), "#" + std::string(link_in(link)));
  window().key("Ctrl+V");
  window().frames(8);
  EXPECT_EQ(window().model.ui.picker.whole_name(), "#" + std::string(link_in(link)));
  window().click_widget("picker.take");
  EXPECT_EQ(scene(), "walls");
}

TEST_F(LinkInTheClipboard, is_opened_by_a_line_of_the_menu) {
  window();
  ImGui::SetClipboardText(link.c_str());
  window().choose("menu.File", "menu.paste");
  EXPECT_EQ(scene(), "walls");
}

TEST_F(LinkInTheClipboard, has_no_line_in_the_menu_of_a_page) {
  window().model.ui.can_open_files = false;
  window().click_widget("menu.File");
  ASSERT_TRUE(window().shows("menu.link"));
  EXPECT_FALSE(window().shows("menu.paste")) << "a browser gives the clipboard to a key alone";
}

TEST_F(LinkInTheClipboard, may_be_typed_as_a_name) {
  window().key("Ctrl+O");
  window().frames(8);
  window().type("#scene=");
  window().type("walls");
  window().key("Enter");
  window().frames(3);
  EXPECT_EQ(scene(), "walls");
}

TEST_F(LinkInTheClipboard, is_refused_where_a_part_is_missing) {
  window();
  ImGui::SetClipboardText(link.substr(0, link.size() / 2).c_str());
  window().key("Ctrl+V");
  EXPECT_EQ(scene(), "sprites");
  EXPECT_TRUE(window().has_said("the link")) << window().last_message();
}

TEST_F(LinkInTheClipboard, another_text_goes_into_the_name_of_the_file) {
  window().key("Ctrl+O");
  window().frames(8);
  ImGui::SetClipboardText("other#1.json");
  window().key("Ctrl+V");
  EXPECT_TRUE(window().model.ui.picker.is_open());
  EXPECT_EQ(window().model.ui.picker.name, "other#1.json");
}

TEST(Link, what_is_too_large_for_an_address_is_offered_as_a_file) {
  HeadlessWindow window("uniform");
  ASSERT_TRUE(window.model.apply(command::SetCount{20'000}));
  bool is_copied = false;
  copy_link(window.model, [&](const char*, const char*) { is_copied = true; });
  EXPECT_FALSE(is_copied);
  EXPECT_THAT(window.last_message(), HasSubstr("Save it to a file and send that"));
  window.frames(2);
  window.click_widget("message.save-as");
  EXPECT_EQ(window.model.ui.picker.mode, FilePicker::Mode::save);
}

TEST(Link, that_was_refused_is_not_blamed_on_what_the_clipboard_held) {
  HeadlessWindow window("uniform");
  ImGui::SetClipboardText("phasebox.html#scene=walls");
  ASSERT_TRUE(window.model.apply(command::SetCount{20'000}));
  const auto copy = [&] { copy_link(window.model, [](const char*, const char*) {}); };
  copy();
  paste_link(window.model);
  EXPECT_EQ(window.model.session.settings().scene->id, "uniform");
  EXPECT_THAT(window.last_message(), HasSubstr("too large for a link"));
  ImGui::SetClipboardText("phasebox.html#scene=pile");
  paste_link(window.model);
  EXPECT_EQ(window.model.session.settings().scene->id, "pile") << "copied after the refusal";
  ImGui::SetClipboardText("phasebox.html#scene=walls");
  copy();
  paste_link(window.model);
  EXPECT_EQ(window.model.session.settings().scene->id, "walls") << "a copy ends the refusal";
}

TEST(Link, of_a_recording_in_a_file_that_is_too_large_names_the_file) {
  std::string text = "frame,id,x,y,w,h\n";
  for (int i = 0; i < 200'000; ++i)
    text += fmt::format("{},{},{},0,2,2\n", i / 1000, i % 1000, 3 * (i % 1000));
  const auto boxes = std::make_shared<const BoxRecording>(*parse_box_recording(text, "boxes"));
  HeadlessWindow window("sprites");
  const auto copy = [&] {
    copy_link(window.model, [](const char*, const char*) { ADD_FAILURE() << "it is copied"; });
    return window.model.ui.messages.all().back();
  };
  window.model.apply(command::OpenRecording{boxes, "boxes.csv", "/games/boxes.csv"});
  EXPECT_EQ(copy().path, "/games/boxes.csv");
  EXPECT_THAT(window.last_message(), HasSubstr("Send its file"));
  EXPECT_EQ(copy().next, nullptr);
  window.model.apply(command::OpenRecording{boxes, "game"});
  EXPECT_EQ(copy().path, "");
  ASSERT_NE(copy().next, nullptr);
  EXPECT_EQ(copy().next->id, "save-as");
}

TEST(SizeRatioInTheWindow, is_a_fact_of_the_scene) {
  HeadlessWindow window("sprites");
  EXPECT_FALSE(window.shows("scene.size-ratio"));
  window.click_widget("fold.Scene");
  EXPECT_TRUE(window.shows("scene.size-ratio"));
}

}  // namespace tools_test
}  // namespace phasebox::ui
