// SPDX-License-Identifier: MIT
// The facts that the registry states about its broadphases hold.
#include <algorithm>

#include <gtest/gtest.h>

#include "collide/broadphase.hpp"
#include "support/checks.hpp"

namespace phasebox {
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
