// SPDX-License-Identifier: MIT
// The study of baking: it keeps what is true of the static sprites, and says why it drops it.
#include "lab/bake/bake_study.hpp"

#include <thread>

#include <gtest/gtest.h>

#include "support/images.hpp"

namespace phasebox::test {
namespace bake_study_test {

// Two static blocks and two that move.
Session small_level() {
  Session session(test_images());
  session.apply(command::AddImage{make_solid_image("block", 20, 20)});
  session.apply(command::SetCount{0});
  Sprite sprite;
  sprite.image = static_cast<std::uint16_t>(session.images().size() - 1);
  for (int k = 0; k < 4; ++k) {
    sprite.position = {static_cast<float>(100 + 50 * k), 100};
    sprite.is_static = k < 2;
    sprite.velocity = k < 2 ? Vec2{} : Vec2{1, 0};
    session.apply(command::AddSprite{sprite});
  }
  session.detect();
  return session;
}

void bake_of(BakeStudy& study, const Session& session) {
  ASSERT_FALSE(study.apply(command::StartBake{{BakeKind::quadtree, 1}}, session));
  while (study.is_running()) std::this_thread::yield();
  ASSERT_TRUE(study.found());
  ASSERT_TRUE(study.found()->baked);
}

TEST(BakeStudy, keeps_what_is_baked_while_others_move) {
  Session session = small_level();
  BakeStudy study;
  bake_of(study, session);
  EXPECT_EQ(study.found()->frames, BakeStudy::kFrames);
  EXPECT_EQ(*study.outlines(), outlines_of(*study.found()->baked));
  for (int k = 0; k < 5; ++k) {
    session.step();
    study.observe(session);
  }
  ASSERT_FALSE(session.apply(command::SelectBroadphase{"quadtree"}));
  session.detect();
  study.observe(session);
  EXPECT_TRUE(study.found());
  EXPECT_EQ(study.dropped(), "");
}

TEST(BakeStudy, drops_it_when_a_static_sprite_changes) {
  Session session = small_level();
  BakeStudy study;
  bake_of(study, session);
  ASSERT_FALSE(session.apply(command::SetStatic{{1}, false}));
  session.detect();
  study.observe(session);
  EXPECT_FALSE(study.found());
  EXPECT_FALSE(study.outlines());
  EXPECT_EQ(study.dropped(), "A static sprite came, went or changed.");
  bake_of(study, session);
  EXPECT_EQ(study.dropped(), "");
}

TEST(BakeStudy, drops_it_when_a_command_adds_a_sprite) {
  Session session = small_level();
  BakeStudy study;
  bake_of(study, session);
  Sprite sprite;
  sprite.position = {300, 300};
  ASSERT_FALSE(session.apply(command::AddSprite{sprite}));
  session.detect();
  study.observe(session);
  EXPECT_FALSE(study.found());
  EXPECT_EQ(study.dropped(), "Sprites were added or removed.");
}

TEST(BakeStudy, of_a_recording_lasts_until_a_static_box_changes) {
  auto trace = std::make_shared<BoxRecording>();
  for (int f = 0; f < 4; ++f) {
    trace->frames.push_back(f);
    // Object 1 leaves after the first frame; object 3, static, moves in the last.
    for (const std::int64_t id : {1, 2, 3}) {
      if (id == 1 && f > 0) continue;
      const float left = static_cast<float>(id * 10 + (id == 3 && f == 3));
      trace->ids.push_back(id);
      trace->boxes.push_back({{left, 0}, {left + 9, 9}});
      trace->is_static.push_back(id == 3);
    }
    trace->begins.push_back(trace->boxes.size());
  }
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::OpenRecording{trace, "level", ""}));
  session.detect();
  BakeStudy study;
  bake_of(study, session);
  EXPECT_EQ(study.found()->held, 3u);
  for (int f = 1; f < 4; ++f) {
    session.step();
    study.observe(session);
    EXPECT_EQ(study.found() != nullptr, f < 3) << f;
  }
}

TEST(BakeStudy, refuses_a_scene_without_static_sprites) {
  Session session(test_images());
  BakeStudy study;
  EXPECT_TRUE(study.apply(command::StartBake{}, session));
  EXPECT_FALSE(study.found());
}

TEST(BakeOutlines, are_the_bounds_and_the_cuts) {
  const StaticBoxes two{{{{0, 0}, {10, 10}}, {{30, 0}, {40, 10}}}, {0, 1}};
  EXPECT_EQ(outlines_of(bake(two, {BakeKind::bsp, 1})),
            (std::vector<Aabb>{{{0, 0}, {40, 10}}, {{10, 0}, {10, 10}}}));
  EXPECT_EQ(outlines_of(bake(two, {BakeKind::groups, 1})),
            (std::vector<Aabb>{two.boxes[0], two.boxes[1]}));
  const StaticBoxes corners{{{{0, 0}, {1, 1}}, {{39, 39}, {40, 40}}}, {0, 1}};
  EXPECT_EQ(outlines_of(bake(corners, {BakeKind::quadtree, 1})),
            (std::vector<Aabb>{{{0, 0}, {40, 40}}, {{20, 0}, {20, 40}}, {{0, 20}, {40, 20}}}));
}

}  // namespace bake_study_test
}  // namespace phasebox::test
