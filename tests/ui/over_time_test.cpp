// SPDX-License-Identifier: MIT
// The tool "World lines": kept while it is open, and a click goes back in time.
#include "lab/over_time.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace world_lines_ui_test {

TEST(WorldLinesInTheWindow, keep_frames_while_open_and_a_click_goes_back_to_one) {
  HeadlessWindow window("sprites");
  const WorldLines& study = window.model.lab.world_lines;
  window.choose("menu.Tools", "menu.over-time");
  window.frames(100);
  const std::size_t kept = study.frames().size();
  EXPECT_GT(kept, 80u);
  const std::uint64_t now = window.model.session.steps();
  const Aabb chart = window.rect("world-lines.chart");
  const float frame = extent(chart).x / static_cast<float>(WorldLines::kMaxFrames - 1);
  window.click_at({chart.max.x - 40 * frame, middle(chart).y});
  window.frames(3);
  EXPECT_TRUE(window.model.paused);
  EXPECT_NEAR(double(window.model.session.steps()), double(now) - 40, 5);
  EXPECT_GE(study.frames().size(), kept) << "what came after it is still there to be clicked";
  window.click_widget("world-lines.y");
  EXPECT_EQ(window.model.ui.world_line_axis, Axis::y);
  window.choose("menu.Tools", "menu.over-time");
  window.frames(2);
  EXPECT_TRUE(study.frames().empty());
}

}  // namespace world_lines_ui_test

// Looking ahead in the window: the number beside the overlay of swept boxes, and the tool
// "Horizon".

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

TEST(HorizonInTheWindow, a_click_on_a_mark_pauses_and_selects_the_two_that_will_meet) {
  // So many marks that there is one under the pointer in any frame.
  HeadlessWindow window(begin_with("uniform", {{"view.horizon", "2"}}));
  window.choose("menu.Tools", "menu.over-time");
  window.frames(2);
  window.click_widget("over-time.page.horizon");
  window.frames(2);
  const ApplicationModel& model = window.model;
  ASSERT_FALSE(model.paused);
  window.click_at(middle(window.rect("horizon.axis")));
  window.frames(2);
  EXPECT_TRUE(model.paused);
  ASSERT_EQ(model.selection.size(), 2u);
  HorizonFinder finder;
  const auto& impacts = finder.find(model.session, model.view.lookahead()).impacts;
  const auto chosen =
      std::ranges::find(impacts, Pair{model.selection[0], model.selection[1]}, &ComingImpact::pair);
  ASSERT_NE(chosen, impacts.end());
  EXPECT_NEAR(chosen->seconds, 1, 0.05);
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
