// SPDX-License-Identifier: MIT
// The region query by hand: Alt or Ctrl and drag, what is found, how it ends.
#include <algorithm>

#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace query_test {

using Ids = std::vector<SpriteId>;

class Query : public testing::Test {
 protected:
  void query(Vec2 from, Vec2 by, Modifiers held = {.alt = true}) {
    window.move_to(from);
    window.hold(held);
    window.press();
    EXPECT_EQ(window.model.pointer_tool.doing, PointerTool::Doing::query);
    for (int i = 0; i < 4; ++i) window.move_by(by * 0.25f);
    window.release();
    window.hold({});
    EXPECT_EQ(window.model.pointer_tool.doing, PointerTool::Doing::nothing);
  }
  void query_everywhere() {
    const Aabb field = window.rect("field");
    query(field.min + Vec2{6, 6}, extent(field) - Vec2{16, 16});
  }
  bool is_open() const { return window.model.region_query.has_value(); }
  Ids found() const {
    const auto items = window.model.region_query->found.items();
    Ids ids(items.begin(), items.end());
    std::ranges::sort(ids);
    return ids;
  }

  HeadlessWindow window{"lesson"};
};

TEST_F(Query, finds_what_overlaps_the_rectangle_and_stays) {
  const std::size_t n = window.model.session.world().size();
  query(window.on_screen(1) - Vec2{70, 70}, {60, 60});
  ASSERT_TRUE(is_open());
  EXPECT_EQ(found(), Ids{1});
  EXPECT_GT(window.model.region_query->sprites_visited + window.model.region_query->parts_visited,
            0u);
  EXPECT_EQ(window.model.session.world().size(), n) << "nothing was launched";
  window.frames(20);
  EXPECT_TRUE(is_open());
}

TEST_F(Query, is_answered_by_every_broadphase_and_while_paused) {
  window.key("p");
  query_everywhere();
  for (std::size_t i = 0; i < broadphases().size(); ++i) {
    ASSERT_TRUE(is_open());
    EXPECT_EQ(found(), (Ids{0, 1, 2, 3})) << window.model.session.broadphase().id;
    window.key("j");
  }
}

TEST_F(Query, opens_with_control_as_with_alt) {
  const std::size_t n = window.model.session.world().size();
  for (const Modifiers held : {Modifiers{.ctrl = true}, Modifiers{.alt = true}}) {
    query(window.on_screen(1) - Vec2{70, 70}, {60, 60}, held);
    ASSERT_TRUE(is_open());
    EXPECT_EQ(found(), Ids{1});
    window.key("Esc");
    EXPECT_FALSE(is_open());
  }
  EXPECT_EQ(window.model.session.world().size(), n) << "nothing was launched";
  EXPECT_TRUE(window.model.selection.empty());
}

TEST_F(Query, follows_sprites_that_move) {
  const Vec2 at = window.on_screen(0);
  query(at + Vec2{60, -60}, {120, 120});
  EXPECT_EQ(found(), Ids{});
  window.move_to(at);
  window.press();
  for (int i = 0; i < 6; ++i) window.move_by({20, 0});
  window.frames(2);
  EXPECT_EQ(found(), Ids{0});
}

TEST_F(Query, ends_by_escape_or_a_click) {
  query_everywhere();
  ASSERT_TRUE(is_open());
  window.key("Esc");
  EXPECT_FALSE(is_open());
  EXPECT_FALSE(window.model.ui.quit_asked);
  query_everywhere();
  ASSERT_TRUE(is_open());
  window.click();
  EXPECT_FALSE(is_open());
}

}  // namespace query_test
}  // namespace phasebox
