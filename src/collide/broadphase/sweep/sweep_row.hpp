// SPDX-License-Identifier: MIT
// A row of boxes by where they begin along a swept line, and the vector loops over it.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/sweep/delimiter_sort.hpp"
#include "collide/broadphase/sweep/swept_line.hpp"

namespace phasebox {

/// Boxes as a sweep sees them (x along the swept line, y across), ascending by where they begin.
///
/// At equal begins a box without extent along the line comes first: it then meets no box to its
/// right.
class SweepRow {
 public:
  using Check = PairWriter::Check;

  /// Makes room for `n` boxes, all of which the caller must `set`. Allocates when `n` is larger
  /// than ever.
  void resize(std::size_t n) {
    boxes_.resize(n);
    reach_.clear();
  }
  /// Reserves memory for `n` boxes and for what `note_reach` notes. The row then has `n` boxes
  /// without a meaning.
  void reserve(std::size_t n) {
    boxes_.resize(n);
    reach_.reserve(n);
  }
  std::size_t size() const { return boxes_.size(); }

  void set(std::size_t at, SpriteId id, const Aabb& seen) { boxes_.set(at, seen, id); }
  /// Sets the row to the boxes of the sprites in `begins`, in that order, as `see` turns them. Uses
  /// as many threads as the frame allows.
  template <class Line>
  void fill(const Frame& f, std::span<const Delimiter> begins, Line see) {
    resize(begins.size());
    for_each_run(size(), PairParts::parts_for(f, size()), [&](Run run) {
      boxes_.gather(
          f.boxes, run, [&](std::uint32_t at) { return begins[at].id; }, see);
    });
  }
  float begin(std::size_t at) const { return boxes_.min_x[at]; }
  float end(std::size_t at) const { return boxes_.max_x[at]; }
  SpriteId id(std::size_t at) const { return boxes_.id[at]; }
  /// The box at position `at` as it lies in the plane; `axis` is the one along which the row is
  /// swept.
  Aabb box(std::size_t at, Axis axis) const { return seen_along(boxes_.box(at), axis); }

  /// Emits the pairs of boxes of the row that overlap along the line and across it and meet the
  /// `check`, on as many threads as the frame allows. O(boxes between begin and end of each), many
  /// at a time. The number of threads does not change the order of pairs where there are no
  /// `others`.
  ///
  /// Given `others`, for which `note_reach` must have been called, emits also the pairs of a box of
  /// this row and one of another row. That costs, for each box of this row, comparisons with those
  /// of the other row from the first one that may end behind its begin up to the first one that
  /// begins behind its end.
  ///
  /// Counts the comparisons down from `left`, if given, and ends soon after that is below 0:
  /// discard the pairs then.
  void find_pairs(const Frame& f, Check check, PairSink& out, std::span<const SweepRow> others = {},
                  std::atomic<std::int64_t>* left = nullptr);
  /// Notes for each box of the run the furthest end of it and all boxes before it in the run. It
  /// holds until the row is resized or filled again.
  void note_reach(Run run);
  /// Returns the position of the first box that ends behind `begin`, in a run whose reach is noted;
  /// the end of the run if none does. O(log of the run), with a product in place of a branch that
  /// could not be predicted. It is inlined, as each query of a row begins with it.
  std::size_t first_behind(float begin, Run run) const {
    std::size_t first = run.begin, size = run.size();
    while (size > 1) {
      const std::size_t half = size / 2;
      first += half * static_cast<std::size_t>(reach_[first + half - 1] <= begin);
      size -= half;
    }
    return first + static_cast<std::size_t>(size == 1 && reach_[first] <= begin);
  }
  /// Calls `use(id)` for each box of [from, to) that begins before `seen` ends.
  template <class Use>
  void each_begun(const Aabb& seen, std::size_t from, std::size_t to, Use use) const {
    for (; from < to && begin(from) < seen.max.x; ++from) use(id(from));
  }
  /// Writes to `out` the ids of the boxes of [from, to) that overlap `seen`; returns how many.
  /// `out` has room for to - from ids and `BoxColumns::kPadding`.
  std::size_t query(const Aabb& seen, std::size_t from, std::size_t to, SpriteId* out) const;

 private:
  BoxColumns boxes_;
  std::vector<float> reach_;  // [n] the furthest end up to each box, where it is noted
  PairParts pair_parts_;
};

}  // namespace phasebox
