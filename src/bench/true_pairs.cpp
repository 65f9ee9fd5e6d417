// SPDX-License-Identifier: MIT
// The slow and simple ways to find pairs.
#include "bench/true_pairs.hpp"

#include <algorithm>
#include <vector>

#include "base/hash.hpp"

namespace phasebox {
namespace {

template <class Add>
void test(const Frame& f, SpriteId i, SpriteId j, Add& add) {
  if (overlaps(f.boxes[i], f.boxes[j]) && eligible(f, i, j))
    add(Pair{std::min(i, j), std::max(i, j)});
}

template <class Add>
void each_of_all_pairs(const Frame& f, Add& add) {
  const auto n = static_cast<SpriteId>(f.size());
  for (SpriteId i = 0; i < n; ++i)
    for (SpriteId j = i + 1; j < n; ++j) test(f, i, j, add);
}

/// The axis along which the boxes cover each other less.
Axis sweep_axis(const Frame& f) {
  const auto cover = [&](Axis axis) {
    double sum = 0;
    float from = low(f.boxes[0], axis), to = high(f.boxes[0], axis);
    for (const Aabb& box : f.boxes) {
      sum += static_cast<double>(high(box, axis)) - static_cast<double>(low(box, axis));
      from = std::min(from, low(box, axis)), to = std::max(to, high(box, axis));
    }
    return sum / std::max(static_cast<double>(to) - static_cast<double>(from), 1e-30);
  };
  return cover(Axis::x) <= cover(Axis::y) ? Axis::x : Axis::y;
}

/// Of two boxes that overlap, the one that begins first ends behind the other's begin.
template <class Add>
void each_swept_pair(const Frame& f, Add& add) {
  struct Begin {
    float at;
    SpriteId id;
  };
  if (f.size() == 0) return;
  const Axis axis = sweep_axis(f);
  std::vector<Begin> order;
  order.reserve(f.size());
  for (SpriteId i = 0; i < f.size(); ++i) order.push_back({low(f.boxes[i], axis), i});
  std::ranges::sort(order, {}, &Begin::at);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const float end = high(f.boxes[order[k].id], axis);
    for (std::size_t m = k + 1; m < order.size() && order[m].at < end; ++m)
      test(f, order[k].id, order[m].id, add);
  }
}

template <class Add>
void each_pair(const Frame& f, std::size_t max_for_all, Add add) {
  f.size() <= max_for_all ? each_of_all_pairs(f, add) : each_swept_pair(f, add);
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
  PairDigest found;
  each_pair(f, kMaxForAllPairs, [&](Pair p) { found.add(p); });
  return found;
}

bool is_allowed(const PairDigest& found, const PairDigest& truth, bool is_exact) {
  return found == truth || (!is_exact && found.count <= truth.count);
}

std::string difference(const PairDigest& found, const PairDigest& truth) {
  if (found.count == truth.count) return "other pairs";
  return std::to_string(found.count) + " pairs instead of " + std::to_string(truth.count);
}

const PairDigest& FrameTruth::of(std::size_t frame) {
  if (!found_[frame]) found_[frame] = true_pairs(recording_->frame(frame));
  return *found_[frame];
}

double FrameTruth::mean_pairs() const {
  double sum = 0;
  std::size_t known = 0;
  for (const auto& truth : found_)
    if (truth) sum += static_cast<double>(truth->count), ++known;
  return known > 0 ? sum / static_cast<double>(known) : 0;
}

void list_true_pairs(const Frame& f, std::vector<Pair>& pairs, std::size_t max_for_all) {
  pairs.clear();
  each_pair(f, max_for_all, [&](Pair p) { pairs.push_back(p); });
  if (f.size() > max_for_all) std::ranges::sort(pairs, {}, [](Pair p) { return key(p); });
}

void add_true_pairs_of(const Frame& f, SpriteId i, std::vector<Pair>& pairs) {
  const Aabb box = f.boxes[i];
  for (SpriteId j = i + 1; j < f.size(); ++j)
    if (overlaps(box, f.boxes[j]) && eligible(f, i, j)) pairs.push_back({i, j});
}

}  // namespace phasebox
