// SPDX-License-Identifier: MIT
// Boxes as columns, one array per edge: the layout that every vector loop over boxes reads.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "base/parallel.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// Positions in columns, from `begin` to before `end`.
struct Run {
  std::uint32_t begin = 0, end = 0;

  std::uint32_t size() const { return end - begin; }
};

/// Part `part` of a run, in `parts` parts of about equal size.
inline Run part_of(Run run, unsigned parts, unsigned part) {
  if (parts == 1) return run;  // without a division
  return {run.begin + static_cast<std::uint32_t>(part_begin(run.size(), parts, part)),
          run.begin + static_cast<std::uint32_t>(part_begin(run.size(), parts, part + 1))};
}
/// The same of the first n.
inline Run part_of(std::size_t n, unsigned parts, unsigned part) {
  return part_of(Run{0, static_cast<std::uint32_t>(n)}, parts, part);
}

/// Boxes with their sprites, in the order of an algorithm. The loops over them are built from
/// `box_columns_simd.hpp`.
///
/// Behind the last box lies padding for one vector, so loops may read and write whole vectors. It
/// begins nowhere (`min_x` is infinite) and so overlaps nothing, until a loop writes there. Where a
/// run ends before the last box, the loop masks what lies behind.
struct BoxColumns {
  static constexpr std::size_t kPadding = 16;  ///< boxes that one instruction compares, at most

  std::vector<float> min_x, min_y, max_x, max_y;
  std::vector<SpriteId> id;

  /// Room for `n` boxes, all of which are to be set. Allocates when that is more than ever.
  void resize(std::size_t n) {
    size_ = n;
    if (id.size() < n + kPadding) {
      for (auto* edge : {&min_x, &min_y, &max_x, &max_y}) edge->resize(n + kPadding);
      id.resize(n + kPadding);
    }
    std::fill_n(min_x.data() + n, kPadding, std::numeric_limits<float>::infinity());
  }
  std::size_t size() const { return size_; }

  void set(std::size_t at, const Aabb& box, SpriteId sprite) {
    min_x[at] = box.min.x, min_y[at] = box.min.y;
    max_x[at] = box.max.x, max_y[at] = box.max.y;
    id[at] = sprite;
  }
  /// Sets the run to the boxes of sprites `id_of(at)`, each as `seen(box)`. Boxes are read in any
  /// order, so they are fetched ahead.
  template <class IdOf, class Seen = std::identity>
  void gather(std::span<const Aabb> boxes, Run run, IdOf id_of, Seen seen = {}) {
    constexpr std::uint32_t kAhead = 24;
    for (std::uint32_t at = run.begin; at < run.end; ++at) {
      __builtin_prefetch(&boxes[id_of(std::min(at + kAhead, run.end - 1))]);
      const SpriteId sprite = id_of(at);
      set(at, seen(boxes[sprite]), sprite);
    }
  }

  Aabb box(std::size_t at) const { return {{min_x[at], min_y[at]}, {max_x[at], max_y[at]}}; }
  /// The smallest box around those of the run; at least one.
  Aabb bounds(Run run) const {
    Aabb all = box(run.begin);
    for (std::uint32_t at = run.begin + 1; at < run.end; ++at) all = united(all, box(at));
    return all;
  }

 private:
  std::size_t size_ = 0;
};

}  // namespace phasebox
