// SPDX-License-Identifier: MIT
// The order in which the parts of the picture lie on each other.
#include "view/scene_view.hpp"

#include "view/overlays/sprites.hpp"

namespace phasebox {
namespace {

// What all overlays that are on draw in one of their layers.
void draw_overlays(const Canvas& c, const FieldState& state, OverlayRow::Draw OverlayRow::*layer) {
  for (std::size_t i = 0; i < kOverlayCount; ++i)
    if (const auto draw = overlays()[i]->*layer;
        draw && state.options.shows(static_cast<Overlay>(i)))
      draw(c, state);
}

}  // namespace

void draw_session(const Session& session, const EventLog* trace, const ViewOptions& options,
                  const Camera& camera, const Interaction& hand, Detail detail, DrawList& list) {
  const ShownEvents all =
      trace ? ShownEvents{trace->broad.events(), trace->narrow.events(), trace->broad.swept()}
            : ShownEvents{};
  draw_session(session, all, options, camera, hand, detail, list);
}

void draw_session(const Session& session, const ShownEvents& shown, const ViewOptions& options,
                  const Camera& camera, const Interaction& hand, Detail detail, DrawList& list) {
  const Canvas c(camera, theme(options.theme), list);
  if (detail == Detail::solid && is_crowded(session, camera)) detail = Detail::density;
  const FieldState state{session,
                         shown,
                         options,
                         hand,
                         detail,
                         session.frame(),
                         SpriteColors(session, shown.broad, options, c.theme, list.scratch)};

  draw_outside(c, session.field());
  draw_overlays(c, state, &OverlayRow::ground);
  draw_border(c, session.field());
  draw_overlays(c, state, &OverlayRow::under);
  if (options.sprites) draw_sprites(c, state);
  draw_overlays(c, state, &OverlayRow::over);
  if (!hand.missed.empty()) draw_missed(hand.missed, state.frame, camera, c.theme, list);
  if (hand.compared) draw_comparisons(c, *hand.compared, state.frame.boxes);
  if (hand.region_query) draw_query(c, *hand.region_query, state.frame.boxes);
  draw_hand(c, state);
  draw_overlays(c, state, &OverlayRow::rulers);
}

}  // namespace phasebox
