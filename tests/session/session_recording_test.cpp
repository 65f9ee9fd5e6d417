// SPDX-License-Identifier: MIT
// Claims about box recordings in a session: exact boxes, loops, seeks, undo, and what is refused.
#include <algorithm>
#include <limits>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "session/session.hpp"
#include "support/images.hpp"
#include "support/recordings.hpp"

namespace phasebox {
namespace session_recording_test {

using ::testing::HasSubstr;
using namespace command;

/// Objects that drift, come and go; some boxes have no extent, some lie far out.
std::shared_ptr<const BoxRecording> drifting(std::size_t frames) {
  auto trace = std::make_shared<BoxRecording>();
  for (std::size_t f = 0; f < frames; ++f) {
    for (std::int64_t id = 0; id < 80; ++id) {
      Random own(7, static_cast<std::uint64_t>(id));
      if ((f + static_cast<std::size_t>(id) * 3) % 17 < 4) continue;
      const Vec2 from{own.uniform(-300, 500), own.uniform(-200, 300)};
      const Vec2 at = from + own.direction() * (0.37f * static_cast<float>(f));
      const float size = id % 11 == 0 ? 0 : own.uniform(1, 60);
      trace->ids.push_back(id * 5 - 40);
      trace->boxes.push_back({at, at + Vec2{size, size * 0.7f}});
    }
    trace->frames.push_back(static_cast<std::int64_t>(f) + 100);
    trace->begins.push_back(trace->ids.size());
  }
  return trace;
}

Session playing(const std::shared_ptr<const BoxRecording>& trace) {
  Session session(test_images());
  EXPECT_FALSE(session.apply(OpenRecording{trace, "drift.csv"}));
  session.detect();
  return session;
}

bool may_meet(const BoxRecording& trace, std::size_t frame, std::size_t i, std::size_t j) {
  const auto statics = trace.statics_of(frame);
  if (!statics.empty() && statics[i] && statics[j]) return false;
  const auto filters = trace.filters_of(frame);
  return filters.empty() || ((filters[i].mask & filters[j].category) != 0 &&
                             (filters[j].mask & filters[i].category) != 0);
}

// Pairs of recorded ids that may collide and overlap in that frame, by comparing all.
std::vector<std::pair<std::int64_t, std::int64_t>> expected_pairs(const BoxRecording& trace,
                                                                  std::size_t frame) {
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  const auto ids = trace.ids_of(frame);
  const auto boxes = trace.boxes_of(frame);
  for (std::size_t i = 0; i < ids.size(); ++i)
    for (std::size_t j = i + 1; j < ids.size(); ++j)
      if (may_meet(trace, frame, i, j) && overlaps(boxes[i], boxes[j]))
        pairs.emplace_back(ids[i], ids[j]);
  return pairs;
}

std::vector<std::pair<std::int64_t, std::int64_t>> found_pairs(const Session& session) {
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  const auto ids = session.show()->ids();
  for (const Pair p : session.pairs()) pairs.emplace_back(std::minmax(ids[p.a], ids[p.b]));
  std::ranges::sort(pairs);
  return pairs;
}

TEST(RecordingSession, ObeysTheRulesOfEachFrame) {
  BoxRecording shooter = test::shooter(5, 30, 16);
  for (std::size_t row = 0; row < shooter.ids.size(); row += 7)
    shooter.is_static[row] = 1, shooter.filters[row] = {1, 0xFFFF};
  const auto trace = std::make_shared<const BoxRecording>(std::move(shooter));
  for (const BroadphaseEntry* entry : broadphases()) {
    Session session = playing(trace);
    ASSERT_FALSE(session.apply(SelectBroadphase{std::string(entry->id)}));
    session.detect();
    for (std::size_t step = 0; step < 65; ++step) {
      const std::size_t frame = step % 30;
      ASSERT_EQ(found_pairs(session), expected_pairs(*trace, frame))
          << entry->id << ", frame " << frame;
      for (SpriteId sprite = 0; sprite < session.world().size(); ++sprite) {
        const auto row = static_cast<std::size_t>(
            std::ranges::lower_bound(trace->ids_of(frame), session.show()->ids()[sprite]) -
            trace->ids_of(frame).begin());
        ASSERT_EQ(session.world().get(sprite).filter, trace->filters_of(frame)[row]);
        ASSERT_EQ(session.world().get(sprite).is_static, trace->statics_of(frame)[row] != 0);
      }
      session.step();
    }
  }
}

TEST(RecordingSession, PlaysEveryFrameExactlyAndBeginsAgain) {
  const auto trace = drifting(30);
  for (const BroadphaseEntry* entry : broadphases()) {
    Session session = playing(trace);
    ASSERT_FALSE(session.apply(SelectBroadphase{std::string(entry->id)}));
    session.detect();
    for (std::size_t step = 0; step < 70; ++step) {
      const std::size_t frame = step % 30;
      ASSERT_EQ(session.show()->frame(), frame);
      ASSERT_EQ(found_pairs(session), expected_pairs(*trace, frame))
          << entry->id << ", frame " << frame;
      session.step();
    }
  }
}

TEST(RecordingSession, BoxesAreTheFilesBitForBitAlsoWhereFloatsEnd) {
  constexpr float kMax = std::numeric_limits<float>::max();
  auto trace = std::make_shared<BoxRecording>();
  trace->frames = {0};
  trace->ids = {1, 2, 3};
  trace->boxes = {{{-kMax, -kMax}, {kMax, kMax}},
                  {{0.1f, 0.2f}, {0.1f, 0.2f}},
                  {{1e-42f, 3e30f}, {2e-42f, 3.1e30f}}};
  trace->begins = {0, 3};
  for (const NarrowphaseEntry* entry : narrowphases()) {
    Session session = playing(trace);
    ASSERT_FALSE(session.apply(SelectNarrowphase{std::string(entry->id)}));
    session.step();
    EXPECT_TRUE(std::ranges::equal(session.frame().boxes, trace->boxes));
    EXPECT_EQ(session.pairs().size(), 2u);
  }
}

TEST(RecordingSession, SeekingShowsWhatPlayingShows) {
  const auto trace = drifting(40);
  Session session = playing(trace);
  Random random(3);
  for (int turn = 0; turn < 60; ++turn) {
    const std::size_t frame = random.below(40);
    ASSERT_FALSE(session.apply(SeekRecording{frame}));
    session.detect();
    ASSERT_EQ(found_pairs(session), expected_pairs(*trace, frame)) << "frame " << frame;
    Session played = playing(trace);
    for (std::size_t f = 0; f < frame; ++f) played.step();
    for (SpriteId i = 0; i < session.world().size(); ++i) {
      const auto other = played.show()->sprite_of(session.show()->ids()[i]);
      ASSERT_TRUE(other);
      ASSERT_EQ(session.world().get(i), played.world().get(*other));
    }
  }
  EXPECT_TRUE(session.apply(SeekRecording{40}));
}

TEST(RecordingSession, ShadowInstancesFollowInsertionsAndRemovals) {
  const auto trace = drifting(30);
  for (const BroadphaseEntry* entry : broadphases()) {
    Session session = playing(trace);
    ASSERT_FALSE(session.apply(SelectBroadphase{std::string(entry->id)}));
    EventLog events(100'000);
    for (int step = 0; step < 60; ++step) {
      session.step();
      if (step % 3 == 1) continue;  // the window does not trace every frame
      session.trace(events);
      ASSERT_EQ(events.broad.count(EventKind::hit), session.pairs().size()) << entry->id;
    }
  }
}

TEST(RecordingSession, TheNarrowphaseIsNoneUntilAnotherIsChosen) {
  const auto trace = drifting(3);
  Session session = playing(trace);
  EXPECT_EQ(session.narrowphase().id, "none");
  ASSERT_FALSE(session.apply(LoadScene{"sprites"}));
  EXPECT_EQ(session.narrowphase().id, "pixel-samples") << "as it was before the recording";
  ASSERT_FALSE(session.apply(OpenRecording{trace, "again"}));
  ASSERT_FALSE(session.apply(SelectNarrowphase{"circle"}));
  ASSERT_FALSE(session.apply(LoadScene{"sprites"}));
  EXPECT_EQ(session.narrowphase().id, "circle");
}

TEST(RecordingSession, PixelsOfSolidRectanglesConfirmWhatBoxesSay) {
  const auto trace = drifting(20);
  Session session = playing(trace);
  ASSERT_FALSE(session.apply(SelectNarrowphase{"pixel-samples"}));
  ASSERT_FALSE(session.apply(SetParam{owner_named("pixel-samples"), "n", 1}));
  std::size_t confirmed = 0, candidates = 0;
  for (int i = 0; i < 20; ++i) {
    session.step();
    confirmed += session.contacts().size(), candidates += session.pairs().size();
  }
  EXPECT_GT(static_cast<double>(confirmed), 0.9 * static_cast<double>(candidates))
      << "whole pixels miss only what overlaps by less than one";
}

TEST(RecordingSession, UndoAndRedoGoInAndOut) {
  Session session(test_images());
  session.detect();
  const std::uint64_t scene = session.hash();
  ASSERT_FALSE(session.apply(OpenRecording{drifting(10), "drift.csv"}));
  for (int i = 0; i < 4; ++i) session.step();
  const std::uint64_t fourth = session.hash();
  ASSERT_FALSE(session.apply(Undo{}));
  session.detect();
  EXPECT_EQ(session.show(), nullptr);
  EXPECT_EQ(session.hash(), scene);
  ASSERT_FALSE(session.apply(Redo{}));
  session.detect();
  ASSERT_NE(session.show(), nullptr);
  EXPECT_EQ(session.show()->frame(), 4u);
  EXPECT_EQ(session.hash(), fourth);
  ASSERT_FALSE(session.apply(LoadScene{"sprites"}));
  ASSERT_FALSE(session.apply(Undo{}));
  ASSERT_NE(session.show(), nullptr);
  for (int i = 0; i < 20; ++i) session.step();
  EXPECT_EQ(session.show()->frame(), 4u);
}

TEST(RecordingSession, RestartGoesToTheFirstFrame) {
  Session session = playing(drifting(10));
  for (int i = 0; i < 4; ++i) session.step();
  ASSERT_FALSE(session.apply(Restart{}));
  EXPECT_EQ(session.show()->frame(), 0u);
  EXPECT_EQ(session.steps(), 0u);
}

TEST(RecordingSession, TheFieldIsAllThatTheRecordingEverCovers) {
  const auto trace = drifting(10);
  const Session session = playing(trace);
  for (const Aabb& box : trace->boxes) EXPECT_TRUE(contains(session.field(), box));
  EXPECT_LT(session.field().min.x, 0);
}

TEST(RecordingSession, WhatWouldChangeTheBoxesIsRefusedInOneLine) {
  Session session = playing(drifting(5));
  const std::uint64_t before = session.hash();
  const Sprite sprite = session.world().get(0);
  const Command refused[] = {SetCount{9},
                             AddSprite{sprite},
                             CloneSprites{{0}, {1, 1}},
                             RemoveSprites{{0}},
                             SetStatic{{0}, true},
                             SetFilter{.ids = {0}, .mask_off = 1},
                             FilterCategories{1, 1, false},
                             SetVolume{{0}, Volume::circle},
                             Grab{0},
                             Drag{{1, 1}},
                             SetParam{owner_named("world"), "snap", 1},
                             SetParam{owner_named("scene"), "count", 7},
                             SetParam{owner_named("world"), "seed", 7},
                             SeekRecording{5}};
  for (const Command& c : refused) {
    const Status error = session.apply(c);
    ASSERT_TRUE(error) << c.index();
    EXPECT_EQ(error->text.find('\n'), std::string::npos);
  }
  EXPECT_THAT(session.apply(SetCount{9})->text, HasSubstr("as recorded"));
  EXPECT_EQ(session.hash(), before);
  EXPECT_FALSE(session.apply(Release{}));
}

TEST(RecordingSession, ARecordingWithoutFramesIsRefused) {
  Session session(test_images());
  EXPECT_TRUE(session.apply(OpenRecording{std::make_shared<BoxRecording>(), "empty.csv"}));
  EXPECT_TRUE(session.apply(OpenRecording{nullptr, "nothing"}));
  EXPECT_TRUE(session.apply(SeekRecording{0}));
  EXPECT_EQ(session.show(), nullptr);
}

}  // namespace session_recording_test
}  // namespace phasebox
