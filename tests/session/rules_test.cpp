// SPDX-License-Identifier: MIT
// Claims about what is set sprite by sprite (filter, volume), and about queries.
#include <algorithm>
#include <numeric>
#include <utility>

#include <gtest/gtest.h>

#include "support/session_in_scene.hpp"

namespace phasebox {
namespace rules_test {

using namespace command;

std::vector<SpriteId> all_of(const Session& session) {
  std::vector<SpriteId> ids(session.world().size());
  std::iota(ids.begin(), ids.end(), 0);
  return ids;
}

TEST(Rules, SpritesThatExcludeEachOtherAreNoCandidates) {
  for (const BroadphaseEntry* entry : broadphases()) {
    Session session = in_scene("pile");
    ASSERT_FALSE(session.apply(SelectBroadphase{std::string(entry->id)}).failed());
    session.detect();
    ASSERT_GT(session.pairs().size(), 0u);
    ASSERT_FALSE(session.apply(SetFilter{.ids = all_of(session), .mask_off = 1}).failed());
    session.detect();
    EXPECT_EQ(session.pairs().size(), 0u) << entry->id;
    // One sprite whose category is in no other mask, and whose own mask has all categories.
    ASSERT_FALSE(
        session.apply(SetFilter{.ids = {0}, .category_on = 2, .mask_on = 0xFFFF}).failed());
    session.detect();
    EXPECT_EQ(session.pairs().empty(), false) << entry->id;
    for (const Pair p : session.pairs()) EXPECT_EQ(p.a, 0u) << entry->id;
  }
}

TEST(Rules, AFilterChangeTouchesTheAskedBitsAlone) {
  Session session = in_scene("lesson");
  ASSERT_FALSE(session.apply(SetFilter{.ids = {0}, .category_on = 8, .category_off = 1}).failed());
  ASSERT_FALSE(session.apply(SetFilter{.ids = {0, 1}, .category_on = 2, .mask_off = 4}).failed());
  EXPECT_EQ(session.world().filters()[0], (Filter{10, 0xFFFFFFFB}));
  EXPECT_EQ(session.world().filters()[1], (Filter{3, 0xFFFFFFFB}));
  EXPECT_EQ(session.world().filters()[2], Filter{});
}

TEST(Rules, UndoGivesFilterAndVolumeBackAndLeavesTheSpriteWhereItIs) {
  Session session = in_scene("sprites");
  const Sprite first = session.world().get(0);
  ASSERT_FALSE(session.apply(SetFilter{.ids = {0}, .category_on = 4}).failed());
  ASSERT_FALSE(session.apply(SetVolume{{0}, Volume::circle}).failed());
  const Sprite changed = session.world().get(0);
  for (int i = 0; i < 10; ++i) session.step();
  const Vec2 moved = session.world().positions()[0];
  ASSERT_NE(moved, first.position);
  ASSERT_FALSE(session.apply(Undo{}).failed());
  ASSERT_FALSE(session.apply(Undo{}).failed());
  EXPECT_EQ(session.world().positions()[0], moved);
  EXPECT_EQ(session.world().filters()[0], first.filter);
  EXPECT_EQ(session.world().volumes()[0], first.volume);
  ASSERT_FALSE(session.apply(Redo{}).failed());
  ASSERT_FALSE(session.apply(Redo{}).failed());
  EXPECT_EQ(session.world().filters()[0], changed.filter);
  EXPECT_EQ(session.world().volumes()[0], Volume::circle);
}

TEST(Rules, AWiderVolumeHasMoreCandidatesAndTheSameCollisions) {
  Session session = in_scene("sprites");
  ASSERT_FALSE(session.apply(SetCount{200}).failed());
  session.detect();
  const std::size_t tight = session.pairs().size(), hits = session.contacts().size();
  ASSERT_FALSE(session.apply(SetParam{owner_named("world"), "volume", 1}).failed());
  session.detect();
  EXPECT_GT(session.pairs().size(), tight);
  EXPECT_NEAR(static_cast<double>(session.contacts().size()), static_cast<double>(hits), 2)
      << "n = 2 samples another lattice when the boxes differ";
}

TEST(Rules, TheVolumeOfAllGivesEachSpriteItsOwnBackOnUndo) {
  Session session = in_scene("sprites");
  ASSERT_FALSE(session.apply(SetVolume{{3}, Volume::fixed}).failed());
  ASSERT_FALSE(session.apply(SetParam{owner_named("world"), "volume", 2}).failed());
  EXPECT_EQ(session.world().volumes()[3], Volume::circle);
  ASSERT_FALSE(session.apply(Undo{}).failed());
  EXPECT_EQ(session.world().volumes()[3], Volume::fixed);
  EXPECT_EQ(session.world().volumes()[4], Volume::tight);
  ASSERT_FALSE(session.apply(Redo{}).failed());
  EXPECT_EQ(session.world().volumes()[3], Volume::circle);
}

TEST(Rules, TwoCategoriesAreKeptApartAndLetTogetherInOneStep) {
  Session session = in_scene("pile");
  std::vector<SpriteId> even;
  for (SpriteId id = 0; id < session.world().size(); id += 2) even.push_back(id);
  ASSERT_FALSE(session.apply(SetFilter{.ids = even, .category_on = 2, .category_off = 1}).failed());
  // How many pairs of both categories, and of one.
  const auto counts = [&] {
    session.detect();
    const auto both = std::ranges::count_if(
        session.pairs(), [](const Pair& pair) { return pair.a % 2 != pair.b % 2; });
    return std::pair(both, static_cast<std::ptrdiff_t>(session.pairs().size()) - both);
  };
  const auto before = counts();
  ASSERT_GT(before.first, 0);
  ASSERT_FALSE(session.apply(FilterCategories{2, 1, false}).failed());
  EXPECT_EQ(counts(), std::pair(std::ptrdiff_t{0}, before.second));
  EXPECT_EQ(session.world().filters()[0], (Filter{2, 0xFFFFFFFE}));
  EXPECT_EQ(session.world().filters()[1], (Filter{1, 0xFFFFFFFD}));
  ASSERT_FALSE(session.apply(Undo{}).failed());
  EXPECT_EQ(counts(), before);
  ASSERT_FALSE(session.apply(Redo{}).failed());
  ASSERT_FALSE(session.apply(FilterCategories{1, 2, true}).failed());
  EXPECT_EQ(counts(), before);
  ASSERT_FALSE(session.apply(FilterCategories{2, 2, false}).failed());
  EXPECT_EQ(session.world().filters()[0], (Filter{2, 0xFFFFFFFD}));
}

TEST(Rules, MissilesOfATeamPassTheirOwnSideAndHitTheOther) {
  Session session = in_scene("teams");
  ASSERT_FALSE(session.apply(SetCount{600}).failed());
  const auto filters = session.world().filters();
  constexpr std::uint16_t kShips = 0x00FE, kMissiles = 0xFE00;
  const auto team = [&](SpriteId id) {
    const std::uint32_t category = filters[id].category;
    return category & kShips ? category : category >> 8;
  };
  std::size_t hits = 0;
  for (int i = 0; i < 60; ++i) {
    session.step();
    for (const Pair p : session.pairs()) {
      const auto both = filters[p.a].category | filters[p.b].category;
      if (!(both & kMissiles)) continue;
      EXPECT_NE(team(p.a), team(p.b)) << p.a << " and " << p.b;
      ++hits;
    }
  }
  EXPECT_GT(hits, 20u);
}

TEST(Near, IsWhatAScanFindsForEveryBroadphaseAfterEveryChange) {
  for (const BroadphaseEntry* entry : broadphases()) {
    Session session = in_scene("clusters");
    ASSERT_FALSE(session.apply(SelectBroadphase{std::string(entry->id)}).failed());
    const auto check = [&](const char* when) {
      const Aabb box{{300, 200}, {700, 500}};
      Sink<SpriteId> found;
      Recorder log(1000);
      session.query({.from = box.min, .to = box.max}, found, &log);
      std::vector<SpriteId> ids(found.items().begin(), found.items().end()), expected;
      std::ranges::sort(ids);
      for (SpriteId i = 0; i < session.world().size(); ++i)
        if (overlaps(session.frame().boxes[i], box)) expected.push_back(i);
      EXPECT_EQ(ids, expected) << entry->id << " " << when;
      EXPECT_GT(log.count(EventKind::visit), 0u) << entry->id << " " << when;
    };
    check("at once");
    for (int i = 0; i < 5; ++i) session.step();
    check("after steps");
    ASSERT_FALSE(session.apply(RemoveSprites{{0, 7, 20}}).failed());
    check("after a removal");
    ASSERT_FALSE(session.apply(AddSprite{.sprite = session.world().get(2)}).failed());
    check("after an addition");
    ASSERT_FALSE(session.apply(Grab{5}).failed());
    ASSERT_FALSE(session.apply(Drag{{500, 350}}).failed());
    check("while the pointer drags");
    ASSERT_FALSE(session.apply(SetParam{owner_named("world"), "snap", 1}).failed());
    check("with snap");
  }
}

}  // namespace rules_test
}  // namespace phasebox
