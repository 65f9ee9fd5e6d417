// SPDX-License-Identifier: MIT
// World lines: what is kept, when it begins again, and how crossings are counted.
#include "lab/over_time.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/images.hpp"

namespace phasebox::test {
namespace world_lines_test {

class WorldLinesTest : public testing::Test {
 protected:
  WorldLinesTest() : session(test_images()) {
    session.keep_frames();
    session.apply(command::LoadScene{"sprites"});
    session.detect();
    study.apply(WatchWorldLines{}, session);
  }
  void step(int times = 1) {
    for (int k = 0; k < times; ++k) session.step(), study.observe(session);
  }
  void go_to(std::uint64_t step) {
    ASSERT_FALSE(session.apply(command::SeekStep{step}));
    session.detect();
    study.observe(session);
  }
  Session session;
  WorldLines study;
};

TEST_F(WorldLinesTest, keep_the_boxes_of_each_step_and_no_more_than_600) {
  step(3);
  ASSERT_EQ(study.frames().size(), 4u);
  const auto boxes = session.frame().boxes;
  EXPECT_TRUE(std::ranges::equal(study.frames().back().boxes, boxes));
  EXPECT_EQ(study.frames().front().step, 0u);
  step(700);
  EXPECT_EQ(study.frames().size(), WorldLines::kMaxFrames);
  EXPECT_EQ(study.frames().back().step, 703u);
  EXPECT_EQ(study.frames().front().step, 104u);
}

TEST_F(WorldLinesTest, are_bounded_in_memory) {
  for (const std::size_t n : {0u, 100u, 5'000u, 100'000u}) {
    const std::size_t frames = WorldLines::capacity(n);
    EXPECT_LE(frames, WorldLines::kMaxFrames);
    EXPECT_TRUE(frames == 2 || frames * n * sizeof(Aabb) <= WorldLines::kMaxBytes) << n;
  }
  EXPECT_EQ(WorldLines::capacity(1'000), WorldLines::kMaxFrames);
  EXPECT_LT(WorldLines::capacity(10'000), WorldLines::kMaxFrames);
}

TEST_F(WorldLinesTest, begin_again_with_other_sprites_and_end_when_they_are_told_to) {
  step(5);
  session.apply(command::SetCount{10});
  session.detect();
  study.observe(session);
  ASSERT_EQ(study.frames().size(), 1u);
  EXPECT_EQ(study.frames()[0].boxes.size(), 10u);
  study.apply(WatchWorldLines{false}, session);
  EXPECT_TRUE(study.frames().empty());
  step();
  EXPECT_TRUE(study.frames().empty()) << "off, it keeps nothing";
}

TEST_F(WorldLinesTest, stay_when_the_past_is_looked_at_and_end_there_when_it_is_changed) {
  step(9);
  go_to(4);
  EXPECT_EQ(study.frames().size(), 10u);
  const Vec2 away = session.world().positions()[0] + Vec2{200, 90};
  session.apply(command::Grab{0});
  session.apply(command::Drag{away});
  session.detect();
  study.observe(session);
  ASSERT_EQ(study.frames().size(), 5u);
  EXPECT_EQ(study.frames().back().step, 4u);
  step();
  EXPECT_EQ(study.frames().back().step, 5u);
}

std::deque<WorldLines::Kept> three_frames() {
  const auto at = [](float a, float b, float c) {
    return std::vector<Aabb>{{{a, 0}, {a + 10, 5}}, {{b, 0}, {b + 10, 5}}, {{c, 0}, {c + 10, 5}}};
  };
  return {{7, at(0, 20, 50)}, {8, at(15, 20, 50)}, {9, at(40, 20, 50)}};
}

TEST(WorldLineCrossings, are_the_boundaries_that_changed_places) {
  const SpriteId all[] = {0, 1, 2}, some[] = {0, 2};
  // 0 moves into 1: its end passes the other's begin. Then it leaves: three more; its end only
  // touches the begin of 2.
  EXPECT_EQ(crossings(three_frames(), Axis::x, all), (std::vector<std::uint32_t>{0, 1, 3}));
  EXPECT_EQ(crossings(three_frames(), Axis::x, some), (std::vector<std::uint32_t>{0, 0, 0}));
  EXPECT_EQ(crossings(three_frames(), Axis::y, all), (std::vector<std::uint32_t>{0, 0, 0}));
  EXPECT_TRUE(crossings({}, Axis::x, all).empty());
}

TEST(WorldLineSprites, are_those_selected_or_the_first_40) {
  const SpriteId chosen[] = {9, 3};
  EXPECT_EQ(lines_shown(chosen, 100), (std::vector<SpriteId>{9, 3}));
  EXPECT_EQ(lines_shown(chosen, 5), (std::vector<SpriteId>{3})) << "the other one is gone";
  EXPECT_EQ(lines_shown({}, 3), (std::vector<SpriteId>{0, 1, 2}));
  EXPECT_EQ(lines_shown({}, 100).size(), WorldLines::kMaxSprites);
  EXPECT_EQ(lines_shown({}, 100).back(), 39u);
}

}  // namespace world_lines_test

// The horizon: its counts against all pairs of boxes, its impacts against known flights.

namespace horizon_test {

// Blocks of 20 px.
struct Blocks {
  Session session{test_images()};
  std::uint16_t image;
  Blocks() {
    session.apply(command::AddImage{make_solid_image("block", 20, 20)});
    image = static_cast<std::uint16_t>(session.images().size() - 1);
    session.apply(command::SetCount{0});
  }
  void add(Vec2 at, Vec2 velocity, bool is_static = false) {
    Sprite sprite;
    sprite.position = at, sprite.velocity = velocity, sprite.image = image;
    sprite.is_static = is_static;
    session.apply(command::AddSprite{sprite});
    session.detect();
  }
};

TEST(Horizon, gives_the_times_of_known_flights_in_their_order) {
  Blocks b;
  b.add({100, 100}, {1, 0});
  b.add({200, 100}, {-1, 0});  // 80 px apart, 2 px per step: 40 steps
  b.add({100, 300}, {0, 0}, true);
  b.add({160, 300}, {-2, 0});  // 40 px, 20 steps
  b.add({600, 600}, {0, 0});
  HorizonFinder finder;
  const Horizon& horizon = finder.find(b.session, {1});
  ASSERT_EQ(horizon.impacts.size(), 2u);
  EXPECT_EQ(horizon.impacts[0].pair, (Pair{2, 3}));
  EXPECT_NEAR(horizon.impacts[0].seconds, 20.0 / 60, 1e-6);
  EXPECT_EQ(horizon.impacts[1].pair, (Pair{0, 1}));
  EXPECT_NEAR(horizon.impacts[1].seconds, 40.0 / 60, 1e-6);
  EXPECT_EQ(finder.find(b.session, {0.5}).impacts.size(), 1u) << "the other one comes later";
}

TEST(Horizon, tells_swept_boxes_that_overlap_from_flights_that_meet) {
  Blocks b;
  b.add({100, 100}, {2, 0});
  b.add({180, 20}, {0, 1});  // sweeps the place only after the other has passed
  HorizonFinder finder;
  const Horizon& horizon = finder.find(b.session, {2});
  EXPECT_EQ(horizon.within, 1u);
  EXPECT_TRUE(horizon.impacts.empty());
}

TEST(Horizon, of_0_s_has_the_candidates_and_further_ones_never_have_fewer) {
  Session session(test_images());
  for (const std::string scene : {"sprites", "clusters", "teams", "flash-demo"}) {
    session.apply(command::LoadScene{scene});
    for (int step = 0; step < 5; ++step) session.step();
    HorizonFinder finder;
    const Horizon now = finder.find(session, {0, 1000});
    EXPECT_EQ(now.within, session.pairs().size()) << scene;
    EXPECT_EQ(now.extra, 0u) << scene;
    EXPECT_TRUE(now.impacts.empty()) << scene;
    std::size_t before = now.within;
    for (const double seconds : {0.1, 0.5, 2.0}) {
      const Horizon straight = finder.find(session, {seconds}),
                    swelled = finder.find(session, {seconds, 300});
      EXPECT_EQ(straight.now, session.pairs().size()) << scene;
      EXPECT_GE(straight.within, before) << scene << ' ' << seconds;
      EXPECT_EQ(straight.extra, 0u) << scene;
      EXPECT_EQ(swelled.within, straight.within) << scene << ": extra pairs are counted apart";
      EXPECT_EQ(swelled.impacts, straight.impacts) << scene;
      before = straight.within;
    }
    EXPECT_GT(finder.find(session, {2, 300}).extra, 0u) << scene;
  }
}

TEST(Horizon, is_of_the_frame_as_it_is) {
  Blocks b;
  b.add({100, 100}, {1, 0});
  HorizonFinder finder;
  EXPECT_EQ(finder.find(b.session, {1}).within, 0u);
  b.add({140, 100}, {0, 0});
  EXPECT_EQ(finder.find(b.session, {1}).impacts.size(), 1u);
  for (int step = 0; step < 30; ++step) b.session.step();
  EXPECT_EQ(finder.find(b.session, {1}).now, 1u);
}

TEST(Horizon, is_not_counted_of_too_many_sprites_and_says_so) {
  Session session(test_images());
  session.apply(command::SetCount{HorizonFinder::kMaxSprites + 1});
  session.detect();
  const Horizon none = HorizonFinder().find(session, {0});
  EXPECT_FALSE(none.is_counted);
  EXPECT_EQ(describe(none, "within 0 s"), "Counted for at most 20,000 sprites and 500,000 pairs.");
}

TEST(Horizon, is_told_in_one_sentence) {
  EXPECT_EQ(describe(Horizon{.now = 1, .within = 31, .extra = 0, .impacts = {}, .is_counted = true},
                     "within 0.5 s"),
            "1 candidate now, 31 within 0.5 s if all fly straight.");
  EXPECT_EQ(
      describe(Horizon{.now = 12, .within = 31, .extra = 4, .impacts = {}, .is_counted = true},
               "within 0.5 s"),
      "12 candidates now, 31 within 0.5 s if all fly straight, 4 more by acceleration.");
}

}  // namespace horizon_test
}  // namespace phasebox::test
