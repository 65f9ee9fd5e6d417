// SPDX-License-Identifier: MIT
// Oracle, "Why", "Accuracy" and "Energy" in the real window.
#include <string>

#include <gtest/gtest.h>

#include "desktop.hpp"

namespace phasebox {
namespace studies_test {

bool contains(const State& text, const std::string& part) {
  return text.get<std::string>().find(part) != std::string::npos;
}

TEST(OracleWindow, SaysExactOfEveryBroadphase) {
  Desktop desktop{{"--scene", "flash"}};
  const std::string first = desktop.state()["broadphase"];
  std::string before;
  do {
    const State s = desktop.wait_for("an exact answer", [&](const State& t) {
      return t["broadphase"] != before && contains(t["oracle"]["status"], "· exact ·");
    });
    EXPECT_EQ(s["oracle"]["checked"], s["sprite_count"]);
    before = s["broadphase"];
    desktop.key("j");
    desktop.wait_for("the next one", [&](const State& t) { return t["broadphase"] != before; });
  } while (desktop.state()["broadphase"] != first);
}

TEST(OracleWindow, CountsAndMarksWhatTheThresholdSwallows) {
  Desktop desktop{{"--scene", "clusters", "--set", "rdc.contact-threshold=8"}};
  const State s = desktop.wait_for("allowed misses", [](const State& t) {
    return t["oracle"]["swallowed"] > 0 && t["oracle"]["marked"] == t["oracle"]["swallowed"];
  });
  EXPECT_TRUE(contains(s["oracle"]["status"], " allowed misses of ")) << s["oracle"]["status"];
  EXPECT_EQ(s["oracle"]["missed"], 0);
}

TEST(OracleWindow, SamplesManySpritesAndSaysSo) {
  Desktop desktop{{"--scene", "uniform", "--count", "6000", "--broadphase", "uniform-grid"}};
  const State s = desktop.wait_for(
      "a sample",
      [](const State& t) { return t["sprite_count"] == 6000 && t["oracle"]["checked"] > 0; }, 30);
  EXPECT_LT(s["oracle"]["checked"], 6000);
  EXPECT_TRUE(contains(s["oracle"]["status"], "· exact ·")) << s["oracle"]["status"];
}

class WhyWindow : public testing::Test {
 protected:
  void select_one() {
    desktop.key("p");
    desktop.wait_for("pause", [](const State& s) { return s["paused"] == true; });
    desktop.wait_frames(3);
    const auto at = desktop.state()["sprites"][5]["screen"];
    desktop.move_to(at[0], at[1]);
    desktop.xdotool("click 1");
    desktop.wait_for("one selected", [](const State& s) { return s["selected"].size() == 1; });
  }

  Desktop desktop{{"--scene", "clusters", "--broadphase", "uniform-grid"}};
};

TEST_F(WhyWindow, WListsTheTestsOfTheSelection) {
  select_one();
  desktop.key("w");
  State s = desktop.wait_for("comparisons", [](const State& t) {
    return t["open"]["tool"] == "why" && !t["why"]["lines"].empty();
  });
  EXPECT_EQ(s["why"]["tests"], s["counters"]["box_tests"]);
  for (const State& line : s["why"]["lines"]) EXPECT_EQ(line["a"], s["selected"][0]);
  const std::string other = s["why"]["lines"][0]["b"].dump();
  desktop.wait_for("its row",
                   [&](const State& t) { return t["rects"].contains("why.row." + other); });
  desktop.click_widget("why.row." + other);
  s = desktop.wait_for("the row pointed at",
                       [&](const State& t) { return t["why"]["chosen"].dump() == other; });
  EXPECT_GE(s["why"]["parts"], 1) << "the cells that made the test";
  desktop.key("w");
  desktop.wait_for("closed, and nothing pointed out", [](const State& t) {
    return t["open"]["tool"] == "" && t["why"]["lines"].empty();
  });
}

TEST_F(WhyWindow, ARightClickAsksToo) {
  select_one();
  const auto at = desktop.state()["sprites"][desktop.state()["selected"][0].get<std::size_t>()];
  desktop.move_to(at["screen"][0], at["screen"][1]);
  desktop.xdotool("click 3");
  desktop.wait_for("the menu", [](const State& s) { return s["rects"].contains("menu.why"); });
  desktop.click_widget("menu.why");
  desktop.wait_for("comparisons", [](const State& s) {
    return s["open"]["tool"] == "why" && !s["why"]["lines"].empty();
  });
}

TEST(AccuracyWindow, MeasuresAndItsSuggestionIsApplied) {
  Desktop desktop{{"--scene", "flash", "--set", "pixel-samples.n=9"}};
  desktop.key("y");
  desktop.wait_for("the tool",
                   [](const State& s) { return s["rects"].contains("accuracy.start"); });
  desktop.click_widget("accuracy.start");
  const State done = desktop.wait_for(
      "an end",
      [](const State& s) {
        return s["accuracy"]["running"] == false && s["accuracy"]["contacts"] >= 5000;
      },
      60);
  const int n = done["accuracy"]["suggestion"];
  EXPECT_GE(n, 1);
  EXPECT_LT(n, 9) << "5 % are missed long before that";
  EXPECT_TRUE(done["rects"].contains("plot.accuracy-missed"));
  desktop.click_widget("accuracy.apply");
  desktop.wait_for("n applied",
                   [&](const State& s) { return s["params"]["pixel-samples"]["n"] == n; });
  desktop.key("ctrl+z");
  desktop.wait_for("n taken back",
                   [&](const State& s) { return s["params"]["pixel-samples"]["n"] == 9; });
}

TEST(AccuracyWindow, CancelKeepsWhatWasFound) {
  Desktop desktop{{"--scene", "flash", "--set", "scene.min-size=200", "--set",
                   "scene.max-size=250"}};  // many pixels: it takes a while
  desktop.key("y");
  desktop.wait_for("the tool",
                   [](const State& s) { return s["rects"].contains("accuracy.start"); });
  desktop.click_widget("accuracy.start");
  desktop.wait_for("a start", [](const State& s) {
    return s["accuracy"]["running"] == true && s["rects"].contains("accuracy.stop");
  });
  desktop.click_widget("accuracy.stop");
  const State s =
      desktop.wait_for("the end", [](const State& t) { return t["accuracy"]["running"] == false; });
  EXPECT_GE(s["accuracy"]["candidates"], 0);
}

TEST(EnergyWindow, PlotsAsSoonAsSpritesPushAndOnlyWhileItIsOpen) {
  Desktop desktop{{"--scene", "flash"}};
  desktop.key("shift+e");
  desktop.wait_for("the offer", [](const State& s) { return s["rects"].contains("energy.push"); });
  EXPECT_EQ(desktop.state()["energy"]["samples"], 0);
  desktop.click_widget("energy.push");
  desktop.wait_for("samples", [](const State& s) {
    return s["energy"]["samples"] > 10 && s["rects"].contains("plot.energy") &&
           s["rects"].contains("plot.momentum");
  });
  desktop.key("shift+e");
  desktop.wait_for("an end", [](const State& s) {
    return s["energy"]["on"] == false && s["energy"]["samples"] == 0;
  });
}

}  // namespace studies_test
}  // namespace phasebox
