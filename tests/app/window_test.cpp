// SPDX-License-Identifier: MIT
// The window itself: its splitters, its questions, how it ends.
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "desktop.hpp"

namespace phasebox {
namespace window_test {

using testing::HasSubstr;
using Rect = std::vector<double>;

Rect rect_of(const Desktop& desktop, const std::string& name) {
  return desktop
      .wait_for("widget " + name,
                [&](const State& s) { return s["rects"].contains(name); })["rects"][name]
      .get<Rect>();
}

// Drags the middle of a widget by so much, and lets go.
void drag(const Desktop& desktop, const std::string& name, double dx, double dy) {
  const Rect r = rect_of(desktop, name);
  desktop.move_to((r[0] + r[2]) / 2, (r[1] + r[3]) / 2);
  desktop.press(1);
  desktop.wait_frames(3);
  desktop.move_by(dx, dy);
  desktop.wait_frames(3);
  desktop.release(1);
  desktop.wait_frames(3);
}

std::string settings_of(const Desktop& desktop) {
  std::ifstream file(desktop.folder() / "config/phasebox/settings.json");
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Splitters, resize_panel_and_drawer_and_the_sizes_are_remembered) {
  Desktop desktop{{"--scene", "lesson"}};
  const Rect panel = rect_of(desktop, "panel");
  drag(desktop, "splitter", -80, 0);
  const Rect wider = rect_of(desktop, "panel");
  EXPECT_NEAR(panel[0] - wider[0], 80, 3);
  EXPECT_NEAR(rect_of(desktop, "field")[2], wider[0], 10) << "the field shrinks";
  desktop.key("h");
  const Rect drawer = rect_of(desktop, "drawer");
  drag(desktop, "drawer.splitter", 0, 70);
  const Rect lower = rect_of(desktop, "drawer");
  EXPECT_NEAR(lower[1] - drawer[1], 70, 3);
  desktop.key("ctrl+q");
  ASSERT_EQ(desktop.program().wait(10), 0);
  std::filesystem::remove(desktop.folder() / "state.json");
  desktop.start_program({"--scene", "lesson"});
  EXPECT_NEAR(rect_of(desktop, "panel")[0], wider[0], 3);
  desktop.key("h");
  EXPECT_NEAR(rect_of(desktop, "drawer")[1], lower[1], 3);
}

TEST(Tooltip, goes_away_with_a_click_and_does_not_come_back_until_the_pointer_does) {
  Desktop desktop{{"--scene", "lesson"}};
  const Rect r = rect_of(desktop, "launch.gear");
  const auto point_at_it = [&] {
    desktop.move_to((r[0] + r[2]) / 2, (r[1] + r[3]) / 2);
    desktop.wait_for("a tooltip", [](const State& s) { return s["open"]["tooltip"] == true; });
  };
  point_at_it();
  desktop.xdotool("click 1");
  desktop.wait_for("no tooltip", [](const State& s) { return s["open"]["tooltip"] == false; });
  desktop.wait_frames(10);
  EXPECT_EQ(desktop.state()["open"]["tooltip"], false);
}

/// The window as its settings have it.
State window_in_settings(const Desktop& desktop) {
  return State::parse(settings_of(desktop))["window"];
}

TEST(Place, of_the_window_is_remembered) {
  Desktop desktop{{"--scene", "lesson"}};
  desktop.wait_frames(30);  // what moves it from now on is not the window manager
  desktop.xdotool("search --name '^Phasebox$' windowsize 900 600 windowmove 150 90");
  desktop.wait_for("another size", [](const State& s) { return s["window"][0] == 900; });
  desktop.wait_frames(30);  // at rest
  desktop.key("ctrl+q");
  ASSERT_EQ(desktop.program().wait(10), 0);
  const State place = window_in_settings(desktop);
  EXPECT_EQ(place["position"], State::array({150, 90}));
  EXPECT_EQ(place["width"], 900);
  EXPECT_EQ(place["maximized"], false);
}

TEST(Signals, term_saves_the_settings) {
  Desktop desktop{{"--scene", "lesson"}};
  desktop.key("t");
  desktop.wait_for("the light theme",
                   [](const State& s) { return s["params"]["view"]["theme"] == "flash"; });
  desktop.program().stop();
  EXPECT_THAT(settings_of(desktop), HasSubstr("\"theme\": \"flash\""));
}

TEST(ManyPairs, are_asked_about_before_anything_looks_for_them) {
  Desktop desktop{{"--scene", "flash", "--set", "scene.count=50000"}};
  rect_of(desktop, "pairs.yes");
  desktop.key("r");
  desktop.wait_frames(3);
  EXPECT_EQ(desktop.state()["sprite_count"], 50000) << "no shortcut acts behind the question";
  desktop.key("Return");
  desktop.wait_for("the scene's own count", [](const State& s) { return s["sprite_count"] == 60; });
}

TEST(QuitQuestion, keeps_all_keys_to_itself) {
  Desktop desktop{{"--scene", "lesson"}};
  desktop.key("Escape");
  desktop.wait_for("the question",
                   [](const State& s) { return s["open"]["quit_question"] == true; });
  for (const char* key : {"p", "t", "s", "2", "x"}) desktop.key(key);
  desktop.wait_frames(4);
  const State s = desktop.state();
  EXPECT_EQ(s["paused"], false);
  EXPECT_EQ(s["params"]["view"]["theme"], "dark");
  EXPECT_EQ(s["params"]["world"]["snap"], false);
  EXPECT_EQ(s["open"]["tool"], "");
  EXPECT_EQ(s["open"]["quit_question"], true);
  desktop.key("Return");
  EXPECT_EQ(desktop.program().wait(10), 0) << "Enter quits";
}

// The number of pictures per second is the last of them.
TEST(Statistics, are_whole_in_the_smallest_window) {
  for (const char* id : {"rdc", "sort-and-sweep", "incremental-sap", "quadtree", "brute-force"}) {
    Desktop desktop{{"--broadphase", id, "--size", "800x600"}};
    const State s = desktop.wait_for("counters", [](const State& t) {
      return t["frame"] > 10 && t["rects"].contains("statistics.frames");
    });
    const auto panel = s["rects"]["panel"].get<Rect>();
    const auto last = s["rects"]["statistics.frames"].get<Rect>();
    EXPECT_LE(last[3], panel[3]) << id;
    EXPECT_LE(s["rects"]["narrowphase"].get<Rect>()[3], last[1]) << id << ": both choices above";
  }
}

}  // namespace window_test
}  // namespace phasebox
