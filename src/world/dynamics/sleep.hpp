// SPDX-License-Identifier: MIT
// Which sprites sleep: what has rested for some steps is not looked at until something moves it.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "world/dynamics/contact_solver.hpp"
#include "world/dynamics/islands.hpp"
#include "world/world.hpp"

namespace phasebox {

/// px per step: no point of a sprite that is slower than this moves.
inline constexpr double kQuietSpeed = 5e-3;

/// Sprites that push on each other are an island; static ones and borders belong to none (E. Catto,
/// Box2D, `b2World::Solve`). An island that rests on something, or does not move at all, sleeps
/// once all of it was quiet for World::kStepsToSleep steps. It wakes as a whole. Cost: O(sprites +
/// contacts) per step; allocates only while it grows.
class SleepingIslands {
 public:
  /// Whether there are sprites that could move, and all of them sleep. O(n).
  static bool is_all_asleep(const World&);

  /// Takes over from the world who sleeps; its cached impulses say on whom.
  void begin(const World&);
  bool is_asleep(SpriteId i) const { return asleep_[i] != 0; }
  bool has_sleepers() const { return sleepers_ > 0; }
  /// All of its island is awake; gives these sprites, until the next call. None if it was awake.
  std::span<const SpriteId> wake(SpriteId);
  /// Counts the steps at rest and lets islands fall asleep: their sprites stand still from now on.
  /// `bodies` are as they were stored in the world, with what eased them apart in this step.
  void finish(World&, std::span<const Body> bodies, std::span<const ContactConstraint>);

 private:
  void begin_islands(std::size_t n);
  void join(std::uint32_t a, std::uint32_t b);

  std::vector<std::uint8_t> asleep_;       // [sprite]
  std::vector<std::uint8_t> quiet_;        // [sprite] steps
  std::vector<std::uint8_t> is_kept_up_;   // [island] something awake or not that cannot be moved
  std::vector<std::uint8_t> is_restless_;  // [island] a sprite of it was not quiet for long enough
  std::vector<std::uint8_t> is_moving_;    // [island] a sprite of it moves, if slowly
  Islands islands_;
  std::vector<std::uint32_t> next_;  // [sprite] of the same island, round and round
  std::vector<SpriteId> woken_;
  std::size_t sleepers_ = 0;
};

}  // namespace phasebox
