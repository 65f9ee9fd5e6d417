// SPDX-License-Identifier: MIT
// Two intervals that move along each axis, and the time that both overlap.
#include "world/swept_boxes.hpp"

#include <algorithm>
#include <limits>

#include "world/motion.hpp"

namespace phasebox {
namespace {

// Steps during which two intervals overlap, both ends excluded.
struct Meeting {
  double from, to;
};

constexpr double kForever = std::numeric_limits<double>::infinity();

Meeting meeting_along(const Aabb& a, Vec2 velocity_a, const Aabb& b, Vec2 velocity_b, Axis axis) {
  const auto wide = [](float v) { return static_cast<double>(v); };
  const double speed = wide(along(velocity_b, axis)) - wide(along(velocity_a, axis));
  const double to_begin = wide(low(a, axis)) - wide(high(b, axis));
  const double to_end = wide(high(a, axis)) - wide(low(b, axis));
  if (speed == 0)
    return to_begin < 0 && to_end > 0 ? Meeting{-kForever, kForever} : Meeting{kForever, -kForever};
  const double one = to_begin / speed, other = to_end / speed;
  return {std::min(one, other), std::max(one, other)};
}

}  // namespace

Aabb box_of_flight(const World& world, SpriteId id, const Aabb& box, const StraightFlight& ahead) {
  if (world.statics()[id]) return box;
  const auto steps = static_cast<float>(ahead.seconds * kStepsPerSecond);
  const auto aside = static_cast<float>(ahead.acceleration * ahead.seconds * ahead.seconds / 2);
  const Aabb all = grown(united(box, translated(box, world.velocities()[id] * steps)), aside);
  return is_valid(all) ? all : box;
}

std::optional<double> first_contact(const Aabb& a, Vec2 velocity_a, const Aabb& b,
                                    Vec2 velocity_b) {
  const Meeting x = meeting_along(a, velocity_a, b, velocity_b, Axis::x);
  const Meeting y = meeting_along(a, velocity_a, b, velocity_b, Axis::y);
  const double from = std::max({x.from, y.from, 0.0}), to = std::min(x.to, y.to);
  if (from >= to) return {};
  return from / kStepsPerSecond;
}

}  // namespace phasebox
