// SPDX-License-Identifier: MIT
// Claims about the motions of the bench: what moves, how far, and what is flagged.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "bench/recording.hpp"
#include "session/session.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace motion_test {

constexpr std::size_t kFrames = 40;
constexpr std::uint32_t kBoxes = 400;

Session uniform_session() {
  Session session(test_images());
  EXPECT_FALSE(session.apply(command::LoadScene{"uniform"}));
  EXPECT_FALSE(session.apply(command::SetCount{kBoxes}));
  return session;
}

Recording moved(Motion motion) {
  Session session = uniform_session();
  return record(session, kFrames, motion);
}

float distance(const Aabb& a, const Aabb& b) {
  const Vec2 way = center(b) - center(a);
  return std::fmax(std::fabs(way.x), std::fabs(way.y));
}

std::size_t that_moved(const Recording& r, std::size_t frame, float beyond = 0) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < kBoxes; ++i)
    n += distance(r.boxes(frame - 1)[i], r.boxes(frame)[i]) > beyond;
  return n;
}

TEST(Motion, boxes_keep_their_sizes_and_stay_in_the_field_with_their_centers) {
  for (const MotionEntry& entry : motions()) {
    SCOPED_TRACE(entry.id);
    const Session session = uniform_session();
    const Aabb field = grown(session.field(), 1);
    const Recording r = moved(entry.motion);
    ASSERT_EQ(r.size(), kFrames);
    for (std::size_t k = 0; k < kFrames; ++k)
      for (std::size_t i = 0; i < kBoxes; ++i) {
        const Vec2 size = extent(r.boxes(k)[i]) - extent(r.boxes(0)[i]), at = center(r.boxes(k)[i]);
        ASSERT_LT(std::fabs(size.x) + std::fabs(size.y), 0.01f) << "box " << i << ", frame " << k;
        ASSERT_TRUE(at.x >= field.min.x && at.x <= field.max.x && at.y >= field.min.y &&
                    at.y <= field.max.y)
            << "box " << i << ", frame " << k;
      }
  }
}

TEST(Motion, fast_is_ten_steps_of_the_scene) {
  Session session = uniform_session();
  const Recording fast = moved(Motion::fast), normal = record(session, 21);
  for (const std::size_t k : {1u, 2u})
    EXPECT_TRUE(std::ranges::equal(fast.boxes(k), normal.boxes(10 * k)));
}

TEST(Motion, a_teleport_moves_about_one_box_in_a_hundred_far) {
  const Recording r = moved(Motion::teleport);
  std::size_t jumps = 0;
  for (std::size_t k = 1; k < kFrames; ++k) jumps += that_moved(r, k, 5);
  EXPECT_GT(jumps, kBoxes * kFrames / 100 / 2);
  EXPECT_LT(jumps, kBoxes * kFrames / 100 * 2);
}

TEST(Motion, a_jitter_changes_the_velocity_of_every_box_in_every_frame) {
  const Recording r = moved(Motion::jitter);
  for (std::size_t k = 1; k < kFrames; ++k) {
    EXPECT_GT(that_moved(r, k), kBoxes * 9 / 10);
    EXPECT_EQ(that_moved(r, k, 2.001f), 0u);
  }
}

TEST(Motion, of_20_boxes_19_rest_and_are_flagged_where_they_are_static) {
  for (const Motion motion : {Motion::resting, Motion::statics}) {
    const Recording r = moved(motion);
    for (std::size_t k = 1; k < kFrames; ++k) EXPECT_LE(that_moved(r, k), kBoxes / 20);
    EXPECT_GT(that_moved(r, 1), 0u);
    const auto flags = r.is_static(kFrames - 1);
    EXPECT_EQ(std::ranges::count(flags, std::uint8_t{1}),
              motion == Motion::statics ? kBoxes - kBoxes / 20 : 0);
  }
}

TEST(Motion, nothing_moves_that_is_still) {
  const Recording r = moved(Motion::still);
  for (std::size_t k = 1; k < kFrames; ++k) EXPECT_EQ(that_moved(r, k), 0u);
}

}  // namespace motion_test
}  // namespace phasebox
