// SPDX-License-Identifier: MIT
// The order in which the parts of the picture lie on each other.
#include "view/scene_view.hpp"

#include "view/canvas.hpp"
#include "view/overlays/sprites.hpp"

namespace phasebox {

void draw_session(const Session& session, const EventLog* trace, const ViewOptions& options,
                  const Camera& camera, const Interaction& hand, Detail detail, DrawList& list) {
  const ShownEvents all =
      trace ? ShownEvents{trace->broad.events(), trace->narrow.events()} : ShownEvents{};
  draw_session(session, all, options, camera, hand, detail, list);
}

void draw_session(const Session& session, const ShownEvents& shown, const ViewOptions& options,
                  const Camera& camera, const Interaction& hand, Detail detail, DrawList& list) {
  const Canvas c(camera, theme(options.theme), list);
  const std::span<const Event> events = shown.broad;
  const SpriteView sprites(c, session, events, options);

  WorldOptions world = session.options();
  if (session.show()) world.snap = false;  // recorded boxes are where they are
  draw_field(c, session.field(), world, options.grid);
  if (options.boxes) sprites.draw_boxes();
  if (options.structure) draw_structure(c, events);
  if (options.sprites) {
    sprites.draw_pictures(detail);
    sprites.draw_pins();
  }
  if (options.structure) draw_closer_look(c, shown.narrow);
  if (options.candidates) sprites.draw_candidates();
  if (options.collisions) sprites.draw_collisions(detail);
  if (options.boundaries) draw_boundaries(c, events);
  if (options.velocities) sprites.draw_velocities();
  if (options.impacts) draw_impacts(c, session.impacts());
  if (!hand.missed.empty()) draw_missed(hand.missed, session.frame(), camera, c.theme, list);
  if (hand.compared) draw_comparisons(c, *hand.compared, session.frame().boxes);
  if (hand.region_query) draw_query(c, *hand.region_query, session.frame().boxes);
  sprites.draw_hand(hand);
  if (options.ids) sprites.draw_ids();
  if (options.boundaries) draw_rulers(c, events);
}

}  // namespace phasebox
