// SPDX-License-Identifier: MIT
// Boxes as columns, and the three loops over them that every tree spends its time in.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// Boxes with their sprites, one column per edge, so that several are compared at once. Behind the
/// last row lies room for one more group of lanes: loops may read and write past the end.
class BoxRows {
 public:
  static constexpr std::size_t kSpill = 64;  // lanes of the widest vectors there are

  struct Columns {
    float *min_x, *min_y, *max_x, *max_y;
    SpriteId* id;
  };
  struct ConstColumns {
    const float *min_x, *min_y, *max_x, *max_y;
    const SpriteId* id;
  };

  /// Allocates when it grows beyond what it ever was.
  void resize(std::size_t n) {
    if (n + kSpill <= id_.size()) return;
    for (std::vector<float>* column : {&min_x_, &min_y_, &max_x_, &max_y_})
      column->resize(n + kSpill);
    id_.resize(n + kSpill);
  }
  void set(std::size_t row, const Aabb& box, SpriteId id) {
    min_x_[row] = box.min.x, min_y_[row] = box.min.y;
    max_x_[row] = box.max.x, max_y_[row] = box.max.y;
    id_[row] = id;
  }
  Aabb box(std::size_t row) const {
    return {{min_x_[row], min_y_[row]}, {max_x_[row], max_y_[row]}};
  }
  SpriteId id(std::size_t row) const { return id_[row]; }
  /// Of rows [from, to); at least one.
  Aabb bounds(std::size_t from, std::size_t to) const {
    Aabb all = box(from);
    for (std::size_t row = from + 1; row < to; ++row) all = united(all, box(row));
    return all;
  }
  Columns columns() {
    return {min_x_.data(), min_y_.data(), max_x_.data(), max_y_.data(), id_.data()};
  }
  ConstColumns columns() const {
    return {min_x_.data(), min_y_.data(), max_x_.data(), max_y_.data(), id_.data()};
  }

 private:
  std::vector<float> min_x_, min_y_, max_x_, max_y_;
  std::vector<SpriteId> id_;
};

/// Overlapping boxes that were found and not yet handed on: `a[k]` with `b[k]`, in any order.
struct Hits {
  static constexpr std::size_t kMax = 2048;

  std::size_t size = 0;
  SpriteId a[kMax + BoxRows::kSpill], b[kMax + BoxRows::kSpill];
};

/// A run of rows.
struct RowRun {
  std::size_t from = 0, to = 0;

  std::size_t size() const { return to - from; }
};

/// Copies the rows of `from[run]` that overlap `box` to `to`, from row `at` on, in their order.
/// Returns how many. `to` needs room for all of the run; it may be `from`, behind the run.
std::size_t keep_overlapping(const BoxRows& from, RowRun run, const Aabb& box, BoxRows& to,
                             std::size_t at);

/// The same, added behind `kept`, a run of `to`, which may reach up to row `room`. Returns what is
/// left of the run when there may not be room for more.
inline RowRun keep_in_room(const BoxRows& from, RowRun run, const Aabb& box, BoxRows& to,
                           std::size_t room, RowRun& kept) {
  constexpr std::size_t kBlock = 256;
  while (run.from < run.to) {
    const RowRun block{run.from, std::min(run.from + kBlock, run.to)};
    if (block.size() > room - kept.to) break;
    kept.to += keep_overlapping(from, block, box, to, kept.to);
    run.from = block.to;
  }
  return run;
}

/// Adds to `hits` what overlaps between rows `left` of `a` and rows `right` of `b`, until less than
/// `right.size()` of its room is left; returns the first row of `left` that was not looked at.
/// `right` holds at most half of `Hits::kMax` rows.
std::size_t hit_across(const BoxRows& a, RowRun left, const BoxRows& b, RowRun right, Hits& hits);

/// The same among the rows of one run, each row with those after it.
std::size_t hit_within(const BoxRows& rows, std::size_t from, RowRun run, Hits& hits);

/// All of `hit_across` for runs of any length: `flush(hits)` is called with what was found, as
/// often as the room is full.
template <class Flush>
void join_across(const BoxRows& a, RowRun left, const BoxRows& b, RowRun right, Hits& hits,
                 Flush flush) {
  constexpr std::size_t kBlock = Hits::kMax / 2;
  for (std::size_t block = right.from; block < right.to; block += kBlock) {
    const RowRun part{block, std::min(block + kBlock, right.to)};
    for (std::size_t row = left.from; row < left.to;) {
      row = hit_across(a, {row, left.to}, b, part, hits);
      if (row < left.to) flush(hits), hits.size = 0;
    }
  }
}

/// All of `hit_within`, likewise.
template <class Flush>
void join_within(const BoxRows& rows, RowRun run, Hits& hits, Flush flush) {
  constexpr std::size_t kBlock = Hits::kMax / 2;
  for (std::size_t block = run.from; block < run.to; block += kBlock) {
    const RowRun part{block, std::min(block + kBlock, run.to)};
    for (std::size_t row = part.from; row < part.to;) {
      row = hit_within(rows, row, part, hits);
      if (row < part.to) flush(hits), hits.size = 0;
    }
    join_across(rows, part, rows, {part.to, run.to}, hits, flush);
  }
}

}  // namespace phasebox
