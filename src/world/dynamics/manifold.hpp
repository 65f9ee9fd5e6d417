// SPDX-License-Identifier: MIT
// The separation and the contact points of two bodies, and bounds for when they may meet.
#pragma once
#include <array>

#include "collide/convex.hpp"
#include "world/dynamics/body.hpp"

namespace phasebox {

/// Bodies that overlap by more than this, px, must have done so at the start of the step, because
/// no flight leads there.
inline constexpr double kInitialPenetration = 4;
/// Slow bodies at most this far apart, px, are solved together with those that touch.
inline constexpr double kSpeculative = 0.5;

/// The separation of two bodies, with their contact points.
struct Manifold {
  double distance = 0;                  ///< px; below 0: minus the depth of the overlap
  Vec2d normal;                         ///< unit, from a to b
  std::array<Vec2d, 2> points{};        ///< px; where they touch or are closest, one or two
  std::array<double, 2> separations{};  ///< px, the distance at each of `points`
  int count = 1;
  double touch = kTouch;     ///< px, contact distance of the two
  ClosestFeatures features;  ///< to be passed to the next call of `manifold` for the same two hulls

  bool touches() const { return distance <= touch; }
  /// Whether the bodies touch at point k. If the bodies touch at all, they do so at a point.
  bool touches_at(int k) const {
    return separations[static_cast<std::size_t>(k)] <= std::max(distance, touch);
  }
};

/// A straight wall: all points with `dot(inward, p) < offset` are behind it.
struct Wall {
  Vec2d inward;       ///< unit normal, from the wall into the field
  double offset = 0;  ///< px, distance of the wall from the origin along `inward`
};

/// Returns the manifold of two convex hulls or circles. Nearly parallel edges at most kSpeculative
/// apart have two points, the ends of the stretch that they share, in the same order from step to
/// step, even where only one of them touches. All other contacts have one point. `last` is the last
/// answer's `features`. Cost: O(1) for two circles, and for hulls while the same features stay
/// closest; else O(h) for hulls of h corners.
Manifold manifold(const Body& a, const Body& b, ClosestFeatures last = {});
/// Returns the manifold of body a and a wall; a hull has two points, the ends of the edge that
/// faces the wall. With `center_only` the wall stops the center of mass instead of the shape. O(h).
Manifold manifold(const Body& a, const Wall& wall, bool center_only);

/// The arms and the normal of point k of a manifold.
inline ContactFrame contact_frame(const Body& a, const Body& b, const Manifold& at, int k) {
  const Vec2d point = at.points[static_cast<std::size_t>(k)];
  return {point - a.position, point - b.position, at.normal};
}

/// Whether the bodies close faster than `min_approach` px per step at some point where they touch.
inline bool is_approaching(const Body& a, const Body& b, const Manifold& at, double min_approach) {
  for (int k = 0; k < at.count; ++k)
    if (at.touches_at(k) &&
        relative_normal_velocity(a, b, contact_frame(a, b, at, k)) < -min_approach)
      return true;
  return false;
}

/// Returns an upper bound of the speed, px per step, at which both shapes can close along a fixed
/// normal from time `now` (0 to 1) to the end of the step: by their centers, by turning, and by
/// gravity (px per step²) where only one falls freely. Below 0 they part at least that fast. So a
/// separation proves how long it cannot close: conservative advancement (B. Mirtich, "Impulse-based
/// dynamic simulation of rigid body systems", 1996, chapter 2).
double closing_bound(const Body& a, const Body& b, Vec2d normal, Vec2d gravity, double now);
/// Returns the time, from `now` on and in steps, at which the circles around both bodies come
/// within contact distance; it may lie beyond the step's end, 1, and is infinite for never.
double circles_meet(const Body& a, const Body& b, Vec2d gravity, double now);

/// Whether the circles around both bodies, where they are now, are at most `margin` px apart.
inline bool are_circles_near(const Body& a, const Body& b, double margin) {
  const double reach = a.collider.reach + b.collider.reach + margin;
  const Vec2d between = b.position - a.position;
  return dot(between, between) <= reach * reach;
}

}  // namespace phasebox
