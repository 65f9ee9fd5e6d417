// SPDX-License-Identifier: MIT
// Filter and bounding volume of single sprites, set from the field's menu.
#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace rules_ui_test {

class Rules : public testing::Test {
 protected:
  void open_menu(SpriteId id) {
    window.click_at(window.on_screen(id), Button::right);
    ASSERT_TRUE(window.model.popup_open);
  }
  const World& world() const { return window.model.session.world(); }

  HeadlessWindow window{"lesson"};
};

TEST_F(Rules, the_filter_menu_sets_category_and_mask_and_undo_takes_them_back) {
  open_menu(1);
  window.click_widget("menu.filter");
  window.click_widget("filter.category.3");
  EXPECT_EQ(world().filters()[1].category, 5);
  window.click_widget("filter.category.1");
  EXPECT_EQ(world().filters()[1].category, 4);
  window.click_widget("filter.mask.16");
  EXPECT_EQ(world().filters()[1].mask, 0x7FFF);
  EXPECT_TRUE(window.model.popup_open) << "the boxes leave the menu open";
  window.key("Esc");
  EXPECT_FALSE(window.model.popup_open);
  window.key("Ctrl+Z Ctrl+Z Ctrl+Z");
  EXPECT_EQ(world().filters()[1].category, 1);
  EXPECT_EQ(world().filters()[1].mask, 0xFFFF);
  window.key("Ctrl+Y");
  EXPECT_EQ(world().filters()[1].category, 5);
}

TEST_F(Rules, sprites_that_exclude_each_other_stop_colliding_at_once) {
  window.key("p");
  const Vec2 way = window.on_screen(1) - window.on_screen(0) - Vec2{0, 40};
  window.move_to(window.on_screen(0));
  window.drag(way, 4);
  ASSERT_FALSE(window.model.session.held());
  ASSERT_EQ(window.model.counters.collisions, 1u);
  open_menu(1);
  window.click_widget("menu.filter");
  window.click_widget("filter.mask.1");
  window.frames(2);
  EXPECT_EQ(window.model.counters.candidates, 0u);
}

TEST_F(Rules, the_volume_menu_widens_the_box) {
  open_menu(2);
  window.click_widget("menu.volume");
  window.click_widget("volume.circle");
  EXPECT_EQ(world().volumes()[2], Volume::circle);
  EXPECT_EQ(world().volumes()[1], Volume::tight);
  window.key("Ctrl+Z");
  EXPECT_EQ(world().volumes()[2], Volume::tight);
}

}  // namespace rules_ui_test
}  // namespace phasebox
