// SPDX-License-Identifier: MIT
// Claims about large heaps: they collapse without being pressed together.
#include <cstdint>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "table.hpp"

namespace phasebox {
namespace dynamics_test {

/// A thousand that fall into a trough, the highest from 1,500 px above; the trough is sprites 0
/// to 2.
struct Poured : Table {
  Poured() {
    options.gravity_y = 360, options.restitution = 0.3f, options.friction = 0.4f;
    floor(800);
    box({340, 0}, {20, 2000}, {}, true), box({860, 0}, {20, 2000}, {}, true);
    Random random(7);
    for (int k = 0; k < 1000; ++k) {
      const Vec2 at{365 + 26 * static_cast<float>(k % 19), 700 - 40 * static_cast<float>(k / 19)};
      const float size = random.uniform(14, 22);
      if (k % 3 == 0)
        ball(at, size / 2);
      else
        turn(box(at, {size, size}), random.uniform(-0.05f, 0.05f));
    }
  }
};

TEST(Heap, a_thousand_that_fall_together_are_not_pressed_together) {
  Poured t;
  for (int round = 0; round < 6; ++round) {
    t.run(40);
    ASSERT_LT(deepest(t), 4) << "px, after " << 40 * (round + 1);
  }
  EXPECT_EQ(t.deferred, 0u) << "none waits for the next step";
}

TEST(Heap, goes_the_same_way_on_any_number_of_threads) {
  const auto state = [](unsigned threads) {
    Poured t;
    t.threads = threads;
    std::uint32_t collapses = 0;
    for (int step = 0; step < 160; ++step) t.run(1), collapses += t.dynamics.counts().collapses;
    EXPECT_GT(collapses, 0u) << "it has to be so large that it is solved together";
    return t.world.hash();
  };
  const std::uint64_t alone = state(1);
  for (const unsigned threads : {2u, 3u}) EXPECT_EQ(state(threads), alone) << threads;
}

}  // namespace dynamics_test
}  // namespace phasebox
