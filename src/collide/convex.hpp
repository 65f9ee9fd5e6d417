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

/// A convex polygon in the world: the corners of an `Image::hull`, and how they are scaled, rotated
/// and moved. It refers to the corners and does not copy them.
struct PlacedHull {
  std::span<const Vec2> points;  ///< [3 to 65535] px, strictly convex, in order round (+x to +y)
  Transform transform;
  Vec2 scale{1, 1};  ///< > 0
};
/// Returns the hull of sprite i where it lies in this frame, which must have images. It is valid as
/// long as the frame.
inline PlacedHull placed_hull(const Frame& f, SpriteId i) {
  return {image_of(f, i).hull, f.transforms[i], f.scales[i]};
}

/// Names the corner or edge of each hull that is closest to the other hull, or deepest in it, by
/// the numbers `a` and `b`. Edge k goes from corner k to the corner after it.
struct ClosestFeatures {
  enum class Kind : std::uint8_t {
    none,             ///< not known, or several features are equally close
    corners,          ///< corner a and corner b
    edge_of_a,        ///< edge a and corner b
    edge_of_b,        ///< corner a and edge b
    edges,            ///< edge a and edge b, parallel; `separation` gives `none` for such a pair
    under_edge_of_a,  ///< the hulls share area, and corner b is deepest, under edge a
    under_edge_of_b,  ///< the hulls share area, and corner a is deepest, under edge b
  };
  std::uint16_t a = 0, b = 0;
  Kind kind = Kind::none;
  constexpr bool operator==(const ClosestFeatures&) const = default;
};

/// The distance of two hulls, or their penetration depth, with the direction and the points where
/// it was measured.
struct Separation {
  bool overlap = false;  ///< their interiors share area; hulls that only touch do not overlap
  float distance = 0;    ///< px; 0 when they overlap
  float depth = 0;       ///< px, the shortest way apart; 0 when they do not overlap
  Vec2 normal;           ///< unit, from a to b; moving b along it by `depth` separates hulls that
                         ///< overlap
  Vec2 point_a;          ///< px, closest point on a, or its deepest one in b
  Vec2 point_b;          ///< px, closest point on b, or its deepest one in a. Where parallel edges
                         ///< face each other, both points are the middle of their common stretch
  ClosestFeatures features;
  bool is_kept = false;  ///< whether the answer was proven from `last`, without a search
};

/// Computes the distance or the penetration of two hulls. `last` is what an earlier call for the
/// same two hulls found, or any other guess. The function first tries to prove that those features,
/// or the same edge with the corner on its other side, are the closest, with room for rounding, and
/// searches only where that fails. The answer is the same, bit for bit, whatever `last` says (but
/// for `is_kept`) and on every machine. Swapping a and b mirrors it.
/// Cost: O(1) when the features stay and the hulls are apart. Otherwise O(h) for hulls of h corners
/// that overlap, and O(h) for each of the few steps of GJK. Allocates nothing.
Separation separation(const PlacedHull& a, const PlacedHull& b, ClosestFeatures last = {});

/// Returns corner k of a hull in the world, px. Corners are counted round: k = the number of points
/// is corner 0 again, so an edge k has the ends k and k + 1.
Vec2 world_corner(const PlacedHull& hull, std::size_t k);

/// The result of `walk_features`.
struct FeatureWalk {
  enum class End : std::uint8_t {
    closest,     ///< each closest point lies in the Voronoi region of the other hull's feature
    contact,     ///< the hulls overlap, touch, or are too close for the walk to tell them apart
    unfinished,  ///< the bound on steps was reached
  };
  End end = End::unfinished;
  std::uint32_t steps = 0;  ///< how often the walk left a pair of features for the next one
  /// The answer when the walk ends with `closest`. After another end only `features` has a meaning:
  /// the pair at which the walk stopped. Parallel edges that face each other are `edges` here.
  Separation separation;
};

/// Finds the closest features by the Lin-Canny walk. Each feature (corner or edge) has a Voronoi
/// region: the points outside of the hull that are closer to it than to the hull's other features.
/// The walk begins at the features of `start`, by default at corner 0 of each hull, and tests
/// whether each feature's closest point lies in the region of the other feature. Where it does not,
/// the walk steps across the border of the region that fails, to the neighbor behind it. A step
/// changes the feature of one hull; only from two corners to two parallel edges it changes both.
/// Where the point is behind an edge, the walk steps to the closest edge of that hull that has the
/// point in front.
///
/// `closest` is a proof: the answer is that of `separation`, bit for bit where both name the same
/// features, else within a few units in the last place of the coordinates. After `contact` and
/// `unfinished`, call `separation`. Cost: O(1) per step, but O(h) at an edge that is seen from
/// behind. The walk takes one step per feature it passes, none when the start is the answer, and at
/// most `walk_bound`. If `path` is not null, each pair of features is appended to it, the first one
/// included; nothing else allocates.
FeatureWalk walk_features(const PlacedHull& a, const PlacedHull& b, ClosestFeatures start = {},
                          std::vector<ClosestFeatures>* path = nullptr);

/// Returns the number of steps after which a walk between hulls with these numbers of corners ends
/// as `unfinished`. Only rounding can make a walk that long.
constexpr std::uint32_t walk_bound(std::size_t corners_a, std::size_t corners_b) {
  return static_cast<std::uint32_t>(4 * (corners_a + corners_b));
}

}  // namespace phasebox
