// SPDX-License-Identifier: MIT
// How the sprites of a world move, seen in a few of them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/geometry.hpp"

namespace phasebox {

/// Looks at up to 256 sprites, spread evenly over the ids, in three frames in a row out of eight: a
/// few hundred nanoseconds a frame in the mean, and nothing that grows with the world.
///
/// What it knows says which skin pays: sprites that go straight on are predicted, those that are
/// pushed about at random are not, and those that jump need a new place whatever their skin.
class MotionSample {
 public:
  /// Another population: nothing is known.
  void forget() { *this = {}; }
  /// The next frame, of the same sprites. Of those that are static (empty: none) only the places
  /// count: how the others move is what a skin goes by.
  void see(std::span<const Aabb> boxes, std::span<const std::uint8_t> is_static);

  /// Whether two steps in a row were seen, without which the others below are 0.
  bool is_known() const { return is_known_; }
  /// Mean way of an edge along one axis, px per frame; jumps do not count.
  double speed() const { return speed_; }
  /// How much of a step is repeated by the next one, from 0 (noise) to 1 (straight on).
  double persistence() const { return persistence_; }
  /// Sprites that jump, as a share of all, per frame.
  double jumps() const { return jumps_; }
  /// Sprites that change their direction, as a share of all, per frame.
  double turns() const { return turns_; }

  /// Extent of a box, mean of both axes, px.
  double size() const { return size_; }
  /// Side of the square that each box of the world has to itself, px.
  double spacing() const { return spacing_; }
  /// A way so long, px, that a box stretched by it would reach many neighbors.
  double jump() const { return 8 * size_ + 4 * spacing_; }

 private:
  static constexpr std::size_t kMax = 256;
  static constexpr std::uint32_t kCycle = 8;

  /// Of the four edges.
  using Step = std::array<float, 4>;
  struct Sums {
    double way = 0, product = 0, squares = 0;
    std::uint32_t jumps = 0, turns = 0, steps = 0;
  };

  void begin(std::span<const Aabb> boxes);
  void add(const Step& first, const Step& second, Sums& sums) const;
  void take(const Sums& sums);
  std::size_t id(std::size_t k) const { return k * boxes_ / taken_; }

  std::array<Aabb, kMax> past_{};
  std::array<Step, kMax> step_{};
  std::size_t boxes_ = 0, taken_ = 0;
  std::uint32_t frame_ = 0;
  double size_ = 0, spacing_ = 0;
  double speed_ = 0, persistence_ = 0, jumps_ = 0, turns_ = 0;
  bool is_known_ = false;
};

}  // namespace phasebox
