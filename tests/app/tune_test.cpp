// SPDX-License-Identifier: MIT
// Tune and Cliffs in the real window: started, waited for, applied, cancelled.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "desktop.hpp"

namespace phasebox {
namespace {

TEST(TuneWindow, FindsAnAnswerAndAppliesIt) {
  Desktop desktop({"--scene", "uniform", "--set", "scene.count=300"});
  desktop.key("u");
  desktop.wait_for("the tool", [](const State& s) {
    return s["open"]["tool"] == "tune" && s["rects"].contains("tune.start");
  });
  // Ctrl+click on the budget types a value.
  desktop.xdotool("keydown ctrl");
  desktop.click_widget("tune.budget");
  desktop.xdotool("keyup ctrl");
  desktop.wait_for("a text field", [](const State& s) { return s["open"]["text_input"] == true; });
  desktop.xdotool("type --delay 60 2");
  desktop.key("Return");
  desktop.click_widget("tune.start");
  desktop.wait_for("work", [](const State& s) { return s["tuning"]["running"] == true; });
  const State done = desktop.wait_for(
      "an answer",
      [](const State& s) {
        return s["tuning"]["running"] == false && s["tuning"].contains("winner") &&
               s["rects"].contains("tune.apply");
      },
      30);
  const std::string winner = done["tuning"]["winner"];
  desktop.click_widget("tune.apply");
  const State after = desktop.wait_for("the winner at work",
                                       [&](const State& s) { return s["broadphase"] == winner; });
  if (done["tuning"].contains("settings"))
    for (const auto& [key, value] : done["tuning"]["settings"].items()) {
      const State& set = after["params"][winner][key];
      EXPECT_TRUE(!set.is_number() || set.get<float>() == value.get<float>()) << key;
    }
  desktop.click_widget("tune.save");
  desktop.wait_for("a report", [&](const State& s) {
    for (const auto& toast : s["toasts"])
      if (toast.get<std::string>().find("phasebox-tune-001.html") != std::string::npos) return true;
    return false;
  });
}

TEST(TuneWindow, CliffsAreMeasuredAndCancelled) {
  Desktop desktop({"--scene", "uniform"});
  desktop.key("h");
  desktop.wait_for("the tool", [](const State& s) { return s["rects"].contains("cliffs.start"); });
  desktop.click_widget("cliffs.start");
  desktop.wait_for(
      "some places",
      [](const State& s) { return s["cliffs"].contains("known") && s["cliffs"]["known"] > 2; }, 30);
  desktop.click_widget("cliffs.cancel");
  const State s = desktop.wait_for(
      "the end", [](const State& state) { return state["cliffs"]["running"] == false; });
  EXPECT_FALSE(s["cliffs"]["complete"]);
  EXPECT_TRUE(s["rects"].contains("plot.cliffs"));
}

}  // namespace
}  // namespace phasebox
