// SPDX-License-Identifier: MIT
// What the registry states about its broadphases holds, and threads change no answer.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/broadphase.hpp"
#include "collide/registry.hpp"
#include "support/methods.hpp"
#include "support/once_warm.hpp"

namespace phasebox {

// The facts that the registry states about its broadphases hold.

namespace entries_test {

Recorder trace_of(Broadphase& broadphase, const Frame& frame) {
  PairSink pairs;
  Recorder log(1'000'000);
  broadphase.find_pairs(frame, pairs, &log);
  return log;
}

bool are_same(const Event& a, const Event& b) {
  return a.kind == b.kind && a.a == b.a && a.b == b.b && a.box == b.box;
}

/// Whether an instance that saw a similar frame before handles a frame in another way.
bool keeps_frames(const BroadphaseEntry& entry, const Frame& before, const Frame& now) {
  const auto follows = entry.make(), begins = entry.make();
  follows->reset(before);
  trace_of(*follows, before);
  begins->reset(now);
  const Recorder kept = trace_of(*follows, now), fresh = trace_of(*begins, now);
  EXPECT_EQ(kept.dropped() + fresh.dropped(), 0u) << entry.id;
  return !std::ranges::equal(kept.events(), fresh.events(), are_same);
}

TEST(BroadphaseEntry, those_that_keep_frames_are_called_coherent_and_no_others) {
  Random random(1);
  test::BoxWorld world = test::world_of("field", test::random_boxes(random, 400, 1000, 1000, 30));
  const test::BoxWorld before = world;
  for (Aabb& box : world.boxes) {
    const Vec2 step{0.25f, -0.125f};
    box = {box.min + step, box.max + step};
  }
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->role == BroadphaseRole::chooser)
      continue;  // lets others work: those it has measured so far
    EXPECT_EQ(entry->is_coherent, keeps_frames(*entry, before.frame(), world.frame())) << entry->id;
  }
}

TEST(BroadphaseEntry, complexity_goes_from_the_two_loops_to_the_one_that_runs_all_others) {
  for (const BroadphaseEntry* entry : broadphases()) {
    EXPECT_GE(entry->complexity, 1) << entry->id;
    EXPECT_LE(entry->complexity, 9) << entry->id;
    EXPECT_EQ(entry->complexity == 1, entry->id == "brute-force") << entry->id;
    EXPECT_EQ(entry->complexity == 9, entry->id == "auto") << entry->id;
    EXPECT_TRUE(entry->is_coherent || entry->id != "auto");
  }
}

TEST(BroadphaseEntry, the_reference_tests_all_pairs_and_a_chooser_delegates) {
  Random random(1);
  const test::BoxWorld world =
      test::world_of("field", test::random_boxes(random, 300, 1000, 1000, 10));
  for (const BroadphaseEntry* entry : broadphases()) {
    const auto made = entry->make();
    made->reset(world.frame());
    const Recorder seen = trace_of(*made, world.frame());
    const std::size_t n = world.size();
    EXPECT_EQ(entry->role == BroadphaseRole::chooser, made->delegate() != nullptr) << entry->id;
    if (entry->role == BroadphaseRole::chooser) continue;
    EXPECT_EQ(entry->role == BroadphaseRole::reference,
              seen.count(EventKind::test) == n * (n - 1) / 2)
        << entry->id;
  }
}

}  // namespace entries_test
}  // namespace phasebox

namespace phasebox::test {

// What several threads promise in large worlds: the list of one thread, pair for pair, and what is
// said about the frame; no memory once warm.

namespace threads_test {

constexpr std::string_view kSharedOut[]{"sort-and-sweep", "rdc", "quadtree", "kd-tree"};

/// Some boxes are much larger than the others, so that nodes above the leaves hold many.
BoxWorld field(std::size_t n, bool has_statics) {
  Random random(n);
  const auto side = static_cast<float>(std::sqrt(2000.0 * static_cast<double>(n)));
  auto boxes = random_boxes(random, n, side, side, 40);
  for (std::size_t k = 0; k < n; k += 400) boxes[k].max = boxes[k].min + Vec2{700, 500};
  BoxWorld world = world_of("field", std::move(boxes));
  if (has_statics)
    for (std::size_t k = 0; k < n; ++k) world.is_static.push_back(k % 8 < 5);
  return world;
}

std::vector<SpriteId> near(Broadphase& broadphase, const Frame& frame, const Aabb& box) {
  Sink<SpriteId> found;
  broadphase.query(frame, box, found, nullptr);
  return {found.items().begin(), found.items().end()};
}

/// As found, or sorted: with static sprites a sweep takes several rows in turn, block by block.
std::vector<Pair> listed(Broadphase& broadphase, const Frame& frame) {
  std::vector<Pair> pairs = pairs_of(broadphase, frame);
  return frame.is_static.empty() ? pairs : sorted(std::move(pairs));
}

TEST(Threads, GiveTheSameListAndTheSameRemarks) {
  for (const bool has_statics : {false, true}) {
    const BoxWorld world = field(60'000, has_statics);
    Frame frame = world.frame();
    for (const std::string_view id : kSharedOut) {
      const auto method = find_entry(broadphases(), id)->make();
      frame.threads = 1;
      const std::vector<Pair> alone = listed(*method, frame);
      const auto remarks = remarks_of(*method, world);
      const auto found = near(*method, frame, world.boxes[400]);
      for (const unsigned threads : {2u, 3u, 64u}) {
        frame.threads = threads;
        method->reset(frame);
        EXPECT_TRUE(listed(*method, frame) == alone) << id << has_statics << threads;
        EXPECT_EQ(remarks_of(*method, world), remarks) << id << has_statics << threads;
        EXPECT_EQ(near(*method, frame, world.boxes[400]), found) << id << has_statics << threads;
      }
    }
  }
}

/// Where a level has few nodes, or all boxes are one node.
TEST(Threads, GiveTheSameListWhereNothingCanBeShared) {
  std::vector<Aabb> boxes(40'000, Aabb{{5, 5}, {5, 5}});
  for (std::size_t k = 0; k < 300; ++k) boxes[k * 7] = {{0, 0}, {1, 1}};
  const BoxWorld world = world_of("two places", std::move(boxes));
  Frame frame = world.frame();
  for (const std::string_view id : {"quadtree", "kd-tree"}) {
    frame.threads = 1;
    const auto alone = pairs_of(*find_entry(broadphases(), id)->make(), frame);
    EXPECT_EQ(alone.size(), 300u * 299 / 2) << id;
    frame.threads = 2;
    EXPECT_TRUE(pairs_of(*find_entry(broadphases(), id)->make(), frame) == alone) << id;
  }
}

TEST(Threads, AllocateNothingOnceWarm) {
  for (const bool has_statics : {false, true}) {
    const BoxWorld world = field(50'000, has_statics);
    for (const std::string_view id : kSharedOut)
      EXPECT_EQ(allocated_once_warm(id, world, 2), 0u) << id << has_statics;
  }
}

}  // namespace threads_test
}  // namespace phasebox::test
