// SPDX-License-Identifier: MIT
// What is said about each broadphase.
#include "lab/algorithm_advice.hpp"

#include <set>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collide/broadphase.hpp"

namespace phasebox {
namespace algorithm_advice_test {

using testing::HasSubstr;

TEST(AlgorithmAdvice, says_of_each_broadphase_what_it_is_good_and_bad_for) {
  std::set<std::string_view> known;
  for (const BroadphaseEntry* entry : broadphases()) {
    if (!entry->file.empty()) continue;
    known.insert(entry->id);
    const std::string words = advice_on(entry->id);
    EXPECT_THAT(words, HasSubstr("Good for ")) << entry->id;
    EXPECT_THAT(words, HasSubstr("Bad for ")) << entry->id;
  }
  for (const AlgorithmAdvice& row : algorithm_advice()) EXPECT_TRUE(known.contains(row.id));
  EXPECT_EQ(algorithm_advice().size(), known.size()) << "one line each";
  EXPECT_TRUE(advice_on("octree").empty());
}

}  // namespace algorithm_advice_test
}  // namespace phasebox
