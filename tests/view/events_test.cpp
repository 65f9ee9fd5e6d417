// SPDX-License-Identifier: MIT
// A prefix of the events draws what is known by then; a highlight points out what happens.
#include <gtest/gtest.h>

#include "sample.hpp"
#include "view/walk_view.hpp"

namespace phasebox::test {
namespace events_test {

struct Walked : Drawn {
  Walked() {
    set("rdc", "group-size", 1);
    set("rdc", "static-groups", 0);  // they come first
    detect();
    camera.fit(session->field(), 0);
  }
  void draw_first(std::size_t events) {
    draw({.overlays = {Overlay::structure, Overlay::boundaries}},
         {trace.broad.events().first(events), {}});
  }
  void highlight(const Highlight& highlight) {
    draw_highlight(canvas(), highlight, session->frame());
  }
};

TEST(DrawMoment, a_prefix_shows_only_what_has_happened) {
  Walked w;
  w.draw_first(0);
  EXPECT_EQ(w.count(Role::final_group), 0u);
  EXPECT_EQ(w.count(Role::open_boundary), 0u);
  w.draw_first(3);
  EXPECT_GT(w.count(Role::open_boundary) + w.count(Role::close_boundary), 0u);
  EXPECT_EQ(w.count(Role::final_group), 0u);
  w.draw_first(w.trace.broad.events().size());
  EXPECT_GT(w.count(Role::final_group), 0u);
}

TEST(DrawMoment, open_sprites_are_tinted_and_a_cut_is_framed) {
  Walked w;
  const std::vector<SpriteId> open{0, 1};
  w.highlight({.state = {.open = open}});
  EXPECT_EQ(w.count(Role::sweep), 2u);
  EXPECT_EQ(w.count(Role::final_group), 0u);
  const Event cut{.kind = EventKind::boundary};
  w.highlight({.event = &cut, .state = {.part = open}});
  EXPECT_EQ(w.count(Role::sweep), 0u);
  EXPECT_EQ(w.count(Role::final_group), 2u) << "filled and outlined";
}

TEST(DrawMoment, pairs_found_so_far_and_the_comparison_at_hand_are_drawn) {
  Walked w;
  const std::vector<Pair> pairs{{0, 1}};
  const Event test{.kind = EventKind::test, .a = 1, .b = 2};
  w.highlight({.event = &test, .candidates = pairs, .collisions = pairs});
  EXPECT_EQ(w.count(Role::candidate), 1u);
  EXPECT_EQ(w.count(Role::collision), 1u);
  EXPECT_EQ(w.count(Role::accent), 3u) << "two boxes and the line between them";
}

TEST(DrawMoment, sprites_that_are_not_there_are_left_out) {
  Walked w;
  const std::vector<SpriteId> open{77};
  const std::vector<Pair> pairs{{2, 99}};
  w.highlight({.state = {.open = open, .part = open}, .candidates = pairs});
  const Event cut{.kind = EventKind::boundary};
  w.highlight({.event = &cut, .state = {.part = open}, .candidates = pairs});
  EXPECT_EQ(w.count(Role::sweep) + w.count(Role::candidate) + w.count(Role::final_group), 0u);
}

Impact impact_of(SpriteId a, SpriteId b, const Drawn& drawn) {
  Impact impact;
  impact.a = a, impact.b = b, impact.impulse = {5, 0};
  impact.transform_a = impact.transform_b = drawn.session->frame().transforms[0];
  return impact;
}

TEST(DrawMoment, impacts_so_far_are_drawn_and_the_last_one_stands_out) {
  Walked w;
  const std::vector<Impact> impacts(3, impact_of(0, 1, w));
  const auto drawn = [&](std::size_t done, Role role) {
    w.highlight({.impacts = impacts, .done_impacts = done});
    return w.count(role);
  };
  EXPECT_EQ(drawn(0, Role::impact), 0u) << "none has happened yet";
  const std::size_t one = drawn(1, Role::impact);
  EXPECT_EQ(drawn(2, Role::impact), one + 4) << "an arrow of three lines, and a point";
  EXPECT_EQ(drawn(2, Role::background), drawn(1, Role::background)) << "only one stands out";
  EXPECT_EQ(one, 4u + 4 + 4 + 4) << "arrow, the same pointed out, two hulls of four edges";
  EXPECT_EQ(drawn(4, Role::impact), 0u);
}

TEST(DrawMoment, of_an_impact_with_the_border_one_sprite_is_outlined) {
  Walked w;
  const auto outlined = [&](const Impact& impact) {
    w.highlight({.impacts = {&impact, 1}, .done_impacts = 1});
    return w.count(Role::impact);
  };
  EXPECT_EQ(outlined(impact_of(0, Impact::kWall, w)), 4u + 4 + 4);
  EXPECT_EQ(outlined(impact_of(77, 99, w)), 4u + 4) << "sprites that are gone have no outline";
}

}  // namespace events_test
}  // namespace phasebox::test
