// SPDX-License-Identifier: MIT
// The 3D view in the real window: on and off, turned, moved, zoomed, and clicked.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "desktop.hpp"

namespace phasebox {
namespace space_test {

std::vector<double> rect(const State& s, const char* name) {
  return s["rects"][name].get<std::vector<double>>();
}

// "lesson": four circles standing still, far apart.
class Space : public testing::Test {
 protected:
  void switch_on() {
    desktop.key("F7");
    desktop.wait_for("the 3D view", [](const State& s) {
      return s["space"].is_object() && s["rects"].contains("space") &&
             s["space"]["tops"].size() == s["sprite_count"];
    });
    desktop.wait_frames(3);
  }
  void move_to_middle() {
    const auto pane = rect(desktop.state(), "space");
    desktop.move_to((pane[0] + pane[2]) / 2, (pane[1] + pane[3]) / 2);
  }
  void drag(int button, double dx, double dy) {
    desktop.press(button);
    desktop.wait_frames(2);
    for (int i = 0; i < 5; ++i) {
      desktop.move_by(dx / 5, dy / 5);
      desktop.wait_frames(1);
    }
    desktop.release(button);
    desktop.wait_frames(2);
  }
  State eye() const {
    const State s = desktop.state()["space"];
    return {s["yaw"], s["pitch"], s["distance"], s["target"]};
  }

  Desktop desktop{{"--scene", "lesson"}};
};

TEST_F(Space, SharesTheFieldWithTheSecondPaneAndGivesItBack) {
  const State before = desktop.state();
  switch_on();
  const State on = desktop.state();
  const auto whole = rect(before, "field"), flat = rect(on, "field"), space = rect(on, "space");
  EXPECT_EQ(flat[2], space[0]);
  EXPECT_EQ(space[2], whole[2]);
  EXPECT_EQ(space[3], whole[3]);
  EXPECT_LT(on["camera"]["zoom"], before["camera"]["zoom"]) << "the field still fits its pane";
  desktop.key("F7");
  desktop.wait_for("the field as before", [&](const State& s) {
    return s["space"].is_null() && !s["rects"].contains("space") &&
           s["rects"]["field"] == before["rects"]["field"] && s["camera"] == before["camera"];
  });
}

TEST_F(Space, TheDividerGivesOnePaneMoreRoomAndStaysWhereItWasPut) {
  switch_on();
  const auto before = rect(desktop.state(), "space"), grip = rect(desktop.state(), "space.divider");
  desktop.move_to((grip[0] + grip[2]) / 2, (grip[1] + grip[3]) / 2);
  drag(1, -100, 0);
  const State wide = desktop.wait_for("a wider 3D view", [&](const State& s) {
    return std::abs(rect(s, "space")[0] - (before[0] - 100)) < 8;
  });
  desktop.key("ctrl+q");
  ASSERT_EQ(desktop.program().wait(10), 0);
  std::filesystem::remove(desktop.folder() / "state.json");
  desktop.start_program({"--scene", "lesson"});
  desktop.wait_for("both panes as they were", [&](const State& s) {
    return s["rects"].contains("space") && s["rects"]["space"] == wide["rects"]["space"];
  });
}

TEST_F(Space, DragsTurnAndMoveAndTheWheelZooms) {
  switch_on();
  move_to_middle();
  const State first = eye();
  drag(1, 60, 30);
  const State turned = eye();
  EXPECT_NEAR(turned[0].get<double>(), first[0].get<double>() - 24, 1);
  EXPECT_NEAR(turned[1].get<double>(), first[1].get<double>() + 12, 1);
  EXPECT_EQ(turned[2], first[2]);
  EXPECT_EQ(turned[3], first[3]);
  drag(3, 40, 0);
  const State moved = eye();
  EXPECT_EQ(moved[0], turned[0]);
  EXPECT_NE(moved[3], turned[3]);
  desktop.xdotool("click 4");
  desktop.wait_for("a nearer eye", [&](const State& s) {
    return s["space"]["distance"] < moved[2].get<double>() * 0.95;
  });
  EXPECT_TRUE(desktop.state()["selected"].empty());
  desktop.key("Home");
  desktop.wait_for("the first view", [&](const State& s) {
    return s["space"]["yaw"] == first[0] && s["space"]["distance"] == first[2] &&
           s["space"]["target"] == first[3];
  });
}

TEST_F(Space, ADoubleClickResetsTheView) {
  switch_on();
  move_to_middle();
  const State first = eye();
  drag(1, 60, 30);
  EXPECT_NE(eye(), first);
  desktop.xdotool("click --repeat 2 --delay 60 1");
  desktop.wait_for("the first view", [&](const State& s) {
    return s["space"]["yaw"] == first[0] && s["space"]["pitch"] == first[1];
  });
}

TEST_F(Space, AClickSelectsTheSameSpriteInBothPanes) {
  switch_on();
  const State before = desktop.state();
  for (std::size_t id = 0; id < 4; ++id) {
    const State top = before["space"]["tops"][id];
    desktop.move_to(top[0], top[1]);
    desktop.wait_for("the sprite under the pointer",
                     [&](const State& s) { return s["hovered"] == id; });
    desktop.xdotool("click 1");
    desktop.wait_for("the selection",
                     [&](const State& s) { return s["selected"] == State::array({id}); });
    desktop.wait_frames(30);  // or the next click would be the second of two
  }
  const State flat = desktop.state()["sprites"][1]["screen"];
  desktop.move_to(flat[0], flat[1]);
  desktop.xdotool("click 1");
  desktop.wait_for("the one clicked in the field",
                   [](const State& s) { return s["selected"] == State::array({1}); });
}

TEST_F(Space, WorksWhilePausedAndSaysWhatHeightMeans) {
  desktop.key("p");
  desktop.wait_for("pause", [](const State& s) { return s["paused"] == true; });
  switch_on();
  const State s = desktop.wait_for(
      "a note", [](const State& t) { return t["space"]["note"].get<std::string>() != ""; });
  EXPECT_EQ(s["space"]["note"].get<std::string>().find("Height: "), 0u);
  move_to_middle();
  const State first = eye();
  drag(1, 50, 0);
  EXPECT_NE(eye(), first);
}

}  // namespace space_test
}  // namespace phasebox
