// SPDX-License-Identifier: MIT
#include "world/dynamics/contact_graph.hpp"

#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace phasebox {
namespace contact_graph_test {

// Few times, so that many are equal; what there was before is gone.
TEST(EventQueue, holds_one_time_for_each_pair_whatever_happens_to_it) {
  Random random(5);
  EventQueue queue;
  queue.set(200, 0);
  std::vector<double> times;
  for (int pair = 0; pair < 50; ++pair) times.push_back(random.below(10) / 8.0);
  queue.assign(times);
  std::map<std::uint32_t, double> expected;
  for (std::uint32_t pair = 0; pair < 50; ++pair)
    if (times[pair] < 1) expected[pair] = times[pair];
  for (int k = 0; k < 20'000; ++k) {
    const std::uint32_t pair = random.below(60), action = random.below(4);
    const double time = random.below(10) / 8.0;
    if (action < 3) {
      queue.set(pair, time), expected[pair] = time;
      if (time >= 1) expected.erase(pair);
    } else if (!expected.empty()) {
      const auto first = std::ranges::min_element(
          expected, {}, [](const auto& e) { return std::pair(e.second, e.first); });
      const EventQueue::Event event = queue.pop();
      ASSERT_EQ(event.pair, first->first) << k;
      ASSERT_EQ(event.time, first->second) << k;
      expected.erase(first);
    }
    ASSERT_EQ(queue.empty(), expected.empty());
  }
}

}  // namespace contact_graph_test
}  // namespace phasebox
