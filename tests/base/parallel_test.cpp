// SPDX-License-Identifier: MIT
// Parts cover everything once, and each is called once.
#include "base/parallel.hpp"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace phasebox::test {
namespace parallel_test {

TEST(Parallel, PartsCoverAllThingsOnce) {
  for (const std::size_t n : {0u, 1u, 7u, 64u, 1000003u})
    for (const unsigned parts : {1u, 2u, 3u, 7u, 64u}) {
      EXPECT_EQ(part_begin(n, parts, 0), 0u);
      EXPECT_EQ(part_begin(n, parts, parts), n);
      for (unsigned part = 0; part < parts; ++part) {
        const std::size_t size = part_begin(n, parts, part + 1) - part_begin(n, parts, part);
        EXPECT_LE(size, n / parts + 1) << n << " things in " << parts << " parts";
      }
    }
}

TEST(Parallel, EachPartIsCalledOnce) {
  for (const unsigned parts : {1u, 2u, 5u, 100u}) {
    std::vector<std::atomic<int>> calls(parts);
    for_each_part(parts, [&](unsigned part) { ++calls[part]; });
    for (const auto& count : calls) EXPECT_EQ(count, 1);
  }
}

TEST(Parallel, RangesCoverAllThingsOnce) {
  for (const std::size_t n : {0u, 1u, 199u, 1000u}) {
    std::vector<std::atomic<int>> visits(n);
    for_each_range(n, 3, 100, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) ++visits[k];
    });
    for (const auto& count : visits) EXPECT_EQ(count, 1);
  }
}

TEST(Parallel, FewThingsAreNotDivided) {
  EXPECT_EQ(parts_of(0, 8, 100), 1u);
  EXPECT_EQ(parts_of(199, 8, 100), 1u);
  EXPECT_EQ(parts_of(200, 8, 100), 2u);
  EXPECT_EQ(parts_of(100000, 8, 100), 8u);
  EXPECT_EQ(parts_of(100000, 0, 100), 1u);
}

#if defined(__SANITIZE_THREAD__)
// The leg of ThreadSanitizer would pass as well if it saw nothing.
TEST(ParallelDeathTest, ARaceBetweenPartsIsSeen) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto race = [] {
    int shared = 0;
    for (int k = 0; k < 100; ++k)
      for_each_part(8, [&](unsigned part) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        shared += static_cast<int>(part);
      });
    std::exit(shared < 0);
  };
  EXPECT_DEATH(race(), "data race");
}
#endif

}  // namespace parallel_test
}  // namespace phasebox::test
