// SPDX-License-Identifier: MIT
// The lessons in the real window: the first one finished with the mouse alone, and Chinese.
#include "cli/lessons.hpp"

#include <cmath>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "desktop.hpp"
#include "io/images.hpp"
#include "ui/model/lesson_setup.hpp"

namespace phasebox {
namespace lessons_test {

constexpr const char* kFirst = "brute-force";

struct Point {
  double x, y;
};

bool says(const State& s, const std::string& words) {
  for (const auto& toast : s["toasts"])
    if (toast.get<std::string>().find(words) != std::string::npos) return true;
  return false;
}

// Puts the pointer on a sprite, takes it by (dx, dy) px of the screen, and lets go.
void drag_sprite(const Desktop& desktop, std::size_t id, Point to_world) {
  const State s = desktop.state();
  const double zoom = s["camera"]["zoom"];
  const auto at = s["sprites"][id]["screen"].get<std::vector<double>>();
  const auto from = s["sprites"][id]["position"].get<std::vector<double>>();
  desktop.move_to(at[0], at[1]);
  desktop.wait_for("the pointer over the sprite",
                   [&](const State& t) { return t["hovered"] == id; });
  desktop.press(1);
  desktop.wait_for("the sprite held", [&](const State& t) { return t["held"] == id; });
  constexpr int kMoves = 6;
  for (int i = 1; i <= kMoves; ++i) {
    const double part = static_cast<double>(i) / kMoves;
    desktop.move_to(at[0] + (to_world.x - from[0]) * zoom * part,
                    at[1] + (to_world.y - from[1]) * zoom * part);
  }
  desktop.release(1);
  desktop.wait_for("the sprite let go", [](const State& t) { return t["held"].is_null(); });
}

// Opens a menu or a list, and clicks a line of it once it has found its place.
void choose(const Desktop& desktop, const std::string& list, const std::string& line) {
  desktop.click_widget(list);
  desktop.wait_for("the list " + list, [&](const State& s) { return s["rects"].contains(line); });
  desktop.wait_frames(5);
  desktop.click_widget(line);
}

// Drags a number of the panel sideways.
void drag_number(const Desktop& desktop, const std::string& name, double by) {
  const State s =
      desktop.wait_for("widget " + name, [&](const State& t) { return t["rects"].contains(name); });
  const auto r = s["rects"][name].get<std::vector<double>>();
  const double x = (r[0] + r[2]) / 2, y = (r[1] + r[3]) / 2;
  desktop.move_to(x, y);
  desktop.press(1);
  desktop.wait_frames(2);
  for (int i = 1; i <= 10; ++i) desktop.move_to(x + by * i / 10, y);
  desktop.release(1);
  desktop.wait_frames(2);
}

void quit(Desktop& desktop) {
  desktop.key("ctrl+q");
  if (desktop.program().wait(2) < 0) desktop.click_widget("quit.yes");
  EXPECT_EQ(desktop.program().wait(10), 0);
}

void restart(Desktop& desktop) {
  std::filesystem::remove(desktop.folder() / "state.json");
  desktop.start_program({});
}

State step_done(const Desktop& desktop, const std::string& lesson, std::size_t step) {
  return desktop.wait_for(lesson + ", step " + std::to_string(step + 1), [&](const State& s) {
    return s["lessons"]["open"] == lesson && s["lessons"]["done"][step] == true;
  });
}

void go_on(const Desktop& desktop, std::size_t to) {
  desktop.click_widget("lessons.next");
  desktop.wait_for("step " + std::to_string(to + 1), [&](const State& s) {
    return s["lessons"]["step"] == to && !s["lessons"]["goal"].empty();
  });
  desktop.wait_frames(5);  // the panel scrolls to what the step needs
}

TEST(LessonsInTheWindow, the_first_one_is_finished_with_the_mouse_alone) {
  Desktop desktop({});
  desktop.wait_for("the word of welcome", [](const State& s) { return says(s, "New here?"); });
  choose(desktop, "menu.Help", "menu.lessons");
  desktop.click_widget("lesson.brute-force");
  const State first = desktop.wait_for("the first step", [](const State& s) {
    return s["lessons"]["open"] == "brute-force" && !s["lessons"]["goal"].empty();
  });
  EXPECT_EQ(first["sprite_count"], 2);
  EXPECT_EQ(first["lessons"]["goal"][0], "collisions: 0, wanted at least 1");
  EXPECT_EQ(first["paused"], true);

  drag_sprite(desktop, 0, {830, 400});
  step_done(desktop, kFirst, 0);
  go_on(desktop, 1);
  drag_sprite(desktop, 0, {774, 330});
  step_done(desktop, kFirst, 1);
  go_on(desktop, 2);
  for (int count = 3; count <= 4; ++count) {
    choose(desktop, "menu.Scene", "menu.more");
    desktop.wait_for("one more", [&](const State& s) { return s["sprite_count"] == count; });
  }
  EXPECT_EQ(step_done(desktop, kFirst, 2)["counters"]["box_tests"], 6);
  go_on(desktop, 3);
  drag_number(desktop, "scene.count", 40);
  EXPECT_GE(step_done(desktop, kFirst, 3)["sprite_count"], 20);
  go_on(desktop, 4);
  choose(desktop, "broadphase", "broadphase.rdc");
  const State last = step_done(desktop, kFirst, 4);
  EXPECT_EQ(last["lessons"]["finished"], State::array({"brute-force"}));

  desktop.click_widget("lessons.next");
  desktop.wait_for("the next lesson",
                   [](const State& s) { return s["lessons"]["open"] == "clustering"; });
  quit(desktop);
  restart(desktop);
  const State again = desktop.state();
  EXPECT_EQ(again["lessons"]["finished"], State::array({"brute-force"})) << "it is remembered";
  EXPECT_FALSE(says(again, "New here?")) << "a word for the first start only";
}

// The other gestures that the texts ask for: numbers dragged far enough and not too far, numbers
// put back by the right button.
TEST(LessonsInTheWindow, numbers_are_within_reach_of_the_mouse) {
  Desktop desktop({"--lesson", "group-size"});
  const auto begun = [&](std::size_t step) {
    desktop.wait_for("the step", [&](const State& s) {
      return s["lessons"]["step"] == step && !s["lessons"]["goal"].empty();
    });
    desktop.wait_frames(5);  // the panel scrolls to what the step needs
  };
  begun(0);
  drag_number(desktop, "rdc.group-size", 64);
  step_done(desktop, "group-size", 0);

  desktop.click_widget("lesson.clustering");
  desktop.wait_for("the lesson",
                   [](const State& s) { return s["lessons"]["open"] == "clustering"; });
  begun(0);
  drag_sprite(desktop, 1, {600, 480});
  step_done(desktop, "clustering", 0);
  desktop.click_widget("lessons.next");
  begun(1);
  const auto r = desktop.state()["rects"]["rdc.max-depth"].get<std::vector<double>>();
  desktop.move_to((r[0] + r[2]) / 2, (r[1] + r[3]) / 2);
  desktop.press(3);
  desktop.wait_frames(2);
  desktop.release(3);
  step_done(desktop, "clustering", 1);
}

TEST(LessonsInTheWindow, speak_chinese_when_asked_to) {
  Desktop desktop({"--lesson", "touching"});
  const State english = desktop.wait_for("the lesson", [](const State& s) {
    return s["lessons"]["open"] == "touching" && s["open"]["tool"] == "lessons";
  });
  EXPECT_EQ(english["lessons"]["language"]["shown"], "en");
  EXPECT_EQ(english["lessons"]["language"]["font"], "") << "no font is loaded that is not shown";
  desktop.click_widget("lessons.language.zh");
  // Without fonts-wqy-microhei or another Chinese font this waits in vain.
  const State chinese = desktop.wait_for(
      "Chinese", [](const State& s) { return s["lessons"]["language"]["shown"] == "zh"; });
  EXPECT_NE(chinese["lessons"]["language"]["font"], "");
  quit(desktop);
  restart(desktop);
  EXPECT_EQ(desktop.state()["lessons"]["language"]["shown"], "zh") << "it is remembered";
  desktop.key("F3");
  desktop.wait_for("the tool", [](const State& s) { return s["open"]["tool"] == "lessons"; });
  desktop.click_widget("lessons.language.en");
  desktop.wait_for("English again",
                   [](const State& s) { return s["lessons"]["language"]["shown"] == "en"; });
}

TEST(LessonsInTheWindow, show_english_where_the_chinese_font_is_missing) {
  setenv("PHASEBOX_CHINESE_FONT", "/nowhere/font.ttc", 1);
  setenv("LC_ALL", "zh_CN.UTF-8", 1);
  Desktop desktop({"--lesson", "sampling"});
  unsetenv("PHASEBOX_CHINESE_FONT");
  unsetenv("LC_ALL");
  const State s = desktop.wait_for(
      "the lesson", [](const State& t) { return t["lessons"]["open"] == "sampling"; });
  EXPECT_EQ(s["lessons"]["language"]["wanted"], "zh") << "by the locale";
  EXPECT_EQ(s["lessons"]["language"]["shown"], "en");
  EXPECT_TRUE(desktop.state()["rects"].contains("lessons.font-missing"));
}

TEST(LessonsInTheWindow, have_set_ups_that_the_window_knows) {
  const auto lessons = builtin_lessons();
  ASSERT_TRUE(lessons) << lessons.error().text;
  ApplicationModel model(builtin_images());
  model.lab.lessons.load(*lessons);
  for (const Lesson& lesson : *lessons) {
    model.study(lesson::Open{lesson.id});
    for (const LessonStep& step : lesson.steps) {
      const ParamGroup view{"view", "View", kViewRows, &model.view};
      EXPECT_TRUE(setup_commands(step.setup, model.session, view)) << lesson.id;
    }
    EXPECT_TRUE(model.ui.messages.all().empty()) << model.ui.messages.all().back().text;
    EXPECT_TRUE(model.paused) << lesson.id;
  }
}

TEST(LessonsInTheWindow, leave_theme_and_file_to_the_person) {
  ApplicationModel model(builtin_images());
  model.lab.lessons.load(*builtin_lessons());
  model.view.theme = ThemeId::flash;
  model.view.boxes = true;
  model.file = "mine.json";
  model.study(lesson::Open{"clustering"});
  EXPECT_EQ(model.view.theme, ThemeId::flash);
  EXPECT_FALSE(model.view.boxes) << "overlays are the lesson's";
  EXPECT_TRUE(model.view.boundaries);
  EXPECT_FALSE(model.file) << "Ctrl+S must not write the lesson over it";
}

}  // namespace lessons_test
}  // namespace phasebox
