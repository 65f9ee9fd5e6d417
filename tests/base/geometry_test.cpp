// SPDX-License-Identifier: MIT
// Claims about boxes, circles, angles and random numbers.
#include "base/geometry.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "base/rotation.hpp"

namespace phasebox {
namespace geometry_test {

constexpr Aabb kUnit{{0, 0}, {1, 1}};

TEST(Overlap, BoxesThatTouchDoNotOverlap) {
  EXPECT_FALSE(overlaps(kUnit, translated(kUnit, {1, 0})));
  EXPECT_FALSE(overlaps(kUnit, translated(kUnit, {0, 1})));
  EXPECT_FALSE(overlaps(kUnit, translated(kUnit, {1, 1})));
}

TEST(Overlap, BoxesOneFloatDeepOverlap) {
  const float almost_one = std::nextafter(1.0f, 0.0f);
  EXPECT_TRUE(overlaps(kUnit, translated(kUnit, {almost_one, 0})));
  EXPECT_TRUE(overlaps(kUnit, translated(kUnit, {almost_one, almost_one})));
}

TEST(Overlap, NeedsBothAxes) { EXPECT_FALSE(overlaps(kUnit, translated(kUnit, {0.5f, 2}))); }

TEST(Overlap, APointInsideOverlapsAndOnTheEdgeDoesNot) {
  EXPECT_TRUE(overlaps(kUnit, {{0.5f, 0.5f}, {0.5f, 0.5f}}));
  EXPECT_FALSE(overlaps(kUnit, {{0, 0.5f}, {0, 0.5f}}));
  const Aabb point{{0.5f, 0.5f}, {0.5f, 0.5f}};
  EXPECT_FALSE(overlaps(point, point));
}

TEST(Validity, RefusesWhatIsNotABox) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(is_valid(kUnit));
  EXPECT_TRUE(is_valid({{2, 2}, {2, 2}}));
  EXPECT_FALSE(is_valid({{1, 0}, {0, 1}}));
  EXPECT_FALSE(is_valid({{nan, 0}, {1, 1}}));
  EXPECT_FALSE(is_valid({{0, 0}, {1, inf}}));
}

TEST(Center, StaysFiniteForTheLargestBoxes) {
  const float big = std::numeric_limits<float>::max();
  EXPECT_EQ(center({{-big, big}, {big, big}}), (Vec2{0, big}));
}

TEST(Circles, ThatTouchDoNotOverlap) {
  EXPECT_FALSE(overlaps(Circle{{0, 0}, 1}, Circle{{2, 0}, 1}));
  EXPECT_TRUE(overlaps(Circle{{0, 0}, 1}, Circle{{1.99f, 0}, 1}));
}

TEST(Rotation, AgreesWithLibmToAMillionth) {
  for (int k = -6400; k <= 6400; ++k) {
    const float angle = static_cast<float>(k) * 0.0311f;
    const Rotation r = rotation(angle);
    EXPECT_NEAR(r.c, std::cos(static_cast<double>(angle)), 1e-6) << angle;
    EXPECT_NEAR(r.s, std::sin(static_cast<double>(angle)), 1e-6) << angle;
  }
}

TEST(Rotation, IsExactAtZeroAndUndoesItself) {
  EXPECT_EQ(rotation(0).c, 1);
  EXPECT_EQ(rotation(0).s, 0);
  const Vec2 back = rotate_back(rotation(0.7f), rotate(rotation(0.7f), {3, -4}));
  EXPECT_NEAR(back.x, 3, 1e-5);
  EXPECT_NEAR(back.y, -4, 1e-5);
}

TEST(Rotation, TurnsRightTowardDown) {
  const Vec2 down = rotate(rotation(kPi / 2), {1, 0});
  EXPECT_NEAR(down.x, 0, 1e-6);
  EXPECT_NEAR(down.y, 1, 1e-6);
}

TEST(WrapAngle, LandsInOneTurn) {
  for (int k = -100; k <= 100; ++k) {
    const float angle = static_cast<float>(k) * 0.9f;
    const float wrapped = wrap_angle(angle);
    EXPECT_GE(wrapped, -kPi);
    EXPECT_LT(wrapped, kPi);
    EXPECT_NEAR(std::sin(static_cast<double>(angle)), std::sin(static_cast<double>(wrapped)), 1e-5);
  }
}

// First outputs of the reference implementation (pcg32-demo, seed 42, stream 54).
TEST(Random, IsPcg32) {
  Random random(42, 54);
  EXPECT_EQ(random.next(), 0xa15c02b7u);
  EXPECT_EQ(random.next(), 0x7b47f409u);
  EXPECT_EQ(random.next(), 0xba1d3330u);
}

TEST(Random, StaysInItsRanges) {
  Random random(1);
  double sum = 0;
  for (int k = 0; k < 10000; ++k) {
    const float x = random.uniform(-2, 3);
    ASSERT_GE(x, -2);
    ASSERT_LT(x, 3);
    ASSERT_LT(random.below(7), 7u);
    sum += static_cast<double>(x);
  }
  EXPECT_NEAR(sum / 10000, 0.5, 0.05);
}

}  // namespace geometry_test
}  // namespace phasebox
