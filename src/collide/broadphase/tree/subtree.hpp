// SPDX-License-Identifier: MIT
// The nodes of trees whose subtrees are runs of rows, and the walk that answers a query.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/geometry.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/segment.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// A node of a tree that is rebuilt each frame. Its rows lie side by side: [begin, own_end) are
/// its own, [own_end, end) belong to its children, in their order; the children of a node follow
/// each other in the array of nodes, behind the node.
struct Subtree {
  Aabb bounds;  ///< of all its rows, exact
  std::uint32_t begin = 0, own_end = 0, end = 0;
  std::uint32_t first_child = 0;
  std::uint16_t children = 0, depth = 0;
};

/// Nodes that may wait at a time: a node of depth d has at most three siblings waiting on each of d
/// levels.
inline constexpr std::size_t kMaxWaiting = 3 * 64 + 4;

/// Appends the sprites of the tree that overlap `box`, many at a time; of the nodes only those are
/// looked into whose bounds do. Allocates nothing but room in `out`.
void find_in_subtrees(const BoxColumns& rows, std::span<const Subtree> nodes, const Aabb& box,
                      Sink<SpriteId>& out);
/// The same for what the band may meet.
void find_in_subtrees(const BoxColumns& rows, std::span<const Subtree> nodes,
                      const SegmentBand& band, Sink<SpriteId>& out);

}  // namespace phasebox
