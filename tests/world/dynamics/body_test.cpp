// SPDX-License-Identifier: MIT
// Claims about mass, center and inertia of colliders, against sums over small cells.
#include "world/dynamics/body.hpp"

#include <gtest/gtest.h>

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

TEST(Mass, of_a_square_is_the_text_book_one) {
  const std::vector<Vec2> square{{100, 100}, {110, 100}, {110, 110}, {100, 110}};
  const MassProperties m = polygon_mass(square, {1, 1}, 1);
  EXPECT_NEAR(m.mass, 100, 1e-9);
  EXPECT_NEAR(m.center.x, 105, 1e-9);
  EXPECT_NEAR(m.inertia, 100 * (100.0 + 100) / 12, 1e-6);
}

}  // namespace body_test
}  // namespace phasebox
