// SPDX-License-Identifier: MIT
// The overlay "weakest-cut": whose group, who holds it, and what would be left.
#include <gtest/gtest.h>

#include "sample.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::test {
namespace weakest_cut_test {

// A row of four blocks that stand 30 px apart, a bar over all gaps, and two blocks far to the
// right.
std::unique_ptr<Session> row_and_two() {
  Sprite bar = sprite_at({145, 104});
  bar.scale = {6, 0.5f};
  return session_of(make_solid_image("block", 20, 20),
                    {sprite_at({100, 100}), sprite_at({130, 100}), sprite_at({160, 100}),
                     sprite_at({190, 100}), bar, sprite_at({600, 300}), sprite_at({610, 305})});
}

struct Held : Drawn {
  Held() : Drawn(row_and_two()) {
    set("rdc", "group-size", 1);
    detect();
  }
  void draw() { Drawn::draw(only({Overlay::weakest_cut})); }
};

TEST(WeakestCut, marks_the_bar_over_all_gaps_and_the_groups_that_would_be_left) {
  Held held;
  held.draw();
  ASSERT_EQ(held.list.labels.size(), 1u);
  EXPECT_EQ(held.list.labels[0].text, "1 holds it");
  const std::vector<Shape> accents = held.of(Role::accent);
  ASSERT_EQ(accents.size(), 2u) << "the stripe's middle and the bar";
  EXPECT_FLOAT_EQ(accents[0].a.x, 145) << "two blocks on each side, not one and three";
  EXPECT_FLOAT_EQ(accents[1].a.x, 85);
  EXPECT_FLOAT_EQ(accents[1].b.x, 205);
  const std::vector<Shape> left = held.of(Role::final_group);
  ASSERT_EQ(left.size(), 2u);
  EXPECT_FLOAT_EQ(left[0].a.x, 90);
  EXPECT_FLOAT_EQ(left[0].b.x, 140);
  EXPECT_FLOAT_EQ(left[1].a.x, 150);
  EXPECT_FLOAT_EQ(left[1].b.x, 200);
}

TEST(WeakestCut, is_of_the_group_at_the_pointer) {
  Held held;
  held.hand.hovered = 5;
  held.draw();
  ASSERT_EQ(held.list.labels.size(), 1u);
  EXPECT_EQ(held.list.labels[0].text, "no cut parts it") << "of two that overlap";
  EXPECT_FLOAT_EQ(held.list.labels[0].at.x, 590);
  EXPECT_TRUE(held.of(Role::accent).empty());
}

TEST(WeakestCut, is_of_rdc_alone) {
  Held held;
  const OverlayRow& row = *find_overlay("weakest-cut");
  EXPECT_EQ(row.lack(*held.session, held.trace), "");
  EXPECT_EQ(row.lack(*held.session, EventLog(10)), "") << "nothing is known of the frame";
  held.select("quadtree");
  EXPECT_EQ(row.lack(*held.session, held.trace), "Only RDC makes groups.");
  held.draw();
  EXPECT_TRUE(held.list.labels.empty());
}

}  // namespace weakest_cut_test
}  // namespace phasebox::test
