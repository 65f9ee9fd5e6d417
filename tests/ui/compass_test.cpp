// SPDX-License-Identifier: MIT
// The tool "Compass of void": a rose of the frame, and clicks that turn the sweep.
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace compass_ui_test {

TEST(CompassInTheWindow, measures_while_it_is_open_and_a_click_sweeps_along_that_line) {
  HeadlessWindow window("clusters");
  window.key("p");
  const VoidCompass& compass = window.model.lab.compass;
  window.choose("menu.Tools", "menu.compass");
  window.until("all angles are measured", [&] { return compass.is_current(window.model.session); });
  window.frames(2);
  const Aabb rose = window.rect("compass.rose");
  window.move_to(middle(rose) + extent(rose) * Vec2{0.2f, 0.2f});
  window.frames(2);
  window.click();
  window.frames(2);
  EXPECT_EQ(window.model.session.broadphase().id, "sort-and-sweep");
  EXPECT_EQ(window.param("sort-and-sweep", "axis"), 4);
  EXPECT_NEAR(window.param("sort-and-sweep", "angle"), 45, 1);
  window.click_widget("compass.best");
  window.frames(2);
  EXPECT_EQ(window.param("sort-and-sweep", "angle"), compass.best());
  window.key("Ctrl+Z");
  EXPECT_NEAR(window.param("sort-and-sweep", "angle"), 45, 1);
  window.choose("menu.Tools", "menu.compass");
  window.frames(2);
  EXPECT_FALSE(compass.counts()) << "closed, it keeps nothing";
}

}  // namespace compass_ui_test
}  // namespace phasebox
