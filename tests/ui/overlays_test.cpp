// SPDX-License-Identifier: MIT
// Overlays in the window: in the menu with or without a key, and with the reason when nothing is
// drawn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace overlays_ui_test {

using testing::HasSubstr;
using testing::Not;

TEST(OverlaysInTheWindow, are_switched_in_the_menu_also_without_a_key) {
  HeadlessWindow window("flash");
  ASSERT_TRUE(window.model.view.shows(Overlay::grid));
  window.choose("menu.View", "menu.grid");
  EXPECT_FALSE(window.model.view.shows(Overlay::grid));
  EXPECT_TRUE(window.has_said("Grid: off"));
}

TEST(OverlaysInTheWindow, say_why_nothing_is_drawn_when_they_are_switched_on) {
  HeadlessWindow window("flash");
  const std::string reason = "Sprites do not push each other";
  window.choose("menu.View", "menu.impacts");
  EXPECT_TRUE(window.model.view.shows(Overlay::impacts)) << "it stays on until there is something";
  EXPECT_TRUE(window.has_said("Impacts: on. " + reason));
  window.choose("menu.View", "menu.impacts");
  EXPECT_EQ(window.last_message(), "Impacts: off");
  window.key("e");
  window.choose("menu.View", "menu.impacts");
  EXPECT_EQ(window.last_message(), "Impacts: on");
}

TEST(Detail, of_very_many_sprites_is_their_density_and_the_status_line_names_it) {
  LaunchOptions options = begin_with("uniform");
  options.count = 25'000;
  options.broadphase = "uniform-grid";
  HeadlessWindow window(options, true);
  EXPECT_THAT(window.model.ui.status, HasSubstr("density, zoom in for sprites"));
  window.move_to(middle(window.frontend().layout().field));
  for (int notch = 0; notch < 10; ++notch) window.wheel(1);
  window.frames(2);
  EXPECT_THAT(window.model.ui.status, Not(HasSubstr("density")));
  EXPECT_EQ(window.frontend().detail(), Detail::solid);
}

}  // namespace overlays_ui_test
}  // namespace phasebox
