// SPDX-License-Identifier: MIT
// Merged tiles cover the same area with fewer boxes, whatever their order.
#include "lab/merged_statics.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/registry.hpp"

namespace phasebox {
namespace merged_statics_test {

std::vector<Tile> level(std::uint64_t seed) {
  Random random(seed);
  std::vector<Tile> tiles;
  for (int y = 0; y < 20; ++y)
    for (int x = 0; x < 20; ++x) {
      const auto left = static_cast<float>(16 * x), top = static_cast<float>(16 * y);
      if (random.below(4) > 0)
        tiles.push_back({{{left, top}, {left + 16, top + 16}},
                         {.category = 1 + random.below(10) / 9},
                         static_cast<std::int64_t>(tiles.size())});
    }
  return tiles;
}

bool is_met(const Aabb& probe, std::uint32_t category, const std::vector<Tile>& tiles) {
  return std::ranges::any_of(tiles, [&](const Tile& t) {
    return t.filter.category == category && overlaps(t.box, probe);
  });
}

TEST(MergedStatics, are_met_by_whatever_meets_a_tile_and_by_nothing_else) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Tile> tiles = level(seed), few = merged(tiles);
    EXPECT_LT(2 * few.size(), tiles.size()) << seed;
    Random random(seed);
    for (int k = 0; k < 500; ++k) {
      const float x = random.uniform(-10, 330), y = random.uniform(-10, 330);
      const float side = random.uniform(0.1f, 20);
      const Aabb probe{{x, y}, {x + side, y + side}};
      for (const std::uint32_t category : {1u, 2u})
        EXPECT_EQ(is_met(probe, category, tiles), is_met(probe, category, few))
            << seed << ": " << x << ", " << y << ", side " << side;
    }
  }
}

TEST(MergedStatics, are_the_same_in_whatever_order_the_tiles_come) {
  const std::vector<Tile> tiles = level(3);
  std::vector<Tile> turned(tiles.rbegin(), tiles.rend());
  std::vector<Tile> a = merged(tiles), b = merged(turned);
  std::ranges::sort(a, {}, &Tile::id), std::ranges::sort(b, {}, &Tile::id);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].id, b[k].id);
    EXPECT_EQ(a[k].box, b[k].box);
  }
}

TEST(MergedStatics, of_a_full_field_with_boxes_inside_are_one) {
  std::vector<Tile> tiles;
  for (int k = 0; k < 100; ++k) {
    const auto x = static_cast<float>(k % 10), y = static_cast<float>(k / 10);
    tiles.push_back({{{x, y}, {x + 1, y + 1}}, {}, k + 7});
    tiles.push_back({{{x, y}, {x + 0.5f, y + 1}}, {}, k + 1000});
  }
  const std::vector<Tile> few = merged(tiles);
  ASSERT_EQ(few.size(), 1u);
  EXPECT_EQ(few[0].box, (Aabb{{0, 0}, {10, 10}}));
  EXPECT_EQ(few[0].id, 7);
}

TEST(MergedStatics, leave_what_moves_as_it_is) {
  BoxRecording r;
  r.frames = {0, 3}, r.begins = {0, 3, 5}, r.ids = {1, 2, 5, 1, 2};
  r.boxes = {
      {{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}, {{2, 0}, {3, 1}}, {{0, 0}, {1, 1}}, {{1, 0}, {2, 1}}};
  r.is_static = {1, 1, 0, 1, 1};
  const BoxRecording few = with_merged_statics(r);
  EXPECT_EQ(few.frames, r.frames);
  EXPECT_EQ(few.begins, (std::vector<std::size_t>{0, 2, 3}));
  EXPECT_EQ(few.ids, (std::vector<std::int64_t>{1, 5, 1}));
  EXPECT_EQ(few.boxes[0], (Aabb{{0, 0}, {2, 1}}));
  EXPECT_EQ(few.boxes[1], r.boxes[2]);
  EXPECT_EQ(few.is_static, (std::vector<std::uint8_t>{1, 0, 1}));
}

TEST(MergedStatics, savings_are_said_where_there_are_any) {
  std::vector<Aabb> boxes;
  for (const Tile& t : level(1)) boxes.push_back(t.box);
  const std::vector<std::uint8_t> all(boxes.size(), 1), none(boxes.size(), 0);
  const auto saving = [&](const std::vector<std::uint8_t>& is_static) {
    Recording recording;
    Frame frame;
    frame.boxes = boxes, frame.is_static = is_static;
    for (int k = 0; k < 12; ++k) recording.add(frame);
    const BroadphaseEntry* grid = find_entry(broadphases(), "uniform-grid");
    return merge_saving(recording, {.entry = grid}, 1, 100);
  };
  EXPECT_NE(saving(all).english().find("merge"), std::string::npos);
  EXPECT_EQ(saving(none), "");
}

}  // namespace merged_statics_test
}  // namespace phasebox
