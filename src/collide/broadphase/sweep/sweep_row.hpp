// SPDX-License-Identifier: MIT
// Boxes laid side by side in the order in which a sweep meets them, and the sweep over them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/kernels/pair_writer.hpp"
#include "collide/broadphase/sweep/delimiter.hpp"
#include "collide/segment.hpp"

namespace phasebox {

/// Boxes as a sweep sees them (x along the swept line, y across), ascending by where they begin.
///
/// At equal begins a box that ends where it begins comes first: it then meets none to its right,
/// as it should.
class SweepRow {
 public:
  using Check = PairWriter::Check;

  /// Room for `n` boxes, all of which are to be `set`. Allocates when `n` is larger than before.
  void resize(std::size_t n) { boxes_.resize(n), reach_.clear(); }
  /// Room for `n`, to `note_reach` as well.
  void reserve(std::size_t n) { boxes_.resize(n), reach_.reserve(n); }
  std::size_t size() const { return boxes_.size(); }

  void set(std::size_t at, SpriteId id, const Aabb& seen) { boxes_.set(at, seen, id); }
  /// The boxes of these begins, in their order.
  template <class Line>
  void fill(const Frame& f, std::span<const Delimiter> begins, Line see) {
    resize(begins.size());
    const unsigned parts = PairParts::parts_for(f, size());
    for_each_part(parts, [&](unsigned part) {
      boxes_.gather(
          f.boxes, part_of(size(), parts, part), [&](std::uint32_t at) { return begins[at].id; },
          see);
    });
  }
  float begin(std::size_t at) const { return boxes_.min_x[at]; }
  float end(std::size_t at) const { return boxes_.max_x[at]; }
  SpriteId id(std::size_t at) const { return boxes_.id[at]; }
  /// As it lies in the plane, if the row is swept along that axis.
  Aabb box(std::size_t at, Axis axis) const {
    return axis == Axis::x ? boxes_.box(at) : AlongY()(boxes_.box(at));
  }

  /// Emits the pairs of boxes of which one begins before the other ends and which share a stretch
  /// across, on as many threads as the frame allows; the pairs come in the same order. O(boxes
  /// between begin and end of each), many at a time.
  void find_pairs(const Frame& f, Check check, PairSink& out);
  /// The same, and then the pairs of a box of this row and one of the others, which are not
  /// compared among themselves. `wide` is asked box by box, O(boxes of both, and those between
  /// begin and end of each in the other); `narrow`, whose reach is noted, from this row's side
  /// alone, O(boxes of `narrow` from the first that may reach the begin of one of this row's up to
  /// its end), which takes less time when this row has few boxes and none of those is much wider
  /// than others.
  void find_pairs(const Frame& f, Check check, const SweepRow& narrow, const SweepRow& wide,
                  PairSink& out);
  /// Notes how far the boxes up to each one reach.
  void note_reach();

  /// Writes the ids of those of [from, to) that overlap a box into `out`, which has room for
  /// to - from and a padding. How many there are.
  std::size_t query(const Aabb& seen, std::size_t from, std::size_t to, SpriteId* out) const;

 private:
  BoxColumns boxes_;
  std::vector<float> reach_;  // [n] the furthest end up to there; empty: not noted
  PairParts pair_parts_;
};

}  // namespace phasebox
