// SPDX-License-Identifier: MIT
// What auto claims beyond the contract: exact and without allocation whatever is on trial, edits
// and queries reach the one in use. Which one wins depends on the machine and is not tested.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "support/allocations.hpp"
#include "support/checks.hpp"
#include "support/oracle.hpp"

namespace phasebox::test {
namespace auto_test {

std::unique_ptr<Broadphase> make_auto(const Settings& settings = {{"probe-interval", 16}}) {
  auto broadphase = find_entry(broadphases(), "auto")->make();
  set_params(broadphase->params(), settings);
  return broadphase;
}

std::string remark_of(const Broadphase& broadphase, const BoxWorld& world) {
  std::vector<Remark> remarks;
  broadphase.remark(world.frame(), remarks);
  return remarks.empty() ? "" : remarks[0].text;
}

TEST(Auto, IsExactWhicheverIsOnTrial) {
  for (const char* name : {"sparse", "dense", "clusters", "filters and statics", "mixed scales"}) {
    BoxWorld world = make_world(name);
    Random random(7);
    const auto broadphase = make_auto();
    broadphase->reset(world.frame());
    for (int frame = 0; frame < 300; ++frame, jostle(world, random, 2)) {
      const Frame f = world.frame();
      const Violations found = compare(pairs_of(*broadphase, f), exact_pairs(f), true, f,
                                       world.label() + ": " + remark_of(*broadphase, world));
      ASSERT_TRUE(found.empty()) << join(found);
      Sink<SpriteId> near;
      broadphase->query(f, f.boxes[0], near, nullptr);
      ASSERT_EQ(near.size(), exact_near(f, f.boxes[0]).size()) << remark_of(*broadphase, world);
    }
  }
}

TEST(Auto, FollowsEditsWhicheverIsOnTrial) {
  BoxWorld world = make_world("dense");
  Random random(8);
  const auto broadphase = make_auto();
  broadphase->reset(world.frame());
  for (int frame = 0; frame < 300; ++frame, jostle(world, random, 2)) {
    if (frame % 5 == 0) {
      const auto n = static_cast<SpriteId>(world.size());
      const SpriteId gone = random.below(n);
      std::vector<Edit> edits{{Edit::Kind::add, n, n}, {Edit::Kind::remove, gone, n}};
      world.boxes.push_back(world.boxes[random.below(n)]);
      world.boxes[gone] = world.boxes.back();
      world.boxes.pop_back();
      broadphase->edit(world.frame(), edits);
    }
    const Frame f = world.frame();
    const Violations found = compare(pairs_of(*broadphase, f), exact_pairs(f), true, f,
                                     "frame " + std::to_string(frame));
    ASSERT_TRUE(found.empty()) << join(found);
  }
}

TEST(Auto, AWarmFrameAllocatesNothingWhicheverIsOnTrial) {
  for (const BoxWorld& start : make_worlds(1)) {
    BoxWorld world = start, packed = start;
    packed.boxes.assign(start.size(), Aabb{{0, 0}, {10, 10}});
    Random random(9);
    PairSink pairs;
    pairs.room(start.size() * start.size() / 2);
    const auto broadphase = make_auto();
    broadphase->reset(world.frame());
    broadphase->find_pairs(packed.frame(), pairs, nullptr);
    for (int frame = 0; frame < 60; ++frame, jostle(world, random, 3)) {
      pairs.clear();
      const std::uint64_t before = allocations();
      broadphase->find_pairs(world.frame(), pairs, nullptr);
      EXPECT_EQ(allocations(), before)
          << world.label() << " frame " << frame << ": " << remark_of(*broadphase, world);
    }
  }
}

/// Auto shows a frame to all candidates when it is reset, and each frame that holds more pairs than
/// any before; one that is tried later must have all its memory then.
TEST(Auto, EveryCandidateIsWarmAfterTheFramesThatItIsShown) {
  for (const BroadphaseEntry* entry : broadphases())
    for (const BoxWorld& start : make_worlds(1)) {
      BoxWorld world = start, packed = start;
      world.filters.clear(), world.is_static.clear();
      packed.filters.clear(), packed.is_static.clear();
      packed.boxes.assign(start.size(), Aabb{{0, 0}, {10, 10}});
      Random random(10);
      PairSink pairs;
      pairs.room(start.size() * start.size() / 2);
      const auto broadphase = entry->make();
      broadphase->reset(world.frame());
      for (const BoxWorld* shown : {&world, &packed}) {
        pairs.clear();
        broadphase->find_pairs(shown->frame(), pairs, nullptr);
      }
      for (int frame = 0; frame < 6; ++frame, jostle(world, random, 3)) {
        pairs.clear();
        const std::uint64_t before = allocations();
        broadphase->find_pairs(world.frame(), pairs, nullptr);
        EXPECT_EQ(allocations(), before) << entry->id << " on " << world.label();
      }
    }
}

TEST(Auto, SaysWhatItRunsAndAgainstWhat) {
  BoxWorld world = make_world("sparse");
  Random random(11);
  const auto broadphase = make_auto();
  broadphase->reset(world.frame());
  for (int frame = 0; frame < 100; ++frame, jostle(world, random, 2)) {
    pairs_of(*broadphase, world.frame());
    const std::string text = remark_of(*broadphase, world);
    ASSERT_TRUE(text.starts_with("auto runs ")) << text;
    const std::string id = text.substr(10, text.find(':') - 10);
    EXPECT_TRUE(find_entry(broadphases(), id)) << text;
    EXPECT_NE(id, "auto");
    EXPECT_NE(text.find(" against "), std::string::npos) << text;
  }
}

TEST(Auto, TheFirstFrameIsAlwaysAnsweredByTheSame) {
  for (const BoxWorld& world : make_worlds(1)) {
    const auto broadphase = make_auto();
    const auto opener = find_entry(broadphases(), "sort-and-sweep")->make();
    broadphase->reset(world.frame());
    opener->reset(world.frame());
    if (!world.filters.empty() || !world.is_static.empty()) continue;
    EXPECT_EQ(pairs_of(*broadphase, world.frame()), pairs_of(*opener, world.frame()))
        << world.label();
  }
}

TEST(Auto, TheEventLogShowsTheOneThatAnswers) {
  const BoxWorld world = make_world("dense");
  const auto broadphase = make_auto();
  broadphase->reset(world.frame());
  for (int frame = 0; frame < 60; ++frame) {
    Recorder log;
    EXPECT_EQ(sorted(pairs_of(*broadphase, world.frame(), &log)), exact_pairs(world.frame()));
    EXPECT_GT(log.count(EventKind::hit) + log.count(EventKind::test), 0u);
  }
}

}  // namespace auto_test
}  // namespace phasebox::test
