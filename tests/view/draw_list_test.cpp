// SPDX-License-Identifier: MIT
// A draw list keeps its order and its memory.
#include "view/draw_list.hpp"

#include <gtest/gtest.h>

namespace phasebox {
namespace draw_list_test {

TEST(DrawList, keeps_layers_in_the_order_in_which_they_were_opened) {
  DrawList list;
  Layer& below = list.layer(Layer::Kind::fill);
  Layer& above = list.layer(Layer::Kind::line, 3, Layer::Space::screen);
  above.add({0, 0}, {1, 1}, {});
  below.add({{0, 0}, {1, 1}}, {});
  below.add({{0, 0}, {1, 1}}, {});
  ASSERT_EQ(list.layer_count(), 2u);
  EXPECT_EQ(list[0].kind, Layer::Kind::fill);
  EXPECT_EQ(list[0].shapes.size(), 2u);
  EXPECT_EQ(list[1].space, Layer::Space::screen);
  EXPECT_EQ(list[1].thickness, 3);
}

TEST(DrawList, has_its_layers_stay_where_they_are_while_others_are_opened) {
  DrawList list;
  Layer& first = list.layer(Layer::Kind::fill);
  for (int i = 0; i < 1000; ++i) list.layer(Layer::Kind::line);
  EXPECT_EQ(&first, &list[0]);
}

TEST(DrawList, puts_pictures_between_the_layers_opened_before_and_after) {
  DrawList list;
  list.layer(Layer::Kind::fill);
  list.open_pictures().emplace_back();
  list.layer(Layer::Kind::line);
  EXPECT_EQ(list.pictures_after(), 1u);
  EXPECT_EQ(list.pictures().size(), 1u);
}

TEST(DrawList, is_empty_after_clear_and_uses_its_memory_again) {
  DrawList list;
  list.layer(Layer::Kind::fill).shapes.resize(100);
  list.clear();
  EXPECT_EQ(list.layer_count(), 0u);
  Layer& again = list.layer(Layer::Kind::hatch);
  EXPECT_TRUE(again.shapes.empty());
  EXPECT_GE(again.shapes.capacity(), 100u);
}

}  // namespace draw_list_test
}  // namespace phasebox
