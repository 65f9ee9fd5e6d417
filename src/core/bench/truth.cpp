// SPDX-License-Identifier: MIT
// The slow and simple ways to find pairs.
#include "core/bench/truth.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/hash.hpp"

namespace phasebox {
namespace {

void test(const Frame& f, SpriteId i, SpriteId j, PairDigest& found) {
  if (overlaps(f.boxes[i], f.boxes[j]) && eligible(f, i, j))
    found.add({std::min(i, j), std::max(i, j)});
}

PairDigest all_pairs(const Frame& f) {
  PairDigest found;
  const auto n = static_cast<SpriteId>(f.size());
  for (SpriteId i = 0; i < n; ++i)
    for (SpriteId j = i + 1; j < n; ++j) test(f, i, j, found);
  return found;
}

/// Of two boxes that overlap, the one further left ends right of the other's left edge.
PairDigest swept_pairs(const Frame& f) {
  std::vector<SpriteId> order(f.size());
  std::iota(order.begin(), order.end(), SpriteId{0});
  std::ranges::sort(order, {}, [&](SpriteId i) { return f.boxes[i].min.x; });
  PairDigest found;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const float end = f.boxes[order[k]].max.x;
    for (std::size_t m = k + 1; m < order.size() && f.boxes[order[m]].min.x < end; ++m)
      test(f, order[k], order[m], found);
  }
  return found;
}

}  // namespace

void PairDigest::add(Pair p) {
  Hasher h;
  h.add(key(p));
  ++count;
  hash += h.value();
}

PairDigest digest(std::span<const Pair> pairs) {
  PairDigest found;
  for (const Pair p : pairs) found.add(p);
  return found;
}

PairDigest true_pairs(const Frame& f) {
  return f.size() <= kMostForAllPairs ? all_pairs(f) : swept_pairs(f);
}

}  // namespace phasebox
