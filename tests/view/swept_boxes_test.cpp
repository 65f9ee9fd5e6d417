// SPDX-License-Identifier: MIT
// The overlay "swept-boxes".
#include <gtest/gtest.h>

#include "sample.hpp"
#include "view/scene_view.hpp"

namespace phasebox::test {
namespace swept_boxes_overlay_test {

std::size_t outlines(float horizon, float acceleration) {
  const auto session = four_blocks();
  const ViewOptions options{.sprites = false,
                            .overlays = {Overlay::swept_boxes},
                            .horizon = horizon,
                            .horizon_acceleration = acceleration};
  DrawList list;
  draw_session(*session, nullptr, options, Camera{}, {}, Detail::full, list);
  return count_shapes(list, theme(options.theme)[Role::velocity]);
}

TEST(SweptBoxes, are_one_outline_each_and_a_second_one_for_what_an_acceleration_may_move) {
  EXPECT_EQ(outlines(0.5f, 0), 4u);
  EXPECT_EQ(outlines(0, 100), 4u) << "nothing swells in no time";
  EXPECT_EQ(outlines(0.5f, 100), 4u + 3u) << "one is static";
}

}  // namespace swept_boxes_overlay_test
}  // namespace phasebox::test
