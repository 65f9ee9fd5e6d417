// SPDX-License-Identifier: MIT
// Tells whether an axis cuts a group where every close is taken first.
#include "collide/broadphase/rdc/rdc_clustering.hpp"

#include <utility>

namespace phasebox {

bool is_cut_with_closes_first(const Frame& f, std::span<const SpriteId> members,
                              float contact_threshold) {
  const BoundaryKeys keys;
  std::vector<std::pair<std::uint64_t, int>> ends;
  for (const Axis axis : {Axis::x, Axis::y}) {
    ends.clear();
    for (const SpriteId id : members) {
      const Interval v = boundaries_of(f.boxes[id], axis, contact_threshold);
      ends.emplace_back(keys.open(v, id), 1);
      ends.emplace_back(keys.close(v, id), -1);
    }
    std::ranges::sort(ends);
    int open = 0;
    for (std::size_t k = 0; k + 1 < ends.size(); ++k)
      if ((open += ends[k].second) == 0) return true;
  }
  return false;
}

}  // namespace phasebox
