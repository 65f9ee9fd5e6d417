// SPDX-License-Identifier: MIT
// The data that the substeps of the contact solver read and write: bodies, and contacts in blocks.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/rotation.hpp"

namespace phasebox {

/// The part of a body that impulses need or change, and how far the body has moved in this step. It
/// fills one cache line.
struct alignas(64) SolverBody {
  Vec2d velocity;  ///< px per step
  double spin = 0, inverse_mass = 0, inverse_inertia = 0;
  Vec2d moved;        ///< px, how far it has moved in this step
  double turned = 0;  ///< radians, how far it has turned in this step
};

/// At most kLanes contacts, one per vector lane, which share no movable body, so that none waits
/// for the result of another one.
struct ContactBlock {
  static constexpr std::size_t kLanes = 4;
  using Lanes = std::array<double, kLanes>;

  struct Point {
    /// Lever arms, px: arm cross normal (x) and arm cross tangent (y). Spin times lever is the
    /// velocity of the point along normal and tangent.
    Lanes lever_a_x{}, lever_a_y{}, lever_b_x{}, lever_b_y{};
    Lanes coupling{};  ///< change of the slip per normal impulse, 1 / mass
    /// for impulses along normal and tangent; 0: there is no such point
    Lanes effective_mass_x{}, effective_mass_y{};
    Lanes separation{};              ///< px, at the start of the step
    Lanes impulse_x{}, impulse_y{};  ///< impulse of the present substep, normal and tangential
    Lanes total_x{}, total_y{};      ///< sum of the impulses of earlier substeps
  };
  std::array<std::uint32_t, kLanes> a{}, b{};  ///< [lane] indices into the bodies of `run_substeps`
  /// number of lanes with a contact, and of those with two points, which come first
  std::uint32_t used = 0, twos = 0;
  Lanes normal_x{}, normal_y{};  ///< unit, from a to b
  Lanes friction{};
  Lanes rest{};      ///< px, the separation down to which bodies may close
  Lanes max_ease{};  ///< px per step, largest speed at which overlaps are eased apart
  std::array<Point, 2> points{};
};

/// A damped spring, solved implicitly. `mass` is the share of a velocity that it changes, `rate`
/// the share of an overlap that ends per step, and `give` the share of the impulse that it takes
/// back.
struct ContactSpring {
  double mass = 1, rate = 0, give = 0;
};

/// Number and properties of the substeps, which are all alike.
struct Substeps {
  int count = 0;
  double dt = 0;  ///< length of a substep, in steps
  Vec2d gravity;  ///< px per step²
  ContactSpring spring;
};

/// Runs the substeps. Only gravity and these contacts move the bodies. `falls` [bodies] is 1, or 0
/// for a body that has its gravity already. In each substep all blocks are improved in their order,
/// and once more in reverse. The result has the same bits on every machine.
void run_substeps(std::span<ContactBlock> blocks, std::span<SolverBody> bodies,
                  std::span<const double> falls, const Substeps& substeps);

}  // namespace phasebox
