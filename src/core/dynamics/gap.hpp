// SPDX-License-Identifier: MIT
// How far two bodies are apart, where they touch, and when they will.
#pragma once
#include <array>
#include <optional>

#include "core/convex.hpp"
#include "core/dynamics/body.hpp"

namespace phasebox {

/// Bodies at most this far apart touch, px; time of impact ends there, so none ever overlaps by its
/// flight. In rest they settle at half of it.
inline constexpr double kTouch = 0.04;

/// The room between two bodies.
struct Gap {
  double distance = 0;            ///< px; below 0 they overlap by so much
  Vec2d normal;                   ///< unit, from a to b
  std::array<Vec2d, 2> points{};  ///< px; where they touch or are closest, one or two
  std::array<double, 2> rooms{};  ///< px, distance at each point
  int count = 1;
  ClosestFeatures features;  ///< to be handed to the next call for the same two

  bool touches() const { return distance <= kTouch; }
};

/// A straight wall: all points with `dot(inward, p) < offset` are behind it.
struct Wall {
  Vec2d inward;  ///< unit
  double offset = 0;
};

/// Of two convex hulls or circles. Edges that lie along each other touch at both ends of what they
/// share, all others in one point. Cost: O(1) while the same features stay closest, else O(h).
Gap gap(const Body& a, const Body& b, ClosestFeatures last = {});
/// Of a body (a) and a wall (b). `center_only`: of its centre of mass instead of its shape. O(h).
Gap gap(const Body& a, const Wall& wall, bool center_only);

/// What may come next for two bodies.
struct Encounter {
  double time = 0;  ///< of the step
  Gap at;           ///< then
};

/// The first time from now (the later of both bodies' times) to `until` at which a and b touch and
/// approach by more than `calm` px per step, by conservative advancement: as long as the gap,
/// divided by the fastest that it could close, is not over, nothing can happen. Nothing, if that
/// does not come about. A result may be a false alarm after many small steps: then the bodies do
/// not approach yet, and the search goes on from there.
/// Source: B. Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, chapter 2.
std::optional<Encounter> next_encounter(Body a, Body b, Vec2d gravity, double until, double calm,
                                        ClosestFeatures last);
std::optional<Encounter> next_encounter(Body a, const Wall& wall, bool center_only, Vec2d gravity,
                                        double until, double calm);

/// The arms and the normal of point k of a gap.
Meeting meeting(const Body& a, const Body& b, const Gap& at, int k);

}  // namespace phasebox
