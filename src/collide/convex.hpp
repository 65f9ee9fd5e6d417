// SPDX-License-Identifier: MIT
// Distance and penetration of two placed convex polygons (GJK: E. Gilbert, D. Johnson, S. Keerthi,
// "A fast procedure for computing the distance between complex objects in three-dimensional space",
// 1988; closest features kept: M. Lin, J. Canny, "A fast algorithm for incremental distance
// calculation", 1991).
#pragma once
#include <cstdint>
#include <span>

#include "base/geometry.hpp"
#include "collide/frame.hpp"

namespace phasebox {

/// A convex polygon in the world: what `Image::hull` is, scaled, turned and put somewhere.
struct PlacedHull {
  std::span<const Vec2> points;  ///< [3 to 65535], strictly convex, in order round (+x to +y)
  Transform transform;
  Vec2 scale{1, 1};  ///< > 0
};

/// Which corner or edge of each hull is closest to the other. Edge k goes from corner k to the
/// next.
struct ClosestFeatures {
  enum class Kind : std::uint8_t {
    none,             ///< not known, or more than one answers
    corners,          ///< corner a and corner b
    edge_of_a,        ///< edge a and corner b
    edge_of_b,        ///< corner a and edge b
    edges,            ///< edge a and edge b, parallel; `separation` answers none for them
    under_edge_of_a,  ///< the hulls share area, and corner b is deepest, under edge a
    under_edge_of_b,  ///< the hulls share area, and corner a is deepest, under edge b
  };
  std::uint16_t a = 0, b = 0;
  Kind kind = Kind::none;
  constexpr bool operator==(const ClosestFeatures&) const = default;
};

/// How far two hulls are apart, or how deep they penetrate each other.
struct Separation {
  bool overlap = false;  ///< their interiors share area; hulls that only touch do not overlap
  float distance = 0;    ///< px; 0 when they overlap
  float depth = 0;       ///< px, the shortest way apart; 0 when they do not overlap
  Vec2 normal;           ///< unit, from a to b; moving b along it by `depth` separates them
  Vec2 point_a;          ///< px, closest point on a, or its deepest one in b
  Vec2 point_b;          ///< px, likewise; the middle of the common stretch of parallel edges
  ClosestFeatures features;
  bool is_kept = false;  ///< `last` proved it, no search was needed
};

/// Given what the last call for the same two hulls found, it first proves that the same features
/// still are the closest, with room to spare; only what it cannot prove is searched again. The
/// answer is the same, bit for bit, whatever `last` says. Swapping a and b mirrors it.
/// Cost: O(1) when the features stay and hulls overlap by little, if at all; else O(h) per step of
/// GJK, a few steps, and O(h) when they overlap. Allocates nothing. Only + - * / and square roots
/// of doubles: the same everywhere.
Separation separation(const PlacedHull& a, const PlacedHull& b, ClosestFeatures last = {});

/// Corner k of a hull in the world, k from 0 to the number of points; the last is the first again.
Vec2 world_corner(const PlacedHull& hull, std::size_t k);

}  // namespace phasebox
