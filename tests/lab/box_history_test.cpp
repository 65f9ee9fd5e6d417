// SPDX-License-Identifier: MIT
// The history of boxes: what is kept, when it begins again, and how crossings are counted.
#include "lab/box_history.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/images.hpp"

namespace phasebox::test {
namespace box_history_test {

class BoxHistoryTest : public testing::Test {
 protected:
  BoxHistoryTest() : session(test_images()) {
    session.keep_frames();
    EXPECT_FALSE(session.apply(command::LoadScene{"sprites"}).failed());
    session.detect();
    EXPECT_FALSE(study.apply(KeepBoxes{}, session).failed());
  }
  void step(int times = 1) {
    for (int k = 0; k < times; ++k) session.step(), study.observe(session);
  }
  void go_to(std::uint64_t step) {
    ASSERT_FALSE(session.apply(command::SeekStep{step}).failed());
    session.detect();
    study.observe(session);
  }
  Session session;
  BoxHistory study;
};

TEST_F(BoxHistoryTest, keep_the_boxes_of_each_step_and_no_more_than_600) {
  step(3);
  ASSERT_EQ(study.frames().size(), 4u);
  const auto boxes = session.frame().boxes;
  EXPECT_TRUE(std::ranges::equal(study.frames().back().boxes, boxes));
  EXPECT_EQ(study.frames().front().step, 0u);
  step(700);
  EXPECT_EQ(study.frames().size(), BoxHistory::kMaxFrames);
  EXPECT_EQ(study.frames().back().step, 703u);
  EXPECT_EQ(study.frames().front().step, 104u);
}

TEST_F(BoxHistoryTest, are_bounded_in_memory) {
  for (const std::size_t n : {0u, 100u, 5'000u, 100'000u}) {
    const std::size_t frames = BoxHistory::capacity(n);
    EXPECT_LE(frames, BoxHistory::kMaxFrames);
    EXPECT_TRUE(frames == 2 || frames * n * sizeof(Aabb) <= BoxHistory::kMaxBytes) << n;
  }
  EXPECT_EQ(BoxHistory::capacity(1'000), BoxHistory::kMaxFrames);
  EXPECT_LT(BoxHistory::capacity(10'000), BoxHistory::kMaxFrames);
}

TEST_F(BoxHistoryTest, begin_again_with_other_sprites_and_end_when_they_are_told_to) {
  step(5);
  EXPECT_FALSE(session.apply(command::SetCount{10}).failed());
  session.detect();
  study.observe(session);
  ASSERT_EQ(study.frames().size(), 1u);
  EXPECT_EQ(study.frames()[0].boxes.size(), 10u);
  EXPECT_FALSE(study.apply(KeepBoxes{false}, session).failed());
  EXPECT_TRUE(study.frames().empty());
  step();
  EXPECT_TRUE(study.frames().empty()) << "off, it keeps nothing";
}

TEST_F(BoxHistoryTest, stay_when_the_past_is_looked_at_and_end_there_when_it_is_changed) {
  step(9);
  go_to(4);
  EXPECT_EQ(study.frames().size(), 10u);
  const Vec2 away = session.world().positions()[0] + Vec2{200, 90};
  EXPECT_FALSE(session.apply(command::Grab{0}).failed());
  EXPECT_FALSE(session.apply(command::Drag{away}).failed());
  session.detect();
  study.observe(session);
  ASSERT_EQ(study.frames().size(), 5u);
  EXPECT_EQ(study.frames().back().step, 4u);
  step();
  EXPECT_EQ(study.frames().back().step, 5u);
}

TEST_F(BoxHistoryTest, go_on_while_sprites_die_and_are_born_and_name_these) {
  EXPECT_FALSE(session.apply(command::SetParam{Owner::world(), "churn", 5}).failed());
  step(20);
  ASSERT_EQ(study.frames().size(), 21u);
  std::size_t born = 0;
  for (std::size_t k = 1; k < study.frames().size(); ++k) {
    const BoxHistory::Kept &before = study.frames()[k - 1], &now = study.frames()[k];
    born += now.born.size();
    for (SpriteId i = 0; i < now.boxes.size(); ++i)
      EXPECT_TRUE(now.has_born(i) || length(center(now.boxes[i]) - center(before.boxes[i])) < 10)
          << "frame " << k << ", sprite " << i;
  }
  EXPECT_NEAR(static_cast<double>(born), 60, 5) << "5 % of 60 in each frame, some ids twice";
}

TEST_F(BoxHistoryTest, keep_who_was_born_when_a_sprite_is_dragged_while_paused) {
  EXPECT_FALSE(session.apply(command::SetParam{Owner::world(), "churn", 5}).failed());
  step(3);
  const std::vector<SpriteId> born = study.frames().back().born;
  ASSERT_FALSE(born.empty());
  const Vec2 away = session.world().positions()[0] + Vec2{200, 90};
  EXPECT_FALSE(session.apply(command::Grab{0}).failed());
  EXPECT_FALSE(session.apply(command::Drag{away}).failed());
  session.detect();
  study.observe(session);
  EXPECT_EQ(study.frames().size(), 4u);
  EXPECT_EQ(study.frames().back().born, born);
}

std::deque<BoxHistory::Kept> three_frames() {
  const auto at = [](float a, float b, float c) {
    return std::vector<Aabb>{{{a, 0}, {a + 10, 5}}, {{b, 0}, {b + 10, 5}}, {{c, 0}, {c + 10, 5}}};
  };
  return {{7, at(0, 20, 50)}, {8, at(15, 20, 50)}, {9, at(40, 20, 50)}};
}

TEST(BoundaryCrossings, are_the_boundaries_that_changed_places) {
  const SpriteId all[] = {0, 1, 2}, some[] = {0, 2};
  // 0 moves into 1: its end passes the other's begin. Then it leaves: three more; its end only
  // touches the begin of 2.
  EXPECT_EQ(crossings(three_frames(), Axis::x, all), (std::vector<std::uint32_t>{0, 1, 3}));
  EXPECT_EQ(crossings(three_frames(), Axis::x, some), (std::vector<std::uint32_t>{0, 0, 0}));
  EXPECT_EQ(crossings(three_frames(), Axis::y, all), (std::vector<std::uint32_t>{0, 0, 0}));
  EXPECT_TRUE(crossings({}, Axis::x, all).empty());
}

TEST(SpritesWithLines, are_those_selected_or_the_first_40) {
  const SpriteId chosen[] = {9, 3};
  EXPECT_EQ(lines_shown(chosen, 100), (std::vector<SpriteId>{9, 3}));
  EXPECT_EQ(lines_shown(chosen, 5), (std::vector<SpriteId>{3})) << "the other one is gone";
  EXPECT_EQ(lines_shown({}, 3), (std::vector<SpriteId>{0, 1, 2}));
  EXPECT_EQ(lines_shown({}, 100).size(), BoxHistory::kMaxSprites);
  EXPECT_EQ(lines_shown({}, 100).back(), 39u);
}

}  // namespace box_history_test

}  // namespace phasebox::test
