// SPDX-License-Identifier: MIT
// The tool "Race": opened, widened, looked at in lanes, swept, saved.
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "io/files/step_log.hpp"
#include "lab/race/race_ranking.hpp"
#include "language/drawn_text.hpp"

namespace phasebox::ui {
namespace race_ui_test {

using Verdict = RaceResult::Verdict;

// High enough for the panel's curves.
LaunchOptions high(const std::string& scene) {
  LaunchOptions options = begin_with(scene);
  options.height = 960;
  return options;
}

class RaceInTheWindow : public testing::Test {
 protected:
  explicit RaceInTheWindow(const std::string& scene = "mixed-sizes") : window(high(scene)) {}

  const LiveRace& race() const { return window.model.lab.race; }
  void open() {
    window.key("a");
    window.until("some frames", [&] { return race().frames() > 5; });
    ASSERT_EQ(window.model.ui.tool, "race");
  }
  // A race that has stopped changes no rank, and so no row leaves the pointer for another place.
  void stop() {
    window.key("p");
    window.click_widget("race.start");
    window.frames(30);
  }

  CurrentFolder folder;
  HeadlessWindow window;
};

class LanesInTheWindow : public RaceInTheWindow {
 protected:
  LanesInTheWindow() : RaceInTheWindow("sprites") {}
};

TEST_F(RaceInTheWindow, opens_with_a_and_ends_with_it) {
  open();
  ASSERT_GE(race().runners().size(), 3u);
  for (const RaceRunner& runner : race().runners()) EXPECT_EQ(runner.verdict, Verdict::right);
  EXPECT_EQ(ranking(race(), RankBy::time).size(), race().runners().size());
  window.key("a");
  EXPECT_EQ(window.model.ui.tool, "");
  EXPECT_FALSE(race().is_on());
  const std::uint64_t frames = race().frames();
  window.frames(5);
  EXPECT_EQ(race().frames(), frames);
}

TEST_F(RaceInTheWindow, a_row_under_the_pointer_shows_its_structure_and_the_answer_is_applied) {
  open();
  stop();
  const auto tree = std::ranges::find(race().runners(), "quadtree",
                                      [](const RaceRunner& r) { return r.contestant.entry->id; });
  const auto i = static_cast<std::size_t>(tree - race().runners().begin());
  window.move_to(middle(window.rect("race.row." + std::to_string(i))));
  window.frames(3);
  EXPECT_EQ(&window.model.field_trace(), &race().runners()[i].trace());
  EXPECT_GT(race().runners()[i].trace().broad.count(EventKind::node), 0u);
  window.click_widget("race.apply");
  EXPECT_EQ(&*window.model.session.settings().broadphase,
            race().runners()[ranking(race(), RankBy::time)[0]].contestant.entry);
}

TEST_F(RaceInTheWindow, the_table_stays_where_it_is_while_the_answer_comes) {
  window.key("a");
  window.frames(2);
  const float before = window.rect("race.by-time").min.y;
  window.until("times", [&] {
    EXPECT_EQ(window.rect("race.by-time").min.y, before);
    return race().frames() > 60 || testing::Test::HasFailure();
  });
}

TEST_F(RaceInTheWindow, says_while_paused_how_times_come) {
  open();
  window.key("p");
  window.model.apply(command::SetCount{140});
  window.frames(3);
  EXPECT_THAT(drawn_lines(), testing::Contains(testing::HasSubstr("Play with P")));
}

TEST_F(RaceInTheWindow, an_algorithm_is_added_given_a_parameter_and_removed) {
  open();
  const std::size_t before = race().runners().size();
  const std::string number = std::to_string(before);
  window.choose("race.add", "race.add.rdc");
  ASSERT_EQ(race().runners().size(), before + 1);
  window.until("it is right", [&] { return race().runners()[before].verdict == Verdict::right; });
  stop();
  window.click_widget("race.row." + number);
  window.frames(5);  // its parameters are scrolled into sight
  if (!window.shows("race-" + number + ".group-size")) {
    window.move_to(middle(window.rect("race.row." + number)));
    window.wheel(-5);
    window.frames(5);
  }
  window.move_to(middle(window.rect("race-" + number + ".group-size")));
  window.frames();
  window.drag({48, 0}, 8);
  const ParamView own = race().runners()[before].params();
  EXPECT_NE(find_param(own.rows, "group-size")->get(own.object), window.param("rdc", "group-size"));
  EXPECT_TRUE(window.shows("race.remove." + number)) << "for a finger, which hovers nowhere";
  EXPECT_FALSE(window.shows("race.remove.0")) << "the pointer is on no row";
  window.move_to(middle(window.rect("race.row." + number)));
  window.frames(2);
  window.click_widget("race.remove." + number);
  EXPECT_EQ(race().runners().size(), before);
}

TEST_F(RaceInTheWindow, the_other_rows_glide_from_their_places_when_one_is_removed) {
  open();
  window.until("times", [&] { return race().frames() > 60; });
  stop();
  const auto row = [&](std::size_t i) { return window.rect("race.row." + std::to_string(i)); };
  const auto y = [&](std::size_t i) {
    return row(i).min.y - window.rect("race.by-time").min.y;  // px below the heads of the table
  };
  std::vector<float> before;
  for (std::size_t i = 0; i < race().runners().size(); ++i) before.push_back(y(i));
  const float height = extent(row(0)).y + 1;
  window.move_to(middle(row(0)));
  window.frames(2);
  window.click_widget("race.remove.0");
  ASSERT_EQ(race().runners().size(), before.size() - 1);
  for (std::size_t i = 1; i < before.size(); ++i) {
    EXPECT_LE(y(i - 1), before[i] + 1) << i;
    EXPECT_GE(y(i - 1), before[i] - height - 1) << i;
  }
}

TEST_F(RaceInTheWindow, a_row_whose_pairs_may_not_be_all_is_marked_and_only_then) {
  open();
  const std::size_t last = race().runners().size();
  const std::string mark = "race.mark." + std::to_string(last);
  window.choose("race.add", "race.add.rdc");
  window.until("it is right", [&] { return race().runners()[last].verdict == Verdict::right; });
  window.frames(2);
  const auto all_exact = testing::Contains(testing::HasSubstr("All pairs are the exact ones"));
  EXPECT_THAT(drawn_lines(), all_exact);
  EXPECT_FALSE(window.shows(mark));
  window.model.study(command::SetRunnerParam{last, "contact-threshold", 4});
  window.until("it leaves pairs out", [&] { return !race().runners()[last].is_exact; });
  window.until("its mark", [&] { return window.shows(mark); });
  EXPECT_THAT(drawn_lines(), testing::Not(all_exact));
  EXPECT_FALSE(window.shows("race.mark.0"));
}

TEST_F(RaceInTheWindow, names_are_read_beside_bars_and_tests_at_the_default_width) {
  open();
  window.until("times", [&] { return race().frames() > 60; });
  window.frames(2);
  EXPECT_TRUE(window.shows("race.by-tests"));
  for (std::size_t i = 0; i < race().runners().size(); ++i)
    EXPECT_THAT(drawn_lines(), testing::Contains(testing::HasSubstr(race().name(i).english())));
  EXPECT_THAT(drawn_lines(), testing::Contains(testing::HasSubstr("medians")));
}

TEST_F(RaceInTheWindow, times_are_forgotten_with_the_count_and_kept_with_the_panels_algorithm) {
  open();
  window.until("times", [&] { return race().runners()[0].measured().size() > 5; });
  window.key("j");
  EXPECT_GT(race().runners()[0].measured().size(), 5u);
  window.model.apply(command::SetCount{400});
  for (const RaceRunner& runner : race().runners()) EXPECT_TRUE(runner.measured().empty());
  window.until("times of now", [&] { return race().runners()[0].measured().size() > 5; });
}

TEST_F(LanesInTheWindow, show_each_structure_and_the_mouse_works_in_each_of_them) {
  open();
  window.key("p");
  window.click_widget("race.lanes");
  window.until("logs", [&] { return !race().runners()[1].trace().broad.events().empty(); });
  EXPECT_TRUE(race().has_lanes());
  // Without the drawer the lanes stay, and with them the race.
  window.key("a");
  EXPECT_EQ(window.model.ui.tool, "");
  EXPECT_TRUE(race().is_on());
  window.frames(2);
  const Aabb first = window.rect("lane.0"), second = window.rect("lane.1");
  EXPECT_EQ(extent(second), extent(first));
  EXPECT_TRUE(second.min.x >= first.max.x || second.min.y >= first.max.y) << "side by side";
  EXPECT_EQ(window.frontend().panes().size(), LiveRace::kMaxLanes + 1);
  // The pointer in the second lane: the camera is that lane's, and a sprite is dragged in it.
  window.move_to(middle(second));
  window.frames();
  EXPECT_EQ(window.model.field.camera.viewport, second);
  EXPECT_TRUE(contains(second, window.on_screen(0)));
  window.move_to(window.on_screen(0));
  ASSERT_TRUE(window.model.pointer_tool.hovered);
  const SpriteId id = *window.model.pointer_tool.hovered;
  const float from = window.model.session.world().positions()[id].x;
  window.drag({20, 0});
  EXPECT_GT(window.model.session.world().positions()[id].x, from);
  window.key("Shift+A");
  EXPECT_FALSE(race().has_lanes());
  EXPECT_FALSE(race().is_on());
}

TEST_F(LanesInTheWindow, the_race_of_the_first_scene_offers_more_sprites_at_once) {
  const Vec2 before = extent(window.model.session.field());
  window.key("a");
  window.frames(2);
  ASSERT_TRUE(window.shows("race.try-1000"));
  EXPECT_FALSE(window.shows("race.apply")) << "no ranking of one loop";
  EXPECT_FALSE(window.shows("race.by-time")) << "no table";
  window.move_to(middle(window.rect("race.row.1")));
  window.frames(3);
  EXPECT_EQ(&window.model.field_trace(), &race().runners()[1].trace()) << "structures are shown";
  EXPECT_GT(in_one_loop(race()), 1u);
  window.click_widget("race.try-1000");
  window.frames(2);
  const Session& session = window.model.session;
  EXPECT_EQ(session.world().size(), 1000u);
  const Vec2 now = extent(session.field());
  EXPECT_NEAR(now.x * now.y / 1000, before.x * before.y / 60, 0.01f * before.x * before.y / 60);
  window.until("times", [&] { return race().frames() > 60; });
  EXPECT_FALSE(window.shows("race.try-1000"));
  EXPECT_TRUE(window.shows("race.apply"));
  EXPECT_TRUE(window.shows("race.by-time"));
}

TEST_F(LanesInTheWindow, a_second_click_on_more_sprites_does_not_press_export) {
  window.model.apply(command::SetCount{1000});
  window.key("a");
  window.until("times", [&] { return race().frames() > 10; });
  window.frames(2);
  const Aabb there = window.rect("race.export-cpp");
  window.model.apply(command::SetCount{60});
  window.frames(2);
  const Aabb offer = window.rect("race.try-1000");
  const Aabb both = intersection(there, offer);
  ASSERT_TRUE(both.min.x < both.max.x && both.min.y < both.max.y) << "they overlap";
  window.click_at(middle(both));
  window.until("the first times", [&] { return race().frames() > 6; });
  ASSERT_TRUE(window.shows("race.export-cpp"));
  window.click_at(middle(both));
  window.frames(3);
  EXPECT_FALSE(window.has_said("Saved "));
  window.frames(70);
  window.click_at(middle(both));
  window.frames(3);
  EXPECT_TRUE(window.has_said("Saved ")) << "later it is meant";
}

TEST_F(RaceInTheWindow, bars_begin_at_one_edge_and_are_as_long_as_the_times) {
  open();
  window.until("times", [&] { return race().frames() > 60; });
  window.key("p");
  window.frames(30);  // all rows have glided to their ranks
  const auto order = ranking(race(), RankBy::time);
  std::optional<Aabb> faster;
  for (const std::size_t i : order) {
    if (race().runners()[i].summary().median <= 0) continue;
    const Aabb bar = window.rect("race.bar." + std::to_string(i));
    if (faster) {
      EXPECT_EQ(bar.min.x, faster->min.x) << i;
      EXPECT_GE(bar.max.x, faster->max.x) << i;
      EXPECT_GT(bar.min.y, faster->min.y) << i;
    }
    faster = bar;
  }
}

TEST_F(RaceInTheWindow, rows_glide_to_another_rank_within_a_third_of_a_second) {
  open();
  window.until("tests", [&] {
    return std::ranges::all_of(race().runners(),
                               [](const RaceRunner& r) { return r.box_tests.has_value(); });
  });
  window.key("p");
  window.frames(30);
  const auto order = ranking(race(), RankBy::box_tests);
  const auto top_of = [&](std::size_t i) {
    return window.rect("race.row." + std::to_string(i)).min.y;
  };
  std::vector<float> before;
  for (const std::size_t i : order) before.push_back(top_of(i));
  window.click_widget("race.by-tests");
  window.frames(20);
  std::vector<float> after;
  for (const std::size_t i : order) after.push_back(top_of(i));
  EXPECT_TRUE(std::ranges::is_sorted(after));
  EXPECT_NE(before, after) << "the order by tests is another one than that by time";
}

TEST_F(RaceInTheWindow, the_plot_comes_in_place_of_the_bars_until_it_is_switched_back) {
  open();
  EXPECT_FALSE(window.shows("plot.race"));
  window.click_widget("race.plot");
  window.frames(2);
  EXPECT_TRUE(window.shows("plot.race"));
  EXPECT_FALSE(window.shows("race.row.0"));
  window.click_widget("race.plot");
  window.frames(2);
  EXPECT_TRUE(window.shows("race.row.0"));
}

TEST_F(RaceInTheWindow, the_whole_step_is_timed_on_demand) {
  open();
  window.click_widget("race.narrowphase");
  EXPECT_TRUE(race().with_narrowphase());
  window.until("times", [&] { return race().runners()[0].measured().size() > 5; });
  for (const RaceRunner& runner : race().runners()) EXPECT_EQ(runner.verdict, Verdict::right);
}

TEST_F(RaceInTheWindow, circles_race_against_rdc_by_one_press_with_times_per_60_sprites) {
  const auto has_column = [] {
    return std::ranges::any_of(drawn_text(), [](const DrawnLine& line) {
      return line.text.find("per 60") != std::string::npos;
    });
  };
  open();
  EXPECT_FALSE(has_column());
  window.click_widget("race.circles");
  EXPECT_EQ(window.model.session.settings().narrowphase->id, "circle");
  EXPECT_TRUE(race().with_narrowphase());
  ASSERT_EQ(race().runners().size(), 3u);
  EXPECT_EQ(race().runners()[2].contestant.entry->id, "rdc");
  window.until("times", [&] { return race().runners()[0].measured().size() > 5; });
  window.frames(2);
  EXPECT_TRUE(has_column());
  window.key("Ctrl+Z");
  EXPECT_NE(window.model.session.settings().narrowphase->id, "circle");
}

TEST_F(RaceInTheWindow, undo_brings_back_the_race_that_the_circles_have_replaced) {
  open();
  const auto ids = [&] {
    std::vector<std::string_view> all;
    for (const RaceRunner& r : race().runners()) all.push_back(r.contestant.entry->id);
    return all;
  };
  const auto before = ids();
  ASSERT_GT(before.size(), 3u);
  window.click_widget("race.circles");
  const auto circles = ids();
  EXPECT_EQ(circles.size(), 3u);
  window.key("Ctrl+Z");
  window.frames(2);
  EXPECT_EQ(ids(), before);
  EXPECT_FALSE(race().with_narrowphase());
  window.key("Ctrl+Y");
  window.frames(2);
  EXPECT_EQ(ids(), circles);
  EXPECT_TRUE(race().with_narrowphase());
  window.key("a");  // closed
  window.key("Ctrl+Z");
  window.frames(2);
  window.model.apply(command::SetCount{230});
  window.key("a");
  window.frames(2);
  EXPECT_EQ(ids(), before);
  window.key("Ctrl+Z");
  window.frames(2);
  EXPECT_EQ(ids(), before) << "another change";
}

TEST_F(RaceInTheWindow, all_are_added_by_one_line) {
  open();
  const std::size_t before = race().runners().size();
  window.click_widget("race.circles");
  window.choose("race.add", "race.add.all");
  EXPECT_GE(race().runners().size(), before);
}

TEST_F(RaceInTheWindow, a_row_that_passes_another_one_covers_it) {
  open();
  window.until("tests", [&] {
    return std::ranges::all_of(race().runners(),
                               [](const RaceRunner& r) { return r.box_tests.has_value(); });
  });
  stop();
  window.click_widget("race.by-tests");
  int passes = 0;
  for (int k = 0; k < 20; ++k, window.frames()) {
    std::vector<std::pair<std::string, Aabb>> rows;
    for (const auto& drawn : window.model.ui.rects)
      if (drawn.name.starts_with("race.row.")) rows.emplace_back(drawn.name.substr(9), drawn.rect);
    for (std::size_t b = 0; b < rows.size(); ++b)
      for (std::size_t a = 0; a < b; ++a) {
        const Aabb both = intersection(rows[a].second, rows[b].second);
        const float height = rows[b].second.max.y - rows[b].second.min.y;
        if (both.max.y - both.min.y < height / 3) continue;  // neighbors share their margins
        ++passes;
        EXPECT_TRUE(window.shows("race.cover." + rows[b].first)) << k;
      }
  }
  EXPECT_GT(passes, 0);
}

TEST_F(RaceInTheWindow, plots_are_saved_as_picture_and_as_table) {
  open();
  window.until("some frames", [&] { return race().frames() > 30; });
  window.click_widget("race.plot");
  window.choose("plot.race.menu", "export.png");
  ASSERT_TRUE(window.was_asked<request::Picture>());
  const auto& picture = std::get<request::Picture>(window.requests.back());
  EXPECT_EQ(picture.name, "race");
  EXPECT_EQ(picture.where, window.rect("plot.race"));
  window.choose("plot.race.menu", "export.csv");
  const std::string table = folder.read("phasebox-race-001.csv");
  EXPECT_EQ(table.rfind("series,", 0), 0u) << table.substr(0, 100);
  EXPECT_GT(std::ranges::count(table, '\n'), 30);
  EXPECT_TRUE(window.has_said("phasebox-race-001.csv"));
}

TEST_F(LanesInTheWindow, a_log_has_a_line_per_step_while_it_runs) {
  window.model.outputs.log = std::make_unique<StepLog>(*StepLog::open("steps.csv"));
  window.key("r");
  window.frames(30);
  const std::string log = folder.read("steps.csv");
  EXPECT_GT(std::ranges::count(log, '\n'), 20);
  EXPECT_EQ(log.back(), '\n');
  EXPECT_NE(log.find("\n5,sprites,rdc,pixel-samples,"), std::string::npos) << log.substr(0, 400);
}

}  // namespace race_ui_test
}  // namespace phasebox::ui
