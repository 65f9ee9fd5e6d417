// SPDX-License-Identifier: MIT
// The ground of the picture: the field, its border and its grid; and the arrow that others use.
#include "view/canvas.hpp"

namespace phasebox {
namespace {

constexpr float kGridStep = 80;  // world px; divides 1280 and 720, so that lines meet the border
constexpr float kMinGridPitch = 40;  // screen px; closer lines would be a texture, not a scale
constexpr float kMinSnapPitch = 8;   // the snap grid may be finer: its lines are what is looked at

// The step, doubled or halved until its lines lie well apart on the screen.
float grid_pitch(const Camera& camera, const WorldOptions& world) {
  const float least = (world.snap ? kMinSnapPitch : kMinGridPitch) * camera.line_scale;
  float step = world.snap ? world.snap_size : kGridStep;
  while (step * camera.zoom < least) step *= 2;
  if (!world.snap)
    while (step * camera.zoom >= 4 * least) step /= 2;
  return step;
}

void draw_grid(const Canvas& c, const Aabb& field, const WorldOptions& world) {
  if (!c.sees(field)) return;
  const Aabb part = intersection(field, c.sight);
  const float step = grid_pitch(c.camera, world);
  constexpr float kMaxLines = 1e6f;  // far out, where floats have no room for a grid
  for (const Vec2 end : {part.min, part.max})
    if (!(std::max(std::abs(end.x), std::abs(end.y)) < kMaxLines * step)) return;
  Layer& lines = c.layer(Layer::Kind::line);
  const auto first = [step](float from) { return static_cast<int>(std::floor(from / step)) + 1; };
  // By number, not by adding up: a step that is too small for the float would never arrive.
  for (int k = first(part.min.x); static_cast<float>(k) * step < part.max.x; ++k) {
    const float x = static_cast<float>(k) * step;
    lines.add({x, part.min.y}, {x, part.max.y}, c.theme[Role::grid]);
  }
  for (int k = first(part.min.y); static_cast<float>(k) * step < part.max.y; ++k) {
    const float y = static_cast<float>(k) * step;
    lines.add({part.min.x, y}, {part.max.x, y}, c.theme[Role::grid]);
  }
}

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

}  // namespace

void draw_field(const Canvas& c, const Aabb& field, const WorldOptions& world, bool grid) {
  draw_outside(c, field);
  if (grid) draw_grid(c, field, world);
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
