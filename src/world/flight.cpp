// SPDX-License-Identifier: MIT
// Motion by whole steps; no time unit enters the arithmetic.
#include "world/flight.hpp"

#include <algorithm>
#include <cmath>

#include "base/rotation.hpp"

namespace phasebox {
namespace {

// Turns a sprite round at the borders of one axis. `half` is the distance from its position to the
// edge of its box, px, and `velocity` is px per step. Only a sprite that moves outwards turns
// round, so one that starts outside comes in and none sticks to the border. A sprite that turns
// round is put back by twice its excess, but by no more than its velocity.
void bounce(float& position, float& velocity, float half, float field) {
  const float low_gap = position - half, high_gap = field - (position + half);
  if (low_gap < 0 && velocity < 0) {
    velocity = -velocity;
    position += std::min(-2 * low_gap, velocity);
  } else if (high_gap < 0 && velocity > 0) {
    velocity = -velocity;
    position -= std::min(-2 * high_gap, -velocity);
  }
}

float wrapped(float position, float field) {
  if (position >= 0 && position < field) return position;
  const float inside = position - std::floor(position / field) * field;
  return inside < field ? inside : 0;
}

}  // namespace

Vec2 wrapped(Vec2 position, const WorldOptions& options) {
  return {wrapped(position.x, options.width), wrapped(position.y, options.height)};
}

void move_sprites(World& world, const WorldOptions& options, std::span<const Aabb> boxes,
                  std::optional<SpriteId> held) {
  const auto positions = world.positions();
  const auto velocities = world.velocities();
  const auto angles = world.angles();
  const auto spins = world.spins();
  const auto statics = world.statics();
  for (SpriteId i = 0; i < world.size(); ++i) {
    if (statics[i] || held == i) continue;
    Vec2& p = positions[i];
    Vec2& v = velocities[i];
    // Half of the box's extent is used instead of its edges, because snap may have shifted the box
    // away from the position.
    const Vec2 half = options.edges == Edges::center ? Vec2{} : extent(boxes[i]) * 0.5f;
    p += v;
    if (spins[i] != 0) angles[i] = wrap_angle(angles[i] + spins[i]);
    if (options.edges == Edges::bounce || options.edges == Edges::center) {
      bounce(p.x, v.x, half.x, options.width);
      bounce(p.y, v.y, half.y, options.height);
    } else if (options.edges == Edges::wrap) {
      p = wrapped(p, options);
    }
  }
}

Aabb box_of_flight(const World& world, SpriteId id, const Aabb& box, const StraightFlight& ahead) {
  if (world.statics()[id]) return box;
  const auto steps = static_cast<float>(ahead.seconds * kStepsPerSecond);
  const auto aside = static_cast<float>(ahead.acceleration * ahead.seconds * ahead.seconds / 2);
  const Aabb all = grown(united(box, translated(box, world.velocities()[id] * steps)), aside);
  return is_valid(all) ? all : box;
}

}  // namespace phasebox
