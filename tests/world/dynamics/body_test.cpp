// SPDX-License-Identifier: MIT
// Claims about mass, center and inertia of colliders, against sums over small cells.
#include "world/dynamics/body.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace phasebox {
namespace body_test {

// The same integrals over cells of 1/20 px: a cell counts when its middle is inside.
template <class Inside>
MassProperties summed(double reach, double density, Inside inside) {
  constexpr double kCell = 0.05;
  MassProperties m;
  Vec2d first;
  double second = 0;
  const int cells = static_cast<int>(reach / kCell);
  for (int i = -cells; i < cells; ++i)
    for (int j = -cells; j < cells; ++j) {
      const Vec2d p{(i + 0.5) * kCell, (j + 0.5) * kCell};
      if (!inside(p)) continue;
      const double mass = density * kCell * kCell;
      m.mass += mass, first += p * mass, second += mass * dot(p, p);
    }
  m.center = first * (1 / m.mass);
  m.inertia = second - m.mass * dot(m.center, m.center);
  return m;
}

void expect_near(const MassProperties& exact, const MassProperties& sum) {
  EXPECT_NEAR(exact.mass / sum.mass, 1, 0.01);
  EXPECT_NEAR(exact.center.x, sum.center.x, 0.05);
  EXPECT_NEAR(exact.center.y, sum.center.y, 0.05);
  EXPECT_NEAR(exact.inertia / sum.inertia, 1, 0.01);
}

TEST(Mass, of_a_hull_is_that_of_its_area) {
  const std::vector<Vec2> hull{{-8, -5}, {9, -7}, {12, 3}, {1, 10}, {-6, 6}};
  const Vec2 scale{0.8f, 1.3f};
  const auto inside = [&](Vec2d p) {
    for (std::size_t k = 0; k < hull.size(); ++k) {
      const Vec2d a = widened(hull[k] * scale), b = widened(hull[(k + 1) % hull.size()] * scale);
      if (cross(b - a, p - a) < 0) return false;
    }
    return true;
  };
  expect_near(polygon_mass(hull, scale, 2.5), summed(20, 2.5, inside));
}

TEST(Mass, of_a_disc_is_that_of_its_area) {
  const Vec2d center{2, -3};
  const auto inside = [&](Vec2d p) { return dot(p - center, p - center) < 36; };
  expect_near(disc_mass(center, 6, 0.7), summed(12, 0.7, inside));
}

// ---- Claims about impacts of two bodies, against closed forms.

// A disc: inertia m r² / 2.
Inertia disc(double mass, double radius, Vec2d velocity, double spin = 0) {
  return {velocity, spin, 1 / mass, 2 / (mass * radius * radius)};
}

struct Impact {
  Inertia a, b;
  ContactFrame at;
  Vec2d impulse{};

  void happen(Material material) {
    impulse = impact_impulse(a, b, at, material);
    a.push(-impulse, at.arm_a), b.push(impulse, at.arm_b);
  }
  double energy() const {
    double sum = 0;
    for (const Inertia* i : {&a, &b}) {
      if (i->inverse_mass > 0) sum += dot(i->velocity, i->velocity) / i->inverse_mass / 2;
      if (i->inverse_inertia > 0) sum += i->spin * i->spin / i->inverse_inertia / 2;
    }
    return sum;
  }
};

Impact discs(double mass_a, double mass_b, Vec2d velocity_a, Vec2d velocity_b, Vec2d normal) {
  return {disc(mass_a, 10, velocity_a),
          disc(mass_b, 5, velocity_b),
          {normal * 10, normal * -5, normal}};
}

TEST(Impact, head_on_discs_follow_the_closed_form) {
  for (const double e : {0.0, 0.5, 1.0})
    for (const double mass : {1.0, 3.0, 100.0}) {
      Impact i = discs(1, mass, {4, 0}, {-2, 0}, {1, 0});
      i.happen({e, 0.3});
      const double all = 4 * 1 - 2 * mass;
      EXPECT_NEAR(i.a.velocity.x, (all - mass * e * 6) / (1 + mass), 1e-12) << e << ' ' << mass;
      EXPECT_NEAR(i.b.velocity.x, (all + e * 6) / (1 + mass), 1e-12) << e << ' ' << mass;
      EXPECT_EQ(i.a.velocity.y, 0);
      EXPECT_EQ(i.a.spin, 0);
    }
}

TEST(Impact, oblique_discs_without_friction_keep_what_is_tangential) {
  const Vec2d n{0.6, 0.8}, t = turned(n);
  Impact i = discs(2, 3, {5, 1}, {-1, 0}, n);
  const double before_a = dot(i.a.velocity, t), before_b = dot(i.b.velocity, t);
  const double approached = relative_normal_velocity(i.a, i.b, i.at);
  i.happen({0.5, 0});
  EXPECT_NEAR(dot(i.a.velocity, t), before_a, 1e-12);
  EXPECT_NEAR(dot(i.b.velocity, t), before_b, 1e-12);
  EXPECT_NEAR(relative_normal_velocity(i.a, i.b, i.at), -0.5 * approached, 1e-12);
  EXPECT_NEAR(i.a.spin, 0, 1e-12);
}

// A disc on a wall: inverse effective mass along the wall is 3 / m. With mu (1 + e) |v_n| >= |v_t|
// / 3 it ends rolling, else slipping with the full friction.
TEST(Impact, a_disc_on_a_wall_sticks_or_slips_as_coulomb_says) {
  for (const double e : {0.0, 0.5, 1.0})
    for (const double friction : {0.1, 0.2, 0.5, 1.0}) {
      Impact i{{}, disc(2, 5, {3, 2}), {{}, {0, 5}, {0, -1}}};  // the wall is below: +y is down
      i.happen({e, friction});
      const double pn = 2 * (1 + e) * 2, slipping = friction * pn, rolling = 3.0 * 2 / 3;
      EXPECT_NEAR(i.impulse.y, -pn, 1e-12);
      EXPECT_NEAR(i.impulse.x, -std::min(slipping, rolling), 1e-12) << e << ' ' << friction;
      EXPECT_NEAR(i.b.velocity.y, -2 * e, 1e-12);
      const double slip = i.b.velocity_at({0, 5}).x;
      EXPECT_NEAR(slip, slipping < rolling ? 3 - slipping * 3 / 2 : 0, 1e-12);
    }
}

TEST(Impact, a_spinning_disc_walks_along_the_wall) {
  Impact i{{}, disc(1, 4, {0, 3}, -2), {{}, {0, 4}, {0, -1}}};
  i.happen({0, 10});
  // Its lowest point slips by 8 px; a third of the impulse that stops it goes into the flight.
  EXPECT_NEAR(i.b.velocity_at({0, 4}).x, 0, 1e-12);
  EXPECT_NEAR(i.b.velocity.x, -8.0 / 3, 1e-12);
}

TEST(Impact, what_parts_or_slides_is_left_alone) {
  Impact i = discs(1, 1, {-1, 4}, {1, 0}, {1, 0});
  i.happen({1, 1});
  EXPECT_EQ(i.impulse, Vec2d{});
  Impact walls{{}, {}, {{3, 1}, {2, 2}, {1, 0}}};
  walls.at.normal = {1, 0};
  walls.a.velocity = {1, 0};
  walls.happen({1, 1});
  EXPECT_EQ(walls.impulse, Vec2d{});
}

// Bodies of any shape: the point need not lie on the line of the centers.
Impact random_impact(Random& random) {
  const auto number = [&](double lo, double hi) {
    return lo + (hi - lo) * static_cast<double>(random.uniform(0, 1));
  };
  const double angle = number(0, 6);
  const Rotation r = rotation(static_cast<float>(angle));
  Impact i;
  i.a = {{number(-5, 5), number(-5, 5)}, number(-1, 1), 1 / number(0.5, 5), 1 / number(10, 500)};
  i.b = {{number(-5, 5), number(-5, 5)}, number(-1, 1), 1 / number(0.5, 5), 1 / number(10, 500)};
  i.at = {{number(-9, 9), number(-9, 9)}, {number(-9, 9), number(-9, 9)}, rotated(r, Vec2d{1, 0})};
  i.at.normal = i.at.normal * (1 / length(i.at.normal));
  return i;
}

TEST(Impact, restitution_and_friction_hold_for_all_bodies) {
  Random random(7);
  int impacts = 0;
  for (int k = 0; k < 20'000; ++k) {
    Impact i = random_impact(random);
    const double e = static_cast<double>(random.uniform(0, 1)),
                 mu = static_cast<double>(random.uniform(0, 2));
    const Vec2d momentum =
        i.a.velocity * (1 / i.a.inverse_mass) + i.b.velocity * (1 / i.b.inverse_mass);
    const double approached = relative_normal_velocity(i.a, i.b, i.at), energy = i.energy();
    i.happen({e, mu});
    if (approached >= 0) continue;
    ++impacts;
    const double pn = dot(i.impulse, i.at.normal), pt = dot(i.impulse, turned(i.at.normal));
    EXPECT_GT(pn, 0) << k;
    EXPECT_LE(std::abs(pt), mu * pn * (1 + 1e-9) + 1e-12) << k;
    EXPECT_GE(relative_normal_velocity(i.a, i.b, i.at), -1e-9) << k;
    EXPECT_LE(i.energy(), energy * (1 + 1e-9)) << k;
    const Vec2d after =
        i.a.velocity * (1 / i.a.inverse_mass) + i.b.velocity * (1 / i.b.inverse_mass);
    EXPECT_NEAR(after.x, momentum.x, 1e-9) << k;
    EXPECT_NEAR(after.y, momentum.y, 1e-9) << k;
  }
  EXPECT_GT(impacts, 5000);
}

TEST(Impact, without_friction_and_with_e_of_1_energy_stays) {
  Random random(8);
  for (int k = 0; k < 5000; ++k) {
    Impact i = random_impact(random);
    const double energy = i.energy(), approached = relative_normal_velocity(i.a, i.b, i.at);
    i.happen({1, 0});
    EXPECT_NEAR(i.energy(), energy, 1e-9 * energy) << k;
    if (approached < 0) {
      EXPECT_NEAR(relative_normal_velocity(i.a, i.b, i.at), -approached, 1e-9);
    }
  }
}

}  // namespace body_test
}  // namespace phasebox
