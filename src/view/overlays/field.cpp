// SPDX-License-Identifier: MIT
// The ground of the picture: the field and its border; and the arrow that others use.
#include "view/canvas.hpp"

namespace phasebox {

// Outside the field the ground is a shade off.
void draw_outside(const Canvas& c, const Aabb& field) {
  const Color shade = c.theme[Role::grid].with_alpha(0.55f);
  const Aabb all = c.sight;
  Layer& fill = c.layer(Layer::Kind::fill);
  const auto add = [&](Vec2 min, Vec2 max) {
    if (min.x < max.x && min.y < max.y) fill.add(min, max, shade);
  };
  const float top = std::max(all.min.y, field.min.y), bottom = std::min(all.max.y, field.max.y);
  add(all.min, {all.max.x, std::min(all.max.y, field.min.y)});
  add({all.min.x, std::max(all.min.y, field.max.y)}, all.max);
  add({all.min.x, top}, {std::min(all.max.x, field.min.x), bottom});
  add({std::max(all.min.x, field.max.x), top}, {all.max.x, bottom});
}

void draw_border(const Canvas& c, const Aabb& field) {
  c.layer(Layer::Kind::outline).add(field, c.theme[Role::field_border]);
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
