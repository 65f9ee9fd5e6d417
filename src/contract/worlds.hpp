// SPDX-License-Identifier: MIT
// Sets of boxes on which broadphases are checked: random ones, and ones that are known to break
// collision code.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "collide/frame.hpp"

namespace phasebox::contract {

/// Boxes with their filters and static flags, which are vectors of its own. Box i is sprite i.
struct BoxWorld {
  std::string name;
  std::uint64_t seed = 0;  ///< the random numbers that made it; 0 where there were none
  std::vector<Aabb> boxes;
  std::vector<Filter> filters;          ///< one per box, or empty: every pair is eligible
  std::vector<std::uint8_t> is_static;  ///< one per box, or empty: none is static
  FilterRule rule = FilterRule::both;

  std::size_t size() const { return boxes.size(); }
  /// Returns a frame whose spans point to the vectors of this world; valid until one of them
  /// changes.
  Frame frame() const;
  /// Returns the name and the seed for messages, such as "'touching grid' (seed 1)".
  std::string label() const;
};

/// A kind of world, of which a seed makes one.
struct WorldMaker {
  std::string_view name;
  std::vector<Aabb> (*boxes)(Random&);          ///< makes the boxes, px
  void (*rules)(BoxWorld&, Random&) = nullptr;  ///< sets filters and flags; null: none
};

/// Returns all kinds of world; each makes at most 600 boxes.
std::span<const WorldMaker> world_makers();

/// Makes the world of that kind and seed. The same seed makes the same world on every machine.
BoxWorld make_world(const WorldMaker& maker, std::uint64_t seed);

/// Makes the world of the kind with that name, such as "touching grid", which must be one of
/// `world_makers`.
BoxWorld make_world(std::string_view name, std::uint64_t seed = 1);

/// Makes a world of the given boxes, without filters and static flags, with seed 0.
BoxWorld world_of(std::string name, std::vector<Aabb> boxes);

/// Makes `n` boxes with random sides in [0, max_side) px, whose min corners lie at random in
/// [0, width) x [0, height) px.
std::vector<Aabb> random_boxes(Random& random, std::size_t n, float width, float height,
                               float max_side);

/// Makes a filter whose category is one of the bits 0 to `categories` - 1, and whose mask is a
/// random set of these bits, perhaps none. `categories` is 1 to 31.
Filter random_filter(Random& random, std::uint32_t categories);

/// Makes `n` bars, 1 px wide. Bar k lies along a side of the area that the earlier ones leave and
/// spans it: in turn horizontally and vertically. A line that crosses no bar can divide off only
/// one bar at a time, so that a recursive division of space goes about `n` deep.
std::vector<Aabb> alternating_bars(int n);

/// Returns the same sprites in a random order. `new_id` gets one number per sprite: sprite i of
/// `world` is sprite `new_id[i]` of the result.
BoxWorld shuffled(const BoxWorld& world, Random& random, std::vector<SpriteId>& new_id);

/// Moves every box that is not static by a random distance of up to `step` px per axis, or about
/// one in 50 of them by up to 100 times as much. A box that would leave the range of floats stays.
void jostle(BoxWorld& world, Random& random, float step);

}  // namespace phasebox::contract
