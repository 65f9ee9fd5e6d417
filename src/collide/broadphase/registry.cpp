// SPDX-License-Identifier: MIT
// The query that every broadphase can answer, and the list of all broadphases.
#include "collide/broadphase.hpp"

namespace phasebox {

void Broadphase::query(const Frame& frame, const Aabb& box, Sink<SpriteId>& out, Recorder* log) {
  for (SpriteId i = 0; i < frame.size(); ++i) {
    if (log) log->add({EventKind::visit, Axis::x, 0, i});
    if (overlaps(frame.boxes[i], box)) out.push(i);
  }
}

void Broadphase::query_costs(const Frame&, const Aabb&, std::vector<QueryCost>&) {}

// One line per algorithm, in teaching order; each is defined at the end of its own file.
#define PHASEBOX_BROADPHASES(X) \
  X(brute_force)                \
  X(rdc)                        \
  X(sort_and_sweep)             \
  X(incremental_sap)            \
  X(uniform_grid)               \
  X(spatial_hash)               \
  X(hierarchical_grid)          \
  X(quadtree)                   \
  X(kd_tree)                    \
  X(aabb_tree)                  \
  X(interval_tree)              \
  X(neighbor_list)              \
  X(auto)

#define PHASEBOX_DECLARE(name) extern const BroadphaseEntry name##_entry;
PHASEBOX_BROADPHASES(PHASEBOX_DECLARE)
#undef PHASEBOX_DECLARE

std::span<const BroadphaseEntry* const> broadphases() {
#define PHASEBOX_LIST(name) &name##_entry,
  static constexpr const BroadphaseEntry* kAll[] = {PHASEBOX_BROADPHASES(PHASEBOX_LIST)};
#undef PHASEBOX_LIST
  return kAll;
}

}  // namespace phasebox
