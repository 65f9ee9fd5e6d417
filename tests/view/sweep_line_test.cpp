// SPDX-License-Identifier: MIT
// The overlay "sweep-line": the line, its ticks and the profile of what is open.
#include <cmath>

#include <gtest/gtest.h>

#include "sample.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::test {
namespace sweep_line_test {

constexpr double kX = 0, kY = 1, kPrincipal = 3, kAngle = 4;

// Blocks 0 and 1 share a part of x and of y, 2 and 3 are alone.
struct Swept : Drawn {
  explicit Swept(double axis, double angle = 45) {
    set("sort-and-sweep", "axis", axis);
    set("sort-and-sweep", "angle", angle);
    select("sort-and-sweep");
    draw();
  }
  void draw() { Drawn::draw(only({Overlay::sweep_line})); }
  // Begins or ends stand on the other side of the line than the profile.
  std::vector<Shape> ticks(Role role) const {
    std::vector<Shape> found = of(role);
    std::erase_if(found, [&](const Shape& s) {
      return cross(direction(), s.b - center(session->field())) <= 0;
    });
    return found;
  }
  Shape line() const { return of(Role::accent).at(0); }
  Vec2 direction() const {
    const Vec2 d = line().b - line().a;
    return d * (1 / length(d));
  }
};

TEST(SweepLine, runs_through_the_middle_of_the_field_in_the_swept_direction) {
  struct {
    double axis, angle;
    Vec2 direction;
  } const cases[] = {{kX, 0, {1, 0}},
                     {kY, 0, {0, 1}},
                     {kAngle, 30, {std::sqrt(0.75f), 0.5f}},
                     {kAngle, 135, {std::sqrt(0.5f), -std::sqrt(0.5f)}}};
  for (const auto& wanted : cases) {
    const Swept s(wanted.axis, wanted.angle);
    EXPECT_NEAR(s.direction().x, wanted.direction.x, 1e-4) << wanted.axis << " " << wanted.angle;
    EXPECT_NEAR(s.direction().y, wanted.direction.y, 1e-4) << wanted.axis << " " << wanted.angle;
    const Vec2 middle = (s.line().a + s.line().b) * 0.5f, field = center(s.session->field());
    EXPECT_NEAR(middle.x, field.x, 0.01);
    EXPECT_NEAR(middle.y, field.y, 0.01);
  }
  const Vec2 spread = Swept(kPrincipal).direction();
  EXPECT_GT(spread.x, 0.5f);
  EXPECT_GT(spread.y, 0.2f) << "the blocks lie from the top left to the bottom right";
}

TEST(SweepLine, has_a_tick_for_each_begin_and_end_and_says_how_many_are_open_at_most) {
  for (const double axis : {kX, kY, kAngle}) {
    const Swept s(axis, 30);
    EXPECT_EQ(s.ticks(Role::open_boundary).size(), 4u);
    EXPECT_EQ(s.ticks(Role::close_boundary).size(), 4u);
    EXPECT_GE(s.count(Role::sweep), 60u) << "columns over three stretches that are open";
    ASSERT_EQ(s.list.labels.size(), 1u);
    EXPECT_EQ(s.list.labels[0].text(), "max 2 open");
  }
}

TEST(SweepLine, has_the_boundaries_of_a_slanted_sweep_which_are_none_of_x_and_y) {
  Swept s(kAngle, 30);
  s.Drawn::draw(only({Overlay::boundaries}));
  for (const Role role : {Role::open_boundary, Role::close_boundary})
    EXPECT_EQ(s.ticks(role).size(), 4u);
  EXPECT_EQ(s.count(Role::panel), 0u) << "no rulers";
}

TEST(SweepLine, draws_its_ticks_where_the_boxes_begin_on_it) {
  const Swept s(kX);
  const std::vector<Shape> begins = s.ticks(Role::open_boundary);
  ASSERT_EQ(begins.size(), 4u);
  for (SpriteId id = 0; id < 4; ++id)
    EXPECT_NEAR(begins[id].a.x, s.session->frame().boxes[id].min.x, 1) << id;
}

TEST(SweepLine, tells_no_maximum_of_a_part_of_the_boundaries) {
  Swept s(kX);
  s.trace = EventLog(4);
  s.session->trace(s.trace);
  s.draw();
  EXPECT_GT(s.count(Role::sweep), 0u);
  EXPECT_TRUE(s.list.labels.empty());
}

TEST(SweepLine, says_why_nothing_is_drawn_where_no_line_is_swept) {
  Swept s(kX);
  const OverlayRow& row = *find_overlay("sweep-line");
  EXPECT_EQ(row.lack(*s.session, s.trace), "");
  EXPECT_EQ(row.lack(*s.session, EventLog(10)), "") << "nothing is known of the frame";
  for (const char* id : {"rdc", "incremental-sap"}) {
    s.select(id);
    EXPECT_EQ(row.lack(*s.session, s.trace), "Only sort and sweep runs along one line.") << id;
    s.draw();
    EXPECT_EQ(s.count(Role::accent), 0u) << id;
  }
}

}  // namespace sweep_line_test
}  // namespace phasebox::test
