// SPDX-License-Identifier: MIT
// Claims about sessions: one way in, undo, determinism, and looking without touching.
#include "session/session.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "session/limits.hpp"
#include "support/images.hpp"
#include "support/session_in_scene.hpp"
#include "world/world.hpp"

namespace phasebox {
namespace session_test {

using ::testing::HasSubstr;
using namespace command;

TEST(Session, HashSeesPairsContactsAndEveryColumn) {
  Session session = in_scene("lesson");
  session.detect();
  const std::uint64_t still = session.hash();
  const Sprite sprite = session.world().get(0);
  ASSERT_FALSE(session.apply(SetStatic{{0}, true}).failed());
  EXPECT_NE(session.hash(), still);
  ASSERT_FALSE(session.apply(Undo{}).failed());
  session.detect();
  EXPECT_EQ(session.hash(), still);
  ASSERT_FALSE(session.apply(Grab{1}).failed());
  ASSERT_FALSE(session.apply(Drag{sprite.position + Vec2{20, 0}}).failed());
  const std::uint64_t before_detection = session.hash();
  session.detect();
  EXPECT_EQ(session.contacts().size(), 1u);
  EXPECT_NE(session.hash(), before_detection);
}

TEST(Session, SeedDecidesTheScene) {
  Session a = in_scene("sprites"), b = in_scene("sprites");
  EXPECT_EQ(a.hash(), b.hash());
  ASSERT_FALSE(b.apply(SetParam{owner_named("world"), "seed", 2}).failed());
  EXPECT_NE(a.hash(), b.hash());
  ASSERT_FALSE(b.apply(SetParam{owner_named("world"), "seed", 1}).failed());
  EXPECT_EQ(a.hash(), b.hash());
}

TEST(Session, WhatASceneAsksForEndsWithIt) {
  Session session = in_scene("lesson");
  const auto group_size = [&] {
    const ParamGroup rdc = session.settings().group(owner_named("rdc"));
    return find_param(rdc.rows, "group-size")->get(rdc.object);
  };
  EXPECT_EQ(group_size(), 1);
  ASSERT_FALSE(session.apply(LoadScene{"sprites"}).failed());
  EXPECT_EQ(group_size(), 8);
  ASSERT_FALSE(session.apply(LoadScene{"lesson"}).failed());
  ASSERT_FALSE(session.apply(SetParam{owner_named("rdc"), "group-size", 5}).failed());
  ASSERT_FALSE(session.apply(LoadScene{"sprites"}).failed());
  EXPECT_EQ(group_size(), 5);
}

TEST(Session, EverySettingOfASceneNamesAParameter) {
  Session session(test_images());
  for (const SceneEntry* entry : scenes())
    for (const SceneSetting& setting : entry->settings) {
      if (setting.owner == Owner::view()) continue;  // of those who draw
      const Param* row = find_param(session.settings().group(setting.owner).rows, setting.key);
      ASSERT_NE(row, nullptr) << entry->id;
      EXPECT_FALSE(check_value(*row, setting.value).failed());
    }
}

TEST(Session, TracingChangesNothing) {
  for (const BroadphaseEntry* entry : broadphases()) {
    Session watched = in_scene("clusters"), unwatched = in_scene("clusters");
    ASSERT_FALSE(watched.apply(SelectBroadphase{std::string(entry->id)}).failed());
    EventLog trace(1000);
    for (int i = 0; i < 20; ++i) {
      watched.step();
      watched.trace(trace);
      unwatched.step();
    }
    EXPECT_EQ(watched.hash(), unwatched.hash());
    EXPECT_GT(trace.broad.count(EventKind::test), 0u) << entry->id;
    EXPECT_EQ(trace.broad.count(EventKind::hit), watched.pairs().size()) << entry->id;
    EXPECT_EQ(trace.narrow.count(EventKind::hit), watched.contacts().size()) << entry->id;
  }
}

// What the thirteenth step counts where every `stride`th is drawn, and so traced.
auto counts_of_a_step(std::string_view broadphase, std::uint32_t sprites, int stride) {
  Session session = in_scene("uniform");
  session.keep_frames();
  for (const Command& command : std::initializer_list<Command>{
           SetParam{Owner::scene(), "max-speed", 0.1}, command::SetCount{sprites},
           SelectBroadphase{std::string(broadphase)}, SelectNarrowphase{"convex-hull"}})
    EXPECT_FALSE(session.apply(command).failed());
  EventLog log(0);
  for (int step = 0; step <= 12; ++step) {
    session.step();
    if (step % stride == 0) session.trace(log);
  }
  const Counters c = session.counters(log);
  return std::array{c.swaps,  c.rechecks,         c.box_tests,
                    c.groups, c.kept.value_or(0), c.walked.value_or(0)};
}

TEST(Session, CountersAreOfOneStepHoweverFewAreDrawn) {
  for (const BroadphaseEntry* entry : broadphases())
    for (const std::uint32_t sprites : {60u, 200u})
      EXPECT_EQ(counts_of_a_step(entry->id, sprites, 4), counts_of_a_step(entry->id, sprites, 1))
          << entry->id;
  const auto of_many = counts_of_a_step("incremental-sap", 3500, 1);
  EXPECT_GT(of_many[0], 0u);
  EXPECT_EQ(counts_of_a_step("incremental-sap", 3500, 4)[0], of_many[0]);
}

TEST(Session, RefusesAndChangesNothing) {
  Session session = in_scene("sprites");
  const std::uint64_t before = session.hash();
  const float inf = std::numeric_limits<float>::infinity();
  Sprite bad = session.world().get(0);
  bad.position.x = inf;
  Sprite flat = session.world().get(0);
  flat.scale.y = 0;
  Sprite blank = session.world().get(0);
  blank.image = 9999;
  const Command refused[] = {LoadScene{"nowhere"},
                             SelectBroadphase{"magic"},
                             SelectNarrowphase{"magic"},
                             SetParam{owner_named("rdc"), "group-size", 0},
                             SetParam{owner_named("rdc"), "group-size", 2.5},
                             SetParam{owner_named("rdc"), "size", 3},
                             SetParam{owner_named("unknown"), "size", 3},
                             SetCount{kMaxSprites + 1},
                             AddSprite{bad},
                             AddSprite{flat},
                             AddSprite{blank},
                             RemoveSprites{{60}},
                             CloneSprites{{0, 60}, {}},
                             CloneSprites{{0}, {inf, 0}},
                             SetStatic{{99}, true},
                             Grab{60},
                             Drag{{0, 0}},
                             Redo{}};
  const bool could_undo = session.history().can_undo();
  for (const Command& c : refused) {
    const Status status = session.apply(c);
    ASSERT_TRUE(status.failed()) << c.index();
    EXPECT_GT(status.error().text.english().size(), 10u);
    EXPECT_EQ(status.error().text.english().find('\n'), std::string::npos);
  }
  EXPECT_EQ(session.hash(), before);
  EXPECT_EQ(session.history().can_undo(), could_undo);
  EXPECT_THAT(session.apply(SelectBroadphase{"magic"}).error().text, HasSubstr("sort-and-sweep"));
}

TEST(Session, UndoAndRedoWalkThroughEveryKindOfCommand) {
  Session session = in_scene("lesson");
  const Sprite sprite = session.world().get(0);
  const std::vector<std::vector<Command>> edits = {
      {AddSprite{sprite}},
      {SetCount{9}},
      {RemoveSprites{{1, 3, 4}}},
      {CloneSprites{{0, 2}, {5, 5}}},
      {SetStatic{{0}, true}},
      {Grab{1}, Drag{{10, 20}}, Drag{{30, 40}}, Release{{3, 4}}},
      {SetCount{2}},
      {SetParam{owner_named("scene"), "max-size", 50}},
      {SetParam{owner_named("world"), "snap", 1}},
      {SelectBroadphase{"quadtree"}},
      {SetParam{owner_named("quadtree"), "max-objects", 3}},
      {LoadScene{"sprites"}},
      {SetCount{70}},
      {Restart{}},
  };
  const auto state = [&] {
    session.detect();
    std::uint64_t h = session.hash();
    for (const ParamGroup& g : session.settings().groups())
      for (const Param& row : g.rows)
        h = h * 31 + static_cast<std::uint64_t>(row.get(g.object) * 16);
    return h * 31 + std::hash<std::string_view>{}(session.settings().broadphase->id);
  };
  std::vector<std::uint64_t> states{state()};
  for (const auto& edit : edits) {
    for (const Command& c : edit) ASSERT_FALSE(session.apply(c).failed()) << states.size();
    states.push_back(state());
  }
  for (std::size_t k = edits.size(); k-- > 0;) {
    ASSERT_FALSE(session.apply(Undo{}).failed());
    EXPECT_EQ(state(), states[k]) << "undo of edit " << k;
  }
  for (std::size_t k = 0; k < edits.size(); ++k) {
    ASSERT_FALSE(session.apply(Redo{}).failed());
    EXPECT_EQ(state(), states[k + 1]) << "redo of edit " << k;
  }
}

TEST(Session, UndoLeavesWhatItDidNotTouch) {
  Session session = in_scene("sprites");
  ASSERT_FALSE(session.apply(SetParam{owner_named("rdc"), "group-size", 20}).failed());
  ASSERT_FALSE(session.apply(RemoveSprites{{5}}).failed());
  hash_after(session, 50);
  const Vec2 moved = session.world().get(0).position;
  ASSERT_FALSE(session.apply(Undo{}).failed());
  ASSERT_FALSE(session.apply(Undo{}).failed());
  EXPECT_EQ(session.world().get(0).position, moved);
  EXPECT_EQ(session.world().size(), 60u);
}

TEST(Session, ADraggedSliderIsOneUndo) {
  Session session = in_scene("sprites");
  for (int v = 9; v < 40; ++v)
    ASSERT_FALSE(session.apply(SetParam{owner_named("rdc"), "group-size", v + 0.0}).failed());
  ASSERT_FALSE(session.apply(Undo{}).failed());
  const ParamGroup rdc = session.settings().group(owner_named("rdc"));
  EXPECT_EQ(find_param(rdc.rows, "group-size")->get(rdc.object), 8);
}

TEST(Session, CountAddsAndRemovesAtTheEndWhileTheRestGoesOn) {
  Session session = in_scene("sprites");
  hash_after(session, 10);
  const Sprite first = session.world().get(0);
  ASSERT_FALSE(session.apply(SetCount{160}).failed());
  EXPECT_EQ(session.world().size(), 160u);
  ASSERT_FALSE(session.apply(SetCount{60}).failed());
  EXPECT_EQ(session.world().get(0), first);
  ASSERT_FALSE(session.apply(SetCount{0}).failed());
  EXPECT_TRUE(session.world().empty());
  session.step();
  EXPECT_TRUE(session.pairs().empty());
}

TEST(Session, AHeldSpriteStaysAtThePointerWhileTheRestMoves) {
  Session session = in_scene("sprites");
  const Vec2 other = session.world().get(1).position;
  ASSERT_FALSE(session.apply(Grab{0}).failed());
  ASSERT_FALSE(session.apply(Drag{{100, 100}}).failed());
  hash_after(session, 5);
  EXPECT_EQ(session.world().get(0).position, (Vec2{100, 100}));
  EXPECT_NE(session.world().get(1).position, other);
  ASSERT_FALSE(session.apply(Release{{2, 0}}).failed());
  hash_after(session, 5);
  EXPECT_EQ(session.world().get(0).position, (Vec2{110, 100}));
}

TEST(Session, AHeldSpriteCanBeDeletedOrRenumbered) {
  Session session = in_scene("sprites");
  ASSERT_FALSE(session.apply(Grab{59}).failed());
  ASSERT_FALSE(session.apply(RemoveSprites{{3}}).failed());  // the last one takes number 3
  EXPECT_EQ(session.held(), 3u);
  ASSERT_FALSE(session.apply(RemoveSprites{{3}}).failed());
  EXPECT_FALSE(session.held());
  EXPECT_FALSE(session.apply(Release{{1, 1}}).failed());
}

TEST(Session, SnapShiftsBoxesAndLosesNoPosition) {
  Session session = in_scene("sprites");
  session.detect();
  const std::uint64_t before = session.hash();
  ASSERT_FALSE(session.apply(SetParam{owner_named("world"), "snap", 1}).failed());
  session.detect();
  for (const Aabb& box : session.frame().boxes) {
    EXPECT_NEAR(std::remainder(box.min.x, 16.0f), 0, 1e-3);
    EXPECT_NEAR(std::remainder(box.min.y, 16.0f), 0, 1e-3);
  }
  ASSERT_FALSE(session.apply(SetParam{owner_named("world"), "snap", 0}).failed());
  session.detect();
  EXPECT_EQ(session.hash(), before);
}

TEST(Session, ASceneIsShownWithItsBroadphaseUntilOneLeavesIt) {
  Session session = in_scene("ht-quadtree");
  EXPECT_EQ(session.settings().broadphase->id, "quadtree");
  EXPECT_EQ(session.settings().narrowphase->id, "none") << "rectangles that overlap are red";
  EXPECT_EQ(session.world().size(), 100u);
  EXPECT_EQ(session.field().max, (Vec2{400, 400}));
  ASSERT_FALSE(session.apply(LoadScene{"pile"}).failed());
  EXPECT_EQ(session.settings().broadphase->id, "rdc");
  EXPECT_EQ(session.settings().narrowphase->id, "pixel-samples");
  ASSERT_FALSE(session.apply(LoadScene{"ht-quadtree"}).failed());
  ASSERT_FALSE(session.apply(SelectBroadphase{"kd-tree"}).failed());
  ASSERT_FALSE(session.apply(LoadScene{"pile"}).failed());
  EXPECT_EQ(session.settings().broadphase->id, "kd-tree") << "what was chosen meanwhile stays";
}

TEST(Session, ADocumentBringsEverythingBack) {
  Session session = in_scene("walls");
  ASSERT_FALSE(session.apply(SetParam{owner_named("rdc"), "contact-threshold", -2.5}).failed());
  ASSERT_FALSE(session.apply(SetParam{owner_named("world"), "edges", 1}).failed());
  ASSERT_FALSE(session.apply(SelectNarrowphase{"circle"}).failed());
  hash_after(session, 12);
  const auto document = std::make_shared<SceneDocument>(session.document());
  Session other(test_images());
  ASSERT_FALSE(other.apply(OpenDocument{document}).failed());
  other.detect();
  EXPECT_EQ(other.hash(), session.hash());
  EXPECT_EQ(other.document().params, session.document().params);
  EXPECT_EQ(hash_after(other, 5), hash_after(session, 5));
}

TEST(Session, ABrokenDocumentIsRefusedWhole) {
  Session session = in_scene("sprites");
  const std::uint64_t before = session.hash();
  SceneDocument broken = session.document();
  broken.params.push_back({owner_named("rdc"), "group-size", -4});
  EXPECT_TRUE(session.apply(OpenDocument{std::make_shared<SceneDocument>(broken)}).failed());
  broken = session.document();
  broken.sprites->at(7).scale.x = 0;
  EXPECT_TRUE(session.apply(OpenDocument{std::make_shared<SceneDocument>(broken)}).failed());
  broken = session.document();
  broken.broadphase = "?";
  EXPECT_TRUE(session.apply(OpenDocument{std::make_shared<SceneDocument>(broken)}).failed());
  EXPECT_EQ(session.hash(), before);
}

// The remark names the two bars.
TEST(Session, RdcNamesTheSpritesThatBlockASplit) {
  Session session = in_scene("walls");
  session.detect();
  const auto boxes = session.frame().boxes;
  SpriteId widest = 0, tallest = 0;
  for (SpriteId i = 1; i < boxes.size(); ++i) {
    if (extent(boxes[i]).x > extent(boxes[widest]).x) widest = i;
    if (extent(boxes[i]).y > extent(boxes[tallest]).y) tallest = i;
  }
  ASSERT_FALSE(session.remarks().empty());
  EXPECT_TRUE(session.remarks()[0].warning);
  const std::string warning = session.remarks()[0].text;
  EXPECT_THAT(warning, HasSubstr("#" + std::to_string(widest) + " "));
  EXPECT_THAT(warning, HasSubstr("#" + std::to_string(tallest) + " "));
}

TEST(Session, ANeighborListIsSpokenOfAsItRunsOnEachFrameNotAsItIsLookedAt) {
  Session session = in_scene("sprites");
  ASSERT_FALSE(session.apply(command::SetCount{400}).failed());
  ASSERT_FALSE(session.apply(command::SelectBroadphase{"neighbor-list"}).failed());
  EventLog log(1000);
  for (int step = 0; step < 200; ++step) {
    session.step();
    if (step % 50 == 0) session.trace(log);  // which costs more than the step
  }
  ASSERT_FALSE(session.remarks().empty());
  EXPECT_THAT(session.remarks()[0].text, testing::StartsWith("List of"));
}

TEST(Session, RdcIsSilentWhereLittleIsLost) {
  for (const char* scene : {"billiards", "lesson"}) {
    Session session = in_scene(scene);
    session.detect();
    for (const Remark& remark : session.remarks()) EXPECT_FALSE(remark.warning) << remark.text.english();
  }
  Session pile = in_scene("pile");
  pile.detect();
  for (const Remark& remark : pile.remarks())
    EXPECT_FALSE(remark.warning) << "all pairs of a pile are real: " << remark.text.english();
}

TEST(Session, ThresholdAboveZeroIsSaidToBeInexact) {
  Session session = in_scene("sprites");
  EXPECT_TRUE(session.settings().is_exact());
  ASSERT_FALSE(session.apply(SetParam{owner_named("rdc"), "contact-threshold", 4}).failed());
  EXPECT_FALSE(session.settings().is_exact());
}

TEST(Motion, BouncingSpritesComeBackFromAnywhere) {
  Session session = in_scene("lesson");
  ASSERT_FALSE(session.apply(SetCount{1}).failed());
  ASSERT_FALSE(session.apply(Grab{0}).failed());
  ASSERT_FALSE(session.apply(Drag{{3000, -500}}).failed());
  ASSERT_FALSE(session.apply(Release{{40, -900}}).failed());
  hash_after(session, 2000);
  const Aabb field = session.settings().world.field();
  EXPECT_TRUE(contains({field.min - Vec2{1000, 1000}, field.max + Vec2{1000, 1000}},
                       session.world().get(0).position));
  ASSERT_FALSE(session.apply(Grab{0}).failed());
  ASSERT_FALSE(session.apply(Drag{{640, 360}}).failed());
  ASSERT_FALSE(session.apply(Release{{13, 7}}).failed());
  for (int i = 0; i < 1000; ++i) {
    session.step();
    ASSERT_TRUE(
        contains({field.min - Vec2{1, 1}, field.max + Vec2{1, 1}}, session.frame().boxes[0]));
  }
  EXPECT_FLOAT_EQ(length(session.world().get(0).velocity), length(Vec2{13, 7}));
}

TEST(Motion, WrappingSpritesStayInTheField) {
  Session session = in_scene("sprites");
  ASSERT_FALSE(session.apply(SetParam{owner_named("world"), "edges", 1}).failed());
  hash_after(session, 3000);
  for (const Vec2 p : session.world().positions()) {
    EXPECT_GE(p.x, 0);
    EXPECT_LT(p.x, session.settings().world.width);
    EXPECT_GE(p.y, 0);
    EXPECT_LT(p.y, session.settings().world.height);
  }
}

TEST(Motion, OpenEdgesLetSpritesGo) {
  Session session = in_scene("bullets");
  ASSERT_FALSE(session.apply(SetCount{50}).failed());
  ASSERT_FALSE(session.apply(SetParam{owner_named("world"), "edges", 2}).failed());
  const Vec2 from = session.world().get(0).position, v = session.world().get(0).velocity;
  hash_after(session, 1000);
  EXPECT_NEAR(session.world().get(0).position.x, from.x + v.x * 1000, 1);
}

TEST(Motion, StaticSpritesStayEvenWhenThrown) {
  Session session = in_scene("sprites");
  ASSERT_FALSE(session.apply(SetStatic{{4}, true}).failed());
  ASSERT_FALSE(session.apply(Grab{4}).failed());
  ASSERT_FALSE(session.apply(Release{{9, 9}}).failed());
  const Vec2 at = session.world().get(4).position;
  hash_after(session, 20);
  EXPECT_EQ(session.world().get(4).position, at);
}

}  // namespace session_test
}  // namespace phasebox
