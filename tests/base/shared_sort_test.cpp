// SPDX-License-Identifier: MIT
// Groups for several threads: in the order of keys, each in its old order, of about equal size.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "base/radix_sort.hpp"
#include "base/random.hpp"

namespace phasebox::test {
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
          std::stable_sort(split.begin() + begins[k], split.begin() + begins[k + 1],
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
