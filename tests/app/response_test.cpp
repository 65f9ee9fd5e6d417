// SPDX-License-Identifier: MIT
// Sprites that push each other, in the real window: by hand, and impact by impact in the X-ray.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "desktop.hpp"

namespace phasebox {
namespace response_test {

double x_of(const State& s, std::size_t id) { return s["sprites"][id]["position"][0]; }
double y_of(const State& s, std::size_t id) { return s["sprites"][id]["position"][1]; }
double apart(const State& s, std::size_t a, std::size_t b) {
  return std::hypot(x_of(s, a) - x_of(s, b), y_of(s, a) - y_of(s, b));
}

TEST(ResponseWindow, ThePointerPushesOneSpriteWithAnother) {
  constexpr double kSide = 96;  // px, of the circles of this scene
  Desktop desktop({"--scene", "lesson", "--set", "response.response=impulse"});
  const State before = desktop.state();
  const auto from = before["sprites"][0]["screen"], to = before["sprites"][1]["screen"];
  const double dx = to[0].get<double>() - from[0].get<double>(),
               dy = to[1].get<double>() - from[1].get<double>();
  desktop.move_to(from[0], from[1]);
  desktop.wait_for("the pointer over it", [](const State& s) { return s["hovered"] == 0; });
  desktop.press(1);
  desktop.wait_for("it is held", [](const State& s) { return s["held"] == 0; });
  for (int move = 0; move < 10; ++move) {
    desktop.move_by(dx / 10, dy / 10);
    desktop.wait_frames(2);
  }
  const State pushed = desktop.wait_for("the other one pushed away", [&](const State& s) {
    return x_of(s, 1) > x_of(before, 1) + 20 && y_of(s, 1) > y_of(before, 1) + 10;
  });
  EXPECT_GT(apart(pushed, 0, 1), kSide - 2);
  desktop.release(1);
  desktop.wait_for("it is let go", [](const State& s) { return s["held"].is_null(); });
}

TEST(ResponseWindow, TheXrayListsTheImpactsAndAClickGoesToOne) {
  Desktop desktop({"--scene", "stack"});
  desktop.wait_for("the stack at rest", [](const State& s) { return s["steps"] > 60; });
  const auto wait_for_event = [&](int at) {
    return desktop.wait_for("event " + std::to_string(at), [&](const State& s) {
      return s["xray"].is_object() && s["xray"]["at"] == at;
    });
  };
  desktop.key("F10");
  const State first = wait_for_event(1);
  EXPECT_EQ(first["xray"]["in_impacts"], true);
  EXPECT_GE(first["xray"]["impacts"], 20) << "ten boxes, each on two corners";
  desktop.click_widget("xray.impact.4");
  const State clicked = wait_for_event(4);
  EXPECT_EQ(clicked["xray"]["done_impacts"], 4);
  EXPECT_EQ(clicked["state_hash"], first["state_hash"]) << "looking changes nothing";
  EXPECT_NE(clicked["xray"]["sentence"].get<std::string>().find("rest"), std::string::npos)
      << clicked["xray"]["sentence"];
  desktop.key("shift+F10");
  EXPECT_EQ(wait_for_event(3)["xray"]["done_impacts"], 3);
}

}  // namespace response_test
}  // namespace phasebox
