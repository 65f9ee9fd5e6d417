// SPDX-License-Identifier: MIT
// What an algorithm said about itself: single events, and what it missed.
#include "view/canvas.hpp"
#include "view/scene_view.hpp"

namespace phasebox {

Color boundary_color(const Event& e, const Theme& theme) {
  return theme[e.b ? Role::open_boundary : Role::close_boundary];
}

namespace {

void draw_comparison(const Canvas& c, const Frame& frame, const Event& e, Color color) {
  if (e.a >= frame.size() || e.b >= frame.size()) return;
  Layer& boxes = c.layer(Layer::Kind::outline, 2);
  boxes.add(frame.boxes[e.a], color);
  boxes.add(frame.boxes[e.b], color);
  c.layer(Layer::Kind::line, 2).add(center(frame.boxes[e.a]), center(frame.boxes[e.b]), color);
}

}  // namespace

void draw_event(const Event& e, const Frame& frame, const Camera& camera, const Theme& theme,
                DrawList& list) {
  using enum EventKind;
  const Canvas c(camera, theme, list);
  const Color accent = theme[Role::accent];
  switch (e.kind) {
    case enter:
    case group:
    case split:
    case cell:
    case node:
      c.layer(Layer::Kind::fill).add(e.box, accent.with_alpha(0.08f));
      c.layer(Layer::Kind::outline, 2).add(e.box, accent);
      break;
    case member:
      if (e.a < frame.size()) c.layer(Layer::Kind::outline, 2).add(frame.boxes[e.a], accent);
      break;
    case boundary: c.layer(Layer::Kind::line, 2).add(e.box, boundary_color(e, theme)); break;
    case order: c.layer(Layer::Kind::line, 2).add(e.box, accent); break;
    case test:
    case recheck: draw_comparison(c, frame, e, accent); break;
    case hit: draw_comparison(c, frame, e, theme[Role::candidate]); break;
    case skip: draw_comparison(c, frame, e, theme[Role::text_dim]); break;
    case read: c.layer(Layer::Kind::fill).add(e.box, accent); break;
    case swap:
    case edge:
    case closest: c.layer(Layer::Kind::line, 2).add(e.box.min, e.box.max, accent); break;
    case fat:
    case probe:
    case visit: c.layer(Layer::Kind::outline).add(e.box, accent); break;
    case feature: c.layer(Layer::Kind::line, 4).add(e.box.min, e.box.max, accent); break;
    case search: draw_comparison(c, frame, e, accent); break;
    case leave:
    case count_: break;
  }
}

void draw_missed(std::span<const Pair> pairs, const Frame& frame, const Camera& camera,
                 const Theme& theme, DrawList& list) {
  const Canvas c(camera, theme, list);
  Layer& lines = c.layer(Layer::Kind::dashed_line, 2);
  Layer& boxes = c.layer(Layer::Kind::dashed_outline, 2);
  for (const Pair pair : pairs) {
    if (pair.b >= frame.size()) continue;
    const Aabb &p = frame.boxes[pair.a], &q = frame.boxes[pair.b];
    if (!c.sees(united(p, q))) continue;
    lines.add(center(p), center(q), theme[Role::missed]);
    boxes.add(p, theme[Role::missed]);
    boxes.add(q, theme[Role::missed]);
  }
}

}  // namespace phasebox
