// SPDX-License-Identifier: MIT
// An algorithm that works inside another one.
#pragma once
#include <span>

#include "collide/broadphase.hpp"

namespace phasebox {

/// A frame of other boxes, to which no rules apply: rules may change while pairs are kept.
inline Frame boxes_only(const Frame&, std::span<const Aabb> boxes) {
  Frame bare;
  bare.boxes = boxes;
  return bare;
}
inline Frame boxes_only(const Frame& f) { return boxes_only(f, f.boxes); }

/// Appends the finder's pairs.
inline void find_with(Broadphase& finder, const Frame& f, PairSink& out) {
  finder.find_pairs(f, out);
}

}  // namespace phasebox
