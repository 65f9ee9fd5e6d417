// SPDX-License-Identifier: MIT
// Every broadphase follows two thousand sprites, and holds more than 16 bits can number.
#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collide/broadphase.hpp"
#include "contract/trial.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace lives_test {

using contract::frame_of;
using contract::Happening;
using contract::Trial;

class BroadphaseLife : public testing::TestWithParam<const BroadphaseEntry*> {};

TEST_P(BroadphaseLife, StaysExactWithTwoThousandSprites) {
  static const Trial kLife = contract::world_life(Happening::everything, 2000, 30, 11);
  const Violations found = check_frames(subject_of(*GetParam()), kLife);
  ASSERT_TRUE(found.empty()) << join(found);
}

/// Boxes that stand, one more in each frame, then one less.
Trial arriving_one_by_one(std::size_t least, std::size_t most, std::uint64_t seed) {
  Random random(seed);
  const std::vector<Aabb> boxes = random_boxes(random, most, 200, 200, 40);
  Trial trial{"arriving one by one", seed, {}, true};
  for (std::size_t k = 0; k <= 2 * (most - least); ++k) {
    const std::size_t n = k <= most - least ? least + k : 2 * most - least - k;
    std::vector<std::int64_t> ids(n);
    std::iota(ids.begin(), ids.end(), 0);
    const auto there = std::span(boxes).first(n);
    trial.frames.push_back(frame_of(world_of("few", {there.begin(), there.end()}), ids));
    trial.frames.back().is_reset = k == 0;
  }
  return trial;
}

/// Where few are compared at once what is kept between frames may fall behind.
TEST_P(BroadphaseLife, AnswersQuestionsAboutAFewSprites) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    for (const Trial& few : {contract::world_life(Happening::everything, 14, 300, seed),
                             arriving_one_by_one(2, 40, seed)}) {
      const Violations found = check_queries(subject_of(*GetParam()), few);
      ASSERT_TRUE(found.empty()) << join(found);
    }
}

TEST_P(BroadphaseLife, NumbersMoreSpritesThanSixteenBitsHold) {
  static const Trial kMany = contract::trial_of(*contract::find_promise("many-objects"), 1, 0);
  const Violations found = check_frames(subject_of(*GetParam()), kMany);
  ASSERT_TRUE(found.empty()) << join(found);
}

std::string test_name(const testing::TestParamInfo<const BroadphaseEntry*>& info) {
  std::string name(info.param->id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, BroadphaseLife,
                         testing::ValuesIn(broadphases().begin(), broadphases().end()), test_name);

}  // namespace lives_test
}  // namespace phasebox::test
