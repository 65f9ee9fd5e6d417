// SPDX-License-Identifier: MIT
// The tool "Gaps": its line sets the contact threshold of RDC.
#include <cmath>

#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "lab/gaps/gap_births.hpp"

namespace phasebox {
namespace gaps_ui_test {

class GapsInTheWindow : public testing::Test {
 protected:
  GapsInTheWindow() {
    window.key("p Shift+G");
    window.frames(3);
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
