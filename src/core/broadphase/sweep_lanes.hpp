// SPDX-License-Identifier: MIT
// Boxes laid side by side in the order in which a sweep meets them, and the sweep over them.
#pragma once
#include <cstddef>
#include <vector>

#include "core/frame.hpp"
#include "core/geometry.hpp"
#include "core/sink.hpp"

namespace phasebox {

/// What a sweep reads, edge by edge, so that one instruction compares many boxes: where each begins
/// and ends on the swept axis, ascending by begin, and its extent across. 20 bytes per box.
///
/// At equal begins a box that ends where it begins comes first: it then meets nobody to its right,
/// as it should.
class SweepLanes {
 public:
  void reserve(std::size_t n);
  /// Room for `n` boxes, all of which are to be `set`. Allocates when `n` is larger than before.
  void resize(std::size_t n);
  std::size_t size() const { return size_; }

  void set(std::size_t at, SpriteId id, float begin, float end, float low, float high) {
    begin_[at] = begin, end_[at] = end, low_[at] = low, high_[at] = high, id_[at] = id;
  }
  float begin(std::size_t at) const { return begin_[at]; }
  float end(std::size_t at) const { return end_[at]; }
  SpriteId id(std::size_t at) const { return id_[at]; }

  /// What is emitted without a second look, and what is not.
  enum class Check : bool {
    rules,           ///< lanes hold the boxes' own edges: only eligibility is left to be asked
    rules_and_boxes  ///< lanes hold more than the boxes: those that do not overlap are dropped
  };
  /// Emits the pairs in which one of [from, to) meets a later one: that begins before it ends, and
  /// shares a stretch across. O(boxes between begin and end of each), many at a time.
  void find_pairs(const Frame& f, std::size_t from, std::size_t to, Check check,
                  PairSink& out) const;

 private:
  std::vector<float> begin_, end_, low_, high_;
  std::vector<SpriteId> id_;
  std::size_t size_ = 0;
};

}  // namespace phasebox
