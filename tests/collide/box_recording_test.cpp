// SPDX-License-Identifier: MIT
// Sprites follow the objects of a box recording through every jump.
#include "collide/box_recording.hpp"

#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace phasebox::test {
namespace box_recording_test {

Filter filter_of(std::int64_t id, std::int64_t frame) {
  return {static_cast<std::uint16_t>(id + 100), static_cast<std::uint16_t>(frame)};
}
std::uint8_t is_static(std::int64_t id, std::int64_t frame) {
  return static_cast<std::uint8_t>((id + frame + 100) % 3 == 0);
}

/// Objects come and go at random; each one's box and rules tell its id and its frame.
BoxRecording random_recording(std::uint64_t seed) {
  Random random(seed);
  BoxRecording trace;
  for (std::int64_t frame = 0; frame < 40; ++frame) {
    for (std::int64_t id = -10; id < 20; ++id) {
      if (random.below(3) == 0) continue;
      const Vec2 at{static_cast<float>(id), static_cast<float>(frame)};
      trace.ids.push_back(id);
      trace.boxes.push_back({at, at + Vec2{1, 1}});
      trace.filters.push_back(filter_of(id, frame));
      trace.is_static.push_back(is_static(id, frame));
    }
    trace.frames.push_back(frame * 2);
    trace.begins.push_back(trace.ids.size());
  }
  return trace;
}

/// Replays edits as a broadphase with its own rows would.
class Follower {
 public:
  void follow(std::span<const Edit> edits, const RecordingCast& cast) {
    for (const Edit& e : edits) {
      if (e.kind == Edit::Kind::add) {
        ASSERT_EQ(e.id, ids_.size());
        ids_.push_back(kNew);
      } else {
        ASSERT_EQ(e.moved_from, ids_.size() - 1);
        ids_[e.id] = ids_[e.moved_from];
        ids_.pop_back();
      }
    }
    ASSERT_EQ(ids_.size(), cast.size());
    for (std::size_t k = 0; k < ids_.size(); ++k) {
      if (ids_[k] == kNew) ids_[k] = cast.ids()[k];
      ASSERT_EQ(ids_[k], cast.ids()[k]) << "sprite " << k;
    }
  }

 private:
  static constexpr std::int64_t kNew = 1'000'000;
  std::vector<std::int64_t> ids_;
};

TEST(BoxRecording, SpritesAreTheObjectsOfTheFrameWhateverCameBefore) {
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    const BoxRecording trace = random_recording(seed);
    RecordingCast cast;
    Follower follower;
    Random random(seed);
    for (int turn = 0; turn < 120; ++turn) {
      const std::size_t frame = turn < 40 ? static_cast<std::size_t>(turn) : random.below(40);
      cast.show(trace, frame);
      std::map<std::int64_t, Aabb> shown, wanted;
      for (std::size_t k = 0; k < cast.size(); ++k) shown[cast.ids()[k]] = cast.boxes()[k];
      const auto ids = trace.ids_of(frame);
      for (std::size_t k = 0; k < ids.size(); ++k) wanted[ids[k]] = trace.boxes_of(frame)[k];
      ASSERT_EQ(cast.size(), ids.size()) << "seed " << seed << ", frame " << frame;
      ASSERT_EQ(shown, wanted) << "seed " << seed << ", frame " << frame;
      follower.follow(cast.edits(), cast);
    }
  }
}

TEST(BoxRecording, RulesFollowTheirObjects) {
  const BoxRecording trace = random_recording(3);
  RecordingCast cast;
  Random random(3);
  for (int turn = 0; turn < 120; ++turn) {
    const std::size_t frame = turn < 40 ? static_cast<std::size_t>(turn) : random.below(40);
    cast.show(trace, frame);
    const Frame seen = cast.frame();
    ASSERT_EQ(seen.filters.size(), cast.size());
    ASSERT_EQ(seen.is_static.size(), cast.size());
    for (std::size_t k = 0; k < cast.size(); ++k) {
      const auto at = static_cast<std::int64_t>(frame);
      ASSERT_EQ(seen.filters[k], filter_of(cast.ids()[k], at)) << "frame " << frame;
      ASSERT_EQ(seen.is_static[k], is_static(cast.ids()[k], at)) << "frame " << frame;
    }
  }
}

TEST(BoxRecording, WithoutColumnsOfRulesThereAreNone) {
  BoxRecording trace = random_recording(1);
  trace.filters.clear(), trace.is_static.clear();
  RecordingCast cast;
  cast.show(trace, 3);
  ASSERT_GT(cast.size(), 0u);
  EXPECT_TRUE(cast.frame().filters.empty());
  EXPECT_TRUE(cast.frame().is_static.empty());
  EXPECT_TRUE(trace.filters_of(3).empty());
  EXPECT_TRUE(trace.statics_of(3).empty());
}

TEST(BoxRecording, TheSameFrameAgainEditsNothing) {
  const BoxRecording trace = random_recording(1);
  RecordingCast cast;
  cast.show(trace, 7);
  cast.show(trace, 7);
  EXPECT_TRUE(cast.edits().empty());
}

}  // namespace box_recording_test
}  // namespace phasebox::test
