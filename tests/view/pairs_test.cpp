// SPDX-License-Identifier: MIT
// The overlay "closest-features": which corners and edges, how far apart, and the walk to them.
#include <string>

#include <gtest/gtest.h>

#include "sample.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::test {
namespace pairs_test {

// Two blocks on their corners whose boxes overlap and whose hulls do not, and two that overlap by
// 4 px.
std::unique_ptr<Session> close_blocks() {
  Sprite first = sprite_at({100, 100}), second = sprite_at({120, 120});
  first.angle = kPi / 4, second.angle = 1;
  return session_of(make_solid_image("block", 20, 20),
                    {first, second, sprite_at({300, 300}), sprite_at({316, 300})});
}

struct Close : Drawn {
  explicit Close(double method = 1) : Drawn(close_blocks()) {
    EXPECT_FALSE(session->apply(command::SelectNarrowphase{"convex-hull"}).failed());
    set("convex-hull", "method", method);
    detect();
  }
  void draw() { Drawn::draw(only({Overlay::closest_features})); }
};

TEST(ClosestFeatures, are_drawn_on_both_hulls_with_their_distance) {
  Close close;
  ASSERT_EQ(close.session->pairs().size(), 2u);
  ASSERT_EQ(close.session->contacts().size(), 1u);
  close.draw();
  EXPECT_EQ(close.count(Role::accent), 4u) << "two features of each pair";
  EXPECT_EQ(close.count(Role::closest), 6u) << "a segment and two ends of each pair";
  ASSERT_EQ(close.list.labels.size(), 2u);
  const std::string apart = close.list.labels[0].text(), deep = close.list.labels[1].text();
  EXPECT_NE(apart.find(" px"), std::string::npos) << apart;
  EXPECT_EQ(apart.find("deep"), std::string::npos) << apart;
  EXPECT_EQ(deep, "4.0 px deep");
}

TEST(ClosestFeatures, show_the_walk_of_this_frame_until_it_has_nowhere_to_go) {
  Close close;
  close.draw();
  EXPECT_GT(close.count(Role::swap), 4u) << "from corner 0 of each";
  close.detect();
  close.draw();
  EXPECT_EQ(close.count(Role::swap), 0u) << "the features were kept";
}

TEST(ClosestFeatures, show_no_walk_where_gjk_searches) {
  Close close(0);
  close.draw();
  EXPECT_EQ(close.count(Role::swap), 0u);
  EXPECT_EQ(close.count(Role::accent), 4u);
}

TEST(ClosestFeatures, of_many_pairs_are_those_at_the_pointer) {
  Close close;
  for (int k = 0; k < 25; ++k) {
    Sprite more = sprite_at({600 + static_cast<float>(k), 300});
    more.image = close.session->world().images()[0];
    EXPECT_FALSE(close.session->apply(command::AddSprite{more}).failed());
  }
  close.detect();
  ASSERT_GT(close.session->pairs().size(), 200u);
  close.draw();
  EXPECT_TRUE(close.list.labels.empty());
  close.hand.hovered = 1;
  close.draw();
  EXPECT_EQ(close.list.labels.size(), 1u);
}

TEST(ClosestFeatures, are_of_convex_hulls_alone) {
  Close close;
  const OverlayRow& row = *find_overlay("closest-features");
  EXPECT_EQ(row.lack(*close.session, close.trace), "");
  EXPECT_FALSE(close.session->apply(command::SelectNarrowphase{"circle"}).failed());
  close.detect();
  EXPECT_EQ(row.lack(*close.session, close.trace), "Only the narrowphase Convex hull has them.");
  close.draw();
  EXPECT_TRUE(close.list.labels.empty());
}

}  // namespace pairs_test
}  // namespace phasebox::test
