// SPDX-License-Identifier: MIT
// Claims about where the parts of the window stand.
#include "ui/model/layout.hpp"

#include <gtest/gtest.h>

namespace phasebox {
namespace layout_test {

bool is_apart(const Aabb& a, const Aabb& b) {
  return a.max.x <= b.min.x || b.max.x <= a.min.x || a.max.y <= b.min.y || b.max.y <= a.min.y;
}

// Of every size that a window may have, with all that can be open.
TEST(Layout, no_part_covers_another) {
  for (const Vec2 screen : {Vec2{800, 600}, Vec2{1280, 720}, Vec2{2560, 1440}, Vec2{3840, 2160}})
    for (const float scale : {1.0f, 1.5f, 2.0f})
      for (const char* tool : {"", "xray"}) {
        UiState ui;
        ui.scale = scale;
        ui.tool = tool;
        const Layout at = layout(ui, screen, {.frames = true, .space = true});
        const Aabb parts[] = {at.menu_bar,    at.bar,    at.field,  at.space,
                              at.notes,       at.frames, at.drawer, at.panel_grip,
                              at.drawer_grip, at.panel,  at.status};
        for (const Aabb& a : parts)
          for (const Aabb& b : parts)
            EXPECT_TRUE(&a == &b || is_apart(a, b))
                << screen.x << " x " << screen.y << " at " << scale << ", tool '" << tool << "'";
      }
}

TEST(Layout, the_drawer_is_as_high_as_its_tool_needs_until_the_user_chooses) {
  UiState ui;
  const auto height = [&](float needed) {
    const Layout at = layout(ui, {1280, 720}, {.drawer = needed});
    return at.drawer.max.y - at.drawer_grip.min.y;
  };
  ui.tool = "xray";
  EXPECT_EQ(height(330), 330);
  EXPECT_EQ(height(290), 290);
  ui.drawer_heights["xray"] = 150;
  EXPECT_EQ(height(330), 150);
  ui.tool = "race";
  EXPECT_EQ(height(290), 290) << "each tool has a height of its own";
}

TEST(Layout, notes_stand_where_they_take_least_from_the_field) {
  UiState ui;
  const LayoutNeeds needs{.world = {1280, 720}};
  const Layout open = layout(ui, {1280, 720}, needs);
  EXPECT_GE(open.notes.min.y, open.field.max.y) << "below a field that is as wide as it can be";
  EXPECT_GE(extent(open.field).y, extent(open.field).x * 720 / 1280) << "and takes nothing from it";
  ui.tool = "xray";
  const Layout low = layout(ui, {1280, 720}, needs);
  EXPECT_GE(low.notes.min.x, low.field.max.x) << "beside one that is low";
}

// A remark of two lines and a message of one, below a legend of two.
TEST(Layout, notes_of_a_narrow_window_have_a_line_more) {
  const auto height = [](Vec2 screen) { return extent(layout({}, screen).notes).y; };
  EXPECT_NEAR(height({800, 600}) - height({1280, 720}), 18, 1);
}

TEST(Layout, a_wider_panel_leaves_less_of_the_field_and_hiding_it_gives_all_back) {
  UiState ui;
  const Layout narrow = layout(ui, {1280, 720});
  ui.panel_width += 100;
  const Layout wide = layout(ui, {1280, 720});
  EXPECT_FLOAT_EQ(narrow.field.max.x - wide.field.max.x, 100);
  ui.panel_open = false;
  EXPECT_EQ(layout(ui, {1280, 720}).field.max.x, 1280);
}

}  // namespace layout_test
}  // namespace phasebox
