// SPDX-License-Identifier: MIT
// What the substeps of the contact solver read and write: bodies, and contacts in blocks.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/rotation.hpp"

namespace phasebox {

/// All of a body that an impulse needs or changes, and how far it moves by that: a cache line.
struct alignas(64) SolverBody {
  Vec2d velocity;  ///< px per step
  double spin = 0, inverse_mass = 0, inverse_inertia = 0;
  Vec2d moved;        ///< px, in this step
  double turned = 0;  ///< radians
};

/// Contacts that share no body that can move, a lane each, so that one does not wait for another.
struct ContactBlock {
  static constexpr std::size_t kLanes = 4;
  using Lanes = std::array<double, kLanes>;

  struct Point {
    /// px: arm cross normal and arm cross tangent, by which spin moves the point along both.
    Lanes lever_a_x{}, lever_a_y{}, lever_b_x{}, lever_b_y{};
    Lanes coupling{};                              ///< how a normal impulse changes the slip
    Lanes effective_mass_x{}, effective_mass_y{};  ///< along normal and tangent; 0: no point
    Lanes separation{};                            ///< px, at the start of the step
    Lanes impulse_x{}, impulse_y{};                ///< of a substep, normal and tangential
    Lanes total_x{}, total_y{};                    ///< of all substeps
  };
  std::array<std::uint32_t, kLanes> a{}, b{};  ///< bodies
  std::uint32_t used = 0,
                twos = 0;        ///< lanes with a contact, and the first of them with two points
  Lanes normal_x{}, normal_y{};  ///< unit, from a to b
  Lanes friction{};
  Lanes rest{};      ///< px, the separation down to which they may close
  Lanes max_ease{};  ///< px per step, at which overlaps are eased apart at most
  std::array<Point, 2> points{};
};

/// A damped spring, solved implicitly: which share of a velocity it changes, how fast an overlap
/// ends, per step, and which share of the impulse it takes back.
struct ContactSpring {
  double mass = 1, rate = 0, give = 0;
};

/// Substeps, all alike.
struct Substeps {
  int count = 0;
  double dt = 0;  ///< steps
  Vec2d gravity;  ///< px per step²
  ContactSpring spring;
};

/// Runs the substeps of bodies that nothing else moves: `falls` is 1, or 0 of what has its gravity.
/// Blocks are improved in their order, and back. The same bits on every machine.
void run_substeps(std::span<ContactBlock> blocks, std::span<SolverBody> bodies,
                  std::span<const double> falls, const Substeps& substeps);

}  // namespace phasebox
