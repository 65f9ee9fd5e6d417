// SPDX-License-Identifier: MIT
// Sorts by whole numbers, by one thread or several.
#include "base/radix_sort.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/sink.hpp"
#include "support/allocations.hpp"

namespace phasebox::test {

// The radix sort against the library's: every length, width and pattern of keys.

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

// Groups for several threads: in the order of keys, each in its old order, of about equal size.

namespace shared_sort_test {

struct Item {
  std::uint32_t key, place;
  bool operator==(const Item&) const = default;
};

std::vector<Item> items(std::size_t n, std::uint32_t keys) {
  Random random(n);
  std::vector<Item> all;
  for (std::uint32_t k = 0; k < n; ++k)
    all.push_back({static_cast<std::uint32_t>(random.uniform(0, 1) * static_cast<float>(keys)), k});
  return all;
}

TEST(SharedSort, SortingEachGroupSortsAll) {
  SharedSort groups;
  for (const std::size_t n : {1u, 7u, 5000u})
    for (const std::uint32_t keys : {1u, 3u, 1'000'000u})
      for (const unsigned parts : {2u, 3u, 64u}) {
        const std::vector<Item> from = items(n, keys);
        std::vector<Item> split(n), expected = from;
        const auto begins = groups.split(std::span(from), split.data(), parts,
                                         [](const Item& item) { return std::uint64_t{item.key}; });
        ASSERT_EQ(begins.size(), parts + 1);
        ASSERT_EQ(begins.back(), n);
        for (unsigned k = 0; k < parts; ++k)
          std::stable_sort(split.data() + begins[k], split.data() + begins[k + 1],
                           [](const Item& a, const Item& b) { return a.key < b.key; });
        std::ranges::stable_sort(expected, {}, &Item::key);
        EXPECT_EQ(split, expected) << n << " items, " << keys << " keys, " << parts << " parts";
      }
}

TEST(SharedSort, GroupsAreAboutEqual) {
  SharedSort groups;
  const std::vector<Item> from = items(50'000, 1u << 30);
  std::vector<Item> split(from.size());
  const auto begins = groups.split(std::span(from), split.data(), 4,
                                   [](const Item& item) { return std::uint64_t{item.key}; });
  for (unsigned k = 0; k < 4; ++k) {
    EXPECT_GT(begins[k + 1] - begins[k], 9'000u) << k;
    EXPECT_LT(begins[k + 1] - begins[k], 16'000u) << k;
  }
}

}  // namespace shared_sort_test
}  // namespace phasebox::test
