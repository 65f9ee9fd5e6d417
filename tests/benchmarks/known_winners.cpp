// SPDX-License-Identifier: MIT
// The frames, from seeds.
#include "known_winners.hpp"

#include <vector>

#include "base/random.hpp"

namespace phasebox::test {
namespace {

Aabb box_at(Vec2 corner, Vec2 size) { return {corner, corner + size}; }

Vec2 anywhere(Random& random, float width, float height) {
  const float x = random.uniform(0, width);
  return {x, random.uniform(0, height)};
}

}  // namespace

Recording trembling_boxes() {
  Random random(1);
  std::vector<Vec2> places;
  for (int i = 0; i < 3000; ++i) places.push_back(anywhere(random, 3000, 3000));
  Recording recording;
  std::vector<Aabb> boxes(places.size());
  for (int frame = 0; frame < 40; ++frame) {
    for (std::size_t i = 0; i < places.size(); ++i)
      boxes[i] = box_at(places[i] + anywhere(random, 0.2f, 0.2f), {20, 20});
    recording.add(boxes);
  }
  return recording;
}

Recording flat_bars() {
  Random random(2);
  Recording recording;
  std::vector<Aabb> boxes(1500);
  for (int frame = 0; frame < 40; ++frame) {
    for (Aabb& b : boxes) b = box_at(anywhere(random, 10, 30'000), {3000, 10});
    recording.add(boxes);
  }
  return recording;
}

Recording jumping_crowd() {
  Random random(3);
  Recording recording;
  std::vector<Aabb> boxes(50'000);
  for (int frame = 0; frame < 8; ++frame) {
    for (Aabb& b : boxes) b = box_at(anywhere(random, 9500, 9500), {14, 14});
    recording.add(boxes);
  }
  return recording;
}

}  // namespace phasebox::test
