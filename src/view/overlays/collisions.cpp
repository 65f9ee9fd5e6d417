// SPDX-License-Identifier: MIT
// The overlay "collisions": sprites that collide, and where.
#include <algorithm>
#include <utility>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr std::array kCollisionLegend{LegendLine{Role::collision, "collision"}};

// Small crosses, one per cell of the screen at most: where many sprites lie on each other, the same
// place would be marked a hundred times.
void draw_contact_points(const Canvas& c, const FieldState& state) {
  constexpr float kArm = 3, kCell = 16;
  const float arm = c.px(kArm), cell = kCell * c.camera.line_scale;
  const Vec2 cells = extent(c.camera.viewport) * (1 / cell);
  const auto columns = static_cast<std::size_t>(std::max(0.0f, cells.x)) + 1;
  const auto rows = static_cast<std::size_t>(std::max(0.0f, cells.y)) + 1;
  auto& taken = c.list.pixel_scratch;
  taken.assign(columns * rows, 0);
  Layer& crosses = c.layer(Layer::Kind::line, 1.25f);
  for (const Contact& contact : state.session.contacts()) {
    const Vec2 p = contact.point;
    const Vec2 at = (c.camera.to_screen(p) - c.camera.viewport.min) * (1 / cell);
    if (at.x < 0 || at.y < 0 || at.x > cells.x || at.y > cells.y) continue;
    auto& here = taken[static_cast<std::size_t>(at.y) * columns + static_cast<std::size_t>(at.x)];
    if (std::exchange(here, std::uint8_t{1})) continue;
    crosses.add(p - Vec2{arm, 0}, p + Vec2{arm, 0}, c.theme[Role::text]);
    crosses.add(p - Vec2{0, arm}, p + Vec2{0, arm}, c.theme[Role::text]);
  }
}

// Pictures carry their outline and hatch themselves; they follow the opaque area.
void draw_collisions(const Canvas& c, const FieldState& state) {
  const bool shows_pictures = state.options.sprites && !state.session.show();
  if (state.detail == Detail::full) draw_contact_points(c, state);
  if (state.detail == Detail::full && shows_pictures) return;
  if (state.detail == Detail::density && state.options.sprites) return;  // they are in its colors
  Layer& hatch = c.layer(Layer::Kind::hatch);
  Layer& boxes = c.layer(Layer::Kind::outline, 2);
  const Color color = c.theme[Role::collision];
  // What is filled with that color and hardly larger than the outline needs none.
  constexpr float kFilled = 12;  // screen px
  const float least = shows_pictures ? c.px(kFilled) : 0;
  const Color stripes = shows_pictures ? c.theme[Role::background] : color;
  state.each(c, [&](SpriteId i) {
    if (!state.colors.collides(i)) return;
    if (c.theme.hatch_collisions) hatch.add(state.frame.boxes[i], stripes.with_alpha(0.6f));
    const Vec2 size = extent(state.frame.boxes[i]);
    if (std::max(size.x, size.y) >= least) boxes.add(state.frame.boxes[i], color);
  });
}

}  // namespace

extern const OverlayRow collisions_overlay{.id = "collisions",
                                           .title = "Collisions",
                                           .help = "Mark every collision.",
                                           .is_on = true,
                                           .legend = kCollisionLegend,
                                           .over = draw_collisions};

}  // namespace phasebox
