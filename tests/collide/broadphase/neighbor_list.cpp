// SPDX-License-Identifier: MIT
// Boxes whose motion a neighbor list foresees.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collide/broadphase/list/motion_sample.hpp"
#include "collide/broadphase/list/skin.hpp"
#include "collide/broadphase/list/skin_plan.hpp"
#include "support/methods.hpp"

namespace phasebox::test {

/// Boxes that go straight on, each at its own speed.
struct StraightWorld {
  explicit StraightWorld(std::size_t n, float fastest = 2) : random(9) {
    world = world_of("straight", random_boxes(random, n, 1500, 1500, 40));
    for (std::size_t i = 0; i < n; ++i)
      speeds.push_back({random.uniform(-fastest, fastest), random.uniform(-fastest, fastest)});
  }
  void move() {
    for (std::size_t i = 0; i < world.size(); ++i)
      world.boxes[i] = translated(world.boxes[i], speeds[i]);
  }

  Random random;
  BoxWorld world;
  std::vector<Vec2> speeds;
};

/// All but each twentieth are static and stand.
inline StraightWorld mostly_static(std::size_t n) {
  StraightWorld straight(n);
  straight.world.is_static.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    straight.world.is_static[i] = i % 20 != 0;
    if (straight.world.is_static[i]) straight.speeds[i] = {};
  }
  return straight;
}

// What a neighbor list is planned from: a sample of the motion, and what lists turned out to be.

namespace skin_plan_test {

MotionSample seen(StraightWorld& straight, const std::function<void(int)>& change = {}) {
  MotionSample motion;
  for (int frame = 0; frame < 43; ++frame, straight.move()) {
    if (change) change(frame);
    motion.see(straight.world.boxes, straight.world.is_static);
  }
  return motion;
}

TEST(MotionSample, TellsStraightMotionFromNoiseAndJumps) {
  StraightWorld straight(1000);
  const MotionSample steady = seen(straight);
  EXPECT_NEAR(steady.speed(), 1, 0.1) << "speeds from -2 to 2 px";
  EXPECT_GT(steady.persistence(), 0.99);
  EXPECT_EQ(steady.jumps(), 0);
  EXPECT_NEAR(steady.size(), 20, 3);
  EXPECT_NEAR(steady.small_size(), 14, 2);
  EXPECT_NEAR(steady.spacing(), 1500 / std::sqrt(1000.0), 5);
  const MotionSample noise = seen(straight, [&](int) {
    for (Vec2& speed : straight.speeds) {
      const float x = straight.random.uniform(-2, 2), y = straight.random.uniform(-2, 2);
      speed = {x, y};
    }
  });
  EXPECT_LT(noise.persistence(), 0.2);
  StraightWorld jumping(1000);
  const MotionSample jumps = seen(jumping, [&](int frame) {
    for (std::size_t i = 0; i < 1000; i += 10) {
      const float way = frame % 2 == 0 ? 1000 : -1000;
      jumping.world.boxes[i] = translated(jumping.world.boxes[i], {way, 0});
    }
  });
  EXPECT_NEAR(jumps.jumps(), 0.1, 0.05);
  EXPECT_NEAR(jumps.speed(), 0.9, 0.15) << "jumps do not count";
}

TEST(MotionSample, OfStaticSpritesOnlyThePlacesCount) {
  StraightWorld straight = mostly_static(1000);
  const MotionSample motion = seen(straight);
  EXPECT_NEAR(motion.speed(), 1, 0.4) << "of the others, from -2 to 2 px";
  EXPECT_NEAR(motion.spacing(), 1500 / std::sqrt(1000.0), 5);
  straight.world.is_static.assign(1000, 1);
  EXPECT_EQ(seen(straight).speed(), 0);
  EXPECT_TRUE(seen(straight).is_known());
}

TEST(SkinPlan, SlowSpritesGetListsThatServeLonger) {
  StraightWorld slow(1000, 0.2f), quick(1000, 4);
  const SkinPlan plan;
  const auto frames = [&](StraightWorld& straight) {
    return plan.best(seen(straight), {}, {1000, 1000, 100}).frames;
  };
  EXPECT_GT(frames(slow), 2 * frames(quick));
}

TEST(SkinPlan, LearnsHowLongListsLastAndHowLongTheyAre) {
  StraightWorld straight(1000, 0.5f);
  const MotionSample motion = seen(straight);
  SkinPlan plan;
  const SkinPlan::Choice first = plan.best(motion, {}, {1000, 1000, 200});
  for (int k = 0; k < 8; ++k) plan.learn(first, static_cast<std::size_t>(first.listed), 3);
  EXPECT_LE(plan.best(motion, {}, {1000, 1000, 200}).frames, 4) << "lists lived for three frames";
  SkinPlan crowded;
  crowded.learn(first, static_cast<std::size_t>(3 * first.listed), 100);
  const SkinPlan::Choice again = crowded.best(motion, {}, {1000, 1000, 200});
  EXPECT_GT(again.work, first.work) << "lists are longer than was expected";
}

}  // namespace skin_plan_test

// What the neighbor list claims beyond the contract: lists that serve for many frames, skins that
// predict motion, escaped sprites that need no new list.

namespace neighbor_list_test {

std::unique_ptr<Broadphase> make_list(const Settings& settings = {}) {
  return broadphase_with("neighbor-list", settings);
}

/// The number before `word` in the remark.
double number_before(const std::string& text, const std::string& word) {
  std::size_t end = text.find(" " + word), start = text.rfind(' ', end - 1) + 1;
  std::string digits = text.substr(start, end - start);
  std::erase(digits, ',');
  return std::stod(digits);
}
/// Below 0 without a list.
int age_of(const Broadphase& list, const BoxWorld& world) {
  const std::string text = remark_of(list, world);
  return text.starts_with("List") ? static_cast<int>(number_before(text, "frame")) : -1;
}

TEST(NeighborList, AListServesForAsLongAsNothingMoves) {
  const BoxWorld world = make_world("sparse");
  const auto list = make_list();
  for (int frame = 0; frame < 50; ++frame) {
    pairs_of(*list, world.frame());
    EXPECT_EQ(age_of(*list, world), frame);
  }
}

TEST(NeighborList, OnlyListedPairsAreTested) {
  const BoxWorld world = make_world("sparse");
  const auto list = make_list();
  pairs_of(*list, world.frame());
  Recorder log;
  pairs_of(*list, world.frame(), &log);
  EXPECT_EQ(static_cast<double>(log.count(EventKind::test)),
            number_before(remark_of(*list, world), "pair"));
  EXPECT_EQ(log.count(EventKind::recheck), log.count(EventKind::test)) << "of pairs that were kept";
  EXPECT_EQ(log.count(EventKind::hit), exact_pairs(world.frame()).size());
  EXPECT_EQ(log.count(EventKind::fat), world.size());
}

TEST(NeighborList, TheComparisonsThatMakeAListAndThoseOfEscapedSpritesAreCounted) {
  StraightWorld straight(400);
  const auto list = make_list();
  Recorder making;
  pairs_of(*list, straight.world.frame(), &making);
  const auto listed =
      static_cast<std::uint64_t>(number_before(remark_of(*list, straight.world), "pair"));
  EXPECT_EQ(making.count(EventKind::recheck), listed);
  EXPECT_GE(making.count(EventKind::test), 2 * listed)
      << "each listed pair was found by a comparison";
  pairs_of(*list, straight.world.frame());
  straight.world.boxes[5] = translated(straight.world.boxes[6], {1, 1});
  Recorder stray(100'000);
  pairs_of(*list, straight.world.frame(), &stray);
  ASSERT_TRUE(age_of(*list, straight.world) > 0) << "the list still serves";
  EXPECT_GT(stray.count(EventKind::test), stray.count(EventKind::recheck));
  for (const Event& e : stray.events())
    if (e.kind == EventKind::test) {
      EXPECT_EQ(e.a, 5u) << "only the sprite that left is looked at again";
    }
}

TEST(NeighborList, StraightMotionIsForeseen) {
  StraightWorld straight(400);
  const auto list = make_list();
  int lists = 0;
  for (int frame = 0; frame < 200; ++frame, straight.move()) {
    expect_exact(*list, straight.world, "frame " + std::to_string(frame));
    lists += age_of(*list, straight.world) == 0;
  }
  EXPECT_LT(lists, 25);
}

TEST(MotionSample, PointsThatStandStillAreKnown) {
  const std::vector<Aabb> points{{{1, 1}, {1, 1}}, {{9, 2}, {9, 2}}};
  MotionSample motion;
  for (int frame = 0; frame < 8; ++frame) motion.see(points, {});
  EXPECT_TRUE(motion.is_known());
  EXPECT_EQ(motion.common(), Vec2{});
}

TEST(NeighborList, TheLargestBoxesStayValidSeenByOneWhoMovesAlong) {
  const std::vector<Aabb> boxes{{{-kMaxFloat, 0}, {-3e38f, 1}}, {{3e38f, 0}, {kMaxFloat, 1}}};
  std::vector<Aabb> seen(2);
  for (const float way : {1e18f, -1e18f, 1.0f}) {
    move_back(boxes, {way, -way}, seen);
    for (const Aabb& box : seen) EXPECT_TRUE(is_valid(box)) << describe(box);
  }
}

TEST(MotionSample, WhatIsTooFastForFloatsIsNoCommonMotion) {
  const auto common = [](float speed) {
    std::vector<Aabb> boxes{{{0, 0}, {1e12f, 1e12f}}, {{1e12f, 0}, {3e12f, 1e12f}}};
    MotionSample motion;
    for (int frame = 0; frame < 16; ++frame) {
      motion.see(boxes, {});
      for (Aabb& box : boxes) box = translated(box, {speed, 0});
    }
    return motion.common().x;
  };
  EXPECT_EQ(common(1e11f), 0);
  EXPECT_EQ(common(0), 0);
}

TEST(NeighborList, MotionOfAllTogetherNeedsNoNewList) {
  StraightWorld world(400, 0.02f);
  for (Vec2& speed : world.speeds) speed += {-7, 3};
  const auto list = make_list();
  int lists = 0;
  for (int frame = 0; frame < 200; ++frame, world.move()) {
    if (frame == 120)  // the world stops, one sprite has its own way
      for (Vec2& speed : world.speeds) speed -= {-7, 3};
    if (frame == 150) world.speeds[7] = {25, -60};
    if (frame == 180) world.world.is_static.assign(400, 1), world.world.is_static[9] = 0;
    expect_exact(*list, world.world, "frame " + std::to_string(frame));
    const Aabb asked = world.world.boxes[7];
    EXPECT_EQ(found_near(*list, world.world.frame(), asked),
              exact_near(world.world.frame(), asked));
    if (frame >= 40 && frame < 120) lists += age_of(*list, world.world) <= 0;
  }
  EXPECT_LT(lists, 4) << "80 frames of 7 px, and boxes of at most 40 px";
}

TEST(NeighborList, WhatOverlapsFarAwayDoesSoAlsoSeenByOneWhoMovesAlong) {
  Random random(4);
  std::vector<Aabb> boxes(64), seen(64);
  for (int round = 0; round < 200; ++round) {
    const float far = std::ldexp(1.0f, static_cast<int>(random.below(120)) - 20);
    for (Aabb& box : boxes) {
      const float x = far + random.uniform(-3, 3) * far * 0x1p-22f, y = random.uniform(-1, 1);
      const float to_x = random.uniform(0, 4) * far * 0x1p-22f, to_y = random.uniform(0, 1);
      box = {{x, y}, {x + to_x, y + to_y}};
    }
    const float way = random.uniform(-1, 1) * far;
    move_back(boxes, {way, 0.3f}, seen);
    for (std::size_t a = 0; a < boxes.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        EXPECT_TRUE(!overlaps(boxes[a], boxes[b]) || overlaps(seen[a], seen[b]));
  }
}

TEST(NeighborList, ASkinThatReachesAheadServesLongerThanOneForAllSides) {
  const auto lists = [](const Settings& settings) {
    StraightWorld straight(400);
    const auto list = make_list(settings);
    int made = 0;
    for (int frame = 0; frame < 100; ++frame, straight.move()) {
      pairs_of(*list, straight.world.frame());
      made += age_of(*list, straight.world) == 0;
    }
    return made;
  };
  EXPECT_LT(lists({{"skin", 4}}), lists({{"skin", 4}, {"reach-ahead", 0}}));
}

TEST(NeighborList, TheSkinIsTheGivenOne) {
  const BoxWorld world = make_world("sparse");
  const auto list = make_list({{"skin", 6}});
  Recorder log(10000);
  pairs_of(*list, world.frame(), &log);
  for (const Event& e : log.events()) {
    if (e.kind != EventKind::fat) continue;
    const Aabb& box = world.boxes[e.a];
    EXPECT_EQ(e.box, (Aabb{{box.min.x - 3, box.min.y - 3}, {box.max.x + 3, box.max.y + 3}}));
  }
  EXPECT_NE(remark_of(*list, world).find("skin 6.0 px"), std::string::npos);
}

TEST(NeighborList, ASpriteThatJumpsNeedsNoNewList) {
  BoxWorld world = make_world("sparse");
  const auto list = make_list();
  pairs_of(*list, world.frame());
  for (int frame = 1; frame <= 10; ++frame) {
    const auto jumper = static_cast<std::size_t>(frame) * 50;
    world.boxes[jumper] = world.boxes[jumper + 1];
    expect_exact(*list, world, "jump " + std::to_string(frame));
    EXPECT_EQ(age_of(*list, world), frame);
  }
  EXPECT_NE(remark_of(*list, world).find("10 sprites left since"), std::string::npos);
}

/// Up to two come and up to two go in each frame, static ones among them.
TEST(NeighborList, SpritesThatComeAndGoNeedNoNewList) {
  StraightWorld straight = mostly_static(600);
  BoxWorld& world = straight.world;
  Random random(3);
  const auto list = make_list();
  int oldest = 0;
  for (int frame = 0; frame < 150; ++frame, straight.move()) {
    std::vector<Edit> edits;
    for (std::uint32_t k = random.below(3); k > 0; --k) {
      const SpriteId gone = random.below(static_cast<std::uint32_t>(world.size()));
      edits.push_back(remove_box(world, gone));
      straight.speeds[gone] = straight.speeds.back();
      straight.speeds.pop_back();
    }
    for (std::uint32_t k = random.below(3); k > 0; --k) {
      edits.push_back(add_box(world, world.boxes[random.below(100)]));
      world.is_static.back() = random.below(2) == 0;
      straight.speeds.push_back({});
    }
    if (!edits.empty()) list->edit(world.frame(), edits);
    expect_exact(*list, world, "frame " + std::to_string(frame));
    oldest = std::max(oldest, age_of(*list, world));
  }
  EXPECT_GE(oldest, 8) << "a list serves on";
}

TEST(NeighborList, ManySpritesThatLeaveEndAList) {
  BoxWorld world = make_world("sparse");
  const auto list = make_list();
  pairs_of(*list, world.frame());
  for (std::size_t i = 0; i < 60; ++i) world.boxes[i] = translated(world.boxes[i], {500, 0});
  expect_exact(*list, world, "after the jumps");
  EXPECT_LE(age_of(*list, world), 0);
}

/// Sprites escape, return, grow, shrink, meet others that escaped; the list is made again at times.
TEST(NeighborList, EscapedSpritesAreExactWhateverTheyDo) {
  for (const Settings& settings :
       {Settings{}, Settings{{"skin", 6}}, Settings{{"skin", 1000}}, Settings{{"reach-ahead", 0}},
        Settings{{"skin", 1}, {"reach-ahead", 0}}})
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      Random random(seed);
      StraightWorld straight(300, 1);
      const auto list = make_list(settings);
      for (int frame = 0; frame < 60; ++frame, straight.move()) {
        for (int k = 0; k < 3; ++k) {
          Aabb& box = straight.world.boxes[random.below(40)];
          const Aabb& there = straight.world.boxes[random.below(300)];
          const float size = random.uniform(0, 90);
          const Vec2 at = random.below(2) == 0 ? there.min : box.min;
          box = {at, at + Vec2{size, random.uniform(0, 90)}};
        }
        expect_exact(*list, straight.world,
                     "seed " + std::to_string(seed) + " frame " + std::to_string(frame));
      }
    }
}

TEST(NeighborList, FramesThatAreNotShownDoNotStretchSkinsForLong) {
  StraightWorld straight(400);
  const auto all = make_list(), some = make_list();
  for (int frame = 0; frame < 160; ++frame, straight.move()) {
    pairs_of(*all, straight.world.frame());
    if (frame == 0 || frame >= 38) pairs_of(*some, straight.world.frame());
  }
  EXPECT_LT(number_before(remark_of(*some, straight.world), "pair"),
            2 * number_before(remark_of(*all, straight.world), "pair"));
}

/// Mean number of comparisons in frames 20 to 120.
double tests_per_frame(BoxWorld& world, Broadphase& list, const std::function<void()>& move) {
  double tests = 0;
  for (int frame = 0; frame < 120; ++frame, move()) {
    Recorder log;
    const Frame f = world.frame();
    const auto found = sorted(pairs_of(list, f, &log));
    EXPECT_EQ(found, exact_pairs(f)) << "frame " << frame;
    if (frame >= 20) tests += static_cast<double>(log.count(EventKind::test)) / 100;
  }
  return tests;
}

TEST(NeighborList, TeleportsDoNotLengthenTheList) {
  StraightWorld straight(1000, 0.5f);
  const auto list = make_list();
  std::size_t longest = 0;
  tests_per_frame(straight.world, *list, [&] {
    straight.move();
    for (int k = 0; k < 5; ++k) {
      const float x = straight.random.uniform(0, 1500), y = straight.random.uniform(0, 1500);
      Aabb& box = straight.world.boxes[straight.random.below(1000)];
      box = translated(box, Vec2{x, y} - box.min);
    }
    const std::string text = remark_of(*list, straight.world);
    if (text.starts_with("List"))
      longest = std::max(longest, static_cast<std::size_t>(number_before(text, "pair")));
  });
  EXPECT_GT(longest, 0u);
  EXPECT_LT(longest, 3 * exact_pairs(straight.world.frame()).size() + 500);
}

TEST(NeighborList, NoiseIsCoveredOnAllSidesNotAhead) {
  StraightWorld straight(1000);
  const auto list = make_list();
  std::string text;
  for (int frame = 0; frame < 60; ++frame) {
    expect_exact(*list, straight.world, "frame " + std::to_string(frame));
    text = remark_of(*list, straight.world);
    if (frame > 10) {
      EXPECT_EQ(text.find("ahead"), std::string::npos) << text;
    }
    for (Aabb& box : straight.world.boxes) {
      const float x = straight.random.uniform(-2, 2), y = straight.random.uniform(-2, 2);
      box = translated(box, {x, y});
    }
  }
  EXPECT_TRUE(text.starts_with("List")) << text;
}

/// By the mean speed, the fast ones would leave each list at once.
TEST(NeighborList, FewSpritesFasterThanMostKeepNoListFromServing) {
  for (const double fast : {0.05, 0.1}) {
    StraightWorld straight(1000);
    const auto list = make_list();
    int listed = 0;
    for (int frame = 0; frame < 300; ++frame) {
      if (frame % 50 == 0) {
        expect_exact(*list, straight.world, "frame " + std::to_string(frame));
      } else {
        pairs_of(*list, straight.world.frame());
      }
      listed += age_of(*list, straight.world) > 0;
      for (std::size_t k = 0; k < 1000; ++k) {
        const float way = static_cast<double>(k) < 1000 * fast ? 3.0f : 0.2f;
        const float x = straight.random.uniform(-way, way), y = straight.random.uniform(-way, way);
        straight.world.boxes[k] = translated(straight.world.boxes[k], {x, y});
      }
    }
    EXPECT_GE(listed, 150) << fast;
  }
}

TEST(NeighborList, NoListIsMadeWhereTheSearchIsLessWork) {
  StraightWorld straight(1000, 60);
  const auto list = make_list();
  for (int frame = 0; frame < 40; ++frame) {
    expect_exact(*list, straight.world, "frame " + std::to_string(frame));
    const std::string text = remark_of(*list, straight.world);
    if (frame > 10) {
      EXPECT_TRUE(text.starts_with("No list")) << text;
      EXPECT_EQ(text.find("move"), text.npos) << "dense worlds have none either: " << text;
    }
    straight.move();
    for (std::size_t i = 0; i < straight.world.size(); ++i) {
      const Vec2 at = straight.world.boxes[i].min;
      Vec2& speed = straight.speeds[i];
      if ((at.x < 0) == (speed.x < 0) && (at.x < 0 || at.x > 1500)) speed.x = -speed.x;
      if ((at.y < 0) == (speed.y < 0) && (at.y < 0 || at.y > 1500)) speed.y = -speed.y;
    }
  }
}

TEST(NeighborList, ListsAreMadeAgainWhenFastSpritesSlowDown) {
  StraightWorld straight(1000, 40);
  const auto list = make_list();
  for (int frame = 0; frame < 20; ++frame, straight.move()) pairs_of(*list, straight.world.frame());
  EXPECT_TRUE(remark_of(*list, straight.world).starts_with("No list"));
  for (Vec2& speed : straight.speeds) speed = speed * 0.01f;
  for (int frame = 0; frame < 1200; ++frame, straight.move())
    pairs_of(*list, straight.world.frame());
  EXPECT_TRUE(remark_of(*list, straight.world).starts_with("List"));
}

TEST(NeighborList, QueriesAreExactWithAndWithoutAList) {
  for (const float fastest : {0.5f, 60.0f}) {
    StraightWorld straight(300, fastest);
    const auto list = make_list();
    for (std::size_t frame = 0; frame < 40; ++frame, straight.move()) {
      straight.world.boxes[frame] = straight.world.boxes[frame + 1];
      const Frame f = straight.world.frame();
      pairs_of(*list, f);
      EXPECT_EQ(found_near(*list, f, f.boxes[7]), exact_near(f, f.boxes[7]))
          << remark_of(*list, straight.world);
    }
  }
}

TEST(NeighborList, WhoIsEligibleMayChangeWhileAListServes) {
  BoxWorld world = world_of("two", {{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}});
  const auto list = make_list();
  const auto found = [&] { return pairs_of(*list, world.frame()).size(); };
  world.filters = {{1, 0}, {1, 0}};
  EXPECT_EQ(found(), 0u);
  world.filters.clear();
  EXPECT_EQ(found(), 1u);
  world.is_static = {1, 1};
  EXPECT_EQ(found(), 0u);
  world.is_static = {1, 0};
  EXPECT_EQ(found(), 1u);
  EXPECT_EQ(age_of(*list, world), 3);
}

TEST(NeighborList, PairsOfTwoStaticSpritesAreNotListed) {
  StraightWorld some = mostly_static(2000), all = mostly_static(2000);
  all.world.is_static.clear();
  const auto list = make_list(), full = make_list();
  int oldest = 0;
  for (int frame = 0; frame < 40; ++frame, some.move(), all.move()) {
    expect_exact(*list, some.world, "frame " + std::to_string(frame));
    pairs_of(*full, all.world.frame());
    oldest = std::max(oldest, age_of(*list, some.world));
  }
  EXPECT_GE(oldest, 5) << "a list serves";
  EXPECT_LT(number_before(remark_of(*list, some.world), "pairs"),
            number_before(remark_of(*full, all.world), "pairs") / 4);
}

TEST(NeighborList, AListServesOnWhileSpritesFallAsleepAndWake) {
  StraightWorld straight = mostly_static(400);
  const auto list = make_list();
  int oldest = 0;
  for (int frame = 0; frame < 120; ++frame, straight.move()) {
    for (int k = 0; k < 2; ++k) {
      const std::size_t i = straight.random.below(400);
      straight.world.is_static[i] = !straight.world.is_static[i];
    }
    if (frame % 50 == 49) straight.world.is_static.assign(400, 0);
    expect_exact(*list, straight.world, "frame " + std::to_string(frame));
    oldest = std::max(oldest, age_of(*list, straight.world));
  }
  EXPECT_GE(oldest, 3) << "though each frame two change";
}

}  // namespace neighbor_list_test
}  // namespace phasebox::test
