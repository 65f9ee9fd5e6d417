// SPDX-License-Identifier: MIT
// The X-ray and the way back in time in the real window, by keys and mouse.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "desktop.hpp"

namespace phasebox {
namespace xray_test {

class XrayWindow : public testing::Test {
 protected:
  State wait_for_event(int at) {
    return desktop.wait_for("event " + std::to_string(at), [&](const State& s) {
      return s["xray"].is_object() && s["xray"]["at"] == at;
    });
  }
  std::vector<double> rect(const std::string& name) {
    const State s = desktop.wait_for("widget " + name,
                                     [&](const State& t) { return t["rects"].contains(name); });
    return s["rects"][name].get<std::vector<double>>();
  }

  Desktop desktop{{"--scene", "flash", "--set", "rdc.group-size=4"}};
};

TEST_F(XrayWindow, F10FreezesAndStepsAndShiftF10GoesBackToTheSameHash) {
  desktop.key("F10");
  const State first = wait_for_event(1);
  EXPECT_EQ(first["paused"], true);
  EXPECT_EQ(first["open"]["tool"], "xray");
  EXPECT_EQ(first["xray"]["line"], 0);
  EXPECT_NE(first["xray"]["sentence"].get<std::string>().find("group 0"), std::string::npos);
  desktop.key("F10");
  const State second = wait_for_event(2);
  EXPECT_EQ(second["xray"]["counter"], 1);
  EXPECT_EQ(second["xray"]["line"], 1);
  desktop.key("F10");
  wait_for_event(3);
  desktop.key("shift+F10");
  const State again = wait_for_event(2);
  EXPECT_EQ(again["xray"]["hash"], second["xray"]["hash"]);
  EXPECT_EQ(again["state_hash"], first["state_hash"]) << "looking changes nothing";
}

TEST_F(XrayWindow, AHeldKeyWalksOn) {
  desktop.key("F10");
  wait_for_event(1);
  desktop.xdotool("keydown F10");
  desktop.wait_for("ten events", [](const State& s) { return s["xray"]["at"] > 10; });
  desktop.xdotool("keyup F10");
}

TEST_F(XrayWindow, EachPartHasAScrubberAndTheEndIsTheNormalRun) {
  desktop.key("F10");
  wait_for_event(1);
  const auto broad = rect("xray.scrubber.broadphase"), narrow = rect("xray.scrubber.narrowphase");
  EXPECT_LE(broad[2], narrow[0]) << "one beside the other";
  desktop.move_to((broad[0] + broad[2]) / 2, (broad[1] + broad[3]) / 2);
  desktop.press(1);
  const State middle = desktop.wait_for("the middle of the broadphase", [](const State& s) {
    return s["xray"]["at"] > 10 && s["xray"]["narrow"] == false;
  });
  desktop.release(1);
  desktop.move_to(narrow[2] - 2, (narrow[1] + narrow[3]) / 2);
  desktop.press(1);
  const State end = desktop.wait_for("the end, drawn", [](const State& s) {
    return s["xray"]["at"] == s["xray"]["events"] && s["rects"].contains("xray.magnifier");
  });
  desktop.release(1);
  EXPECT_EQ(end["xray"]["candidates"], end["counters"]["candidates"]);
  EXPECT_EQ(end["xray"]["collisions"], end["counters"]["collisions"]);
  EXPECT_LE(middle["xray"]["candidates"], end["xray"]["candidates"]);
  EXPECT_EQ(end["xray"]["narrow"], true);
}

TEST_F(XrayWindow, ButtonsPlayJumpAndGoToBothEnds) {
  desktop.key("x");
  desktop.click_widget("xray.freeze");
  wait_for_event(1);
  desktop.click_widget("xray.play");
  desktop.wait_for("playing",
                   [](const State& s) { return s["xray"]["speed"] > 0 && s["xray"]["at"] > 4; });
  desktop.click_widget("xray.play");
  const State held =
      desktop.wait_for("holding", [](const State& s) { return s["xray"]["speed"] == 0; });
  desktop.click_widget("xray.jump");
  desktop.wait_for("a jump", [&](const State& s) { return s["xray"]["at"] > held["xray"]["at"]; });
  desktop.click_widget("xray.last");
  desktop.wait_for("the end",
                   [](const State& s) { return s["xray"]["at"] == s["xray"]["events"]; });
  desktop.click_widget("xray.first");
  wait_for_event(0);
}

TEST_F(XrayWindow, EscLeavesAndTheSpritesGoOn) {
  desktop.key("F10");
  const State frozen = wait_for_event(1);
  desktop.key("Escape");
  desktop.wait_for("no X-ray",
                   [](const State& s) { return s["xray"].is_null() && s["open"]["tool"] == ""; });
  desktop.key("p");
  desktop.wait_for("motion", [&](const State& s) { return s["steps"] > frozen["steps"]; });
  desktop.key("F10");
  wait_for_event(1);
  desktop.key("p");
  desktop.wait_for("going on ends it", [](const State& s) { return s["xray"].is_null(); });
}

TEST_F(XrayWindow, AnotherAlgorithmIsWalkedThroughInTheSameFrame) {
  desktop.key("F10");
  const State rdc = wait_for_event(1);
  desktop.key("2");
  const State sweep = desktop.wait_for("sort and sweep", [](const State& s) {
    return s["xray"].is_object() && s["xray"]["title"] == "Sort and sweep";
  });
  EXPECT_EQ(sweep["xray"]["at"], 0);
  EXPECT_EQ(sweep["steps"], rdc["steps"]);
}

TEST_F(XrayWindow, CommaGoesBackAndPeriodForwardToTheSameFrames) {
  desktop.wait_for("some steps", [](const State& s) { return s["steps"] > 20; });
  desktop.key("p");
  desktop.wait_for("pause", [](const State& s) { return s["paused"] == true; });
  desktop.wait_frames(3);
  const State now = desktop.state();
  const int step = now["steps"];
  const auto wait_for_step = [&](int n) {
    return desktop.wait_for("step " + std::to_string(n),
                            [&](const State& s) { return s["steps"] == n; });
  };
  for (int k = 1; k <= 5; ++k) {
    desktop.key("comma");
    wait_for_step(step - k);
  }
  desktop.wait_frames(2);
  EXPECT_NE(desktop.state()["state_hash"], now["state_hash"]);
  for (int k = 4; k >= 0; --k) {
    desktop.key("period");
    wait_for_step(step - k);
  }
  desktop.wait_for("the same frame",
                   [&](const State& s) { return s["state_hash"] == now["state_hash"]; });
  desktop.key("period");
  wait_for_step(step + 1);
}

TEST(CrowdedXrayWindow, ShowsTheEventEnlargedAndSaysWhatIsLeftOut) {
  Desktop desktop{{"--scene", "flash", "--count", "10000", "--set", "min-size=5", "--set",
                   "max-size=12", "--broadphase", "quadtree"}};
  desktop.key("F10");
  desktop.wait_for(
      "the close-up", [](const State& s) { return s["rects"].contains("xray.closeup"); }, 30);
  desktop.click_widget("xray.scrubber.broadphase");
  const State middle = desktop.wait_for(
      "what is left out", [](const State& s) { return s["rects"].contains("xray.left-out"); }, 30);
  const auto notes = middle["rects"]["notes"].get<std::vector<double>>();
  const auto words = middle["rects"]["xray.left-out"].get<std::vector<double>>();
  EXPECT_GE(words[0], notes[0]);
  EXPECT_LE(words[3], notes[3]) << "in the margin, whole";
}

TEST_F(XrayWindow, OfFewSpritesAllIsDrawn) {
  desktop.key("F10");
  wait_for_event(1);
  desktop.wait_frames(3);
  const State s = desktop.state();
  EXPECT_FALSE(s["rects"].contains("xray.left-out"));
  EXPECT_FALSE(s["rects"].contains("xray.closeup"));
}

}  // namespace xray_test
}  // namespace phasebox
