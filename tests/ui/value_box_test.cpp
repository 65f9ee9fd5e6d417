// SPDX-License-Identifier: MIT
// Value boxes by the mouse: fine steps.
#include <cmath>

#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace value_box_test {

constexpr Modifiers kShift{.shift = true};

class ValueBox : public testing::Test {
 protected:
  double threshold() const { return window.param("rdc", "contact-threshold"); }
  void hover(const std::string& name) {
    window.move_to(middle(window.rect(name)));
    window.frames(3);
  }
  void turn(float notches) {
    window.wheel(notches);
    window.frames(2);
  }

  HeadlessWindow window{"flash-demo"};
};

TEST_F(ValueBox, moves_by_one_step_of_the_wheel_and_with_shift_by_a_fine_one) {
  hover("rdc.contact-threshold");
  turn(1);
  EXPECT_NEAR(threshold(), 0.1, 1e-6);
  turn(-3);
  EXPECT_NEAR(threshold(), -0.2, 1e-6);
  window.hold(kShift);
  turn(1);
  EXPECT_NEAR(threshold(), -0.19, 1e-6);
  window.hold({});
  hover("rdc.group-size");
  const double size = window.param("rdc", "group-size");
  turn(1);
  EXPECT_EQ(window.param("rdc", "group-size"), size + 1);
}

TEST_F(ValueBox, takes_the_wheel_from_a_panel_that_would_scroll) {
  window.model.ui.section_open.fill(true);
  window.frames(2);
  const auto top = [&] { return window.rect("rdc.contact-threshold").min.y; };
  const float before = top();
  hover("rdc.contact-threshold");
  turn(-1);
  EXPECT_EQ(top(), before);
  EXPECT_NEAR(threshold(), -0.1, 1e-6);
  window.move_to(window.rect("rdc.contact-threshold").min - Vec2{60, -10});  // over its name
  window.frames(3);
  turn(-1);
  EXPECT_LT(top(), before) << "beside the boxes the wheel scrolls";
  EXPECT_NEAR(threshold(), -0.1, 1e-6);
}

TEST_F(ValueBox, that_comes_by_while_the_panel_scrolls_does_not_take_the_wheel) {
  window.model.ui.section_open.fill(true);
  window.frames(2);
  window.move_to(window.rect("rdc.contact-threshold").min - Vec2{60, -10});
  window.frames(3);
  turn(-1);
  const float scrolled = window.rect("rdc.contact-threshold").min.y;
  hover("rdc.contact-threshold");
  turn(-1);
  EXPECT_EQ(threshold(), 0);
  EXPECT_LT(window.rect("rdc.contact-threshold").min.y, scrolled);
  window.frames(40);
  hover("rdc.contact-threshold");
  turn(-1);
  EXPECT_NEAR(threshold(), -0.1, 1e-6) << "half a second later it does";
}

TEST_F(ValueBox, moves_by_a_hundredth_per_px_of_a_drag_with_shift) {
  hover("rdc.contact-threshold");
  window.hold(kShift);
  window.drag({20, 0}, 20);
  window.frames(2);
  EXPECT_NEAR(threshold(), 0.2, 0.045) << "less the px until it counts as a drag";
  EXPECT_GT(threshold(), 0);
  const double hundredths = threshold() * 100;
  EXPECT_NEAR(hundredths, std::round(hundredths), 1e-3);
}

}  // namespace value_box_test
}  // namespace phasebox
