// SPDX-License-Identifier: MIT
// The tools "Axis lab" and "Over time", and energy in the panel.
#include "lab/axis_lab.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {

// The tool "Compass of void": a rose of the frame, and clicks that turn the sweep.

namespace compass_ui_test {

TEST(CompassInTheWindow, measures_while_it_is_open_and_a_click_sweeps_along_that_line) {
  HeadlessWindow window("clusters");
  window.key("p");
  const VoidCompass& compass = window.model.lab.compass;
  window.choose("menu.Tools", "menu.axis-lab");
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
  window.choose("menu.Tools", "menu.axis-lab");
  window.frames(2);
  EXPECT_FALSE(compass.counts()) << "closed, it keeps nothing";
}

}  // namespace compass_ui_test

// The tool "Gaps": its line sets the contact threshold of RDC.

namespace gaps_ui_test {

class GapsInTheWindow : public testing::Test {
 protected:
  GapsInTheWindow() {
    window.key("p Shift+G");
    window.frames(2);
    window.click_widget("axis-lab.page.gaps");
    window.frames(2);
  }
  double threshold() const { return window.param("rdc", "contact-threshold"); }

  HeadlessWindow window{"flash-demo"};
};

TEST_F(GapsInTheWindow, the_line_is_dragged_to_another_threshold) {
  const Aabb plot = window.rect("gaps.plot");
  window.move_to(middle(plot));
  window.frames(2);
  window.drag({extent(plot).x / 8, 0}, 10);
  window.frames(2);
  EXPECT_GT(threshold(), 0.1);
  const double tenths = threshold() * 10;
  EXPECT_NEAR(tenths, std::round(tenths), 1e-3);
  window.move_to(middle(window.rect("gaps.plot")));
  window.drag({-extent(plot).x / 8, 0}, 10);
  window.frames(2);
  EXPECT_LT(threshold(), -0.1);
}

TEST_F(GapsInTheWindow, the_middle_of_the_widest_plateau_is_set_by_a_button) {
  window.click_widget("gaps.set");
  window.frames(2);
  const auto plateau = widest_plateau(gap_barcode(window.model.session.frame().boxes), -100, 100);
  ASSERT_TRUE(plateau);
  EXPECT_FLOAT_EQ(static_cast<float>(threshold()), static_cast<float>(plateau->threshold()));
}

}  // namespace gaps_ui_test
}  // namespace phasebox
