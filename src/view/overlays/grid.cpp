// SPDX-License-Identifier: MIT
// The overlay "grid": a scale in the background, or the grid to which sprites snap.
#include <cmath>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr float kGridStep = 80;  // world px; divides 1280 and 720, so that lines meet the border
constexpr float kMinGridPitch = 40;  // screen px; closer lines would look like a texture
constexpr float kMinSnapPitch = 8;   // screen px; the grid to which sprites snap may be finer

// The distance of the grid's lines, world px: the step, doubled until lines lie far enough apart on
// the screen. The background grid is also halved while they lie too far apart.
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
  WorldOptions world = state.session.settings().world;
  if (state.session.playback()) world.snap = false;  // recorded boxes do not snap
  if (!c.sees(field)) return;
  const Aabb part = intersection(field, c.sight);
  const float step = grid_pitch(c.camera, world);
  constexpr float kMaxLines =
      1e6f;  // from the origin; floats are too coarse for a grid farther out
  for (const Vec2 end : {part.min, part.max})
    if (!(std::max(std::abs(end.x), std::abs(end.y)) < kMaxLines * step)) return;
  Layer& lines = c.line();
  const auto first = [step](float from) { return static_cast<int>(std::floor(from / step)) + 1; };
  // Each line's place follows from its number, because a loop that adds steps would not end where a
  // step is too small to change the float.
  for (const Axis axis : {Axis::x, Axis::y})
    for (int k = first(low(part, axis)); static_cast<float>(k) * step < high(part, axis); ++k) {
      const float at = static_cast<float>(k) * step;
      lines.add(on_axis(axis, at, low(part, other(axis))),
                on_axis(axis, at, high(part, other(axis))), c[Role::grid]);
    }
}

}  // namespace

extern const OverlayRow grid_overlay{.id = "grid",
                                     .title = "Grid",
                                     .help = "Draw the background grid.",
                                     .is_on = true,
                                     .ground = draw_grid};

}  // namespace phasebox
