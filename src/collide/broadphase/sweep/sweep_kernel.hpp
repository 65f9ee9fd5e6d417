// SPDX-License-Identifier: MIT
// What the vector code of the sweep works on: bare rows in, batches of pairs out.
#pragma once
#include <array>
#include <cstddef>

#include "collide/broadphase/sweep/sweep_lanes.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// Most boxes that one instruction compares, on any processor.
inline constexpr std::size_t kMaxLanes = SweepLanes::kSpare;

/// The lanes of a sweep, ascending by `begin`, followed by kMaxLanes that begin nowhere
/// (infinity).
struct SweepRow {
  const float *begin, *end, *low, *high;
  const SpriteId* id;
};

/// Pairs that met in the lanes, handed on a few hundred at a time. `take` gets them.
class PairBatch {
 public:
  using Take = void (*)(void* context, const Pair* pairs, std::size_t n);
  PairBatch(Take take, void* context) : take_(take), context_(context) {}

  /// For kMaxLanes pairs.
  Pair* room() {
    if (size_ > kFull) flush();
    return pairs_.data() + size_;
  }
  void commit(std::size_t n) { size_ += n; }
  void flush() {
    take_(context_, pairs_.data(), size_);
    size_ = 0;
  }

 private:
  static constexpr std::size_t kFull = 256;
  std::array<Pair, kFull + 2 * kMaxLanes> pairs_;
  std::size_t size_ = 0;
  Take take_;
  void* context_;
};

/// Puts every pair of one of [from, to) and a later one into `out` that shares a stretch on both
/// axes: later.begin < end, later.low < high, low < later.high. Smaller id first.
void sweep_row(const SweepRow& row, std::size_t from, std::size_t to, PairBatch& out);

/// Writes the ids of those of [from, to) into `out` that overlap the box with these edges; may
/// write kMaxLanes beyond. Stops where boxes begin behind the box. How many there are.
std::size_t meet_row(const SweepRow& row, std::size_t from, std::size_t to, const Reach& box,
                     SpriteId* out);

}  // namespace phasebox
