// SPDX-License-Identifier: MIT
// Boxes laid side by side in the order in which a sweep meets them, and the sweep over them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/float_sort_key.hpp"
#include "base/geometry.hpp"
#include "base/parallel.hpp"
#include "base/radix_sort.hpp"
#include "collide/frame.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// A box as a sweep sees it: half open along the swept line, and its extent across.
struct Reach {
  float begin, end, low, high;
  bool is_flat() const { return !(begin < end); }
};

/// The sweeps along the axes, as functions from box to reach.
struct AlongX {
  Reach operator()(const Aabb& b) const { return {b.min.x, b.max.x, b.min.y, b.max.y}; }
};
struct AlongY {
  Reach operator()(const Aabb& b) const { return {b.min.y, b.max.y, b.min.x, b.max.x}; }
};

/// Calls `use` with the one or the other, so that what is inside is compiled for each.
template <class Use>
auto along_axis(Axis axis, Use use) {
  return axis == Axis::x ? use(AlongX()) : use(AlongY());
}

/// Begin or end of a box on the swept line. 8 bytes, so that a sort moves little.
struct Delimiter {
  std::uint32_t position;  ///< order-preserving image of the float, see `ordered`
  SpriteId id;
};

/// Sorts the begins, or the ends, of boxes.
class DelimiterSort {
 public:
  void reserve(std::size_t n) { row_.reserve(n), sort_.reserve(n); }

  /// The delimiters of `n` boxes, the k-th of which is `id_of(k)`, in order of position. At equal
  /// positions flat boxes come first among begins and last among ends: between touching boxes an
  /// end comes before a begin, but a flat box begins before it ends. Valid until the next call.
  template <class IdOf, class Line>
  std::span<const Delimiter> begins(const Frame& f, std::size_t n, IdOf id_of, Line reach) {
    const auto begin = [](const Reach& r) { return r.begin; };
    const std::size_t flats = lay_down(f, n, id_of, reach, begin);
    if (flats > 0) lay_down_apart(f, n, id_of, reach, begin, 0, flats);
    return sorted();
  }
  template <class IdOf, class Line>
  std::span<const Delimiter> ends(const Frame& f, std::size_t n, IdOf id_of, Line reach) {
    const auto end = [](const Reach& r) { return r.end; };
    const std::size_t flats = lay_down(f, n, id_of, reach, end);
    if (flats > 0) lay_down_apart(f, n, id_of, reach, end, n - flats, 0);
    return sorted();
  }

 private:
  /// The sort is stable, so this order is that of equal positions. How many are flat.
  template <class IdOf, class Line, class Edge>
  std::size_t lay_down(const Frame& f, std::size_t n, IdOf id_of, Line reach, Edge edge) {
    row_.resize(n);
    std::size_t flats = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const SpriteId id = id_of(k);
      const Reach r = reach(f.boxes[id]);
      row_[k] = {ordered(edge(r)), id};
      flats += r.is_flat();
    }
    return flats;
  }

  template <class IdOf, class Line, class Edge>
  void lay_down_apart(const Frame& f, std::size_t n, IdOf id_of, Line reach, Edge edge,
                      std::size_t flat, std::size_t extended) {
    for (std::size_t k = 0; k < n; ++k) {
      const SpriteId id = id_of(k);
      const Reach r = reach(f.boxes[id]);
      row_[r.is_flat() ? flat++ : extended++] = {ordered(edge(r)), id};
    }
  }

  std::span<const Delimiter> sorted() {
    return sort_.sort(std::span(row_), 32, [](Delimiter d) { return d.position; });
  }

  std::vector<Delimiter> row_;
  RadixSort<Delimiter> sort_;
};

/// What a sweep reads, edge by edge, so that one instruction compares many boxes: where each begins
/// and ends on the swept axis, ascending by begin, and its extent across. 20 bytes per box.
///
/// At equal begins a box that ends where it begins comes first: it then meets none to its right,
/// as it should.
class SweepLanes {
 public:
  void reserve(std::size_t n);
  /// Room for `n` boxes, all of which are to be `set`. Allocates when `n` is larger than before.
  void resize(std::size_t n);
  std::size_t size() const { return size_; }

  void set(std::size_t at, SpriteId id, const Reach& r) {
    begin_[at] = r.begin, end_[at] = r.end, low_[at] = r.low, high_[at] = r.high, id_[at] = id;
  }
  /// The boxes of these begins, in their order.
  template <class Line>
  void fill(const Frame& f, std::span<const Delimiter> begins, Line reach) {
    resize(begins.size());
    const unsigned parts = parts_of(size_, f.threads, kMinPerPart);
    for_each_part(parts, [&](unsigned part) {
      const std::size_t end = part_begin(size_, parts, part + 1);
      for (std::size_t at = part_begin(size_, parts, part); at < end; ++at)
        set(at, begins[at].id, reach(f.boxes[begins[at].id]));
    });
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

  /// The same for all, on as many threads as the frame allows; the pairs come in the same order.
  void find_all_pairs(const Frame& f, Check check, PairSink& out);

  /// Writes the ids of those of [from, to) that overlap a box into `out`, which has room for
  /// to - from + kSpare. How many there are.
  std::size_t query(const Reach& box, std::size_t from, std::size_t to, SpriteId* out) const;
  static constexpr std::size_t kSpare = 16;

 private:
  // Fewer boxes are swept in less time than it takes to wake a thread for them.
  static constexpr std::size_t kMinPerPart = 16384;

  void append_parts(std::span<PairSink> parts, PairSink& out);

  std::vector<float> begin_, end_, low_, high_;
  std::vector<SpriteId> id_;
  std::vector<PairSink> part_out_;  // of all parts but the first
  std::size_t size_ = 0;
};

}  // namespace phasebox
