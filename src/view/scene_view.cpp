// SPDX-License-Identifier: MIT
// Draws the parts of the picture in the order in which they lie on each other.
#include "view/scene_view.hpp"

#include <algorithm>

#include "view/comparisons.hpp"
#include "view/overlays/overlay.hpp"
#include "view/region_query.hpp"

namespace phasebox {
namespace {

// Calls the given drawing function (ground, under or over) of all overlays that are on and
// have one.
void draw_overlays(const Canvas& c, const FieldState& state, OverlayRow::Draw OverlayRow::*layer) {
  for (std::size_t i = 0; i < kOverlayCount; ++i)
    if (const auto draw = overlays()[i]->*layer;
        draw && state.options.shows(static_cast<Overlay>(i)))
      draw(c, state);
}

// Fills the visible area outside the field with a slightly different shade.
void draw_outside(const Canvas& c, const Aabb& field) {
  const Color shade = c[Role::grid].with_alpha(0.55f);
  const Aabb all = c.sight;
  Layer& fill = c.fill();
  const auto add = [&](Vec2 min, Vec2 max) {
    if (min.x < max.x && min.y < max.y) fill.add(min, max, shade);
  };
  const float top = std::max(all.min.y, field.min.y), bottom = std::min(all.max.y, field.max.y);
  add(all.min, {all.max.x, std::min(all.max.y, field.min.y)});
  add({all.min.x, std::max(all.min.y, field.max.y)}, all.max);
  add({all.min.x, top}, {std::min(all.max.x, field.min.x), bottom});
  add({std::max(all.min.x, field.max.x), top}, {all.max.x, bottom});
}

// Dims all that has been drawn so far, except shapes in the color of that role, and for nodes in
// the colors of all depths. O(shapes).
void dim_others(const Canvas& c, Role role) {
  const auto is_of = [&](Color color) {
    const auto is_it = [&](Color other) { return color.with_alpha(0) == other.with_alpha(0); };
    return is_it(c[role]) || (role == Role::node && std::ranges::any_of(c.theme.depth_ramp, is_it));
  };
  constexpr float kDim = 0.2f;
  c.list.change_colors([&](Color color) { return is_of(color) ? color : color.with_alpha(kDim); });
}

}  // namespace

ShownEvents shown_events(const EventLog& log) {
  return {log.broad.events(), log.narrow.events(), log.broad.swept()};
}

void draw_session(const Session& session, const ShownEvents& shown, const ViewOptions& options,
                  const Camera& camera, const Interaction& hand, Detail detail, DrawList& list) {
  const Canvas c(camera, theme(options.theme), list);
  if (detail == Detail::solid && is_crowded(session, camera)) detail = Detail::density;
  const FieldState state{
      session,
      shown,
      options,
      hand,
      detail,
      session.frame(),
      SpriteColors(session, shown.broad, hand.tints, options, c.theme, list.scratch)};

  draw_outside(c, session.field());
  draw_overlays(c, state, &OverlayRow::ground);
  c.outline(options.border).add(session.field(), c[Role::field_border]);
  draw_overlays(c, state, &OverlayRow::under);
  if (options.sprites) draw_sprites(c, state);
  draw_overlays(c, state, &OverlayRow::over);
  draw_missed(c, hand.missed, state.frame);
  draw_missed_contacts(c, hand.missed_contacts);
  Layer& rings = c.ring(2);
  for (const MarkedPlace& place : hand.rings) draw_marked(c, rings, place);
  if (hand.region_query) draw_query(c, *hand.region_query, state.frame.boxes);
  draw_hand(c, state);
  draw_rulers(c, state);
  if (hand.compared && hand.compared->role) dim_others(c, *hand.compared->role);
  if (hand.compared) draw_comparisons(c, *hand.compared, state.frame.boxes);
}

}  // namespace phasebox
