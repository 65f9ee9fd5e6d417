// SPDX-License-Identifier: MIT
// The overlay "grid": a scale on the ground, or the grid to which sprites snap.
#include <algorithm>
#include <cmath>

#include "view/overlays/overlay.hpp"

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

void draw_grid(const Canvas& c, const FieldState& state) {
  const Aabb field = state.session.field();
  WorldOptions world = state.session.options();
  if (state.session.show()) world.snap = false;  // recorded boxes are where they are
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

}  // namespace

extern const OverlayRow grid_overlay{.id = "grid",
                                     .title = "Grid",
                                     .help = "Draw the background grid.",
                                     .is_on = true,
                                     .ground = draw_grid};

}  // namespace phasebox
