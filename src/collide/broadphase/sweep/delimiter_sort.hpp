// SPDX-License-Identifier: MIT
// The begins or the ends of boxes along a swept line, sorted by position.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/radix_sort.hpp"
#include "collide/broadphase/sweep/swept_line.hpp"
#include "collide/frame.hpp"

namespace phasebox {

/// The begin or the end of a box on the swept line. It has 8 bytes, so that a sort moves little.
struct Delimiter {
  std::uint32_t position;  ///< position on the line as an integer that sorts alike, see `ordered`
  SpriteId id;
};

/// Sorts the begins, or the ends, of boxes along a line. `see` turns a box into the one that a
/// sweep along that line sees (x along it), such as `AlongX`.
class DelimiterSort {
 public:
  void reserve(std::size_t n) {
    row_.reserve(n);
    sort_.reserve(n);
  }

  /// Returns the begins of the boxes of all sprites of the frame, or of the sprites `ids`, in order
  /// of position; `ends` returns their ends. At equal positions flat boxes, which have no extent
  /// along the line, come first among begins and last among ends. The result is valid until the
  /// next call of any of the three. Allocates for more boxes than ever.
  template <class Line>
  std::span<const Delimiter> begins(const Frame& f, Line see) {
    return sorted<true>(f, f.size(), every, see);
  }
  template <class Line>
  std::span<const Delimiter> begins(const Frame& f, std::span<const SpriteId> ids, Line see) {
    return sorted<true>(
        f, ids.size(), [ids](std::size_t k) { return ids[k]; }, see);
  }
  template <class Line>
  std::span<const Delimiter> ends(const Frame& f, Line see) {
    return sorted<false>(f, f.size(), every, see);
  }

 private:
  static constexpr auto every = [](std::size_t k) { return static_cast<SpriteId>(k); };

  /// Lays the delimiters down, with the flat boxes first or last, and sorts them. The sort is
  /// stable, so those at equal positions stay in the order in which they are laid down.
  template <bool kBegins, class IdOf, class Line>
  std::span<const Delimiter> sorted(const Frame& f, std::size_t n, IdOf id_of, Line see) {
    row_.resize(n);
    const auto lay_down = [&](auto place_of) {
      for (std::size_t k = 0; k < n; ++k) {
        const SpriteId id = id_of(k);
        const Aabb seen = see(f.boxes[id]);
        row_[place_of(k, is_flat(seen))] = {ordered(kBegins ? seen.min.x : seen.max.x), id};
      }
    };
    std::size_t flats = 0;
    lay_down([&](std::size_t k, bool flat) {
      flats += flat;
      return k;
    });
    std::size_t flat_at = kBegins ? 0 : n - flats, other_at = kBegins ? flats : 0;
    if (flats > 0) lay_down([&](std::size_t, bool flat) { return flat ? flat_at++ : other_at++; });
    return sort_.sort(std::span(row_), 32, [](Delimiter d) { return d.position; });
  }

  std::vector<Delimiter> row_;
  RadixSort<Delimiter> sort_;
};

}  // namespace phasebox
