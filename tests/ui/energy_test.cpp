// SPDX-License-Identifier: MIT
// Energy in the panel: plotted as soon as sprites push, and only while it is unfolded.
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace energy_ui_test {

TEST(EnergyInTheWindow, plots_as_soon_as_sprites_push_and_only_while_it_is_open) {
  HeadlessWindow window("sprites");
  const Energy& study = window.model.lab.energy;
  window.key("Shift+E");
  window.frames(5);
  EXPECT_TRUE(study.samples().empty());
  window.key("e");
  window.frames(20);
  EXPECT_GT(study.samples().size(), 10u);
  EXPECT_TRUE(window.shows("plot.energy"));
  EXPECT_TRUE(window.shows("plot.momentum"));
  window.key("Shift+E");
  window.frames(2);
  EXPECT_FALSE(study.is_on());
  EXPECT_TRUE(study.samples().empty());
}

}  // namespace energy_ui_test
}  // namespace phasebox
