// SPDX-License-Identifier: MIT
// Parts of the model: layout, messages and the clock of steps.
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "ui/frontend.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/layout.hpp"
#include "ui/model/ui_state.hpp"

namespace phasebox::ui {
namespace model_test {

bool is_apart(const Aabb& a, const Aabb& b) {
  return a.max.x <= b.min.x || b.max.x <= a.min.x || a.max.y <= b.min.y || b.max.y <= a.min.y;
}

// Tries windows of four sizes, each with all parts open that can be.
TEST(Layout, no_part_covers_another) {
  for (const Vec2 screen : {Vec2{800, 600}, Vec2{1280, 720}, Vec2{2560, 1440}, Vec2{3840, 2160}})
    for (const float scale : {1.0f, 1.5f, 2.0f})
      for (const std::string tool : {"", "xray", "embedded"}) {
        UiState ui;
        ui.scale = scale;
        ui.is_embedded = tool == "embedded";
        if (!ui.is_embedded) ui.tool = tool;
        const Layout at = layout(ui, screen, {.space = true});
        const Aabb parts[] = {at.menu_bar, at.sentence, at.field, at.space,      at.notes,       at.bar,   at.tabs,
                              at.fold,     at.drawer,   at.panel, at.panel_grip, at.drawer_grip, at.status};
        for (const Aabb& a : parts)
          for (const Aabb& b : parts)
            EXPECT_TRUE(&a == &b || is_apart(a, b))
                << screen.x << " x " << screen.y << " at " << scale << ", tool '" << tool << "'";
      }
}

// As the smallest window, on a laptop, and a large one at twice the scale, whatever is open.
TEST(Layout, leaves_at_least_half_of_the_window_to_the_field) {
  for (const auto& [screen, scale] : {std::pair{Vec2{800, 600}, 1.0f},
                                      {Vec2{1280, 720}, 1.0f},
                                      {Vec2{1920, 1080}, 1.0f},
                                      {Vec2{2560, 1440}, 2.0f}})
    for (const char* tool : {"", "xray"})
      for (const bool is_unfolded : {false, true}) {
        UiState ui;
        ui.scale = scale, ui.tool = tool, ui.panel_beside = is_unfolded;
        ui.panel_width = ui.drawer_height = 2000;  // as the user would have dragged them
        const Vec2 field = extent(layout(ui, screen).field);
        EXPECT_GE(field.x * field.y, screen.x * screen.y / 2) << screen.x << ", tool " << tool;
      }
}

TEST(Layout, the_time_bar_is_below_the_field_and_as_wide) {
  for (const Vec2 screen : {Vec2{400, 320}, Vec2{800, 600}, Vec2{1280, 720}}) {
    UiState ui;
    const Layout at = layout(ui, screen);
    EXPECT_EQ(at.bar.min.x, at.field.min.x);
    EXPECT_GE(at.bar.min.y, at.field.max.y);
    EXPECT_GT(extent(at.bar).y, 20);
    EXPECT_LE(at.field.min.y, 50) << "menus and sentence alone are above the field";
  }
}

TEST(Layout, leaves_55_percent_to_the_field_while_no_tool_is_open) {
  for (const auto& [screen, scale] :
       {std::pair{Vec2{1280, 720}, 1.0f}, {Vec2{1920, 1080}, 1.0f}, {Vec2{2560, 1440}, 2.0f}}) {
    UiState ui;
    ui.scale = scale;
    const Vec2 field = extent(layout(ui, screen).field);
    EXPECT_GE(field.x * field.y, 0.55f * screen.x * screen.y) << screen.x;
  }
}

TEST(Layout, gives_the_start_page_the_whole_width) {
  UiState ui;
  ui.welcome_open = true;
  EXPECT_EQ(layout(ui, {1280, 720}).field.max.x, 1280);
}

// Also with large text, beside the panel or alone in the lecture view: both can be read.
TEST(Layout, leaves_half_of_the_window_to_the_field_of_a_lesson_with_room_for_its_text) {
  for (const Vec2 screen : {Vec2{1024, 768}, Vec2{1280, 720}})
    for (const float scale : {1.0f, 1.25f, 1.5f})
      for (const bool is_lecture : {false, true}) {
        UiState ui;
        ui.scale = scale, ui.tool = "lessons", ui.panel_beside = true, ui.lecture = is_lecture;
        const Layout at = layout(ui, screen, {.lesson = true});
        const Vec2 field = extent(at.field), lesson = extent(at.drawer);
        EXPECT_GE(field.x * field.y, screen.x * screen.y / 2) << screen.x << " at " << scale;
        EXPECT_GE(lesson.x, 220 * scale);
        EXPECT_GE(lesson.y, 180 * scale) << screen.x << " at " << scale << ", " << is_lecture;
      }
}

TEST(Layout, gives_all_tools_one_place_beside_the_field_or_below_it) {
  UiState ui;
  const Vec2 wide{1280, 720}, narrow{500, 720};
  const Aabb before = layout(ui, wide).tabs;
  ui.tool = "xray";
  const Layout beside = layout(ui, wide), below = layout(ui, narrow);
  EXPECT_EQ(before.min, beside.tabs.min) << "the tabs stand there before a tool is open";
  EXPECT_GE(beside.drawer.min.x, beside.field.max.x);
  const Layout small = layout(ui, {800, 600});
  EXPECT_GE(small.drawer.min.x, small.field.max.x) << "where it has more room than below";
  EXPECT_GE(below.drawer.min.y, below.field.max.y);
  ui.tool = "race";
  EXPECT_EQ(layout(ui, wide).drawer, beside.drawer);
  EXPECT_EQ(layout(ui, narrow).tabs, below.tabs);
}

TEST(Layout, folds_the_panel_beside_an_open_tool) {
  UiState ui;
  ui.tool = "xray";
  for (const Vec2 screen : {Vec2{1280, 720}, Vec2{500, 720}}) {
    ui.panel_beside = false;
    const Vec2 folded = extent(layout(ui, screen).panel);
    EXPECT_EQ(folded.x * folded.y, 0);
    ui.panel_beside = true;
    const Vec2 panel = extent(layout(ui, screen).panel);
    EXPECT_GT(panel.x * panel.y, 20'000);
  }
}

TEST(Layout, notes_stand_where_they_take_least_from_the_field) {
  UiState ui;
  const Layout open = layout(ui, {1280, 720}, {.world = {1280, 720}});
  EXPECT_GE(open.notes.min.y, open.field.max.y) << "below a field that is as wide as it can be";
  EXPECT_GE(extent(open.field).y, extent(open.field).x * 720 / 1280) << "and takes nothing from it";
  ui.panel_open = false;
  const Layout high = layout(ui, {1280, 720}, {.world = {720, 1280}});
  EXPECT_GE(high.notes.min.x, high.field.max.x) << "beside one that is high";
}

TEST(Layout, a_wider_panel_leaves_less_of_the_field_and_hiding_it_gives_all_back) {
  UiState ui;
  const Vec2 screen{1920, 1080};
  const Layout narrow = layout(ui, screen);
  ui.panel_width += 100;
  EXPECT_FLOAT_EQ(narrow.field.max.x - layout(ui, screen).field.max.x, 100);
  ui.panel_open = false;
  EXPECT_EQ(layout(ui, screen).field.max.x, screen.x);
}

// Sixty frames are one second.
TEST(SteadyTexts, change_at_most_four_times_a_second_and_all_at_once) {
  SteadyTexts steady;
  int changes = 0;
  std::string last;
  for (int frame = 0; frame < 60; ++frame) {
    steady.begin(frame / 60.0);
    const std::string shown = steady.show("tests", std::to_string(frame));
    EXPECT_EQ(steady.show("pairs", std::to_string(frame)), shown);
    changes += std::exchange(last, shown) != shown;
  }
  EXPECT_EQ(changes, 4);
  steady.clear();
  EXPECT_EQ(steady.show("tests", "of another scene"), "of another scene");
}

TEST(Series, median_of_the_last_second) {
  Series series;
  EXPECT_FALSE(series.median(0));
  for (const double v : {5.0, 1.0, 3.0, 4.0}) series.push(v, 0);
  EXPECT_FALSE(series.median(0)) << "four values are no median";
  series.push(2, 0.5);
  EXPECT_EQ(series.median(0.5), 3);
  for (int i = 0; i < 6; ++i) series.push(9, 2);
  EXPECT_EQ(series.median(2), 9) << "what is older than a second does not count";
  series.clear();
  EXPECT_FALSE(series.median(2)) << "after a change nothing is known";
}

TEST(Series, slow_steps_give_the_median_of_the_last_five) {
  Series series;
  for (int i = 0; i < 9; ++i) series.push(i, 10.0 * i);
  EXPECT_EQ(series.median(80), 6);
}

TEST(Series, keeps_the_last_values) {
  Series series;
  for (std::size_t i = 0; i < Series::kLength + 3; ++i) series.push(static_cast<double>(i), 0);
  EXPECT_EQ(series.size(), Series::kLength);
  EXPECT_EQ(series.median(0), 62.5) << "of 3 to 122";
}

TEST(Messages, a_toast_lasts_five_seconds_and_the_log_keeps_it) {
  MessageLog log;
  log.say(Message::Kind::note, "hello", 10);
  EXPECT_TRUE(MessageLog::is_toast(log.all().back(), 14.9));
  EXPECT_FALSE(MessageLog::is_toast(log.all().back(), 15.1));
  EXPECT_EQ(log.all().size(), 1u);
}

TEST(Messages, saying_it_again_while_it_stands_does_not_pile_up) {
  MessageLog log;
  log.say(Message::Kind::note, "there is nothing to undo", 1);
  log.say(Message::Kind::note, "there is nothing to undo", 3);
  ASSERT_EQ(log.all().size(), 1u);
  EXPECT_TRUE(MessageLog::is_toast(log.all().back(), 7));
  log.say(Message::Kind::note, "there is nothing to undo", 20);
  EXPECT_EQ(log.all().size(), 2u);
}

TEST(Messages, a_newer_word_on_the_same_topic_takes_the_place) {
  MessageLog log;
  log.say(Message::Kind::note, "Theme: flash", 1, "theme");
  log.say(Message::Kind::note, "Theme: dark", 2, "theme");
  ASSERT_EQ(log.all().size(), 1u);
  EXPECT_EQ(log.all().back().text, "Theme: dark");
  log.say(Message::Kind::note, "n = 2", 3, "n");
  log.say(Message::Kind::note, "Theme: flash", 4, "theme");
  EXPECT_EQ(log.all().size(), 3u);
}

TEST(Messages, the_log_forgets_the_oldest) {
  MessageLog log;
  for (std::size_t i = 0; i < MessageLog::kLimit + 5; ++i)
    log.say(Message::Kind::note, std::to_string(i), 0);
  EXPECT_EQ(log.all().size(), MessageLog::kLimit);
  EXPECT_EQ(log.all().front().text, "5");
}

TEST(StepClock, gives_sixty_steps_per_second_at_any_frame_rate) {
  for (const double fps : {7.0, 30.0, 60.0, 144.0, 1000.0}) {
    StepClock clock;
    int steps = clock.due(0);
    for (int frame = 1; frame <= static_cast<int>(fps) * 10; ++frame)
      steps += clock.due(frame / fps);
    EXPECT_NEAR(steps, 600, 1) << fps;
  }
}

TEST(StepClock, lets_go_of_what_it_cannot_catch_up) {
  StepClock clock;
  clock.due(0);
  EXPECT_EQ(clock.due(10), kMaxCatchUp);
  EXPECT_EQ(clock.due(10.001), 0);
}

TEST(StepClock, owes_nothing_for_a_pause) {
  StepClock clock;
  clock.due(0);
  clock.hold();
  EXPECT_EQ(clock.due(100), 0);
  EXPECT_EQ(clock.due(100.125), 7) << "7.5 steps";
}

TEST(StepClock, makes_more_or_fewer_steps_of_the_same_length_at_another_speed) {
  for (const double speed : kSpeeds) {
    StepClock clock;
    int steps = clock.due(0, speed);
    for (int frame = 1; frame <= 600; ++frame) steps += clock.due(frame / 60.0, speed);
    EXPECT_NEAR(steps, 600 * speed, 1) << speed;
  }
}

TEST(RateMeter, counts_per_second) {
  RateMeter meter;
  for (int i = 0; i <= 100; ++i) meter.add(3, i * 0.01);
  EXPECT_NEAR(meter.rate(), 300, 10);
}

}  // namespace model_test
}  // namespace phasebox::ui
