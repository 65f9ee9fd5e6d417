// SPDX-License-Identifier: MIT
// What several threads promise in large worlds: the list of one thread, pair for pair, and what is
// said about the frame; no memory once warm.
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/registry.hpp"
#include "support/checks.hpp"
#include "support/once_warm.hpp"

namespace phasebox::test {
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

std::vector<std::string> remarks_of(const Broadphase& broadphase, const Frame& frame) {
  std::vector<Remark> remarks;
  broadphase.remark(frame, remarks);
  std::vector<std::string> texts;
  for (const Remark& remark : remarks) texts.push_back(remark.text);
  return texts;
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
      const auto remarks = remarks_of(*method, frame);
      const auto found = near(*method, frame, world.boxes[400]);
      for (const unsigned threads : {2u, 3u, 64u}) {
        frame.threads = threads;
        EXPECT_TRUE(listed(*method, frame) == alone) << id << has_statics << threads;
        EXPECT_EQ(remarks_of(*method, frame), remarks) << id << has_statics << threads;
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
