// SPDX-License-Identifier: MIT
// Skin boxes of a neighbor list: how wide, and how far ahead of their sprites.
#include "collide/broadphase/list/skins.hpp"

#include <cassert>
#include <cmath>

namespace phasebox {
namespace {

/// Finite even where a box spans all floats.
Vec2 half_extent(const Aabb& box) { return box.max * 0.5f - box.min * 0.5f; }

float clamped(double v) {
  return static_cast<float>(std::min(v, static_cast<double>(std::numeric_limits<float>::max())));
}

}  // namespace

BoxLayout layout_of(std::span<const Aabb> boxes) {
  if (boxes.empty()) return {};
  const auto n = static_cast<double>(boxes.size());
  Aabb bounds = boxes[0];
  double size = 0;
  for (const Aabb& box : boxes) {
    const Vec2 half = half_extent(box);
    size += static_cast<double>(half.x) + static_cast<double>(half.y);
    bounds = united(bounds, box);
  }
  const Vec2 half = half_extent(bounds);
  return {size / n, 2 * std::sqrt(static_cast<double>(half.x) * static_cast<double>(half.y) / n)};
}

EdgeSpeeds speeds_between(std::span<const Aabb> past, std::span<const Aabb> boxes,
                          std::uint32_t age, double jump) {
  assert(past.size() == boxes.size() && age > 0 && "the same sprites, some frames apart");
  const float longest = clamped(jump * age);
  double sum = 0;
  float largest = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Vec2 low = boxes[i].min - past[i].min, high = boxes[i].max - past[i].max;
    const float way = std::max(std::max(std::abs(low.x), std::abs(low.y)),
                               std::max(std::abs(high.x), std::abs(high.y)));
    const float counted = way <= longest ? way : 0;
    sum += static_cast<double>(counted);
    largest = std::max(largest, counted);
  }
  return {sum / static_cast<double>(boxes.size()) / age, static_cast<double>(largest) / age};
}

void put_on_skins(std::span<const Aabb> past, std::span<const Aabb> boxes, const Skin& skin,
                  std::span<Aabb> skins) {
  const float margin = clamped(skin.margin), jump = clamped(skin.jump),
              factor = clamped(skin.ahead);
  const auto ahead = [=](float now, float then) {
    const float way = (now - then) * factor;
    return std::abs(way) <= jump ? way : 0;
  };
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Vec2 low = boxes[i].min, high = boxes[i].max;
    const Vec2 old_low = past[i].min, old_high = past[i].max;
    skins[i] = {{lower(low.x, margin + std::max(0.0f, -ahead(low.x, old_low.x))),
                 lower(low.y, margin + std::max(0.0f, -ahead(low.y, old_low.y)))},
                {higher(high.x, margin + std::max(0.0f, ahead(high.x, old_high.x))),
                 higher(high.y, margin + std::max(0.0f, ahead(high.y, old_high.y)))}};
  }
}

}  // namespace phasebox
