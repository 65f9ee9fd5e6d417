// SPDX-License-Identifier: MIT
// Filter and bounding volume of single sprites, set from the menu of the real window.
#include <string>

#include <gtest/gtest.h>

#include "desktop.hpp"

namespace phasebox {
namespace rules_test {

// Two circles dragged together would collide; here the platformer's crowd does by itself.
class Rules : public testing::Test {
 protected:
  void open_menu(std::size_t id) {
    const auto at = desktop.state()["sprites"][id]["screen"];
    desktop.move_to(at[0], at[1]);
    desktop.wait_for("the pointer over it", [&](const State& s) { return s["hovered"] == id; });
    desktop.xdotool("click 3");
    desktop.wait_for("the menu", [](const State& s) { return s["open"]["popup"] == true; });
  }
  void close_menu() {
    desktop.key("Escape");
    desktop.wait_for("no menu", [](const State& s) { return s["open"]["popup"] == false; });
  }
  State wait_for_sprite(std::size_t id, const char* what, const State& value) {
    return desktop.wait_for(std::string(what) + " of the sprite",
                            [&](const State& s) { return s["sprites"][id][what] == value; });
  }

  Desktop desktop{{"--scene", "lesson"}};
};

TEST_F(Rules, TheFilterMenuSetsCategoryAndMaskAndUndoTakesThemBack) {
  open_menu(1);
  desktop.click_widget("menu.filter");
  desktop.click_widget("filter.category.3");
  wait_for_sprite(1, "category", 5);
  desktop.click_widget("filter.category.1");
  wait_for_sprite(1, "category", 4);
  desktop.click_widget("filter.mask.16");
  wait_for_sprite(1, "mask", 0x7FFF);
  EXPECT_EQ(desktop.state()["open"]["popup"], true) << "the boxes leave the menu open";
  close_menu();
  for (int i = 0; i < 3; ++i) desktop.key("ctrl+z");
  wait_for_sprite(1, "category", 1);
  wait_for_sprite(1, "mask", 0xFFFF);
  desktop.key("ctrl+y");
  wait_for_sprite(1, "category", 5);
}

TEST_F(Rules, SpritesThatExcludeEachOtherStopCollidingAtOnce) {
  desktop.key("p");
  const State before = desktop.state();
  const auto from = before["sprites"][0]["screen"], to = before["sprites"][1]["screen"];
  desktop.move_to(from[0], from[1]);
  desktop.press(1);
  for (int i = 1; i <= 4; ++i) {
    desktop.move_by((to[0].get<double>() - from[0].get<double>()) / 4,
                    (to[1].get<double>() - from[1].get<double>() - 40) / 4);
    desktop.wait_frames(2);
  }
  desktop.release(1);
  desktop.wait_for("a collision", [](const State& s) {
    return s["counters"]["collisions"] == 1 && s["held"].is_null();
  });
  open_menu(1);
  desktop.click_widget("menu.filter");
  desktop.click_widget("filter.mask.1");
  desktop.wait_for("no candidate", [](const State& s) { return s["counters"]["candidates"] == 0; });
}

TEST_F(Rules, TheVolumeMenuWidensTheBox) {
  open_menu(2);
  desktop.click_widget("menu.volume");
  desktop.click_widget("volume.circle");
  wait_for_sprite(2, "volume", "circle");
  EXPECT_EQ(desktop.state()["sprites"][1]["volume"], "tight");
  desktop.key("ctrl+z");
  wait_for_sprite(2, "volume", "tight");
}

}  // namespace rules_test
}  // namespace phasebox
