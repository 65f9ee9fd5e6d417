// SPDX-License-Identifier: MIT
// Sprites that push each other, through the public interface of Session.
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/session_in_scene.hpp"
#include "world/dynamics/mechanics.hpp"

namespace phasebox {
namespace response_test {

constexpr std::array<std::string_view, 5> kDynamics{"billiards", "newtons-cradle", "stack", "pour",
                                                    "breakout"};

void run(Session& session, int steps) {
  for (int k = 0; k < steps; ++k) session.step();
}

void set(Session& session, std::string_view owner, std::string_view key, double value) {
  EXPECT_FALSE(
      session.apply(command::SetParam{owner_named(owner), std::string(key), value}).failed());
}

double speed(const Session& session, SpriteId id) {
  return static_cast<double>(length(session.world().velocities()[id]));
}

TEST(Response, AGripThatIsNoPlaceIsRefused) {
  Session session = in_scene("billiards");
  for (const float at : {std::numeric_limits<float>::quiet_NaN(), 2e9f}) {
    EXPECT_TRUE(session.apply(command::Grab{0, {at, 0}}).failed());
    EXPECT_TRUE(session.apply(command::Grab{0, {0, at}}).failed());
    EXPECT_FALSE(session.held());
  }
}

// 1,500 sprites on one spot are 1,124,250 pairs.
TEST(Response, WithMorePairsThanItCanHoldAStepIsOneWithoutIt) {
  Session session = in_scene("billiards");
  auto document = std::make_shared<SceneDocument>(session.document());
  Sprite sprite = document->sprites->front();
  sprite.position = {200, 200}, sprite.velocity = {1, 0};
  document->sprites->assign(1500, sprite);
  ASSERT_FALSE(session.apply(command::OpenDocument{document}).failed());
  EXPECT_FALSE(session.exceeds_pair_limit());
  run(session, 2);
  EXPECT_TRUE(session.exceeds_pair_limit());
  EXPECT_EQ(session.world().positions()[1400], (Vec2{202, 200}));
  ASSERT_FALSE(session.remarks().empty());
  EXPECT_NE(session.remarks()[0].text.english().find("More than 1,000,000 pairs"), std::string::npos);
  std::vector<SpriteId> half(1000);
  std::iota(half.begin(), half.end(), 0u);
  ASSERT_FALSE(session.apply(command::RemoveSprites{half}).failed());
  run(session, 1);
  EXPECT_FALSE(session.exceeds_pair_limit());
  EXPECT_EQ(session.pairs().size(), 500u * 499 / 2);
}

TEST(Response, PassingThroughTakesNoTimeAndLeavesNothing) {
  Session session = in_scene("sprites");
  EXPECT_EQ(session.step().respond, 0);
  EXPECT_TRUE(session.impact_log().impacts.empty());
  EXPECT_EQ(session.impact_log().counts.encounters, 0u);
}

TEST(Response, CanBeSwitchedOnInEveryScene) {
  for (const SceneEntry* scene : scenes()) {
    Session session = in_scene(std::string(scene->id));
    ASSERT_FALSE(session.apply(command::SetCount{200}).failed());
    set(session, "response", "response", 1);
    run(session, 30);
    for (const Vec2 p : session.world().positions())
      ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y)) << scene->id;
  }
}

TEST(Response, GoingBackAndACopyGoTheSameWayAgain) {
  for (const std::string_view scene : kDynamics) {
    Session session = in_scene(std::string(scene));
    ASSERT_FALSE(session.apply(command::SetCount{60}).failed());
    session.keep_frames();
    run(session, 120);
    Session other(test_images());
    ASSERT_FALSE(
        other
            .apply(command::OpenDocument{std::make_shared<const SceneDocument>(session.document())})
            .failed());
    run(session, 30);
    const std::uint64_t there = session.hash();
    run(other, 30);
    EXPECT_EQ(other.hash(), there) << scene;
    ASSERT_FALSE(session.apply(command::SeekStep{120}).failed());
    session.detect();
    EXPECT_TRUE(session.impact_log().impacts.empty()) << "of another step";
    run(session, 30);
    EXPECT_EQ(session.hash(), there) << scene;
  }
}

TEST(Response, ThePointerPullsASpriteAndItKeepsItsMomentum) {
  Session session = in_scene("billiards");
  ASSERT_FALSE(session.apply(command::SetCount{1}).failed());
  set(session, "response", "drag", 0);
  const Vec2 from = session.world().positions()[0];
  ASSERT_FALSE(session.apply(command::Grab{0, {3, 0}}).failed());
  ASSERT_FALSE(session.apply(command::Drag{from + Vec2{0, 200}}).failed());
  EXPECT_EQ(session.world().positions()[0], from) << "a spring takes its time";
  run(session, 20);
  EXPECT_GT(session.world().positions()[0].y, from.y + 50);
  const double fast = speed(session, 0);
  EXPECT_GT(fast, 1);
  ASSERT_FALSE(session.apply(command::Release{{-50, -50}}).failed());
  EXPECT_EQ(speed(session, 0), fast) << "it flies on as it was pulled";
}

TEST(Response, ASpriteThatIsPulledPushesOthers) {
  Session session = in_scene("newtons-cradle");
  set(session, "scene", "moving", 0);
  const SpriteId last = static_cast<SpriteId>(session.world().size() - 1);
  const Vec2 at = session.world().positions()[0];
  ASSERT_FALSE(session.apply(command::Grab{0, {}}).failed());
  ASSERT_FALSE(session.apply(command::Drag{at + Vec2{300, 0}}).failed());
  run(session, 30);
  EXPECT_GT(session.world().velocities()[last].x, 0.5f);
}

TEST(Response, WhilePausedThePointerPutsTheSpriteWhereItIs) {
  Session session = in_scene("billiards");
  ASSERT_FALSE(session.apply(command::Grab{0, {}}).failed());
  ASSERT_FALSE(session.apply(command::Drag{{100, 100}, true}).failed());
  EXPECT_EQ(session.world().positions()[0], (Vec2{100, 100}));
}

// Sprites that touch without overlapping are not pushed apart.
TEST(Response, BallsThatLieStillStayWhereTheyAre) {
  Session cradle = in_scene("newtons-cradle"), table = in_scene("billiards");
  set(cradle, "scene", "moving", 0), set(table, "scene", "speed", 0);
  run(cradle, 60), run(table, 60);
  for (const Session* s : {&cradle, &table})
    EXPECT_EQ(mechanics(s->world(), s->images(), s->settings().response).kinetic, 0);
}

TEST(Response, SlowMotionGoesTheSameWaySlower) {
  Session fast = in_scene("newtons-cradle"), slow = in_scene("newtons-cradle");
  set(slow, "response", "time-scale", 0.25);
  run(fast, 60), run(slow, 240);
  for (SpriteId i = 0; i < fast.world().size(); ++i) {
    EXPECT_NEAR(fast.world().positions()[i].x, slow.world().positions()[i].x, 0.1) << i;
    EXPECT_NEAR(fast.world().velocities()[i].x, slow.world().velocities()[i].x, 1e-3) << i;
  }
}

TEST(Response, WrappingSpritesStayInTheField) {
  Session session = in_scene("breakout");
  set(session, "world", "edges", static_cast<double>(Edges::wrap));
  run(session, 120);
  for (const Vec2 p : session.world().positions())
    ASSERT_TRUE(contains(session.settings().world.field(), {p, p}));
}

TEST(Response, TheBoundOfImpactsIsKeptAndSaid) {
  Session session = in_scene("pour");
  set(session, "response", "most-impacts", 100);
  std::uint32_t deferred = 0;
  for (int k = 0; k < 140; ++k) {
    session.step();
    deferred += session.impact_log().counts.deferred;
  }
  EXPECT_GT(deferred, 0u);
}

TEST(Response, ImpactsAreInOrderAndPartWhatApproaches) {
  Session session = in_scene("breakout");
  std::size_t seen = 0;
  for (int k = 0; k < 60; ++k) {
    session.step();
    float time = 0;
    for (const Impact& i : session.impact_log().impacts) {
      ASSERT_GE(i.time, time);
      time = i.time;
      if (i.rests) continue;
      ++seen;
      EXPECT_LT(i.before, 0);
      EXPECT_GE(i.after, -1e-4f);
      EXPECT_GT(dot(i.impulse, i.normal), 0);
    }
  }
  EXPECT_GT(seen, 20u);
}

// ---- sleep

bool sleeps(const Session& session, SpriteId i) {
  const auto quiet = session.world().quiet_steps();
  return i < quiet.size() && quiet[i] >= World::kStepsToSleep;
}

/// A stack that has come to rest; sprites are static or sleep.
Session stack_asleep() {
  Session session = in_scene("stack");
  session.keep_frames();
  run(session, 400);
  for (SpriteId i = 0; i < session.world().size(); ++i)
    EXPECT_TRUE(sleeps(session, i) || session.world().statics()[i]) << i;
  return session;
}

TEST(Sleep, AFileASnapshotAndThePastKnowWhatSleeps) {
  Session session = stack_asleep();
  const std::uint64_t hash = session.world().hash();
  Session opened(test_images());
  ASSERT_FALSE(
      opened.apply(command::OpenDocument{std::make_shared<const SceneDocument>(session.document())})
          .failed());
  EXPECT_EQ(opened.world().hash(), hash);
  run(opened, 5);
  EXPECT_EQ(opened.world().hash(), hash);
  Session copy(session.snapshot());
  EXPECT_EQ(copy.world().hash(), hash);

  ASSERT_FALSE(session.apply(command::SeekStep{session.steps() - 390}).failed());
  EXPECT_FALSE(sleeps(session, 3)) << "it had not come to rest";
  run(session, 390);
  EXPECT_EQ(session.world().hash(), hash);
}

TEST(Sleep, CommandsThatChangeTheRulesWakeAllAndUndoDoes) {
  Session session = stack_asleep();
  const SpriteId last = static_cast<SpriteId>(session.world().size() - 1);
  ASSERT_FALSE(session.apply(command::SelectNarrowphase{"none"}).failed());
  EXPECT_TRUE(sleeps(session, last)) << "only looks";
  set(session, "response", "friction", 1);
  EXPECT_FALSE(sleeps(session, last));
  run(session, 100);
  EXPECT_TRUE(sleeps(session, last));
  ASSERT_FALSE(session.apply(command::Undo{}).failed());
  EXPECT_FALSE(sleeps(session, last));
}

TEST(Sleep, WhatSleepsIsDraggedAwake) {
  Session session = stack_asleep();
  const SpriteId last = static_cast<SpriteId>(session.world().size() - 1);
  const Vec2 from = session.world().positions()[last];
  ASSERT_FALSE(session.apply(command::Grab{last}).failed());
  ASSERT_FALSE(session.apply(command::Drag{from + Vec2{0, -200}}).failed());
  run(session, 20);
  EXPECT_FALSE(sleeps(session, last));
  EXPECT_LT(session.world().positions()[last].y, from.y - 20);
}

TEST(Sleep, WithoutTheResponseNothingSleeps) {
  Session session = stack_asleep();
  set(session, "response", "response", 0);
  run(session, 1);
  EXPECT_TRUE(session.world().quiet_steps().empty());
}

}  // namespace response_test
}  // namespace phasebox
