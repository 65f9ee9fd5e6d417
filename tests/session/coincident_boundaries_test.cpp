// SPDX-License-Identifier: MIT
// Boundaries that coincide exactly.
#include "session/coincident_boundaries.hpp"

#include <gtest/gtest.h>

namespace phasebox::test {
namespace coincident_boundaries_test {

Event boundary(SpriteId id, bool opens, Axis axis, float at) {
  const Aabb line = axis == Axis::x ? Aabb{{at, 0}, {at, 9}} : Aabb{{0, at}, {9, at}};
  return {EventKind::boundary, axis, 0, id, opens ? 1u : 0u, line};
}

TEST(CoincidentBoundaries, are_places_of_several_boundaries_of_one_axis_each_counted_once) {
  const Event events[] = {boundary(0, true, Axis::x, 10),  boundary(1, true, Axis::x, 10),
                          boundary(0, true, Axis::x, 10),  boundary(0, false, Axis::x, 20),
                          boundary(2, true, Axis::y, 20),  boundary(1, false, Axis::x, 20.01f),
                          boundary(3, true, Axis::x, 0.f), boundary(4, false, Axis::x, -0.f)};
  CoincidentBoundaryFinder finder;
  const auto places = finder.find(events, Axis::x);
  ASSERT_EQ(places.size(), 2u);
  EXPECT_EQ(places[0].at, 0);
  EXPECT_EQ(places[0].count, 2u);
  EXPECT_EQ(places[1].at, 10);
  EXPECT_EQ(places[1].count, 2u) << "the third is the first, sorted once more";
  const Coinciding sum = coinciding_boundaries(events);
  EXPECT_EQ(sum.boundaries, 4u);
  EXPECT_EQ(sum.all, 7u);
}

// Two groups that lie beside each other may end at the same height; no sort ever sees both ends.
TEST(CoincidentBoundaries, of_different_groups_are_no_ties) {
  const Event enter{EventKind::enter, Axis::y};
  const std::vector<Event> apart{enter, boundary(0, true, Axis::y, 10), enter,
                                 boundary(1, true, Axis::y, 10)};
  EXPECT_EQ(coinciding_boundaries(apart).boundaries, 0u);
  EXPECT_EQ(coinciding_boundaries(apart).all, 2u);
  std::vector<Event> together = apart;
  together.insert(together.end(),
                  {enter, boundary(1, true, Axis::y, 10), boundary(2, false, Axis::y, 10)});
  EXPECT_EQ(coinciding_boundaries(together).boundaries, 2u) << "1 and 2, not 0";
  EXPECT_EQ(coinciding_boundaries(together).all, 3u);
}

TEST(CoincidentBoundaries, of_a_slanted_sweep_coincide_on_its_line) {
  std::vector<Event> events;
  for (const Vec2 corner : {Vec2{0, 10}, Vec2{10, 0}, Vec2{10, 10}, Vec2{0, 11}})
    events.push_back({EventKind::boundary,
                      Axis::x,
                      0,
                      static_cast<SpriteId>(events.size()),
                      1,
                      {corner, corner}});
  EXPECT_EQ(coinciding_boundaries(events, Vec2{0.6f, 0.6f}).boundaries, 2u);
  EXPECT_EQ(coinciding_boundaries(events, Vec2{1, 0}).boundaries, 4u) << "of x, two and two";
}

}  // namespace coincident_boundaries_test
}  // namespace phasebox::test
