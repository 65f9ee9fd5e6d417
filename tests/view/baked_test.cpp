// SPDX-License-Identifier: MIT
// The overlay "baked".
#include <gtest/gtest.h>

#include "sample.hpp"
#include "view/overlays/overlay.hpp"
#include "view/scene_view.hpp"

namespace phasebox::test {
namespace baked_test {

std::size_t drawn(const std::vector<Aabb>& baked) {
  const auto session = four_blocks();
  const ViewOptions options{.sprites = false, .overlays = {Overlay::baked}};
  Interaction hand;
  hand.baked = baked;
  DrawList list;
  draw_session(*session, nullptr, options, Camera{}, hand, Detail::full, list);
  return count_shapes(list, theme(options.theme)[Role::hull]);
}

TEST(Baked, is_drawn_as_outlines_and_cuts_as_far_as_they_are_seen) {
  EXPECT_EQ(drawn({}), 0u);
  const std::vector<Aabb> seen{{{0, 0}, {200, 100}}, {{80, 0}, {80, 100}}};
  EXPECT_EQ(drawn(seen), 2u);
  EXPECT_EQ(drawn({{{5, 5}, {5.5f, 5.5f}}}), 0u) << "too small";
  EXPECT_EQ(drawn({{{9000, 9000}, {9100, 9100}}}), 0u) << "out of sight";
}

TEST(Baked, says_what_it_lacks) {
  const OverlayRow& row = *find_overlay("baked");
  const auto session = four_blocks();
  EXPECT_EQ(row.lack(*session, EventLog(10)), "Bake first: tool Bake.");
  ASSERT_FALSE(session->apply(command::SetStatic{{3}, false}));
  EXPECT_EQ(row.lack(*session, EventLog(10)), "No sprite is static.");
}

}  // namespace baked_test
}  // namespace phasebox::test
