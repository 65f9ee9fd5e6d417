// SPDX-License-Identifier: MIT
// Sets of boxes for checks of algorithms: random ones, and ones that have broken collision code
// before.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "collide/frame.hpp"

namespace phasebox::contract {

/// Boxes with their filters and static flags. It owns the memory that its frame refers to.
struct BoxWorld {
  std::string name;
  std::uint64_t seed = 0;
  std::vector<Aabb> boxes;
  std::vector<Filter> filters;          // [n], or empty
  std::vector<std::uint8_t> is_static;  // [n], or empty
  FilterRule rule = FilterRule::both;

  std::size_t size() const { return boxes.size(); }
  /// The boxes as a frame; valid while the world lives unchanged.
  Frame frame() const;
  /// "'touching grid' (seed 1)".
  std::string label() const;
};

/// One line of the list of worlds.
struct WorldMaker {
  std::string_view name;
  std::vector<Aabb> (*boxes)(Random&);          ///< makes the boxes
  void (*rules)(BoxWorld&, Random&) = nullptr;  ///< sets filters and static flags, or null
};

/// The list of worlds, which have at most some 600 boxes each.
std::span<const WorldMaker> world_makers();

/// Makes the world of a line of the list.
BoxWorld make_world(const WorldMaker& maker, std::uint64_t seed);

/// Makes the world of that name; asserts that there is one.
BoxWorld make_world(std::string_view name, std::uint64_t seed = 1);

/// Makes a world of given boxes, without filters and static flags.
BoxWorld world_of(std::string name, std::vector<Aabb> boxes);

/// Makes `n` boxes with sides in [0, max_side) and min corners in the field [0, width) x [0,
/// height), px.
std::vector<Aabb> random_boxes(Random& random, std::size_t n, float width, float height,
                               float max_side);

/// Makes a filter with one of the first `categories` categories, and any mask of them.
Filter random_filter(Random& random, std::uint32_t categories);

/// Makes `n` bars, each of which spans the whole area that the earlier ones leave, in turn along x
/// and y. Each division can cut off only one bar, so that a recursive division goes `n` deep.
std::vector<Aabb> alternating_bars(int n);

/// Returns the sprites of a world in another order; `new_id[i]` gets the new number of sprite i.
BoxWorld shuffled(const BoxWorld& world, Random& random, std::vector<SpriteId>& new_id);

/// Moves every box that is not static by up to `step` px per axis, and about one in fifty by up to
/// 100 times as much.
void jostle(BoxWorld& world, Random& random, float step);

}  // namespace phasebox::contract
