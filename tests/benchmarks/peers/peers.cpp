// SPDX-License-Identifier: MIT
// The list of all peers.
#include "peer.hpp"

namespace phasebox::peers {

#define PHASEBOX_PEERS(X) \
  X(box2d_broadphase)     \
  X(box2d_tree)           \
  X(chipmunk_tree)        \
  X(chipmunk_hash)        \
  X(chipmunk_sweep)       \
  X(bullet_dbvt)          \
  X(bullet_sweep)         \
  X(cgal_10)              \
  X(cgal_100)             \
  X(cgal_1000)            \
  X(boost_rtree_8)        \
  X(boost_rtree_16)

#define PHASEBOX_DECLARE(name) extern const BroadphaseEntry name##_entry;
PHASEBOX_PEERS(PHASEBOX_DECLARE)
#undef PHASEBOX_DECLARE

std::span<const BroadphaseEntry* const> all() {
#define PHASEBOX_LIST(name) &name##_entry,
  static constexpr const BroadphaseEntry* kAll[] = {PHASEBOX_PEERS(PHASEBOX_LIST)};
#undef PHASEBOX_LIST
  return kAll;
}

}  // namespace phasebox::peers
