// SPDX-License-Identifier: MIT
// Distance and penetration of two placed convex polygons (GJK: E. Gilbert, D. Johnson, S. Keerthi,
// "A fast procedure for computing the distance between complex objects in three-dimensional space",
// 1988; closest features kept: M. Lin, J. Canny, "A fast algorithm for incremental distance
// calculation", 1991).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "collide/frame.hpp"

namespace phasebox {

/// A convex polygon in the world: what `Image::hull` is, scaled, turned and put somewhere.
struct PlacedHull {
  std::span<const Vec2> points;  ///< [3 to 65535], strictly convex, in order round (+x to +y)
  Transform transform;
  Vec2 scale{1, 1};  ///< > 0
};

/// Which corner or edge of each hull is closest to the other. Edge k begins at corner k.
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
/// GJK, a few steps, and O(h) when they overlap. Allocates nothing. The same on every machine.
Separation separation(const PlacedHull& a, const PlacedHull& b, ClosestFeatures last = {});

/// Corner k of a hull in the world, k from 0 to the number of points; the last is the first again.
Vec2 world_corner(const PlacedHull& hull, std::size_t k);

/// What a walk from feature to feature came to.
struct FeatureWalk {
  enum class End : std::uint8_t {
    closest,     ///< each closest point lies in the Voronoi region of the other hull's feature
    contact,     ///< the hulls overlap, touch, or are too close for the walk to tell
    unfinished,  ///< the bound on steps was reached
  };
  End end = End::unfinished;
  std::uint32_t steps = 0;  ///< features left for a neighbor
  /// Where the walk ends with `closest`, else of no meaning but for its features. Parallel edges
  /// that face each other are its features as `edges`.
  Separation separation;
};

/// The Lin-Canny walk. Each feature (corner or edge) has a Voronoi region: the points outside of
/// the hull that are closer to it than to the hull's other features. From a pair of features it
/// steps to the neighbor behind the border of the region that the other's closest point is outside
/// of, until both points lie in the regions; each step comes nearer, or goes from an edge to one of
/// its ends. Where the point is behind an edge, it steps to the edge of that hull that is closest.
/// Begins at the features of `start`, by default at corner 0 of each.
///
/// `closest` is a proof: the answer is that of `separation`, bit for bit where both name the
/// same features, else within a few units in the last place of the coordinates. After `contact` and
/// `unfinished` ask `separation`. Cost: O(1) per step, O(h) at an edge seen from behind; as many
/// steps as features passed, none when the start is the answer, at most `walk_bound`. Appends each
/// pair of features it stands at to `path`, the first included, if not null; allocates no more.
FeatureWalk walk_features(const PlacedHull& a, const PlacedHull& b, ClosestFeatures start = {},
                          std::vector<ClosestFeatures>* path = nullptr);

/// After so many steps a walk between hulls of so many corners gives up; only rounding leads there.
constexpr std::uint32_t walk_bound(std::size_t corners_a, std::size_t corners_b) {
  return static_cast<std::uint32_t>(4 * (corners_a + corners_b));
}

}  // namespace phasebox
