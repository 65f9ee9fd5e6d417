// SPDX-License-Identifier: MIT
// Where the lanes are.
#include "ui/model/lanes.hpp"

#include <algorithm>
#include <cmath>

namespace phasebox {
namespace {

constexpr float kTitle = 2 * 21;  // px before scaling: two lines of text

// Of the field in each lane, without its title; whole px, so that all are alike.
Vec2 lane_size(std::size_t n, std::size_t columns, Vec2 room, float gap, float title) {
  const auto across = static_cast<float>(columns);
  const auto down = static_cast<float>((n + columns - 1) / columns);
  return {std::max(std::floor((room.x - gap * (across - 1)) / across), 1.0f),
          std::max(std::floor((room.y - gap * (down - 1)) / down - title), 1.0f)};
}

// As many columns as let the world be drawn largest; the fewest of these, so that none is empty.
std::size_t best_columns(std::size_t n, Vec2 world, Vec2 room, float gap, float title) {
  std::size_t best = n;
  float largest = 0;
  for (std::size_t columns = n; columns > 0; --columns) {
    const Vec2 size = lane_size(n, columns, room, gap, title);
    const float zoom =
        std::min(size.x / std::max(world.x, 1e-6f), size.y / std::max(world.y, 1e-6f));
    if (zoom < largest) continue;
    largest = zoom;
    best = columns;
  }
  return best;
}

}  // namespace

std::vector<LanePlace> lane_places(const LiveRace& race, const Aabb& world, const Aabb& field,
                                   float scale) {
  if (!race.has_lanes()) return {};
  const std::size_t n = race.runners().size();
  const float gap = std::ceil(kLaneGap * scale), title = std::ceil(kTitle * scale);
  const auto columns = best_columns(n, extent(world), extent(field), gap, title);
  const Vec2 size = lane_size(n, columns, extent(field), gap, title);
  std::vector<LanePlace> places;
  for (std::size_t k = 0; k < n; ++k) {
    const auto column = static_cast<float>(k % columns), row = static_cast<float>(k / columns);
    const Vec2 at = field.min + Vec2{column * (size.x + gap), row * (size.y + title + gap)};
    const Vec2 below = at + Vec2{0, title};
    places.push_back({{at, {at.x + size.x, below.y}}, {below, below + size}});
  }
  return places;
}

}  // namespace phasebox
