// SPDX-License-Identifier: MIT
// Sleeping sprites: islands that have rested for some steps cost nothing until something moves one
// of their sprites.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "world/dynamics/body.hpp"

namespace phasebox {

/// Sets of bodies joined by contacts (union-find, R. Tarjan, "Efficiency of a good but not linear
/// set union algorithm", 1975). Cost: O(1) per call, nearly; allocates only while it grows.
class Islands {
 public:
  /// Begins with each of `bodies` bodies as an island of its own.
  void begin(std::size_t bodies) {
    parent_.resize(bodies);
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  /// The body that represents the island of `body`: the one with the least number.
  std::uint32_t of(std::uint32_t body) {
    while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
    return body;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = of(a);
    b = of(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;  // [body] towards the representative of the island
};

/// Sorts things that belong to bodies, such as contacts, by the islands of these bodies.
class IslandOrder {
 public:
  /// `body[k]` is a body of thing k. Islands are ordered by their first thing, and the things of an
  /// island keep their order. O(bodies + things).
  void sort(Islands& islands, std::size_t bodies, std::span<const std::uint32_t> body) {
    constexpr std::uint32_t kUnknown = 0xFFFFFFFFu;
    number_.assign(bodies, kUnknown);
    begins_.assign(1, 0);
    for (const std::uint32_t b : body) {
      std::uint32_t& number = number_[islands.of(b)];
      if (number == kUnknown) {
        number = static_cast<std::uint32_t>(begins_.size() - 1);
        begins_.push_back(0);
      }
      ++begins_[number + 1];
    }
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    things_.resize(body.size());
    for (std::uint32_t k = 0; k < body.size(); ++k)
      things_[begins_[number_[islands.of(body[k])]]++] = k;
    std::shift_right(begins_.begin(), begins_.end(), 1);
    begins_.front() = 0;
  }
  /// Things of all islands, one island after the other.
  std::span<const std::uint32_t> things() const { return things_; }
  /// The begin of each island in `things()`, and the end of the last one; [islands + 1].
  std::span<const std::uint32_t> begins() const { return begins_; }

 private:
  // [representative of an island] number of the island in the order
  std::vector<std::uint32_t> number_;
  std::vector<std::uint32_t> begins_, things_;
};

/// A sprite is quiet if no point of it moves faster than this, px per step.
inline constexpr double kQuietSpeed = 2e-2;

/// Sprites that push on each other are an island; static ones and borders belong to none (E. Catto,
/// Box2D, `b2World::Solve`). An island that rests on something, or does not move at all, sleeps
/// once all of it was quiet for World::kStepsToSleep steps. It wakes as a whole. Cost: O(sprites +
/// contacts) per step; allocates only while it grows.
class SleepingIslands {
 public:
  /// Whether there are sprites that could move, and all of them sleep. O(n).
  static bool is_all_asleep(const World& world) {
    if (world.quiet_steps().empty()) return false;
    bool has_sleepers = false;
    for (SpriteId i = 0; i < world.size(); ++i) {
      if (world.statics()[i] != 0) continue;
      if (!is_sleeper(world, i)) return false;
      has_sleepers = true;
    }
    return has_sleepers;
  }

  /// Begins a step: copies which sprites sleep. The world's cached impulses say which of them form
  /// islands.
  void begin(const World& world) {
    const std::size_t n = world.size();
    asleep_.assign(n, 0);
    quiet_.assign(n, 0);
    islands_.begin(n);
    next_.resize(n);
    std::iota(next_.begin(), next_.end(), 0u);
    sleepers_ = 0;
    if (world.quiet_steps().empty()) return;
    std::ranges::copy(world.quiet_steps(), quiet_.begin());
    bool is_steered = false;
    for (SpriteId i = 0; i < n; ++i) {
      asleep_[i] = is_sleeper(world, i);
      sleepers_ += asleep_[i];
      is_steered |= has_rested(i) && !asleep_[i];
    }
    for (const CachedImpulse& s : world.cached_impulses())
      if (s.b < CachedImpulse::kBorders && has_rested(s.a) && has_rested(s.b)) join(s.a, s.b);
    if (!is_steered) return;
    // Something outside of the dynamics, such as a scene, has set some sleepers in motion: their
    // islands wake.
    for (SpriteId i = 0; i < n; ++i)
      if (has_rested(i) && !asleep_[i]) {
        asleep_[i] = 1;
        ++sleepers_;
        wake(i);
      }
  }
  bool is_asleep(SpriteId i) const { return asleep_[i] != 0; }
  bool has_sleepers() const { return sleepers_ > 0; }
  /// Wakes the whole island of a sprite, with quiet steps of 0. Returns the sprites that were
  /// asleep, valid until the next call; none if the sprite was awake.
  std::span<const SpriteId> wake(SpriteId first) {
    woken_.clear();
    if (!asleep_[first]) return {};
    SpriteId i = first;
    do {
      if (asleep_[i]) {
        woken_.push_back(i);
        --sleepers_;
      }
      asleep_[i] = 0;
      quiet_[i] = 0;
      i = next_[i];
    } while (i != first);
    return woken_;
  }
  /// Ends a step: counts quiet steps and puts islands to sleep, whose sprites stop then. Nearly
  /// quiet sprites of a heap are slowed down. `bodies` are as stored in the world, with this step's
  /// easing in `ease`, which counts as motion.
  void finish(World& world, std::span<const Body> bodies) {
    const std::size_t n = bodies.size();
    islands_.begin(n);
    is_kept_up_.assign(n, 0);
    is_restless_.assign(n, 0);
    is_moving_.assign(n, 0);
    bodies_of_.assign(n, 0);
    const auto can_move = [&](std::uint32_t i) {
      return i < n && world.statics()[i] == 0 && !asleep_[i];
    };
    for (const CachedImpulse& c : world.cached_impulses())
      if (can_move(c.a) && can_move(c.b)) islands_.join(c.a, c.b);
    for (const CachedImpulse& c : world.cached_impulses()) {
      if (can_move(c.a) && !can_move(c.b)) is_kept_up_[islands_.of(c.a)] = 1;
      if (!can_move(c.a) && can_move(c.b)) is_kept_up_[islands_.of(c.b)] = 1;
    }
    const auto moved = [&](std::uint32_t i) {
      const Body& b = bodies[i];
      return length(b.velocity + b.ease) + std::abs(b.spin + b.ease_spin) * b.collider.reach;
    };
    for (std::uint32_t i = 0; i < n; ++i) {
      if (!can_move(i)) continue;
      quiet_[i] =
          moved(i) < kQuietSpeed
              ? static_cast<std::uint8_t>(std::min<int>(quiet_[i] + 1, World::kStepsToSleep - 1))
              : std::uint8_t{0};
      const std::uint32_t island = islands_.of(i);
      is_restless_[island] |= quiet_[i] < World::kStepsToSleep - 1;
      is_moving_[island] |= moved(i) > 0;
      ++bodies_of_[island];
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      if (!can_move(i)) continue;
      const std::uint32_t island = islands_.of(i);
      if (is_restless_[island] || (is_moving_[island] && !is_kept_up_[island])) {
        if (!is_kept_up_[island] || bodies_of_[island] < kHeap || moved(i) > kSwaySpeed) continue;
        world.velocities()[i] = world.velocities()[i] * kDamped;
        world.spins()[i] *= kDamped;
        continue;
      }
      quiet_[i] = World::kStepsToSleep;
      world.velocities()[i] = {};
      world.spins()[i] = 0;
    }
    world.set_quiet_steps(quiet_);
  }

 private:
  // In an island of at least kHeap bodies, a sprite that moves less than kSwaySpeed px per step
  // keeps only the share kDamped of its velocity. Sprites that roll on each other would sway for
  // ever otherwise.
  static constexpr std::uint32_t kHeap = 10;
  static constexpr double kSwaySpeed = 0.1;
  static constexpr float kDamped = 0.9f;

  static bool is_sleeper(const World& world, SpriteId i) {
    return world.quiet_steps()[i] >= World::kStepsToSleep && world.statics()[i] == 0 &&
           world.velocities()[i] == Vec2{} && world.spins()[i] == 0;
  }
  bool has_rested(SpriteId i) const { return quiet_[i] >= World::kStepsToSleep; }
  void join(std::uint32_t a, std::uint32_t b) {
    a = islands_.of(a);
    b = islands_.of(b);
    if (a == b) return;
    islands_.join(a, b);
    std::swap(next_[a], next_[b]);
  }

  std::vector<std::uint8_t> asleep_;  // [sprite] whether it sleeps
  std::vector<std::uint8_t> quiet_;   // [sprite] number of quiet steps
  // [island] touches something static, a border or a sleeper
  std::vector<std::uint8_t> is_kept_up_;
  std::vector<std::uint8_t> is_restless_;  // [island] a sprite of it was not quiet for long enough
  std::vector<std::uint8_t> is_moving_;    // [island] a sprite of it moves, however slowly
  std::vector<std::uint32_t> bodies_of_;   // [island] number of its sprites
  Islands islands_;
  std::vector<std::uint32_t> next_;  // [sprite] the next one of the same island, as a ring
  std::vector<SpriteId> woken_;
  std::size_t sleepers_ = 0;
};

}  // namespace phasebox
