// SPDX-License-Identifier: MIT
// Looking ahead in the window: the number beside the overlay of swept boxes, and the tool
// "Horizon".
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace horizon_ui_test {

TEST(HorizonInTheWindow, is_counted_in_the_statistics_while_swept_boxes_are_shown) {
  HeadlessWindow window("sprites");
  EXPECT_FALSE(window.shows("statistics.within"));
  window.choose("menu.View", "menu.swept-boxes");
  window.frames(2);
  EXPECT_TRUE(window.shows("statistics.within"));
  window.choose("menu.View", "menu.swept-boxes");
  window.frames(2);
  EXPECT_FALSE(window.shows("statistics.within"));
}

TEST(SizeRatioInTheWindow, is_a_fact_of_the_scene) {
  HeadlessWindow window("sprites");
  EXPECT_FALSE(window.shows("scene.size-ratio"));
  window.click_widget("fold.sprites and field");
  window.frames(2);
  EXPECT_TRUE(window.shows("scene.size-ratio"));
}

}  // namespace horizon_ui_test
}  // namespace phasebox
