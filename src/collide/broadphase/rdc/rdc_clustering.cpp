// SPDX-License-Identifier: MIT
// Tells whether a tie of boundaries keeps a group together.
#include "collide/broadphase/rdc/rdc_clustering.hpp"

#include <utility>

namespace phasebox {

bool held_by_tie(const Frame& f, std::span<const SpriteId> members, const RdcRules& rules) {
  if (rules.tie_order == TieOrder::close_first && rules.swap_x == 0 && rules.swap_y == 0)
    return false;
  const BoundaryKeys keys;
  std::vector<std::pair<std::uint64_t, int>> ends;
  for (const Axis axis : {Axis::x, Axis::y}) {
    ends.clear();
    for (const SpriteId id : members) {
      const Interval v = boundaries_of(f.boxes[id], axis, rules.contact_threshold);
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
