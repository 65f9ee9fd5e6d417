// SPDX-License-Identifier: MIT
// The sort in two steps gives the table of a plain stable sort, on any number of threads.
#include "collide/broadphase/grid/slot_deal.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/registry.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace slot_deal_test {

struct Sorted {
  BoxColumns boxes;
  std::vector<std::uint32_t> slot_of_box, starts;
};

struct Input {
  std::vector<Aabb> boxes{};
  std::vector<SpriteId> ids{};  // or none
  std::vector<std::uint32_t> slots{};
  std::size_t table = 0;
};

/// Every fourth box in one slot, the others anywhere.
Input some(std::size_t n, std::size_t table, bool has_ids) {
  Random random(n + table);
  Input in{.boxes = random_boxes(random, n, 100, 100, 5), .table = table};
  for (std::size_t k = 0; k < n; ++k) {
    const auto any = static_cast<std::uint32_t>(random.uniform(0, static_cast<float>(table)));
    in.slots.push_back(k % 4 == 0 ? 0 : std::min(any, static_cast<std::uint32_t>(table - 1)));
    if (has_ids) in.ids.push_back(static_cast<SpriteId>(3 * k + 1));
  }
  return in;
}

Sorted sorted_in_two_steps(SlotDeal& deal, const Input& in, unsigned parts) {
  Sorted out;
  out.boxes.resize(in.boxes.size());
  out.slot_of_box.resize(in.boxes.size()), out.starts.resize(in.table + 2, 77);
  deal.sort(in.boxes, in.ids, in.slots, parts, {out.boxes, out.slot_of_box, out.starts});
  return out;
}

void expect_stable_sort(const Input& in, const Sorted& out, unsigned parts) {
  std::vector<std::uint32_t> order(in.boxes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t k) { return in.slots[k]; });
  for (std::size_t at = 0; at < order.size(); ++at) {
    const std::uint32_t k = order[at];
    ASSERT_EQ(out.boxes.id[at], in.ids.empty() ? k : in.ids[k]) << at << " parts " << parts;
    ASSERT_EQ(out.boxes.box(at), in.boxes[k]) << at << " parts " << parts;
    ASSERT_EQ(out.slot_of_box[at], in.slots[k]) << at << " parts " << parts;
  }
  for (std::uint32_t slot = 0; slot <= in.table; ++slot) {
    const auto before = std::ranges::count_if(in.slots, [&](auto s) { return s < slot; });
    ASSERT_EQ(out.starts[slot], static_cast<std::uint32_t>(before)) << slot << " parts " << parts;
  }
  ASSERT_EQ(out.starts.back(), in.boxes.size());
}

TEST(SlotDeal, GivesTheTableOfAStableSort) {
  SlotDeal deal;
  for (const std::size_t n : {0u, 1u, 50u, 3000u})
    for (const std::size_t table : {1u, 2u, 700u, 1024u, 5001u})
      for (const bool has_ids : {false, true})
        for (const unsigned parts : {1u, 2u, 3u, 64u}) {
          const Input in = some(n, table, has_ids);
          expect_stable_sort(in, sorted_in_two_steps(deal, in, parts), parts);
        }
}

TEST(SlotDeal, GridsFindTheSamePairsInWorldsThatNeedIt) {
  constexpr std::size_t kMany = 1u << 18;
  ASSERT_TRUE(SlotDeal::is_worth(kMany));
  Random random(8);
  const BoxWorld world = world_of("many", random_boxes(random, kMany, 40'000, 40'000, 40));
  Frame frame = world.frame();
  const auto all = sorted(pairs_of(*find_entry(broadphases(), "quadtree")->make(), frame));
  EXPECT_GT(all.size(), 1000u);
  for (const std::string_view id : {"uniform-grid", "spatial-hash", "hierarchical-grid"}) {
    const auto grid = find_entry(broadphases(), id)->make();
    for (const unsigned threads : {1u, 2u}) {
      frame.threads = threads;
      EXPECT_TRUE(sorted(pairs_of(*grid, frame)) == all) << id << threads;
    }
  }
}

}  // namespace slot_deal_test
}  // namespace phasebox::test
