// SPDX-License-Identifier: MIT
// How far two bodies are apart, where they touch, and how soon they may.
#pragma once
#include <array>

#include "collide/convex.hpp"
#include "world/dynamics/body.hpp"

namespace phasebox {

/// Bodies that overlap by more than this, px, began so: no flight leads there.
inline constexpr double kInitialPenetration = 4;
/// px: slow ones that are so close are solved with those that touch.
inline constexpr double kSpeculative = 0.5;

/// The separation of two bodies, with their contact points.
struct Manifold {
  double distance = 0;                  ///< px; below 0 they overlap by so much
  Vec2d normal;                         ///< unit, from a to b
  std::array<Vec2d, 2> points{};        ///< px; where they touch or are closest, one or two
  std::array<double, 2> separations{};  ///< px, distance at each point
  int count = 1;
  double touch = kTouch;     ///< px, contact distance of the two
  ClosestFeatures features;  ///< to be passed to the next call for the same two

  bool touches() const { return distance <= touch; }
  /// At that point; one point always does where the bodies touch.
  bool touches_at(int k) const {
    return separations[static_cast<std::size_t>(k)] <= std::max(distance, touch);
  }
};

/// A straight wall: all points with `dot(inward, p) < offset` are behind it.
struct Wall {
  Vec2d inward;  ///< unit
  double offset = 0;
};

/// Of two convex hulls or circles. Edges that lie along each other and are near have both ends of
/// what they share as points, in the same order from step to step, even where only one of them
/// touches; all others have one point. Cost: O(1) while the same features stay closest, else O(h).
Manifold manifold(const Body& a, const Body& b, ClosestFeatures last = {});
/// Of a body (a) and a wall (b). `center_only`: of its center of mass instead of its shape. O(h).
Manifold manifold(const Body& a, const Wall& wall, bool center_only);

/// The arms and the normal of point k of a separation.
inline ContactFrame contact_frame(const Body& a, const Body& b, const Manifold& at, int k) {
  const Vec2d point = at.points[static_cast<std::size_t>(k)];
  return {point - a.position, point - b.position, at.normal};
}

/// Whether a point that touches closes faster than `min_approach` px per step.
inline bool is_approaching(const Body& a, const Body& b, const Manifold& at, double min_approach) {
  for (int k = 0; k < at.count; ++k)
    if (at.touches_at(k) &&
        relative_normal_velocity(a, b, contact_frame(a, b, at, k)) < -min_approach)
      return true;
  return false;
}

/// The fastest that both shapes can close along a fixed normal until the end of the step, px per
/// step: by centers, turning, and gravity where they fall differently. Below 0 they part at least
/// that fast. So a separation proves how long it cannot close: conservative advancement (B.
/// Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, chapter 2).
double closing_bound(const Body& a, const Body& b, Vec2d normal, Vec2d gravity, double now);
/// When the circles around both bodies come together, of the step, from `now`; infinity for never.
double circles_meet(const Body& a, const Body& b, Vec2d gravity, double now);

/// Whether the circles around both are at most that far apart.
inline bool are_circles_near(const Body& a, const Body& b, double margin) {
  const double reach = a.collider.reach + b.collider.reach + margin;
  const Vec2d between = b.position - a.position;
  return dot(between, between) <= reach * reach;
}

}  // namespace phasebox
