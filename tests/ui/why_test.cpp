// SPDX-License-Identifier: MIT
// The tool "Why": the tests of the selected sprite, and where each came from.
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace why_ui_test {

class WhyInTheWindow : public testing::Test {
 protected:
  WhyInTheWindow() : window(options()) {
    window.key("p");
    window.click_at(window.on_screen(5));
  }
  static LaunchOptions options() {
    LaunchOptions options = begin_with("clusters");
    options.broadphase = "uniform-grid";
    return options;
  }
  const WhyView& view() const { return window.model.ui.why; }

  HeadlessWindow window;
};

TEST_F(WhyInTheWindow, w_lists_the_tests_of_the_selection) {
  ASSERT_EQ(window.model.selection.size(), 1u);
  window.key("w");
  window.frames(2);
  EXPECT_EQ(window.model.ui.tool, "why");
  ASSERT_FALSE(view().shown.lines.empty());
  EXPECT_EQ(view().made.tests, window.model.counters.box_tests);
  for (const auto& line : view().shown.lines) EXPECT_EQ(line.pair.a, window.model.selection[0]);
  const SpriteId other = view().shown.lines[0].pair.b;
  window.click_widget("why.row." + std::to_string(other));
  ASSERT_TRUE(view().shown.chosen);
  EXPECT_EQ(view().shown.chosen->pair.b, other);
  EXPECT_GE(view().shown.parts.size(), 1u) << "the cells that made the test";
  window.key("w");
  EXPECT_EQ(window.model.ui.tool, "");
  EXPECT_TRUE(view().shown.lines.empty()) << "nothing is pointed out any more";
}

TEST_F(WhyInTheWindow, a_right_click_asks_too) {
  window.click_at(window.on_screen(window.model.selection.at(0)), Button::right);
  window.click_widget("menu.why");
  window.frames(2);
  EXPECT_EQ(window.model.ui.tool, "why");
  EXPECT_FALSE(view().shown.lines.empty());
}

}  // namespace why_ui_test
}  // namespace phasebox
