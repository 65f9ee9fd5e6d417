// SPDX-License-Identifier: MIT
// What auto claims beyond the contract: exact whatever is on trial, no allocation but in the frames
// of a new algorithm; edits and queries reach the one in use. Which one wins is not tested.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "support/allocations.hpp"
#include "support/checks.hpp"

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

/// Frames of a trial may allocate, and those in which a winner is still new, so they are left out:
/// what remains is that the chooser itself allocates nothing, nor lets a loser's memory come back. A
/// neighbor list that is longer than all before doubles its memory: in a few frames of thousands.
TEST(Auto, AllocatesNothingWhileNothingIsNew) {
  constexpr int kNew = 64;
  for (const char* name : {"sparse", "dense", "clusters", "filters and statics", "mixed scales"}) {
    const BoxWorld start = make_world(name);
    std::vector<BoxWorld> loop;
    Random random(9);
    for (BoxWorld world = start; loop.size() < 16; jostle(world, random, 3)) loop.push_back(world);
    PairSink pairs;
    pairs.room(start.size() * start.size() / 2);
    const auto broadphase = make_auto();
    broadphase->reset(loop[0].frame());
    int quiet = 0, looked = 0, grown = 0;
    std::string before;
    for (std::size_t frame = 0; frame < 2000; ++frame) {
      const BoxWorld& world = loop[frame % loop.size()];
      pairs.clear();
      const std::uint64_t had = allocations();
      broadphase->find_pairs(world.frame(), pairs, nullptr);
      const std::uint64_t taken = allocations() - had;
      const std::string text = remark_of(*broadphase, world), id = text.substr(0, text.find(':'));
      quiet = text.find("trial") == text.npos && id == std::exchange(before, id) ? quiet + 1 : 0;
      if (quiet <= kNew) continue;
      ++looked;
      grown += taken > 0;
      ASSERT_LE(grown, 6) << world.label() << " frame " << frame << ": " << text;
    }
    EXPECT_GT(looked, 0) << start.label();
  }
}

/// One that is new on trial is given all of its memory by that; one that has lost keeps none.
TEST(Auto, KeepsTheMemoryOfTwoAtMost) {
  Random random(12);
  BoxWorld world = world_of("field", random_boxes(random, 4000, 3000, 3000, 20));
  std::uint64_t most = 0;
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->role == BroadphaseRole::chooser) continue;
    const HeapPeak peak;
    const auto one = entry->make();
    one->reset(world.frame());
    pairs_of(*one, world.frame());
    most = std::max(most, peak.bytes());
  }
  if (most == 0) GTEST_SKIP() << "this system does not say how much memory was taken";
  const HeapPeak peak;
  const auto broadphase = make_auto();
  broadphase->reset(world.frame());
  for (int frame = 0; frame < 300; ++frame, jostle(world, random, 2))
    pairs_of(*broadphase, world.frame());
  EXPECT_LT(peak.bytes(), 3 * most);
}

TEST(Auto, SaysWhatItRunsAndAgainstWhat) {
  BoxWorld world = make_world("sparse");
  Random random(11);
  const auto broadphase = make_auto();
  broadphase->reset(world.frame());
  bool has_compared = false;
  for (int frame = 0; frame < 200; ++frame, jostle(world, random, 2)) {
    pairs_of(*broadphase, world.frame());
    const std::string text = remark_of(*broadphase, world);
    ASSERT_TRUE(text.starts_with("auto runs ")) << text;
    const std::string id = text.substr(10, text.find(':') - 10);
    EXPECT_TRUE(find_entry(broadphases(), id)) << text;
    EXPECT_NE(id, "auto");
    EXPECT_EQ(find_entry(broadphases(), id), broadphase->delegate()) << text;
    has_compared |= text.find(" against ") != text.npos;
  }
  EXPECT_TRUE(has_compared);
}

TEST(Auto, SaysThatThereIsNoChoiceForFewBoxes) {
  Random random(13);
  BoxWorld world = world_of("few", random_boxes(random, 64, 500, 500, 20));
  const auto broadphase = make_auto();
  for (int frame = 0; frame < 40; ++frame, jostle(world, random, 2)) {
    EXPECT_EQ(sorted(pairs_of(*broadphase, world.frame())), exact_pairs(world.frame()));
    EXPECT_EQ(remark_of(*broadphase, world),
              "auto runs brute-force: all pairs of so few boxes are compared.");
    EXPECT_EQ(broadphase->delegate()->id, "brute-force");
  }
}

/// Below 65 boxes nothing is told to the algorithms, so they must not be asked about it later.
TEST(Auto, IsExactWhereThePopulationGrowsAndShrinksAroundTheFew) {
  Random random(14);
  BoxWorld world = world_of("field", random_boxes(random, 58, 300, 300, 20));
  const auto broadphase = make_auto();
  broadphase->reset(world.frame());
  for (int step = 0; step < 60; ++step) {
    const auto n = static_cast<SpriteId>(world.size());
    if (step < 30) {
      world.boxes.push_back(world.boxes[random.below(n)]);
      broadphase->edit(world.frame(), std::vector<Edit>{{Edit::Kind::add, n, n}});
    } else {
      world.boxes[0] = world.boxes.back();
      world.boxes.pop_back();
      broadphase->edit(world.frame(), std::vector<Edit>{{Edit::Kind::remove, 0, n - 1}});
    }
    for (int frame = 0; frame < 7; ++frame, jostle(world, random, 2)) {
      const Frame f = world.frame();
      ASSERT_EQ(sorted(pairs_of(*broadphase, f)), exact_pairs(f)) << "step " << step;
      Sink<SpriteId> near;
      broadphase->query(f, f.boxes[0], near, nullptr);
      ASSERT_EQ(near.size(), exact_near(f, f.boxes[0]).size()) << "step " << step;
    }
  }
}

TEST(Auto, FirstFramesDependOnTheBoxesAlone) {
  for (const BoxWorld& start : make_worlds(1)) {
    BoxWorld world = start;
    Random random(15);
    const auto one = make_auto(), other = make_auto();
    one->reset(world.frame());
    other->reset(world.frame());
    for (int frame = 0; frame < 3; ++frame, jostle(world, random, 2)) {
      EXPECT_EQ(one->delegate(), other->delegate()) << world.label();
      EXPECT_EQ(pairs_of(*one, world.frame()), pairs_of(*other, world.frame())) << world.label();
    }
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
