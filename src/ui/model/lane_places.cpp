// SPDX-License-Identifier: MIT
// Divides the field into lanes.
#include "ui/model/lane_places.hpp"

#include <algorithm>
#include <cmath>

namespace phasebox::ui {
namespace {

constexpr float kTitle = 2 * 21;  // height of a lane's title, px before scaling: two lines of text

// Returns the size of the field in each of `n` lanes, without the title; whole px, so that all
// lanes have the same size.
Vec2 lane_size(std::size_t n, std::size_t columns, Vec2 room, float gap, float title) {
  const auto across = static_cast<float>(columns);
  const auto down = static_cast<float>((n + columns - 1) / columns);
  return {std::max(std::floor((room.x - gap * (across - 1)) / across), 1.0f),
          std::max(std::floor((room.y - gap * (down - 1)) / down - title), 1.0f)};
}

// Returns the number of columns, 1 to `n`, with which the world is drawn largest in each of `n`
// lanes. Ties: prefer fewer columns, so that none is empty.
std::size_t best_columns(std::size_t n, Vec2 world, Vec2 room, float gap, float title) {
  std::size_t best = n;
  float largest = 0;
  for (std::size_t columns = n; columns > 0; --columns) {
    const float zoom = zoom_in(lane_size(n, columns, room, gap, title), world);
    if (zoom < largest) continue;
    largest = zoom;
    best = columns;
  }
  return best;
}

}  // namespace

float zoom_in(Vec2 room, Vec2 world) {
  return std::min(room.x / std::max(world.x, 1e-6f), room.y / std::max(world.y, 1e-6f));
}

std::vector<LanePlace> lane_places(const Lab& lab, const Aabb& world, const Aabb& field,
                                   float scale) {
  const bool has_twins = lab.twins.is_open() && lab.xray.is_open();
  if (!has_twins && !lab.race.has_lanes()) return {};
  const std::size_t n = has_twins ? 2 : lab.race.in_lanes().size();
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

}  // namespace phasebox::ui
