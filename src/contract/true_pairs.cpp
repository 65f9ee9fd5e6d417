// SPDX-License-Identifier: MIT
// The definition of overlap and eligibility, written a second time on purpose.
#include "contract/true_pairs.hpp"

#include <algorithm>
#include <numeric>

namespace phasebox::contract {
namespace {

bool apart(float a_min, float a_max, float b_min, float b_max) {
  return a_max <= b_min || b_max <= a_min;
}

bool share_area(const Aabb& a, const Aabb& b) {
  return !apart(a.min.x, a.max.x, b.min.x, b.max.x) && !apart(a.min.y, a.max.y, b.min.y, b.max.y);
}

bool may_collide(const Frame& f, std::size_t i, std::size_t j) {
  const bool both_static = !f.is_static.empty() && f.is_static[i] != 0 && f.is_static[j] != 0;
  if (both_static) return false;
  if (f.filters.empty()) return true;
  const bool i_wants_j = (f.filters[i].mask & f.filters[j].category) != 0;
  const bool j_wants_i = (f.filters[j].mask & f.filters[i].category) != 0;
  const bool of_one_group = f.filters[i].group == f.filters[j].group;
  if (of_one_group && f.filters[i].group > 0) return true;
  if (of_one_group && f.filters[i].group < 0) return false;
  if (f.rule == FilterRule::either) return i_wants_j || j_wants_i;
  return i_wants_j && j_wants_i;
}

}  // namespace

std::vector<Pair> exact_pairs(const Frame& f) {
  std::vector<Pair> pairs;
  for (SpriteId i = 0; i < f.size(); ++i)
    for (SpriteId j = i + 1; j < f.size(); ++j)
      if (share_area(f.boxes[i], f.boxes[j]) && may_collide(f, i, j)) pairs.push_back({i, j});
  return pairs;
}

std::vector<Pair> true_pairs(const Frame& f) {
  constexpr std::size_t kMany = 4000;
  if (f.size() <= kMany) return exact_pairs(f);
  std::vector<SpriteId> order(f.size());
  std::iota(order.begin(), order.end(), SpriteId{0});
  std::ranges::sort(order, {}, [&](SpriteId i) { return f.boxes[i].min.x; });
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < order.size(); ++k)
    for (std::size_t m = k + 1; m < order.size(); ++m) {
      const SpriteId i = order[k], j = order[m];
      if (f.boxes[j].min.x >= f.boxes[i].max.x && f.boxes[j].min.x != f.boxes[i].min.x) break;
      if (share_area(f.boxes[i], f.boxes[j]) && may_collide(f, i, j))
        pairs.push_back({std::min(i, j), std::max(i, j)});
    }
  std::ranges::sort(pairs, {}, [](Pair p) { return key(p); });
  return pairs;
}

std::vector<SpriteId> exact_near(const Frame& f, const Aabb& box) {
  std::vector<SpriteId> ids;
  for (SpriteId i = 0; i < f.size(); ++i)
    if (share_area(f.boxes[i], box)) ids.push_back(i);
  return ids;
}

}  // namespace phasebox::contract
