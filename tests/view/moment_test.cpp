// SPDX-License-Identifier: MIT
// A prefix of the events draws what is known by then; a moment points out what happens.
#include <gtest/gtest.h>

#include "sample.hpp"
#include "view/scene_view.hpp"

namespace phasebox::test {
namespace {

struct Walked {
  std::unique_ptr<Session> session = four_blocks();
  Trace trace{10000};
  Camera camera;
  DrawList list;
  Walked() {
    session->apply(command::SetParam{"rdc", "group-size", 1});
    session->apply(command::SetParam{"rdc", "static-groups", 0});  // they come first
    session->detect();
    session->trace(trace);
    camera.fit(session->field(), 0);
  }
  void draw_first(std::size_t events) {
    list.clear();
    const ShownEvents shown{trace.broad.events().first(events), {}};
    draw_session(*session, shown, {.boundaries = true}, camera, {}, Detail::full, list);
  }
  std::size_t count(Role role) const { return count_shapes(list, theme(ThemeId::dark)[role]); }
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

TEST(DrawMoment, who_is_open_is_tinted_and_a_cut_is_framed) {
  Walked w;
  const std::vector<SpriteId> open{0, 1};
  const Frame frame = w.session->frame();
  const Theme& colours = theme(ThemeId::dark);
  draw_moment({.open = open}, frame, w.camera, colours, w.list);
  EXPECT_EQ(w.count(Role::sweep), 2u);
  EXPECT_EQ(w.count(Role::final_group), 0u);
  w.list.clear();
  draw_moment({.part = open, .is_cut = true}, frame, w.camera, colours, w.list);
  EXPECT_EQ(w.count(Role::sweep), 0u);
  EXPECT_EQ(w.count(Role::final_group), 2u) << "filled and outlined";
}

TEST(DrawMoment, pairs_found_so_far_and_the_comparison_at_hand_are_drawn) {
  Walked w;
  const std::vector<Pair> pairs{{0, 1}};
  const Event test{.mark = Mark::test, .a = 1, .b = 2};
  draw_moment({.event = &test, .candidates = pairs, .collisions = pairs}, w.session->frame(),
              w.camera, theme(ThemeId::dark), w.list);
  EXPECT_EQ(w.count(Role::candidate), 1u);
  EXPECT_EQ(w.count(Role::collision), 1u);
  EXPECT_EQ(w.count(Role::accent), 3u) << "two boxes and the line between them";
}

TEST(DrawMoment, sprites_that_are_not_there_are_left_out) {
  Walked w;
  const std::vector<SpriteId> open{77};
  const std::vector<Pair> pairs{{2, 99}};
  draw_moment({.open = open, .part = open, .is_cut = true, .candidates = pairs}, w.session->frame(),
              w.camera, theme(ThemeId::dark), w.list);
  EXPECT_EQ(w.count(Role::sweep) + w.count(Role::candidate) + w.count(Role::final_group), 0u);
}

}  // namespace
}  // namespace phasebox::test
