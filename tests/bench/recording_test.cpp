// SPDX-License-Identifier: MIT
// Claims about recordings and motions.
#include "bench/recording.hpp"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "session/session.hpp"
#include "support/recordings.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {

// Claims about recordings: each frame with the boxes, rules and edits that it had.

namespace recording_test {

using testing::ElementsAreArray;
using testing::IsEmpty;

/// What a frame of a recording must be, by object.
void expect_same_objects(const Recording& recording, std::size_t frame, const RecordingCast& cast) {
  const Frame f = recording.frame(frame), wanted = cast.frame();
  EXPECT_THAT(f.boxes, ElementsAreArray(wanted.boxes)) << frame;
  EXPECT_THAT(f.filters, ElementsAreArray(wanted.filters)) << frame;
  EXPECT_THAT(f.is_static, ElementsAreArray(wanted.is_static)) << frame;
}

TEST(Recording, of_a_recording_has_each_frames_rules) {
  const BoxRecording trace = test::shooter(1, 60, 20);
  const Recording recording = record(trace, 1000);
  ASSERT_EQ(recording.size(), trace.size());
  RecordingCast cast;
  for (std::size_t f = 0; f < trace.size(); ++f) {
    cast.show(trace, f);
    expect_same_objects(recording, f, cast);
    EXPECT_EQ(recording.edits(f).size(), f == 0 ? 0 : cast.edits().size()) << f;
  }
}

TEST(Recording, begins_at_any_frame_and_its_first_has_no_edits) {
  const BoxRecording trace = test::shooter(2, 60, 20);
  const Recording recording = record(trace, 12, 30);
  ASSERT_EQ(recording.size(), 12u);
  EXPECT_THAT(recording.edits(0), IsEmpty());
  RecordingCast cast;
  for (std::size_t f = 0; f < 12; ++f) {
    cast.show(trace, 30 + f);
    expect_same_objects(recording, f, cast);
  }
  EXPECT_EQ(record(trace, 100, 55).size(), 5u);
  EXPECT_EQ(record(trace, 100, 60).size(), 0u);
}

TEST(Recording, ends_after_its_first_frame_when_stopped) {
  WorkLimit limit;
  Session session = in_scene("sprites");
  const BoxRecording trace = test::shooter(2, 60, 20);
  EXPECT_EQ(record(trace, 12, 30, &limit).size(), 12u);
  limit.stop();
  EXPECT_EQ(record(trace, 12, 30, &limit).size(), 1u);
  for (const Motion motion : {Motion::normal, Motion::jitter})
    EXPECT_EQ(record(session, 12, motion, &limit).size(), 1u);
}

TEST(Recording, rules_may_change_from_frame_to_frame) {
  const std::vector<Aabb> boxes{{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}};
  const std::vector<std::vector<Filter>> filters{{{1, 1}, {1, 1}}, {{1, 1}, {2, 2}}, {}};
  const std::vector<std::vector<std::uint8_t>> statics{{}, {}, {1, 1}};
  Recording recording;
  for (std::size_t k = 0; k < 3; ++k) {
    Frame f;
    f.boxes = boxes, f.filters = filters[k], f.is_static = statics[k];
    recording.add(f);
  }
  recording.add(boxes);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_THAT(recording.frame(k).filters, ElementsAreArray(filters[k])) << k;
    EXPECT_THAT(recording.frame(k).is_static, ElementsAreArray(statics[k])) << k;
  }
  EXPECT_EQ(true_pairs(recording.frame(0)).count, 1u);
  EXPECT_EQ(true_pairs(recording.frame(1)).count, 0u);  // other categories
  EXPECT_EQ(true_pairs(recording.frame(2)).count, 0u);  // both static
  EXPECT_EQ(true_pairs(recording.frame(3)).count, 1u);
}

TEST(Recording, rules_that_stay_are_kept_once) {
  const std::vector<Aabb> boxes(3);
  const std::vector<Filter> filters(3, Filter{4, 5});
  const std::vector<std::uint8_t> statics{1, 0, 1};
  Recording recording;
  Frame f;
  f.boxes = boxes, f.filters = filters, f.is_static = statics;
  for (int k = 0; k < 9; ++k) recording.add(f);
  EXPECT_THAT(recording.filters(8), ElementsAreArray(filters));
  EXPECT_EQ(recording.filters(0).data(), recording.filters(8).data());
  EXPECT_EQ(recording.is_static(0).data(), recording.is_static(8).data());
}

TEST(Recording, of_a_session_that_plays_a_recording_has_its_edits_and_its_unit) {
  BoxRecording trace = test::shooter(3, 20, 8);
  trace.unit = "m";
  Session session(test_images());
  ASSERT_FALSE(
      session
          .apply(command::OpenRecording{std::make_shared<const BoxRecording>(trace), "shooter.csv"})
          .failed());
  const Recording recording = record(session, 30), wanted = record(trace, 20);
  ASSERT_EQ(recording.size(), 30u);
  EXPECT_EQ(recording.unit(), "m");
  for (std::size_t f = 0; f < 20; ++f)
    EXPECT_THAT(recording.boxes(f), ElementsAreArray(wanted.boxes(f))) << f;
  std::size_t size = recording.boxes(0).size();
  for (std::size_t f = 1; f < 30; ++f) {
    for (const Edit& edit : recording.edits(f)) edit.kind == Edit::Kind::add ? ++size : --size;
    EXPECT_EQ(size, recording.boxes(f).size()) << f;
  }
}

// The recordings for tests.

TEST(TestRecordings, are_valid_and_the_same_for_a_seed_only) {
  const auto made = [](std::uint64_t seed) {
    return std::vector{test::quiet_then_fast(seed, 50, 40), test::menu_then_game(seed, 50, 60),
                       test::growing_tumbler(seed, 60, 50), test::shooter(seed, 60, 20),
                       test::settling_piles(seed, 60, 40),  test::exploding_lattice(seed, 50, 64)};
  };
  const auto first = made(1), again = made(1), other = made(2);
  for (std::size_t k = 0; k < first.size(); ++k) {
    EXPECT_EQ(first[k], again[k]) << k;
    EXPECT_NE(first[k], other[k]) << k;
    EXPECT_TRUE(std::ranges::all_of(first[k].boxes, is_valid)) << k;
    for (std::size_t f = 0; f < first[k].size(); ++f) {
      const auto ids = first[k].ids_of(f);
      EXPECT_EQ(std::ranges::adjacent_find(ids, std::ranges::greater_equal{}), ids.end()) << k;
    }
  }
}

// Claims about the motions of the bench: what moves, how far, and what is flagged.

constexpr std::size_t kFrames = 40;
constexpr std::uint32_t kBoxes = 400;

Recording moved(Motion motion) {
  Session session = in_scene("uniform", kBoxes);
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
    const Session session = in_scene("uniform", kBoxes);
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
  Session session = in_scene("uniform", kBoxes);
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

}  // namespace recording_test
}  // namespace phasebox
