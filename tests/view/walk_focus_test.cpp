// SPDX-License-Identifier: MIT
// In a crowded field the event stands out, and whatever is left out is counted.

#include <gtest/gtest.h>

#include "sample.hpp"
#include "view/walk_focus.hpp"

namespace phasebox::test {
namespace focus_test {

/// One screen px per world px.
Camera over(float width, float height) {
  Camera camera;
  camera.viewport = {{0, 0}, {width, height}};
  camera.center = {width / 2, height / 2};
  camera.zoom = 1;
  return camera;
}

Aabb square_at(float x, float y, float side) { return {{x, y}, {x + side, y + side}}; }

/// `n` x `n` squares side by side.
std::vector<Aabb> lattice(int n, float side) {
  std::vector<Aabb> boxes;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x)
      boxes.push_back(square_at(side * static_cast<float>(x), side * static_cast<float>(y), side));
  return boxes;
}

std::vector<Event> events_of(EventKind kind, const std::vector<Aabb>& boxes,
                             std::uint16_t depth = 0) {
  std::vector<Event> events;
  for (std::uint32_t k = 0; k < boxes.size(); ++k)
    events.push_back({.kind = kind, .depth = depth, .a = k, .box = boxes[k]});
  return events;
}

TEST(Focus, an_event_is_about_the_sprites_or_the_part_it_names) {
  const std::vector<Aabb> boxes = lattice(2, 10);
  const Event test{.kind = EventKind::test, .a = 0, .b = 3};
  const Focus both = focus_of(&test, {}, boxes);
  EXPECT_EQ(both.sprites, (std::vector<Aabb>{boxes[0], boxes[3]}));
  EXPECT_FALSE(both.part);
  EXPECT_EQ(both.bounds(), (Aabb{{0, 0}, {20, 20}}));
  const Event opens{.kind = EventKind::boundary, .a = 1, .b = 1, .box = {{10, 0}, {10, 20}}};
  EXPECT_EQ(focus_of(&opens, {}, boxes).sprites, std::vector<Aabb>{boxes[1]}) << "not its line";
  const Event node{.kind = EventKind::node, .a = 7, .b = 2, .box = square_at(5, 5, 4)};
  EXPECT_EQ(focus_of(&node, {}, boxes).part, node.box);
  const Event asks{.kind = EventKind::visit, .a = 2};
  EXPECT_EQ(focus_of(&asks, {}, boxes).sprites, std::vector<Aabb>{boxes[2]});
}

TEST(Focus, in_the_narrowphase_it_is_the_pair_and_before_the_first_event_nothing) {
  const std::vector<Aabb> boxes = lattice(2, 10);
  const Event read{.kind = EventKind::read, .box = square_at(1, 1, 1)};
  EXPECT_EQ(focus_of(&read, Pair{1, 2}, boxes).sprites, (std::vector<Aabb>{boxes[1], boxes[2]}));
  EXPECT_TRUE(focus_of(nullptr, {}, boxes).empty());
  const Event gone{.kind = EventKind::hit, .a = 77, .b = 99};
  EXPECT_TRUE(focus_of(&gone, {}, boxes).empty()) << "sprites that are not there";
}

TEST(Focus, a_field_is_crowded_by_what_is_in_sight) {
  const std::vector<Aabb> boxes = lattice(100, 4);
  Camera camera = over(400, 400);
  EXPECT_TRUE(is_crowded(boxes, camera));
  camera.zoom = 10;
  EXPECT_FALSE(is_crowded(boxes, camera)) << "zoomed in";
  EXPECT_FALSE(is_crowded(std::span(boxes).first(60), over(400, 400)));
}

TEST(ThinOut, keeps_the_large_parts_and_counts_the_others) {
  std::vector<Event> events = events_of(EventKind::node, lattice(100, 4), 2);
  const auto large = events_of(EventKind::node, lattice(2, 200), 1);
  events.insert(events.end(), large.begin(), large.end());
  const Thinned thin = thin_out(events, over(400, 400), {});
  EXPECT_EQ(thin.events.size(), 4u);
  EXPECT_EQ(thin.parts, 10'000u);
  EXPECT_GT(thin.parts, 0u);
  Camera closer = over(400, 400);
  closer.zoom = 4;
  EXPECT_EQ(thin_out(events, closer, {}).parts, 10'000u) << "625 of 16 px would be too many";
  closer.zoom = 10;
  const Thinned all = thin_out(events, closer, {});
  EXPECT_EQ(all.events.size(), events.size()) << "40 px each, 100 in sight";
  EXPECT_EQ(all.parts + all.fat + all.swaps, 0u);
}

TEST(ThinOut, raises_the_side_until_few_parts_are_left) {
  std::vector<Event> events = events_of(EventKind::cell, lattice(50, 20));
  const Thinned thin = thin_out(events, over(1000, 1000), {});
  EXPECT_EQ(thin.side, 24) << "2,500 cells of 20 px would cover everything";
  EXPECT_EQ(thin.parts, events.size());
  EXPECT_EQ(thin_out(std::span(events).first(kMaxParts), over(1000, 1000), {}).parts, 0u);
}

TEST(ThinOut, what_is_near_the_event_is_drawn_however_small) {
  const auto events = events_of(EventKind::fat, lattice(100, 4));
  Focus focus;
  focus.sprites = {square_at(200, 200, 4)};
  const Thinned thin = thin_out(events, over(400, 400), focus);
  EXPECT_EQ(thin.events.size() + thin.fat, events.size());
  EXPECT_GT(thin.events.size(), 10u);
  EXPECT_LT(thin.events.size(), 200u);
  for (const Event& e : thin.events) EXPECT_LT(length(center(e.box) - Vec2{202, 202}), 40);
  focus.sprites.clear();
  focus.part = Aabb{{0, 0}, {400, 400}};
  EXPECT_TRUE(thin_out(events, over(400, 400), focus).events.empty()) << "near a large part is all";
}

TEST(ThinOut, keeps_the_last_swaps_and_all_steps_of_a_sweep) {
  std::vector<Event> events = events_of(EventKind::swap, lattice(10, 4));
  const auto steps = events_of(EventKind::order, lattice(30, 4));
  events.insert(events.begin(), steps.begin(), steps.end());
  const Thinned thin = thin_out(events, over(400, 400), {});
  EXPECT_EQ(thin.swaps, 100 - kMaxSwaps);
  EXPECT_EQ(thin.events.size(), steps.size() + kMaxSwaps);
  EXPECT_EQ(thin.events.back().a, 99u) << "the newest";
}

TEST(DrawFocus, rings_what_is_too_small_to_see_and_outlines_the_path) {
  const Theme& colors = theme(ThemeId::dark);
  const auto drawn = [&](const Focus& focus, const std::vector<Aabb>& path) {
    DrawList list;
    const Camera camera = over(400, 400);
    draw_focus({camera, colors, list}, focus, path);
    return count_shapes(list, colors[Role::accent]);
  };
  Focus focus;
  EXPECT_EQ(drawn(focus, {}), 0u);
  EXPECT_EQ(drawn(focus, lattice(2, 10)), 4u);
  focus.sprites = {square_at(10, 10, 3), square_at(14, 10, 3)};
  EXPECT_EQ(drawn(focus, {}), 1u) << "one around both";
  focus.sprites[1] = square_at(300, 10, 3);
  EXPECT_EQ(drawn(focus, {}), 2u) << "far apart";
  focus.sprites = {square_at(10, 10, 60)};
  EXPECT_EQ(drawn(focus, {}), 0u) << "large enough to be seen";
}

}  // namespace focus_test
}  // namespace phasebox::test
