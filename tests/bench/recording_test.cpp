// SPDX-License-Identifier: MIT
// Claims about recordings and motions.
#include "bench/recording.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/true_pairs.hpp"
#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/checks.hpp"
#include "support/images.hpp"
#include "support/recordings.hpp"

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
  ASSERT_FALSE(session.apply(
      command::OpenRecording{std::make_shared<const BoxRecording>(trace), "shooter.csv"}));
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

TEST(Recording, every_broadphase_obeys_the_rules_of_every_frame) {
  const Recording recording = record(test::shooter(4, 40, 30), 40);
  for (const BroadphaseEntry* entry : broadphases()) {
    const auto broadphase = entry->make();
    PairSink pairs;
    std::size_t found = 0;
    for (std::size_t f = 0; f < recording.size(); ++f) {
      const Frame frame = recording.frame(f);
      if (f == 0)
        broadphase->reset(frame);
      else if (!recording.edits(f).empty())
        broadphase->edit(frame, recording.edits(f));
      pairs.clear();
      broadphase->find_pairs(frame, pairs, nullptr);
      EXPECT_EQ(digest(pairs.items()), digest(test::exact_pairs(frame))) << entry->id << " " << f;
      found += pairs.size();
    }
    EXPECT_GT(found, 0u);
  }
}

}  // namespace recording_test

// The recordings for tests are what their names say.

namespace recordings_test {

using testing::Gt;
using testing::Le;

struct Named {
  std::string name;
  BoxRecording trace;
};

std::vector<Named> small_ones(std::uint64_t seed) {
  return {{"quiet", test::quiet_then_fast(seed, 50, 40)},
          {"menu", test::menu_then_game(seed, 50, 60)},
          {"tumbler", test::growing_tumbler(seed, 60, 50)},
          {"shooter", test::shooter(seed, 60, 20)},
          {"piles", test::settling_piles(seed, 60, 40)},
          {"lattice", test::exploding_lattice(seed, 50, 64)}};
}

/// Share of the objects of both frames that moved from the one to the other.
double share_moved(const BoxRecording& trace, std::size_t from, std::size_t to) {
  RecordingCast before, now;
  before.show(trace, from), now.show(trace, to);
  std::size_t both = 0, moved = 0;
  for (SpriteId sprite = 0; sprite < now.size(); ++sprite) {
    const auto was = before.find(now.ids()[sprite]);
    if (!was) continue;
    ++both;
    moved += before.boxes()[*was] != now.boxes()[sprite];
  }
  return both == 0 ? 0 : static_cast<double>(moved) / static_cast<double>(both);
}

TEST(TestRecordings, are_valid_and_the_same_for_a_seed_only) {
  const auto first = small_ones(1), again = small_ones(1), other = small_ones(2);
  for (std::size_t k = 0; k < first.size(); ++k) {
    const BoxRecording& trace = first[k].trace;
    EXPECT_EQ(trace, again[k].trace) << first[k].name;
    EXPECT_NE(trace, other[k].trace) << first[k].name;
    EXPECT_TRUE(std::ranges::all_of(trace.boxes, is_valid)) << first[k].name;
    for (std::size_t f = 0; f < trace.size(); ++f) {
      const auto ids = trace.ids_of(f);
      EXPECT_EQ(std::ranges::adjacent_find(ids, std::ranges::greater_equal{}), ids.end())
          << first[k].name << ", frame " << f;
    }
  }
}

TEST(TestRecordings, quiet_then_fast_begins_quietly) {
  const BoxRecording trace = test::quiet_then_fast();
  ASSERT_EQ(trace.size(), 1000u);
  const auto step = [&](std::size_t f) {
    float most = 0;
    for (std::size_t i = 0; i < trace.ids_of(f).size(); ++i)
      most =
          std::max(most, length(center(trace.boxes_of(f)[i]) - center(trace.boxes_of(f - 1)[i])));
    return most;
  };
  for (std::size_t f = 1; f < 320; ++f) EXPECT_LT(step(f), 0.2f) << f;
  for (std::size_t f = 320; f < 1000; ++f) EXPECT_GT(step(f), 8.0f) << f;
}

TEST(TestRecordings, menu_then_game_is_small_at_first) {
  const BoxRecording trace = test::menu_then_game();
  for (std::size_t f = 0; f < trace.size(); ++f)
    EXPECT_EQ(trace.ids_of(f).size(), f < 400 ? 20u : 1500u) << f;
  EXPECT_EQ(share_moved(trace, 0, 399), 0);
  EXPECT_EQ(share_moved(trace, 400, 401), 1);
}

TEST(TestRecordings, the_tumbler_grows_within_its_turning_walls) {
  const BoxRecording trace = test::growing_tumbler(1, 300, 600);
  EXPECT_EQ(trace.ids_of(0).size(), 4u);
  for (std::size_t f = 1; f < trace.size(); ++f)
    EXPECT_GE(trace.ids_of(f).size(), trace.ids_of(f - 1).size()) << f;
  EXPECT_EQ(trace.ids_of(299).size(), 4u + 598);
  const Recording recording = record(trace, 300);
  // What lies in a heap touches its neighbors, and not everything else.
  EXPECT_THAT(true_pairs(recording.frame(299)).count, testing::AllOf(Gt(200u), Le(4000u)));
  EXPECT_GT(share_moved(trace, 298, 299), 0.5);
}

TEST(TestRecordings, missiles_come_and_go_in_every_frame_and_spare_their_own_side) {
  const BoxRecording trace = test::shooter();
  RecordingCast cast;
  for (std::size_t f = 0; f < trace.size(); ++f) {
    cast.show(trace, f);
    std::size_t come = 0, gone = 0;
    for (const Edit& edit : cast.edits()) ++(edit.kind == Edit::Kind::add ? come : gone);
    EXPECT_GT(come, 0u) << f;
    EXPECT_TRUE(gone > 0 || f <= 120) << f;
  }
  const Frame last = cast.frame();
  EXPECT_EQ(std::ranges::count(last.is_static, 1), 4);
  std::set<std::pair<int, int>> met;
  for (SpriteId i = 0; i < last.size(); ++i)
    for (SpriteId j = 0; j < last.size(); ++j)
      if (i != j && eligible(last, i, j))
        met.insert({last.filters[i].category, last.filters[j].category});
  EXPECT_TRUE(met.contains({8, 4}) && met.contains({16, 2}));
  EXPECT_FALSE(met.contains({8, 2}) || met.contains({16, 4}) || met.contains({8, 16}));
}

TEST(TestRecordings, piles_fall_and_then_rest_on_the_static_ground) {
  const BoxRecording trace = test::settling_piles(1, 300, 200);
  EXPECT_GT(share_moved(trace, 10, 11), 0.9);
  EXPECT_EQ(share_moved(trace, 200, 299), 0);
  EXPECT_EQ(std::ranges::count(trace.statics_of(0), 1), 3);
  const Aabb ground = trace.boxes_of(299)[0];
  float lowest = 0;
  for (const Aabb& box : trace.boxes_of(299).subspan(3)) lowest = std::max(lowest, box.max.y);
  EXPECT_NEAR(lowest, ground.min.y, 1e-2f);
}

TEST(TestRecordings, the_lattice_rests_until_all_of_it_flies_apart) {
  const BoxRecording trace = test::exploding_lattice();
  EXPECT_EQ(share_moved(trace, 0, 479), 0);
  for (std::size_t f = 480; f < 600; ++f) EXPECT_GT(share_moved(trace, f - 1, f), 0.999) << f;
}

}  // namespace recordings_test

// Claims about the motions of the bench: what moves, how far, and what is flagged.

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
