// SPDX-License-Identifier: MIT
// Energy and momentum of a world.
#pragma once
#include "world/dynamics/options.hpp"
#include "world/world.hpp"

namespace phasebox {

/// Sums over all sprites that are not static; masses are density times px², velocities px per step.
struct Mechanics {
  /// mass px² per step²; the potential is 0 at the field's origin
  double kinetic = 0, potential = 0;
  Vec2d momentum;
  double angular_momentum = 0;  ///< mass px² per step, about the field's origin
};
/// Returns the sums of a world as its sprites move now. O(n h) for hulls of h corners.
Mechanics mechanics(const World&, const ImageSet&, const ResponseOptions&);

}  // namespace phasebox
