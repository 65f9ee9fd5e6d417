// SPDX-License-Identifier: MIT
// The closest features of two placed convex polygons, walked to from feature to feature (M. Lin,
// J. Canny, "A fast algorithm for incremental distance calculation", 1991).
#pragma once
#include <cstdint>
#include <vector>

#include "collide/convex.hpp"

namespace phasebox {

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
/// pair of features it stands at to `path`, the first one included, if that is not null; allocates
/// nothing else.
FeatureWalk walk_features(const PlacedHull& a, const PlacedHull& b, ClosestFeatures start = {},
                          std::vector<ClosestFeatures>* path = nullptr);

/// After so many steps a walk between hulls of so many corners gives up; only rounding leads there.
constexpr std::uint32_t walk_bound(std::size_t corners_a, std::size_t corners_b) {
  return static_cast<std::uint32_t>(4 * (corners_a + corners_b));
}

}  // namespace phasebox
