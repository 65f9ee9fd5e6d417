// SPDX-License-Identifier: MIT
// The walk of a query down a tree (Highway; compiled once per instruction set, chosen at run time).
#include <array>

#include "collide/broadphase/tree/subtree.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/tree/subtree_simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "collide/broadphase/kernels/box_columns_simd.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {
namespace {

/// One branch instead of four, and that none where the answer only moves a counter.
HWY_INLINE std::size_t is_met(const Aabb& a, const Aabb& b) {
  return static_cast<std::size_t>(a.min.x < b.max.x) & static_cast<std::size_t>(b.min.x < a.max.x) &
         static_cast<std::size_t>(a.min.y < b.max.y) & static_cast<std::size_t>(b.min.y < a.max.y);
}

HWY_INLINE std::size_t is_met(const Aabb& a, const SegmentBand& band) { return band.may_meet(a); }

/// `Spread` is what is asked for, in every lane.
template <class Spread, class Asked>
HWY_INLINE void find_below(const BoxColumns& rows, std::span<const Subtree> nodes,
                           const Asked& asked, Sink<SpriteId>& out) {
  const Columns boxes(rows);
  const Spread spread(asked);
  std::array<std::uint32_t, kMaxWaiting> waiting;
  waiting[0] = 0;
  std::size_t size = is_met(nodes[0].bounds, asked);
  while (size > 0) {
    const Subtree& node = nodes[waiting[--size]];
    append_run(spread, boxes, {node.begin, node.own_end}, KeepAll(), out);
    for (std::uint32_t child = node.first_child + node.children; child-- > node.first_child;) {
      waiting[size] = child;
      size += is_met(nodes[child].bounds, asked);
    }
  }
}

void FindInSubtrees(const BoxColumns& rows, std::span<const Subtree> nodes, const Aabb& asked,
                    Sink<SpriteId>& out) {
  find_below<SpreadBox<Floats>>(rows, nodes, asked, out);
}

void FindAlongSubtrees(const BoxColumns& rows, std::span<const Subtree> nodes,
                       const SegmentBand& band, Sink<SpriteId>& out) {
  find_below<SpreadBand>(rows, nodes, band, out);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(FindInSubtrees);
HWY_EXPORT(FindAlongSubtrees);

void find_in_subtrees(const BoxColumns& rows, std::span<const Subtree> nodes, const Aabb& box,
                      Sink<SpriteId>& out) {
  if (!nodes.empty()) HWY_DYNAMIC_DISPATCH(FindInSubtrees)(rows, nodes, box, out);
}

void find_in_subtrees(const BoxColumns& rows, std::span<const Subtree> nodes,
                      const SegmentBand& band, Sink<SpriteId>& out) {
  if (!nodes.empty()) HWY_DYNAMIC_DISPATCH(FindAlongSubtrees)(rows, nodes, band, out);
}

}  // namespace phasebox
#endif
