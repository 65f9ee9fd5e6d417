// SPDX-License-Identifier: MIT
// Up to 64 boxes as the loops over all of their pairs read them: whole vectors, wherever they end.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>

#include "base/geometry.hpp"

namespace phasebox {

/// Up to 16 boxes, and behind them such as overlap nothing. The copies are of fixed sizes, so that
/// nothing is called; the second overlaps the first.
class PaddedBoxes {
 public:
  explicit PaddedBoxes(std::span<const Aabb> from) {
    constexpr float kNone = std::numeric_limits<float>::infinity();
    std::fill_n(boxes_, 16, Aabb{{kNone, kNone}, {-kNone, -kNone}});
    switch (from.size() / 4) {
      case 0:
        if (from.size() >= 2)
          copy_ends<2>(from);
        else if (from.size() == 1)
          boxes_[0] = from[0];
        break;
      case 1: copy_ends<4>(from); break;
      default: copy_ends<8>(from);
    }
  }
  const Aabb* data() const { return boxes_; }

 private:
  template <std::size_t n>
  void copy_ends(std::span<const Aabb> from) {
    const std::size_t second = from.size() - n;
    std::memcpy(boxes_, from.data(), n * sizeof(Aabb));
    std::memcpy(boxes_ + second, from.data() + second, n * sizeof(Aabb));
  }

  Aabb boxes_[16];
};

/// Boxes of which those behind the last whole 16 are padded.
struct FewBoxes {
  explicit FewBoxes(std::span<const Aabb> boxes)
      : all(boxes.data()), n(boxes.size()), whole(n - n % 16), rest(boxes.subspan(whole)) {}

  /// 16 boxes or those of a shorter vector, from a multiple of their number on.
  const Aabb* from(std::size_t at) const {
    return at < whole ? all + at : rest.data() + (at - whole);
  }

  const Aabb* all;
  std::size_t n, whole;
  PaddedBoxes rest;
};

}  // namespace phasebox
