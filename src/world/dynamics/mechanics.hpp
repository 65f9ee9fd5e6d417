// SPDX-License-Identifier: MIT
// Energy and momentum of a world.
#pragma once
#include "world/dynamics/options.hpp"
#include "world/world.hpp"

namespace phasebox {

/// Sums over all sprites that can move; masses are density times px², velocities px per step.
struct Mechanics {
  double kinetic = 0, potential = 0;  ///< energy; potential from the field's origin
  Vec2d momentum;
  double angular_momentum = 0;  ///< about the field's origin
};
/// The sums of a world as its sprites move now. O(n h) for hulls of h corners.
Mechanics mechanics(const World&, const ImageSet&, const ResponseOptions&);

}  // namespace phasebox
