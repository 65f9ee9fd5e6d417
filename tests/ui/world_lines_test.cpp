// SPDX-License-Identifier: MIT
// The tool "World lines": kept while it is open, and a click goes back in time.
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace world_lines_ui_test {

TEST(WorldLinesInTheWindow, keep_frames_while_open_and_a_click_goes_back_to_one) {
  HeadlessWindow window("sprites");
  const WorldLines& study = window.model.lab.world_lines;
  window.choose("menu.Tools", "menu.world-lines");
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
  window.choose("menu.Tools", "menu.world-lines");
  window.frames(2);
  EXPECT_TRUE(study.frames().empty());
}

}  // namespace world_lines_ui_test
}  // namespace phasebox
