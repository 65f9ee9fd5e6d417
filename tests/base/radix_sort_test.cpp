// SPDX-License-Identifier: MIT
// The radix sort against the library's: every length, width and pattern of keys.
#include "base/radix_sort.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/sink.hpp"
#include "support/allocations.hpp"

namespace phasebox::test {
namespace radix_sort_test {

struct Item {
  std::uint64_t key;
  std::size_t place;  // before sorting
  bool operator==(const Item&) const = default;
};

std::vector<Item> random_items(std::size_t n, unsigned bits, Random& random) {
  std::vector<Item> items;
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint64_t word = std::uint64_t{random.next()} << 32 | random.next();
    items.push_back({bits == 0 ? 0 : word >> (64 - bits), k});
  }
  return items;
}

TEST(RadixSort, IsTheStableSortForEveryLengthAndWidth) {
  Random random(1);
  RadixSort<Item, 64> sort;
  for (const std::size_t n : {0u, 1u, 2u, 47u, 48u, 300u, 1499u, 1500u, 5000u})
    for (unsigned bits = 0; bits <= 64; ++bits) {
      std::vector<Item> items = random_items(n, bits, random), expected = items;
      std::ranges::stable_sort(expected, {}, &Item::key);
      sort.sort_in_place(std::span(items), bits, [](const Item& i) { return i.key; });
      ASSERT_EQ(items, expected) << n << " items of " << bits << " bits";
    }
}

TEST(RadixSort, SkipsDigitsInWhichNothingDiffers) {
  Random random(2);
  RadixSort<Item, 64> sort;
  for (const unsigned shift : {0u, 11u, 20u, 40u}) {
    std::vector<Item> items = random_items(2000, 12, random);
    for (Item& i : items) i.key = i.key << shift | std::uint64_t{1} << 60;
    std::vector<Item> expected = items;
    std::ranges::stable_sort(expected, {}, &Item::key);
    const auto sorted = sort.sort(std::span(items), 64, [](const Item& i) { return i.key; });
    ASSERT_TRUE(std::ranges::equal(sorted, expected)) << shift;
  }
}

TEST(RadixSort, OrdersPairsOfIdsBeyondSixteenBits) {
  Random random(3);
  std::vector<Pair> pairs;
  for (int k = 0; k < 4000; ++k) {
    const SpriteId a = random.below(200'000), b = random.below(200'000);
    if (a != b) pairs.push_back({std::min(a, b), std::max(a, b)});
  }
  std::vector<Pair> expected = pairs;
  std::ranges::sort(expected, {}, key);
  RadixSort<Pair, 64> sort;
  sort.sort_in_place(std::span(pairs), 36, [](Pair p) { return std::uint64_t{p.a} << 18 | p.b; });
  EXPECT_EQ(pairs, expected);
}

TEST(RadixSort, AllocatesOnlyForARowLongerThanBefore) {
  Random random(4);
  RadixSort<Item, 64> sort;
  std::vector<Item> large = random_items(3000, 40, random), small = random_items(2000, 40, random);
  const auto by_key = [](const Item& i) { return i.key; };
  sort.sort(std::span(large), 40, by_key);
  const std::uint64_t before = allocations();
  sort.sort(std::span(small), 40, by_key);
  sort.sort(std::span(large), 40, by_key);
  EXPECT_EQ(allocations(), before);
}

}  // namespace radix_sort_test
}  // namespace phasebox::test
