// SPDX-License-Identifier: MIT
// Claims about box recordings in a session: exact boxes, loops, seeks, undo, and what is refused.
#include <algorithm>
#include <limits>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/registry.hpp"
#include "session/session.hpp"
#include "session/undo_history.hpp"
#include "support/images.hpp"
#include "support/recordings.hpp"

namespace phasebox {
namespace recording_test {

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
  EXPECT_FALSE(session.apply(OpenRecording{trace, "drift.csv"}).failed());
  session.detect();
  return session;
}

bool may_meet(const BoxRecording& trace, std::size_t frame, std::size_t i, std::size_t j) {
  const auto statics = trace.statics_of(frame);
  if (!statics.empty() && statics[i] && statics[j]) return false;
  const auto filters = trace.filters_of(frame);
  return filters.empty() || may_meet(filters[i], filters[j], trace.rule);
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
  const auto ids = session.playback()->ids();
  for (const Pair p : session.pairs()) pairs.emplace_back(std::minmax(ids[p.a], ids[p.b]));
  std::ranges::sort(pairs);
  return pairs;
}

TEST(RecordingSession, ObeysTheRulesOfEachFrame) {
  BoxRecording shooter = test::shooter(5, 30, 16);
  for (std::size_t row = 0; row < shooter.ids.size(); row += 7)
    shooter.is_static[row] = 1, shooter.filters[row] = {1, 0xFFFF};
  shooter.rule = FilterRule::either;
  for (std::size_t row = 0; row < shooter.ids.size(); row += 3)
    shooter.filters[row].group = static_cast<std::int32_t>(row % 4) - 2;
  const auto trace = std::make_shared<const BoxRecording>(std::move(shooter));
  for (const BroadphaseEntry* entry : broadphases()) {
    Session session = playing(trace);
    ASSERT_FALSE(session.apply(SelectBroadphase{std::string(entry->id)}).failed());
    session.detect();
    for (std::size_t step = 0; step < 65; ++step) {
      const std::size_t frame = step % 30;
      ASSERT_EQ(found_pairs(session), expected_pairs(*trace, frame))
          << entry->id << ", frame " << frame;
      for (SpriteId sprite = 0; sprite < session.world().size(); ++sprite) {
        const auto row = static_cast<std::size_t>(
            std::ranges::lower_bound(trace->ids_of(frame), session.playback()->ids()[sprite]) -
            trace->ids_of(frame).begin());
        ASSERT_EQ(session.world().get(sprite).filter, trace->filters_of(frame)[row]);
        ASSERT_EQ(session.world().get(sprite).is_static, trace->statics_of(frame)[row] != 0);
      }
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
    ASSERT_FALSE(session.apply(SelectNarrowphase{std::string(entry->id)}).failed());
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
    ASSERT_FALSE(session.apply(SeekRecording{frame}).failed());
    session.detect();
    ASSERT_EQ(found_pairs(session), expected_pairs(*trace, frame)) << "frame " << frame;
    Session played = playing(trace);
    for (std::size_t f = 0; f < frame; ++f) played.step();
    for (SpriteId i = 0; i < session.world().size(); ++i) {
      const auto other = played.playback()->sprite_of(session.playback()->ids()[i]);
      ASSERT_TRUE(other);
      ASSERT_EQ(session.world().get(i), played.world().get(*other));
    }
  }
  EXPECT_TRUE(session.apply(SeekRecording{40}).failed());
}

TEST(RecordingSession, PlaysEveryFrameExactlyAndShadowInstancesFollow) {
  const auto trace = drifting(30);
  for (const BroadphaseEntry* entry : broadphases()) {
    Session session = playing(trace);
    ASSERT_FALSE(session.apply(SelectBroadphase{std::string(entry->id)}).failed());
    EventLog events(100'000);
    for (std::size_t step = 1; step < 70; ++step) {
      session.step();
      const std::size_t frame = step % 30;
      ASSERT_EQ(session.playback()->frame(), frame);
      ASSERT_EQ(found_pairs(session), expected_pairs(*trace, frame))
          << entry->id << ", frame " << frame;
      if (step % 3 == 1) continue;  // the window does not trace every frame
      session.trace(events);
      ASSERT_EQ(events.broad.count(EventKind::hit), session.pairs().size()) << entry->id;
    }
  }
}

TEST(RecordingSession, TheNarrowphaseIsNoneUntilAnotherIsChosen) {
  const auto trace = drifting(3);
  Session session = playing(trace);
  EXPECT_EQ(session.settings().narrowphase->id, "none");
  ASSERT_FALSE(session.apply(LoadScene{"sprites"}).failed());
  EXPECT_EQ(session.settings().narrowphase->id, "pixel-samples")
      << "as it was before the recording";
  ASSERT_FALSE(session.apply(OpenRecording{trace, "again"}).failed());
  ASSERT_FALSE(session.apply(SelectNarrowphase{"circle"}).failed());
  ASSERT_FALSE(session.apply(LoadScene{"sprites"}).failed());
  EXPECT_EQ(session.settings().narrowphase->id, "circle");
}

TEST(RecordingSession, PixelsOfSolidRectanglesConfirmWhatBoxesSay) {
  Session session = playing(drifting(20));
  ASSERT_FALSE(session.apply(SelectNarrowphase{"pixel-samples"}).failed());
  ASSERT_FALSE(session.apply(SetParam{owner_named("pixel-samples"), "n", 1}).failed());
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
  ASSERT_FALSE(session.apply(OpenRecording{drifting(10), "drift.csv"}).failed());
  for (int i = 0; i < 4; ++i) session.step();
  const std::uint64_t fourth = session.hash();
  ASSERT_FALSE(session.apply(Undo{}).failed());
  session.detect();
  EXPECT_EQ(session.playback(), nullptr);
  EXPECT_EQ(session.hash(), scene);
  ASSERT_FALSE(session.apply(Redo{}).failed());
  session.detect();
  ASSERT_NE(session.playback(), nullptr);
  EXPECT_EQ(session.playback()->frame(), 4u);
  EXPECT_EQ(session.hash(), fourth);
  ASSERT_FALSE(session.apply(LoadScene{"sprites"}).failed());
  ASSERT_FALSE(session.apply(Undo{}).failed());
  ASSERT_NE(session.playback(), nullptr);
  for (int i = 0; i < 20; ++i) session.step();
  EXPECT_EQ(session.playback()->frame(), 4u);
}

TEST(RecordingSession, RestartGoesToTheFirstFrame) {
  Session session = playing(drifting(10));
  for (int i = 0; i < 4; ++i) session.step();
  ASSERT_FALSE(session.apply(Restart{}).failed());
  EXPECT_EQ(session.playback()->frame(), 0u);
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
    const Status status = session.apply(c);
    ASSERT_TRUE(status.failed()) << c.index();
    EXPECT_EQ(status.error().text.english().find('\n'), std::string::npos);
  }
  EXPECT_THAT(session.apply(SetCount{9}).error().text, HasSubstr("as recorded"));
  EXPECT_EQ(session.hash(), before);
  EXPECT_FALSE(session.apply(Release{}).failed());
}

TEST(RecordingSession, ARecordingWithoutFramesIsRefused) {
  Session session(test_images());
  EXPECT_TRUE(session.apply(OpenRecording{std::make_shared<BoxRecording>(), "empty.csv"}).failed());
  EXPECT_TRUE(session.apply(OpenRecording{nullptr, "nothing"}).failed());
  EXPECT_TRUE(session.apply(SeekRecording{0}).failed());
  EXPECT_EQ(session.playback(), nullptr);
}

// ---- Claims about boxes that reach to the next frame.

TEST(Sweep, shows_and_searches_boxes_that_reach_to_the_next_frame) {
  const auto all = std::make_shared<const BoxRecording>(test::shooter(5, 30, 60));
  const BoxRecording expected = swept(*all);
  Session session = playing(all);
  EXPECT_TRUE(Session(test_images()).apply(SweepRecording{true}).failed()) << "no recording plays";
  ASSERT_FALSE(session.apply(SeekRecording{5}).failed());
  ASSERT_FALSE(session.apply(SweepRecording{true}).failed());
  std::size_t more = 0;
  for (const std::size_t frame : {29u, 7u, 12u, 20u, 3u, 16u, 0u}) {
    ASSERT_FALSE(session.apply(SeekRecording{frame}).failed());
    session.detect();
    EXPECT_EQ(found_pairs(session), expected_pairs(expected, frame)) << frame;
    more += expected_pairs(expected, frame).size() - expected_pairs(*all, frame).size();
  }
  EXPECT_GT(more, 0u);
  EXPECT_EQ(*session.playback()->shared_recording(), expected) << "what a search takes";
  EXPECT_EQ(*session.playback()->recorded(), *all);
  ASSERT_FALSE(session.apply(SweepRecording{false}).failed());
  session.detect();
  EXPECT_EQ(found_pairs(session), expected_pairs(*all, 0));
}

// ---- Claims about recordings that grow while they play: the pairs are those of the same recording
// opened as a whole, and memory stays within its limits.

Session following() {
  Session session(test_images());
  EXPECT_FALSE(session.apply(OpenRecording{no_boxes(), "game"}).failed());
  EXPECT_FALSE(session.apply(FollowRecording{true}).failed());
  session.forget_history();
  return session;
}

void grow(Session& session, const BoxRecording& all, std::size_t from, std::size_t to,
          const KeepLimits& keep = {}) {
  GrowRecording command{{}, keep};
  for (std::size_t f = from; f < to; ++f) command.frames.push_back(single_frame(all, f));
  const Status status = session.apply(command);
  EXPECT_FALSE(status.failed()) << status.error().text;
}

TEST(Growth, frame_by_frame_gives_the_hashes_of_the_whole_recording) {
  const auto all = std::make_shared<const BoxRecording>(test::shooter(5, 40, 16));
  for (const BroadphaseEntry* entry : broadphases()) {
    Session whole(test_images());
    ASSERT_FALSE(whole.apply(OpenRecording{all, "game"}).failed());
    Session live = following();
    for (Session* session : {&whole, &live})
      ASSERT_FALSE(session->apply(SelectBroadphase{std::string(entry->id)}).failed());
    whole.detect();
    for (std::size_t f = 0; f < all->size(); ++f) {
      grow(live, *all, f, f + 1, {.frames = 3});
      f == 0 ? live.detect() : live.step();
      ASSERT_EQ(live.hash(), whole.hash()) << entry->id << ", frame " << f;
      whole.step();
    }
    EXPECT_EQ(live.playback()->size(), 3u);
  }
}

TEST(Growth, a_step_goes_to_the_newest_frame_however_many_have_come) {
  const BoxRecording all = test::shooter(6, 60, 16);
  Session whole(test_images());
  ASSERT_FALSE(
      whole.apply(OpenRecording{std::make_shared<const BoxRecording>(all), "game"}).failed());
  Session live = following();
  for (std::size_t from = 0, n = 1; from < all.size(); from += n, n = n % 9 + 1) {
    const std::size_t to = std::min(from + n, all.size());
    grow(live, all, from, to, {.frames = 12});
    live.step();
    ASSERT_FALSE(whole.apply(SeekRecording{to - 1}).failed());
    whole.detect();
    ASSERT_EQ(live.playback()->number(live.playback()->frame()), all.frames[to - 1]);
    ASSERT_EQ(found_pairs(live), found_pairs(whole)) << "frame " << to - 1;
  }
}

TEST(Growth, what_is_kept_can_be_gone_to_and_cloned) {
  const BoxRecording all = test::shooter(7, 50, 16);
  Session live = following();
  grow(live, all, 0, 50, {.frames = 20});
  ASSERT_FALSE(live.apply(SeekRecording{4}).failed());
  EXPECT_FALSE(live.playback()->follows());
  EXPECT_EQ(live.playback()->number(4), all.frames[34]);
  live.detect();
  const std::uint64_t there = live.hash();
  const auto kept = live.playback()->shared_recording();
  EXPECT_EQ(kept->size(), 20u);
  EXPECT_EQ(kept->frames.front(), all.frames[30]);
  EXPECT_TRUE(std::ranges::equal(kept->boxes_of(19), all.boxes_of(49)));
  Session opened(test_images());
  ASSERT_FALSE(opened.apply(OpenRecording{kept, "kept"}).failed());
  ASSERT_FALSE(opened.apply(SeekRecording{3}).failed());
  opened.step();
  EXPECT_EQ(found_pairs(opened), found_pairs(live));
  live.step();
  EXPECT_EQ(live.playback()->frame(), 5u) << "it no longer follows";
  ASSERT_FALSE(live.apply(SeekRecording{4}).failed());
  live.detect();
  EXPECT_EQ(live.hash(), there);
}

TEST(Growth, a_frame_that_is_forgotten_is_not_shown_any_more) {
  const BoxRecording all = test::shooter(8, 30, 16);
  Session live = following();
  grow(live, all, 0, 10);
  ASSERT_FALSE(live.apply(SeekRecording{2}).failed());
  grow(live, all, 10, 30, {.frames = 5});
  EXPECT_EQ(live.playback()->frame(), 0u);
  EXPECT_TRUE(std::ranges::is_permutation(live.playback()->boxes(), all.boxes_of(25)));
  ASSERT_FALSE(live.apply(SeekRecording{3}).failed());
  grow(live, all, 0, 0, {.frames = 5});
  EXPECT_EQ(live.playback()->frame(), 3u);
}

TEST(Growth, undo_keeps_no_more_than_a_bounded_number_of_bytes) {
  const BoxRecording all = test::shooter(9, 300, 100);
  Session live = following();
  std::size_t made = 0, rows = 0;
  for (std::size_t f = 0; f + 2 <= all.size(); f += 2, ++made) {
    grow(live, all, f, f + 2);
    rows += live.playback()->rows();
    ASSERT_FALSE(live.apply(Restart{}).failed());  // which remembers the recording as it was
    ASSERT_FALSE(live.apply(FollowRecording{true}).failed());
  }
  ASSERT_GT(rows * 29, 2 * UndoHistory::kMaxBytes);  // 29 bytes each
  ASSERT_LT(made, UndoHistory::kMaxChanges);
  std::size_t kept = 0;
  for (; live.history().can_undo(); ++kept) ASSERT_FALSE(live.apply(Undo{}).failed());
  EXPECT_GT(kept, 1u);
  EXPECT_LT(kept, made / 2);
}

TEST(Growth, the_field_covers_all_that_is_kept_and_forgets_what_lay_far_out) {
  BoxRecording far;
  for (int f = 0; f < 6; ++f) {
    const float at = f == 0 ? 1e6f : 10.0f * static_cast<float>(f);
    far.frames.push_back(f);
    far.ids.push_back(1);
    far.boxes.push_back({{at, 0}, {at + 10, 10}});
    far.begins.push_back(far.ids.size());
  }
  Session live = following();
  grow(live, far, 0, 3);
  EXPECT_GT(live.field().max.x, 1e6f);
  grow(live, far, 3, 6, {.frames = 4});
  EXPECT_EQ(live.field(), (Aabb{{20, 0}, {60, 10}}));
}

TEST(Growth, ends_the_sweep_as_the_last_boxes_reach_to_what_comes) {
  const BoxRecording all = test::shooter(7, 20, 16);
  Session live = following();
  grow(live, all, 0, 10);
  ASSERT_FALSE(live.apply(SweepRecording{true}).failed());
  ASSERT_FALSE(live.apply(SeekRecording{4}).failed());
  EXPECT_TRUE(live.playback()->is_swept());
  grow(live, all, 10, 20);
  EXPECT_FALSE(live.playback()->is_swept());
  EXPECT_TRUE(std::ranges::is_permutation(live.playback()->boxes(), all.boxes_of(4)));
}

TEST(Growth, what_cannot_grow_is_refused) {
  const auto all = std::make_shared<const BoxRecording>(test::shooter(5, 10, 4));
  Session session(test_images());
  EXPECT_THAT(session.apply(GrowRecording{{single_frame(*all, 0)}}).error().text,
              HasSubstr("follow a game"));
  EXPECT_TRUE(session.apply(FollowRecording{true}).failed());
  ASSERT_FALSE(session.apply(OpenRecording{all, "file.csv"}).failed());
  EXPECT_TRUE(session.apply(GrowRecording{{single_frame(*all, 0)}}).failed());
  Session live = following();
  grow(live, *all, 0, 5);
  EXPECT_THAT(live.apply(GrowRecording{{single_frame(*all, 4)}}).error().text,
              HasSubstr("must ascend"));
  EXPECT_EQ(live.playback()->size(), 5u);
}

}  // namespace recording_test
}  // namespace phasebox
