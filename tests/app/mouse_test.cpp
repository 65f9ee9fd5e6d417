// SPDX-License-Identifier: MIT
// The mouse in the real window: drag, throw, launch, select, zoom, pan, the menu.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "desktop.hpp"

namespace phasebox {
namespace mouse_test {

struct Point {
  double x, y;
};

Point point(const State& j) { return {j[0].get<double>(), j[1].get<double>()}; }
Point position(const State& s, std::size_t id) { return point(s["sprites"][id]["position"]); }
Point velocity(const State& s, std::size_t id) { return point(s["sprites"][id]["velocity"]); }
Point on_screen(const State& s, std::size_t id) { return point(s["sprites"][id]["screen"]); }
double speed(Point v) { return std::hypot(v.x, v.y); }
double zoom(const State& s) { return s["camera"]["zoom"]; }
double steps(const State& s) { return s["steps"]; }

// "lesson": four circles standing still, far apart; its middle bottom is empty ground.
class Mouse : public testing::Test {
 protected:
  // Puts the pointer on a sprite and waits until the window knows.
  void point_at(std::size_t id) {
    const Point at = on_screen(desktop.state(), id);
    desktop.move_to(at.x, at.y);
    desktop.wait_for("the pointer over the sprite",
                     [&](const State& s) { return s["hovered"] == id; });
  }

  void hold(std::size_t id) {
    point_at(id);
    desktop.press(1);
    desktop.wait_for("the sprite held", [&](const State& s) { return s["held"] == id; });
  }

  void drag_by(double dx, double dy, int moves) {
    for (int i = 0; i < moves; ++i) {
      desktop.move_by(dx, dy);
      desktop.wait_frames(1);
    }
  }

  Point empty_ground() {
    const State s = desktop.state();
    const auto field = s["rects"]["field"].get<std::vector<double>>();
    const Point at{field[0] + 0.62 * (field[2] - field[0]),
                   field[1] + 0.68 * (field[3] - field[1])};
    desktop.move_to(at.x, at.y);
    desktop.wait_for("the pointer over empty ground",
                     [](const State& t) { return t["hovered"].is_null(); });
    return at;
  }

  // Moves the sprite by hand, and lets it go at rest.
  void drag_and_check() {
    const State before = desktop.state();
    hold(0);
    drag_by(12, 8, 5);
    const Point expected{position(before, 0).x + 60 / zoom(before),
                         position(before, 0).y + 40 / zoom(before)};
    desktop.wait_for("the sprite following the pointer", [&](const State& s) {
      const Point now = position(s, 0);
      return std::abs(now.x - expected.x) < 2 && std::abs(now.y - expected.y) < 2;
    });
    const auto still = desktop.state()["frame"].get<long>();
    desktop.wait_for("a quiet while",
                     [&](const State& s) { return s["frame"].get<long>() > still + 12; });
    desktop.release(1);
    const State after =
        desktop.wait_for("the sprite let go", [](const State& s) { return s["held"].is_null(); });
    EXPECT_NEAR(position(after, 0).x, expected.x, 3);
    EXPECT_NEAR(position(after, 0).y, expected.y, 3);
    EXPECT_LT(speed(velocity(after, 0)), 0.1) << "let go at rest, it stays";
  }

  Desktop desktop{{"--scene", "lesson"}};
};

TEST_F(Mouse, ASpriteFollowsThePointerWhileTheRestMoves) {
  const State before = desktop.state();
  drag_and_check();
  EXPECT_GT(steps(desktop.state()), steps(before));
}

TEST_F(Mouse, ASpriteFollowsThePointerWhilePaused) {
  desktop.key("p");
  const State before =
      desktop.wait_for("pause", [](const State& s) { return s["paused"] == true; });
  drag_and_check();
  EXPECT_EQ(steps(desktop.state()), steps(before));
}

TEST_F(Mouse, OverlappingSpritesCollideAlsoWhilePaused) {
  desktop.key("p");
  const State before =
      desktop.wait_for("pause", [](const State& s) { return s["paused"] == true; });
  ASSERT_EQ(before["counters"]["collisions"], 0);
  const Point from = on_screen(before, 0), to = on_screen(before, 1);
  hold(0);
  drag_by((to.x - from.x) / 4, (to.y - from.y) / 4, 4);
  desktop.wait_for("a collision", [](const State& s) { return s["counters"]["collisions"] == 1; });
  desktop.release(1);
}

TEST_F(Mouse, LettingGoInMotionThrows) {
  hold(2);
  std::string moves;
  for (int i = 0; i < 12; ++i) moves += "mousemove_relative -- -10 6 sleep 0.02 ";
  desktop.xdotool(moves + "mouseup 1");
  const State after =
      desktop.wait_for("the sprite let go", [](const State& s) { return s["held"].is_null(); });
  EXPECT_LT(velocity(after, 2).x, -0.5);
  EXPECT_GT(velocity(after, 2).y, 0.2);
  const double x = position(after, 2).x;
  desktop.wait_for("it flying on", [&](const State& s) { return position(s, 2).x < x - 5; });
}

TEST_F(Mouse, AClickSelectsAndDisturbsNothing) {
  const State before = desktop.state();
  point_at(1);
  desktop.xdotool("click 1");
  const State after = desktop.wait_for(
      "the selection", [](const State& s) { return s["selected"] == State::array({1}); });
  EXPECT_EQ(position(after, 1).x, position(before, 1).x);
  empty_ground();
  desktop.xdotool("click 1");
  desktop.wait_for("no selection", [](const State& s) { return s["selected"].empty(); });
}

TEST_F(Mouse, TheSlingshotLaunchesAgainstThePull) {
  const State before = desktop.state();
  empty_ground();
  desktop.press(1);
  desktop.wait_frames(2);
  drag_by(-15, -6, 4);
  desktop.wait_for("the aim", [](const State& s) { return s["hand"] == "aim"; });
  desktop.release(1);
  const State after = desktop.wait_for("a new sprite", [&](const State& s) {
    return s["sprite_count"] == before["sprite_count"].get<int>() + 1;
  });
  const std::size_t id = after["sprites"].size() - 1;
  EXPECT_NEAR(velocity(after, id).x, 60 / zoom(before) * 0.1, 0.3);
  EXPECT_NEAR(velocity(after, id).y, 24 / zoom(before) * 0.1, 0.3);
}

TEST_F(Mouse, ShiftAndDragSelectARectangle) {
  const auto field = desktop.state()["rects"]["field"].get<std::vector<double>>();
  desktop.move_to(field[0] + 6, field[1] + 6);
  desktop.xdotool("keydown shift");
  desktop.wait_frames(2);
  desktop.press(1);
  desktop.wait_for("the rectangle", [](const State& s) { return s["hand"] == "select"; });
  drag_by((field[2] - field[0] - 20) / 4, (field[3] - field[1] - 20) / 4, 4);
  desktop.release(1);
  desktop.xdotool("keyup shift");
  desktop.wait_for("all four selected", [](const State& s) { return s["selected"].size() == 4; });
}

TEST_F(Mouse, TheWheelZoomsAtThePointer) {
  const State before = desktop.state();
  point_at(0);
  const Point at = on_screen(before, 0);
  desktop.xdotool("click --repeat 3 --delay 30 4");
  const State after =
      desktop.wait_for("more zoom", [&](const State& s) { return zoom(s) > 1.4 * zoom(before); });
  EXPECT_NEAR(on_screen(after, 0).x, at.x, 2) << "what is under the pointer stays there";
  EXPECT_NEAR(on_screen(after, 0).y, at.y, 2);
  desktop.xdotool("click 5");
  desktop.wait_for("less zoom", [&](const State& s) { return zoom(s) < zoom(after); });
}

TEST_F(Mouse, TheMiddleButtonMovesTheView) {
  const State before = desktop.state();
  empty_ground();
  desktop.press(2);
  desktop.wait_frames(2);
  drag_by(10, 5, 4);
  desktop.release(2);
  desktop.wait_for("the view moved by 40, 20", [&](const State& s) {
    return std::abs(on_screen(s, 0).x - on_screen(before, 0).x - 40) < 2 &&
           std::abs(on_screen(s, 0).y - on_screen(before, 0).y - 20) < 2;
  });
}

TEST_F(Mouse, TheMenuOfASpritePinsClonesAndDeletes) {
  const int n = desktop.state()["sprite_count"];
  const auto choose = [&](const std::string& line) {
    desktop.xdotool("click 3");
    desktop.wait_for("the menu", [](const State& s) { return s["open"]["popup"] == true; });
    desktop.click_widget(line);
    desktop.wait_for("no menu", [](const State& s) { return s["open"]["popup"] == false; });
  };
  point_at(1);
  choose("menu.pin");
  desktop.wait_for("a pin", [](const State& s) { return s["sprites"][1]["static"] == true; });
  point_at(2);
  choose("menu.clone");
  desktop.wait_for("a clone", [&](const State& s) { return s["sprite_count"] == n + 1; });
  point_at(0);
  choose("menu.delete");
  desktop.wait_for("one less", [&](const State& s) { return s["sprite_count"] == n; });
}

TEST_F(Mouse, APanelWidgetDoesNotReachTheField) {
  const State before = desktop.state();
  desktop.click_widget("launch.gear");
  const State after = desktop.wait_for("another image to launch", [&](const State& s) {
    return s["launch_image"] != before["launch_image"];
  });
  EXPECT_EQ(after["sprite_count"], before["sprite_count"]);
}

}  // namespace mouse_test
}  // namespace phasebox
