// SPDX-License-Identifier: MIT
// Claims about recordings that grow while they play: the pairs are those of the same recording
// opened as a whole, and memory stays within its limits.
#include <algorithm>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/images.hpp"
#include "support/recordings.hpp"

namespace phasebox {
namespace session_growth_test {

using ::testing::HasSubstr;
using namespace command;

template <class T>
std::vector<T> copy_of(std::span<const T> rows) {
  return {rows.begin(), rows.end()};
}

BoxFrame frame_of(const BoxRecording& all, std::size_t f) {
  auto one = std::make_shared<BoxRecording>();
  one->frames = {all.frames[f]};
  one->begins = {0, all.ids_of(f).size()};
  one->ids = copy_of(all.ids_of(f)), one->boxes = copy_of(all.boxes_of(f));
  one->filters = copy_of(all.filters_of(f)), one->is_static = copy_of(all.statics_of(f));
  one->unit = all.unit;
  return one;
}

std::shared_ptr<const BoxRecording> empty_recording() {
  auto recording = std::make_shared<BoxRecording>();
  recording->frames = {0}, recording->begins = {0, 0};
  return recording;
}

Session following() {
  Session session(test_images());
  EXPECT_FALSE(session.apply(OpenRecording{empty_recording(), "game"}));
  EXPECT_FALSE(session.apply(FollowRecording{true}));
  session.forget_history();
  return session;
}

void grow(Session& session, const BoxRecording& all, std::size_t from, std::size_t to,
          const KeepLimits& keep = {}) {
  GrowRecording command{{}, keep};
  for (std::size_t f = from; f < to; ++f) command.frames.push_back(frame_of(all, f));
  const Status error = session.apply(command);
  EXPECT_FALSE(error) << error->text;
}

std::vector<std::pair<std::int64_t, std::int64_t>> pairs_of(const Session& session) {
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  const auto ids = session.show()->ids();
  for (const Pair p : session.pairs()) pairs.emplace_back(std::minmax(ids[p.a], ids[p.b]));
  std::ranges::sort(pairs);
  return pairs;
}

TEST(Growth, frame_by_frame_gives_the_hashes_of_the_whole_recording) {
  const auto all = std::make_shared<const BoxRecording>(test::shooter(5, 40, 16));
  for (const BroadphaseEntry* entry : broadphases()) {
    Session whole(test_images());
    ASSERT_FALSE(whole.apply(OpenRecording{all, "game"}));
    Session live = following();
    for (Session* session : {&whole, &live})
      ASSERT_FALSE(session->apply(SelectBroadphase{std::string(entry->id)}));
    whole.detect();
    for (std::size_t f = 0; f < all->size(); ++f) {
      grow(live, *all, f, f + 1, {.frames = 3});
      f == 0 ? live.detect() : live.step();
      ASSERT_EQ(live.hash(), whole.hash()) << entry->id << ", frame " << f;
      whole.step();
    }
    EXPECT_EQ(live.show()->size(), 3u);
  }
}

TEST(Growth, a_step_goes_to_the_newest_frame_however_many_have_come) {
  const BoxRecording all = test::shooter(6, 60, 16);
  Session whole(test_images());
  ASSERT_FALSE(whole.apply(OpenRecording{std::make_shared<const BoxRecording>(all), "game"}));
  Session live = following();
  for (std::size_t from = 0, n = 1; from < all.size(); from += n, n = n % 9 + 1) {
    const std::size_t to = std::min(from + n, all.size());
    grow(live, all, from, to, {.frames = 12});
    live.step();
    ASSERT_FALSE(whole.apply(SeekRecording{to - 1}));
    whole.detect();
    ASSERT_EQ(live.show()->number(live.show()->frame()), all.frames[to - 1]);
    ASSERT_EQ(pairs_of(live), pairs_of(whole)) << "frame " << to - 1;
  }
}

TEST(Growth, what_is_kept_can_be_gone_to_and_cloned) {
  const BoxRecording all = test::shooter(7, 50, 16);
  Session live = following();
  grow(live, all, 0, 50, {.frames = 20});
  ASSERT_FALSE(live.apply(SeekRecording{4}));
  EXPECT_FALSE(live.show()->follows());
  EXPECT_EQ(live.show()->number(4), all.frames[34]);
  live.detect();
  const std::uint64_t there = live.hash();
  const auto kept = live.show()->shared_recording();
  EXPECT_EQ(kept->size(), 20u);
  EXPECT_EQ(kept->frames.front(), all.frames[30]);
  EXPECT_TRUE(std::ranges::equal(kept->boxes_of(19), all.boxes_of(49)));
  Session opened(test_images());
  ASSERT_FALSE(opened.apply(OpenRecording{kept, "kept"}));
  ASSERT_FALSE(opened.apply(SeekRecording{3}));
  opened.step();
  EXPECT_EQ(pairs_of(opened), pairs_of(live));
  live.step();
  EXPECT_EQ(live.show()->frame(), 5u) << "it no longer follows";
  ASSERT_FALSE(live.apply(SeekRecording{4}));
  live.detect();
  EXPECT_EQ(live.hash(), there);
}

TEST(Growth, a_frame_that_is_forgotten_is_not_shown_any_more) {
  const BoxRecording all = test::shooter(8, 30, 16);
  Session live = following();
  grow(live, all, 0, 10);
  ASSERT_FALSE(live.apply(SeekRecording{2}));
  grow(live, all, 10, 30, {.frames = 5});
  EXPECT_EQ(live.show()->frame(), 0u);
  EXPECT_TRUE(std::ranges::is_permutation(live.show()->boxes(), all.boxes_of(25)));
  ASSERT_FALSE(live.apply(SeekRecording{3}));
  grow(live, all, 0, 0, {.frames = 5});
  EXPECT_EQ(live.show()->frame(), 3u);
}

TEST(Growth, undo_keeps_no_more_than_a_bounded_number_of_bytes) {
  const BoxRecording all = test::shooter(9, 300, 100);
  Session live = following();
  std::size_t made = 0, rows = 0;
  for (std::size_t f = 0; f + 2 <= all.size(); f += 2, ++made) {
    grow(live, all, f, f + 2);
    rows += live.show()->rows();
    ASSERT_FALSE(live.apply(Restart{}));  // which remembers the recording as it was
    ASSERT_FALSE(live.apply(FollowRecording{true}));
  }
  ASSERT_GT(rows * 29, 2 * UndoHistory::kMaxBytes);  // 29 bytes each
  ASSERT_LT(made, UndoHistory::kMaxChanges);
  std::size_t kept = 0;
  for (; live.can_undo(); ++kept) ASSERT_FALSE(live.apply(Undo{}));
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

TEST(Growth, what_cannot_grow_is_refused) {
  const auto all = std::make_shared<const BoxRecording>(test::shooter(5, 10, 4));
  Session session(test_images());
  EXPECT_THAT(session.apply(GrowRecording{{frame_of(*all, 0)}})->text, HasSubstr("follow a game"));
  EXPECT_TRUE(session.apply(FollowRecording{true}));
  ASSERT_FALSE(session.apply(OpenRecording{all, "file.csv"}));
  EXPECT_TRUE(session.apply(GrowRecording{{frame_of(*all, 0)}}));
  Session live = following();
  grow(live, *all, 0, 5);
  EXPECT_THAT(live.apply(GrowRecording{{frame_of(*all, 4)}})->text, HasSubstr("must ascend"));
  EXPECT_EQ(live.show()->size(), 5u);
}

}  // namespace session_growth_test
}  // namespace phasebox
