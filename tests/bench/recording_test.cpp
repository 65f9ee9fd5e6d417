// SPDX-License-Identifier: MIT
// Claims about recordings: each frame with the boxes, rules and edits that it had.
#include "bench/recording.hpp"

#include <gmock/gmock.h>

#include "bench/truth.hpp"
#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/checks.hpp"
#include "support/images.hpp"
#include "support/recordings.hpp"

namespace phasebox {
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
}  // namespace phasebox
