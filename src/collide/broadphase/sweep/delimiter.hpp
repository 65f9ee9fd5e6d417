// SPDX-License-Identifier: MIT
// Where boxes begin and end on a line, and the sort by it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/float_sort_key.hpp"
#include "base/geometry.hpp"
#include "base/radix_sort.hpp"
#include "collide/frame.hpp"
#include "collide/sink.hpp"

namespace phasebox {

// A sweep sees boxes in coordinates of its own: x along the swept line, y across it.

/// The sweeps along the axes, as functions from box to what the sweep sees.
struct AlongX {
  Aabb operator()(const Aabb& b) const { return b; }
};
struct AlongY {
  Aabb operator()(const Aabb& b) const { return {{b.min.y, b.min.x}, {b.max.y, b.max.x}}; }
};
/// Whether a seen box has no extent along the line.
inline bool is_flat(const Aabb& seen) { return !(seen.min.x < seen.max.x); }

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
  std::span<const Delimiter> begins(const Frame& f, std::size_t n, IdOf id_of, Line see) {
    const auto begin = [](const Aabb& seen) { return seen.min.x; };
    const std::size_t flats = lay_down(f, n, id_of, see, begin);
    if (flats > 0) lay_down_apart(f, n, id_of, see, begin, 0, flats);
    return sorted();
  }
  template <class IdOf, class Line>
  std::span<const Delimiter> ends(const Frame& f, std::size_t n, IdOf id_of, Line see) {
    const auto end = [](const Aabb& seen) { return seen.max.x; };
    const std::size_t flats = lay_down(f, n, id_of, see, end);
    if (flats > 0) lay_down_apart(f, n, id_of, see, end, n - flats, 0);
    return sorted();
  }

 private:
  /// The sort is stable, so this order is that of equal positions. How many are flat.
  template <class IdOf, class Line, class Edge>
  std::size_t lay_down(const Frame& f, std::size_t n, IdOf id_of, Line see, Edge edge) {
    row_.resize(n);
    std::size_t flats = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const SpriteId id = id_of(k);
      const Aabb seen = see(f.boxes[id]);
      row_[k] = {ordered(edge(seen)), id};
      flats += is_flat(seen);
    }
    return flats;
  }

  template <class IdOf, class Line, class Edge>
  void lay_down_apart(const Frame& f, std::size_t n, IdOf id_of, Line see, Edge edge,
                      std::size_t flat, std::size_t extended) {
    for (std::size_t k = 0; k < n; ++k) {
      const SpriteId id = id_of(k);
      const Aabb seen = see(f.boxes[id]);
      row_[is_flat(seen) ? flat++ : extended++] = {ordered(edge(seen)), id};
    }
  }

  std::span<const Delimiter> sorted() {
    return sort_.sort(std::span(row_), 32, [](Delimiter d) { return d.position; });
  }

  std::vector<Delimiter> row_;
  RadixSort<Delimiter> sort_;
};

}  // namespace phasebox
