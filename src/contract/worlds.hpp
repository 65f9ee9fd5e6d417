// SPDX-License-Identifier: MIT
// Box sets to try algorithms on: random ones, and those that have broken collision code before.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "collide/frame.hpp"

namespace phasebox::contract {

/// Boxes with what decides about them; owns what its frame shows.
struct BoxWorld {
  std::string name;
  std::uint64_t seed = 0;
  std::vector<Aabb> boxes;
  std::vector<Filter> filters;          // [n], or empty
  std::vector<std::uint8_t> is_static;  // [n], or empty
  FilterRule rule = FilterRule::both;

  std::size_t size() const { return boxes.size(); }
  Frame frame() const;
  /// "'touching grid' (seed 1)".
  std::string label() const;
};

/// One line of the list of worlds.
struct WorldMaker {
  std::string_view name;
  std::vector<Aabb> (*boxes)(Random&);
  void (*rules)(BoxWorld&, Random&) = nullptr;  ///< sets filters and statics, or null
};

/// All worlds, at most some 600 boxes each.
std::span<const WorldMaker> world_makers();

BoxWorld make_world(const WorldMaker& maker, std::uint64_t seed);

/// The world of that name; asserts that there is one.
BoxWorld make_world(std::string_view name, std::uint64_t seed = 1);

/// A world without rules around given boxes.
BoxWorld world_of(std::string name, std::vector<Aabb> boxes);

/// `n` boxes with sides in [0, max_side) and min corners in the field [0, width) x [0, height).
std::vector<Aabb> random_boxes(Random& random, std::size_t n, float width, float height,
                               float max_side);

/// A filter of one category of so many, and any of their masks.
Filter random_filter(Random& random, std::uint32_t categories);

/// Each bar spans all that the earlier ones leave: axis after axis, one box can be cut off, so a
/// recursive division goes `n` deep.
std::vector<Aabb> alternating_bars(int n);

/// The same sprites in another order; `new_id[i]` is where sprite i went.
BoxWorld shuffled(const BoxWorld& world, Random& random, std::vector<SpriteId>& new_id);

/// Moves every box that is not static by up to `step` px per axis, and about one in fifty far away.
void jostle(BoxWorld& world, Random& random, float step);

}  // namespace phasebox::contract
