// SPDX-License-Identifier: MIT
// Draws shapes that several overlays need, and finds cells of the screen.
#include "view/overlays/overlay.hpp"

#include <algorithm>
#include <cmath>

namespace phasebox {

Color boundary_color(const Event& e, const Theme& theme) {
  return theme[e.b ? Role::open_boundary : Role::close_boundary];
}

void add_line(const Canvas& c, Layer& lines, std::span<const Aabb> boxes, Pair pair, Color color) {
  if (std::max(pair.a, pair.b) >= boxes.size()) return;
  const Vec2 from = center(boxes[pair.a]), to = center(boxes[pair.b]);
  if (c.sees(from, to)) lines.add(from, to, color);
}

void mark_pair(const Canvas& c, std::span<const Aabb> boxes, Pair pair, float thickness,
               Color color) {
  if (std::max(pair.a, pair.b) >= boxes.size()) return;
  const Aabb &p = boxes[pair.a], &q = boxes[pair.b];
  Layer& outlines = c.outline(thickness);
  outlines.add(p, color);
  outlines.add(q, color);
  c.line(thickness).add(center(p), center(q), color);
}

void fade(Layer& layer, float weight, float least, float most) {
  const auto count = static_cast<float>(std::max<std::size_t>(layer.shapes.size(), 1));
  const float alpha = std::clamp(weight / std::sqrt(count), least, most);
  for (Shape& shape : layer.shapes) shape.color = shape.color.with_alpha(alpha);
}

std::optional<std::size_t> ScreenCells::at(Vec2 world) const {
  const Vec2 at = (camera_.to_screen(world) - camera_.viewport.min) * (1 / side_);
  if (!(at.x >= 0 && at.y >= 0 && at.x < static_cast<float>(columns_) &&
        at.y < static_cast<float>(rows_)))
    return {};
  return static_cast<std::size_t>(at.y) * columns_ + static_cast<std::size_t>(at.x);
}

void add_arrow(Layer& lines, Vec2 from, Vec2 to, float head, Color color) {
  const float reach = length(to - from);
  if (reach <= 0) return;
  lines.add(from, to, color);
  const Vec2 back = (from - to) * (std::min(head, reach) / reach);
  const Vec2 side = Vec2{-back.y, back.x} * 0.45f;
  lines.add(to, to + back + side, color);
  lines.add(to, to + back - side, color);
}

}  // namespace phasebox
