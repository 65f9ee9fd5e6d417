// SPDX-License-Identifier: MIT
// Its own headers and the library's, which have the same names; prints the pairs "1 2".
#include <cstdio>

#include "base/geometry.hpp"
#include "collide/frame.hpp"
#include "search.hpp"

static_assert(Wall().height + Hud().lives + Map().rooms == 9);

#ifdef WITH_COLLIDE
#include <phasebox/base/geometry.hpp>
#include <phasebox/collide/broadphase.hpp>
#include <phasebox/collide/registry.hpp>

int main() {
  const phasebox::Aabb boxes[] = {{{90, 0}, {91, 1}}, {{0, 0}, {10, 10}}, {{5, 5}, {15, 15}}};
  const auto grid = find_entry(phasebox::broadphases(), "uniform-grid")->make();
  phasebox::Frame frame;
  frame.boxes = boxes;
  phasebox::PairSink pairs;
  grid->reset(frame);
  grid->find_pairs(frame, pairs, nullptr);
  for (const phasebox::Pair p : pairs.items()) std::printf("%u %u\n", p.a, p.b);
}
#else
#include <phasebox.hpp>

int main() {
  phasebox_cpp::World world("hierarchical-grid");
  const float a[] = {0, 0, 10, 10}, b[] = {5, 5, 15, 15};
#ifndef __cpp_exceptions
  phasebox_cpp::World none("no-such");
  if (none || none.insert(a) || none.update() || none.set("ratio", 2) || none.size() > 0) return 1;
  if (!world || !none.begun().empty() || !none.at_point(1, 1).empty()) return 1;
#endif
  world.insert(a, 1), world.insert(b, 2);
  world.update();
  for (const auto& c : world.begun())
    std::printf("%d %d\n", int(c.user_data_a), int(c.user_data_b));
}
#endif
