// SPDX-License-Identifier: MIT
// The query by hand in the real window: Alt and drag, what is found, how it ends.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "desktop.hpp"

namespace phasebox {
namespace query_test {

class Query : public testing::Test {
 protected:
  // From there, by so much, with Alt or another key held.
  void ask(double x, double y, double dx, double dy, const std::string& key = "alt") {
    desktop.move_to(x, y);
    desktop.xdotool("keydown " + key);
    desktop.wait_frames(2);
    desktop.press(1);
    desktop.wait_for("the query begun", [](const State& s) { return s["hand"] == "probe"; });
    for (int i = 0; i < 4; ++i) {
      desktop.move_by(dx / 4, dy / 4);
      desktop.wait_frames(1);
    }
    desktop.release(1);
    desktop.xdotool("keyup " + key);
    desktop.wait_for("the pointer empty", [](const State& s) { return s["hand"] == "nothing"; });
  }

  void ask_everywhere() {
    const auto r = desktop.state()["rects"]["field"].get<std::vector<double>>();
    ask(r[0] + 6, r[1] + 6, r[2] - r[0] - 16, r[3] - r[1] - 16);
  }

  Desktop desktop{{"--scene", "lesson"}};
};

TEST_F(Query, FindsWhatOverlapsTheRectangleAndStays) {
  const State before = desktop.state();
  const auto at = before["sprites"][1]["screen"];
  ask(at[0].get<double>() - 70, at[1].get<double>() - 70, 60, 60);
  const State s = desktop.wait_for("an answer", [](const State& t) {
    return t["probe"].is_object() && t["probe"]["found"] == State::array({1});
  });
  EXPECT_GT(s["probe"]["sprites_visited"].get<int>() + s["probe"]["parts_visited"].get<int>(), 0);
  EXPECT_EQ(s["sprite_count"], before["sprite_count"]) << "nothing was launched";
  desktop.wait_frames(20);
  EXPECT_TRUE(desktop.state()["probe"].is_object());
}

TEST_F(Query, IsAnsweredByEveryBroadphaseAndWhilePaused) {
  desktop.key("p");
  ask_everywhere();
  const std::string first = desktop.state()["broadphase"];
  std::string before;
  do {
    const State s = desktop.wait_for("all four", [&](const State& t) {
      return t["broadphase"] != before && t["probe"].is_object() && t["probe"]["found"].size() == 4;
    });
    before = s["broadphase"];
    desktop.key("j");
    desktop.wait_for("the next one", [&](const State& t) { return t["broadphase"] != before; });
  } while (desktop.state()["broadphase"] != first);
}

TEST_F(Query, opens_with_control_as_with_alt) {
  const State before = desktop.state();
  const auto at = before["sprites"][1]["screen"];
  const double x = at[0], y = at[1];
  const auto found_by = [&](const std::string& key) {
    ask(x - 70, y - 70, 60, 60, key);
    const State found = desktop.wait_for("an answer", [](const State& s) {
      return s["probe"].is_object() && s["probe"]["found"] == State::array({1});
    });
    desktop.key("Escape");
    desktop.wait_for("no query", [](const State& s) { return s["probe"].is_null(); });
    return found["probe"]["found"];
  };
  EXPECT_EQ(found_by("ctrl"), found_by("alt"));
  const State after = desktop.state();
  EXPECT_EQ(after["sprite_count"], before["sprite_count"]) << "nothing was launched";
  EXPECT_TRUE(after["selected"].empty());
}

TEST_F(Query, FollowsSpritesThatMove) {
  const State before = desktop.state();
  const auto at = before["sprites"][0]["screen"];
  ask(at[0].get<double>() + 60, at[1].get<double>() - 60, 120, 120);
  desktop.wait_for("nothing there", [](const State& s) {
    return s["probe"].is_object() && s["probe"]["found"].empty();
  });
  desktop.move_to(at[0], at[1]);
  desktop.press(1);
  for (int i = 0; i < 6; ++i) {
    desktop.move_by(20, 0);
    desktop.wait_frames(2);
  }
  desktop.wait_for("the dragged sprite found",
                   [](const State& s) { return s["probe"]["found"] == State::array({0}); });
  desktop.release(1);
}

TEST_F(Query, EndsByEscapeOrAClick) {
  ask_everywhere();
  desktop.wait_for("a query", [](const State& s) { return s["probe"].is_object(); });
  desktop.key("Escape");
  desktop.wait_for("no query", [](const State& s) { return s["probe"].is_null(); });
  EXPECT_EQ(desktop.state()["open"]["quit_question"], false);
  ask_everywhere();
  desktop.wait_for("a query", [](const State& s) { return s["probe"].is_object(); });
  desktop.xdotool("click 1");
  desktop.wait_for("no query", [](const State& s) { return s["probe"].is_null(); });
}

}  // namespace query_test
}  // namespace phasebox
