// SPDX-License-Identifier: MIT
// The pairs of a program's own boxes, by any broadphase: consumer [ID]
#include <cstdio>

#include <phasebox/collide/broadphase.hpp>
#include <phasebox/collide/registry.hpp>

int main(int argc, char** argv) {
  const phasebox::Aabb boxes[] = {
      {{0, 0}, {10, 10}}, {{5, 5}, {15, 15}}, {{15, 0}, {25, 10}}, {{8, 8}, {20, 9}}};
  const auto* entry = find_entry(phasebox::broadphases(), argc > 1 ? argv[1] : "rdc");
  if (!entry) return std::puts("there is no such broadphase"), 1;
  const auto broadphase = entry->make();
  phasebox::Frame frame;
  frame.boxes = boxes;
  phasebox::PairSink pairs;
  broadphase->reset(frame);                       // once; then for every frame:
  broadphase->find_pairs(frame, pairs, nullptr);  // clear the sink, move the boxes, find
  for (const phasebox::Pair pair : pairs.items()) std::printf("%u %u\n", pair.a, pair.b);
}
