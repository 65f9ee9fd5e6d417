// SPDX-License-Identifier: MIT
// The race in the real window: opened, widened, looked at in lanes, swept, saved.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "desktop.hpp"
#include "io/images.hpp"

namespace phasebox {
namespace race_test {

class RaceWindow : public testing::Test {
 protected:
  // High enough for the panel's curves.
  explicit RaceWindow(const std::string& scene = "mixed-sizes")
      : desktop({"--scene", scene, "--size", "1280x960"}) {}

  State open() {
    desktop.key("a");
    return desktop.wait_for("a race", [](const State& s) {
      return s["open"]["tool"] == "race" && s["race"]["on"] == true && s["race"]["frames"] > 5;
    });
  }
  std::vector<double> rect(const std::string& name) {
    const State s =
        desktop.wait_for(name, [&](const State& t) { return t["rects"].contains(name); });
    return s["rects"][name].get<std::vector<double>>();
  }
  std::filesystem::path wait_for_file(const std::string& name) {
    const auto file = desktop.folder() / name;
    desktop.wait_for(name, [&](const State&) { return std::filesystem::exists(file); });
    return file;
  }

  Desktop desktop;
};

class LaneWindow : public RaceWindow {
 protected:
  LaneWindow() : RaceWindow("flash") {}
};

TEST_F(RaceWindow, OpensWithAAndEndsWithIt) {
  const State s = open();
  EXPECT_GE(s["race"]["runners"].size(), 3u);
  for (const auto& runner : s["race"]["runners"]) EXPECT_EQ(runner["verdict"], "right");
  EXPECT_EQ(s["race"]["ranking"].size(), s["race"]["runners"].size());
  EXPECT_TRUE(s["rects"].contains("plot.race"));
  desktop.key("a");
  const State ended = desktop.wait_for("no race", [](const State& t) {
    return t["open"]["tool"] == "" && t["race"]["on"] == false;
  });
  desktop.wait_frames(5);
  EXPECT_EQ(desktop.state()["race"]["frames"], ended["race"]["frames"]);
}

TEST_F(RaceWindow, AnAlgorithmIsAddedGivenAParameterAndRemoved) {
  const auto before = open()["race"]["runners"].size();
  desktop.click_widget("race.add");
  rect("race.add.rdc");
  desktop.wait_frames(5);  // a list finds its place before it stays there
  desktop.click_widget("race.add.rdc");
  desktop.wait_for("one more", [&](const State& s) {
    return s["race"]["runners"].size() == before + 1 &&
           s["race"]["runners"][before]["verdict"] == "right";
  });
  desktop.key("p");  // so that no rank changes under the pointer
  desktop.wait_for("a pause", [](const State& s) { return s["paused"] == true; });
  desktop.wait_frames(3);
  const std::string number = std::to_string(before);
  desktop.click_widget("race.row." + number);
  rect("race-" + number + ".group-size");
  desktop.wait_frames(5);  // it is scrolled into sight
  const auto field = rect("race-" + number + ".group-size");
  desktop.move_to((field[0] + field[2]) / 2, (field[1] + field[3]) / 2);
  desktop.press(1);
  desktop.wait_frames(2);
  for (int k = 0; k < 8; ++k) desktop.move_by(6, 0), desktop.wait_frames(1);
  desktop.release(1);
  desktop.wait_for("another group size", [&](const State& s) {
    return s["race"]["runners"][before]["params"]["group-size"] != s["params"]["rdc"]["group-size"];
  });
  desktop.click_widget("race.remove." + number);
  desktop.wait_for("one less",
                   [&](const State& s) { return s["race"]["runners"].size() == before; });
}

TEST_F(LaneWindow, LanesShowEachStructureAndTheMouseWorksInEachOfThem) {
  open();
  desktop.key("p");
  desktop.click_widget("race.lanes");
  const State s = desktop.wait_for("lanes", [](const State& t) {
    return t["race"]["lanes"] == true && t["rects"].contains("lane.1") &&
           t["race"]["runners"][1]["trace_events"] > 0;
  });
  // Without the drawer the lanes stay, and with them the race.
  desktop.key("a");
  desktop.wait_for("a closed drawer", [](const State& t) { return t["open"]["tool"] == ""; });
  desktop.wait_frames(3);
  EXPECT_EQ(desktop.state()["race"]["on"], true);
  const auto first = rect("lane.0"), second = rect("lane.1");
  EXPECT_EQ(second[2] - second[0], first[2] - first[0]);
  EXPECT_EQ(second[3] - second[1], first[3] - first[1]);
  EXPECT_TRUE(second[0] >= first[2] || second[1] >= first[3]) << "side by side";
  // The pointer in the second lane: the camera is that lane's, and a sprite is dragged in it.
  desktop.move_to((second[0] + second[2]) / 2, (second[1] + second[3]) / 2);
  const State there = desktop.wait_for("the second lane's camera", [&](const State& t) {
    return t["camera"]["viewport"] == State(second);
  });
  const auto at = there["sprites"][0]["screen"];
  EXPECT_GT(at[0].get<double>(), second[0]);
  EXPECT_GT(at[1].get<double>(), second[1]);
  desktop.move_to(at[0], at[1]);
  const auto hovered =
      desktop
          .wait_for("a sprite", [](const State& t) { return t["hovered"].is_number(); })["hovered"]
          .get<std::size_t>();
  const auto from = desktop.state()["sprites"][hovered]["position"];
  desktop.press(1);
  desktop.wait_frames(2);
  for (int k = 0; k < 5; ++k) desktop.move_by(4, 0), desktop.wait_frames(1);
  desktop.wait_for("it moves",
                   [&](const State& t) { return t["sprites"][hovered]["position"][0] > from[0]; });
  desktop.release(1);
  desktop.key("shift+a");
  desktop.wait_for("no lanes, no race", [](const State& t) {
    return t["race"]["lanes"] == false && t["race"]["on"] == false;
  });
}

TEST_F(RaceWindow, TheSweepFillsItsPlotAndCanBeCanceled) {
  open();
  desktop.click_widget("race.times");
  desktop.click_widget("race.sweep");
  desktop.wait_for(
      "two numbers of sprites",
      [](const State& s) {
        return !s["race"]["sweep"]["lines"].empty() &&
               s["race"]["sweep"]["lines"][0]["points"].size() >= 2;
      },
      60);
  rect("race.progress");
  rect("plot.race-times");
  desktop.click_widget("race.cancel");
  const State s = desktop.wait_for(
      "the end of it", [](const State& t) { return t["race"]["sweep"]["running"] == false; });
  EXPECT_LT(s["race"]["sweep"]["progress"], 1.0);
  EXPECT_EQ(s["race"]["sweep"]["lines"][0]["points"][0]["sprites"], 100);
}

TEST_F(RaceWindow, PlotsAreSavedAsPictureAndAsTable) {
  open();
  desktop.wait_for("some frames", [](const State& s) { return s["race"]["frames"] > 30; });
  for (const std::string plot : {"race", "steps"}) {
    const auto r = rect("plot." + plot);
    desktop.click_widget("plot." + plot + ".menu");
    desktop.click_widget("export.png");
    const auto picture = load_bitmap(wait_for_file("phasebox-" + plot + "-001.png"));
    ASSERT_TRUE(picture) << picture.error().text;
    EXPECT_NEAR(picture->width, r[2] - r[0], 1) << plot;
    EXPECT_NEAR(picture->height, r[3] - r[1], 1) << plot;
    const auto& rgba = picture->rgba;
    std::size_t other = 0;
    for (std::size_t k = 4; k < rgba.size(); ++k) other += rgba[k] != rgba[k % 4];
    EXPECT_GT(other, rgba.size() / 200) << "more than a ground of one color: " << plot;

    desktop.click_widget("plot." + plot + ".menu");
    desktop.click_widget("export.csv");
    std::ifstream in(wait_for_file("phasebox-" + plot + "-001.csv"));
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(text.rfind("series,", 0), 0u) << text.substr(0, 100);
    EXPECT_GT(std::count(text.begin(), text.end(), '\n'), 30) << plot;
  }
}

TEST(LogWindow, WritesALinePerStepWhileItRuns) {
  Desktop desktop({"--log", "steps.csv"});
  desktop.wait_for("some steps", [](const State& s) { return s["steps"] > 20; });
  std::ifstream in(desktop.folder() / "steps.csv");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  EXPECT_GT(std::count(text.begin(), text.end(), '\n'), 10);
  EXPECT_EQ(text.back(), '\n');
  EXPECT_NE(text.find("\n5,flash,rdc,pixel-samples,"), std::string::npos) << text.substr(0, 400);
}

}  // namespace race_test
}  // namespace phasebox
