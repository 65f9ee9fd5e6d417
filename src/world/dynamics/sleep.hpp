// SPDX-License-Identifier: MIT
// Which sprites sleep: what has rested for some steps is not looked at until something moves it.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "world/dynamics/contact_solver.hpp"
#include "world/world.hpp"

namespace phasebox {

// Which bodies contacts join, directly or through others.

/// Sets of bodies that are joined two by two (union-find, R. Tarjan, "Efficiency of a good but not
/// linear set union algorithm", 1975). Cost: O(1) per call, nearly; allocates only while it grows.
class Islands {
 public:
  /// Each of so many bodies by itself.
  void begin(std::size_t bodies);
  /// The body that represents the island of `body`: the one with the least number.
  std::uint32_t of(std::uint32_t body);
  void join(std::uint32_t a, std::uint32_t b);

 private:
  std::vector<std::uint32_t> parent_;  // [body] towards the representative of the island
};

/// Things in the order of their islands.
class IslandOrder {
 public:
  /// `body[k]` is one that belongs to thing k. Islands come in the order of their first things,
  /// things of one island in their own. O(bodies + things).
  void sort(Islands& islands, std::size_t bodies, std::span<const std::uint32_t> body);
  /// Things of all islands, one island after the other.
  std::span<const std::uint32_t> things() const { return things_; }
  /// Where in `things()` each island begins, and the last one ends; [islands + 1].
  std::span<const std::uint32_t> begins() const { return begins_; }

 private:
  std::vector<std::uint32_t> number_;  // [representative of an island]
  std::vector<std::uint32_t> begins_, things_;
};

/// px per step: no point of a sprite that is slower than this moves.
inline constexpr double kQuietSpeed = 2e-2;

/// Sprites that push on each other are an island; static ones and borders belong to none (E. Catto,
/// Box2D, `b2World::Solve`). An island that rests on something, or does not move at all, sleeps
/// once all of it was quiet for World::kStepsToSleep steps. It wakes as a whole. Cost: O(sprites +
/// contacts) per step; allocates only while it grows.
class SleepingIslands {
 public:
  /// Whether there are sprites that could move, and all of them sleep. O(n).
  static bool is_all_asleep(const World&);

  /// Copies the world's sleep state; its cached impulses give the contacts.
  void begin(const World&);
  bool is_asleep(SpriteId i) const { return asleep_[i] != 0; }
  bool has_sleepers() const { return sleepers_ > 0; }
  /// All of its island is awake; gives these sprites, until the next call. None if it was awake.
  std::span<const SpriteId> wake(SpriteId);
  /// Counts the steps at rest and lets islands fall asleep: their sprites do not move from now on.
  /// What is nearly quiet in a heap becomes slower.
  /// `bodies` are as they were stored in the world, with what eased them apart in this step.
  void finish(World&, std::span<const Body> bodies);

 private:
  void begin_islands(std::size_t n);
  void join(std::uint32_t a, std::uint32_t b);

  std::vector<std::uint8_t> asleep_;       // [sprite]
  std::vector<std::uint8_t> quiet_;        // [sprite] steps
  std::vector<std::uint8_t> is_kept_up_;   // [island] something awake or not that cannot be moved
  std::vector<std::uint8_t> is_restless_;  // [island] a sprite of it was not quiet for long enough
  std::vector<std::uint8_t> is_moving_;    // [island] a sprite of it moves, if slowly
  std::vector<std::uint32_t> bodies_of_;   // [island] how many
  Islands islands_;
  std::vector<std::uint32_t> next_;  // [sprite] of the same island, as a ring
  std::vector<SpriteId> woken_;
  std::size_t sleepers_ = 0;
};

}  // namespace phasebox
