// SPDX-License-Identifier: MIT
#include "world/dynamics/contact_graph.hpp"

#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace phasebox {
namespace contact_graph_test {

// Few times, so that many are equal; what there was before is gone.
TEST(EventQueue, gives_times_that_were_assigned_at_once_as_if_set_one_by_one) {
  Random random(6);
  EventQueue at_once, one_by_one;
  at_once.set(200, 0);
  std::vector<double> times;
  for (std::uint32_t pair = 0; pair < 100; ++pair) {
    times.push_back(random.below(10) / 8.0);
    if (times.back() < 1) one_by_one.set(pair, times.back());
  }
  at_once.assign(times);
  ASSERT_EQ(at_once.events().size(), one_by_one.events().size());
  while (!one_by_one.empty()) {
    const EventQueue::Event expected = one_by_one.pop(), event = at_once.pop();
    ASSERT_EQ(event.pair, expected.pair);
    ASSERT_EQ(event.time, expected.time);
  }
}

// Few times, so that many are equal.
TEST(EventQueue, holds_one_time_for_each_pair_whatever_happens_to_it) {
  Random random(5);
  EventQueue queue;
  std::map<std::uint32_t, double> expected;
  for (int k = 0; k < 20'000; ++k) {
    const std::uint32_t pair = random.below(60), action = random.below(4);
    const double time = random.below(8) / 8.0;
    if (action < 2) queue.set(pair, time), expected[pair] = time;
    if (action == 2) queue.remove(pair), expected.erase(pair);
    if (action == 3 && !expected.empty()) {
      auto first = expected.begin();
      for (auto it = expected.begin(); it != expected.end(); ++it)
        if (it->second < first->second) first = it;
      const EventQueue::Event event = queue.pop();
      ASSERT_EQ(event.pair, first->first) << k;
      ASSERT_EQ(event.time, first->second) << k;
      expected.erase(first);
    }
    ASSERT_EQ(queue.events().size(), expected.size());
  }
}

}  // namespace contact_graph_test
}  // namespace phasebox
