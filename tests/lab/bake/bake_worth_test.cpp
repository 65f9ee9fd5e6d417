// SPDX-License-Identifier: MIT
// What baking is worth: its counts are those of the frames, its answers those of a scan.
#include "lab/bake/bake_worth.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "lab/study_subject.hpp"
#include "support/images.hpp"

namespace phasebox::test {
namespace bake_worth_test {

// A level of static blocks of 20 px with moving ones between them.
Session level(int statics, int moving) {
  Session session(test_images());
  session.apply(command::AddImage{make_solid_image("block", 20, 20)});
  session.apply(command::SetCount{0});
  Random random(3);
  Sprite sprite;
  sprite.image = static_cast<std::uint16_t>(session.images().size() - 1);
  for (int k = 0; k < statics + moving; ++k) {
    const float x = random.uniform(20, 780), y = random.uniform(20, 580);
    sprite.position = {x, y};
    sprite.is_static = k % 2 == 0 ? k / 2 < statics : k / 2 >= moving;
    sprite.velocity = sprite.is_static ? Vec2{} : Vec2{2, 1};
    session.apply(command::AddSprite{sprite});
  }
  session.detect();
  return session;
}

BakeWorth measured(const Session& session, BakeOptions options, std::size_t frames) {
  WorkLimit limit;
  BakeMeter meter(clone_session(session), options, frames, limit);
  while (meter.advance()) {
  }
  EXPECT_DOUBLE_EQ(meter.progress(), 1) << meter.phase();
  return meter.result();
}

std::uint64_t pairs_in(Session session, int frames) {
  std::uint64_t pairs = 0;
  for (int k = 0; k < frames; ++k) {
    if (k > 0) session.move();
    const Frame f = session.frame();
    for (SpriteId i = 0; i < f.size(); ++i)
      for (SpriteId j = 0; j < i; ++j)
        pairs += f.is_static[i] != f.is_static[j] && overlaps(f.boxes[i], f.boxes[j]);
  }
  return pairs;
}

TEST(BakeWorth, counts_the_tests_of_moving_with_static_sprites) {
  const Session session = level(60, 40);
  for (const BakeKind kind : {BakeKind::groups, BakeKind::quadtree, BakeKind::bsp}) {
    const BakeWorth worth = measured(session, {kind, 4}, 5);
    EXPECT_EQ(worth.frames, 5u);
    EXPECT_EQ(worth.moving, 40);
    EXPECT_FALSE(worth.is_sampled);
    EXPECT_EQ(worth.brute.tests, 60 * 40);
    EXPECT_GT(worth.node_tests, 0);
    EXPECT_GT(worth.baked_effort.tests, worth.node_tests);
    EXPECT_EQ(worth.pairs, pairs_in(clone_session(session), 5));
    EXPECT_EQ(worth.wrong, 0u);
    EXPECT_EQ(worth.held, 0u);
    EXPECT_EQ(worth.baked->statics, static_boxes(session.frame()));
  }
}

TEST(BakeWorth, counts_no_other_pairs_of_the_broadphase) {
  Session session = level(60, 40);
  for (const char* id : {"sort-and-sweep", "rdc", "quadtree", "uniform-grid"}) {
    ASSERT_FALSE(session.apply(command::SelectBroadphase{id}));
    const BakeWorth worth = measured(session, {}, 3);
    ASSERT_TRUE(worth.with_all) << id;
    EXPECT_LE(worth.with_all->tests, worth.brute.tests) << id;
    EXPECT_GE(worth.with_all->tests * 3, static_cast<double>(worth.pairs)) << id;
    EXPECT_EQ(bake_table(worth).size(), 3u) << id;
  }
  ASSERT_FALSE(session.apply(command::SelectBroadphase{"brute-force"}));
  const BakeWorth worth = measured(session, {}, 3);
  EXPECT_FALSE(worth.with_all) << "it is what all are compared with";
  EXPECT_EQ(bake_table(worth).size(), 2u);
}

TEST(BakeWorth, tries_some_of_many_moving_sprites_and_scales_their_tests) {
  auto trace = std::make_shared<BoxRecording>();
  trace->frames = {0};
  Random random(5);
  for (int k = 0; k < 7000; ++k) {
    const float x = random.uniform(0, 5000), y = random.uniform(0, 5000);
    trace->boxes.push_back({{x, y}, {x + 9, y + 9}});
    trace->ids.push_back(k);
    trace->is_static.push_back(k < 3500);
  }
  trace->begins.push_back(trace->boxes.size());
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::OpenRecording{trace, "many", ""}));
  ASSERT_FALSE(session.apply(command::SelectBroadphase{"brute-force"}));
  const BakeWorth worth = measured(session, {}, 1);
  EXPECT_TRUE(worth.is_sampled);
  EXPECT_EQ(worth.brute.tests, 3500.0 * 3500.0);
  EXPECT_EQ(worth.wrong, 0u);
  EXPECT_LT(worth.baked_effort.tests, worth.brute.tests / 20);
}

TEST(BakeWorth, ends_where_a_static_box_of_a_recording_changes) {
  auto trace = std::make_shared<BoxRecording>();
  for (int f = 0; f < 5; ++f) {
    const float moved = f < 3 ? 0.0f : 1.0f, x = static_cast<float>(f);
    trace->frames.push_back(f);
    // Object 1 leaves in frame 1, so that the sprites have other numbers.
    for (const std::int64_t id : {1, 2, 3, 4}) {
      if (id == 1 && f > 0) continue;
      const float left = static_cast<float>(id) * 10 + (id == 4 ? moved : id == 2 ? x : 0);
      trace->ids.push_back(id);
      trace->boxes.push_back({{left, 0}, {left + 9, 9}});
      trace->is_static.push_back(id >= 3);
    }
    trace->begins.push_back(trace->boxes.size());
  }
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::OpenRecording{trace, "moved", ""}));
  WorkLimit limit;
  BakeMeter meter(clone_session(session), {}, 5, limit);
  while (meter.advance()) {
  }
  EXPECT_EQ(meter.result().held, 3u);
  EXPECT_EQ(meter.result().frames, 3u);
  EXPECT_EQ(meter.result().baked->statics.ids, (std::vector<std::int64_t>{3, 4}));
}

TEST(BakeWorth, is_refused_where_nothing_is_static) {
  EXPECT_TRUE(check_bake(level(0, 3)));
  EXPECT_FALSE(check_bake(level(1, 3)));
}

TEST(BakeWorth, pays_after_the_time_of_baking_over_the_time_saved) {
  BakeWorth worth;
  worth.frames = 10, worth.moving = 5;
  worth.bake_ms = 1;
  worth.brute.ms = 0.5, worth.baked_effort.ms = 0.1;
  EXPECT_EQ(worth.frames_until_paid(), 3);
  EXPECT_EQ(paid_text(worth), "Baking has paid after 3 frames.");
  worth.bake_ms = 0.01;
  EXPECT_EQ(paid_text(worth), "Baking has paid after 1 frame.");
  worth.baked_effort.ms = 0.5;
  EXPECT_FALSE(worth.frames_until_paid());
  EXPECT_NE(paid_text(worth).find("does not pay"), std::string::npos);
  worth.moving = 0;
  EXPECT_NE(paid_text(worth).find("No sprite moves"), std::string::npos);
}

}  // namespace bake_worth_test
}  // namespace phasebox::test
