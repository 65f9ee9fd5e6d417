// SPDX-License-Identifier: MIT
// Boxes whose motion a neighbor list foresees.
#pragma once
#include <cstddef>
#include <vector>

#include "base/geometry.hpp"
#include "base/random.hpp"
#include "support/checks.hpp"

namespace phasebox::test {

/// Boxes that go straight on, each at its own speed.
struct StraightWorld {
  explicit StraightWorld(std::size_t n, float fastest = 2) : random(9) {
    world = world_of("straight", random_boxes(random, n, 1500, 1500, 40));
    for (std::size_t i = 0; i < n; ++i)
      speeds.push_back({random.uniform(-fastest, fastest), random.uniform(-fastest, fastest)});
  }
  void move() {
    for (std::size_t i = 0; i < world.size(); ++i)
      world.boxes[i] = translated(world.boxes[i], speeds[i]);
  }

  Random random;
  BoxWorld world;
  std::vector<Vec2> speeds;
};

/// All but each twentieth are static and stand.
inline StraightWorld mostly_static(std::size_t n) {
  StraightWorld straight(n);
  straight.world.is_static.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    straight.world.is_static[i] = i % 20 != 0;
    if (straight.world.is_static[i]) straight.speeds[i] = {};
  }
  return straight;
}

}  // namespace phasebox::test
