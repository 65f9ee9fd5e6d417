// SPDX-License-Identifier: MIT
// What an algorithm said about itself: boundaries, single events, and what it missed.
#include "view/canvas.hpp"
#include "view/scene_view.hpp"

namespace phasebox {
namespace {

constexpr float kRuler = 14;  // screen px

Color boundary_color(const Event& e, const Theme& theme) {
  return theme[e.b ? Role::open_boundary : Role::close_boundary];
}

}  // namespace

// The more lines, the fainter: together they must not hide what they run across.
void draw_boundaries(const Canvas& c, std::span<const Event> events) {
  Layer& lines = c.layer(Layer::Kind::line);
  for (const Event& e : events)
    if (e.kind == EventKind::boundary && c.sees(e.box))
      lines.add(e.box, boundary_color(e, c.theme));
  const float count = static_cast<float>(std::max<std::size_t>(lines.shapes.size(), 1));
  const float alpha = std::clamp(4 / std::sqrt(count), 0.1f, 0.4f);
  for (Shape& line : lines.shapes) line.color = line.color.with_alpha(alpha);
}

namespace {

// One tick per pixel at most, whatever the number of boundaries: bit 0 open, bit 1 close.
void mark_ticks(const Canvas& c, std::span<const Event> events, Axis axis, float from,
                std::vector<std::uint8_t>& ticks) {
  for (const Event& e : events) {
    if (e.kind != EventKind::boundary || e.axis != axis) continue;
    const float at = along(c.camera.to_screen(e.box.min), axis) - from;
    if (at < 0 || at >= static_cast<float>(ticks.size())) continue;
    ticks[static_cast<std::size_t>(at)] |= e.b ? 1 : 2;
  }
}

// Open ticks fill the outer half of the strip, close ticks the inner: the place says it without
// color.
void draw_ruler(const Canvas& c, std::span<const Event> events, Axis axis) {
  const Aabb& port = c.camera.viewport;
  const float from = low(port, axis), width = kRuler * c.camera.line_scale;
  const float side = low(port, other(axis));
  auto& ticks = c.list.pixel_scratch;
  ticks.assign(static_cast<std::size_t>(std::max(0.0f, high(port, axis) - from)), 0);
  mark_ticks(c, events, axis, from, ticks);

  const auto point = [axis](float a, float b) { return axis == Axis::x ? Vec2{a, b} : Vec2{b, a}; };
  Layer& fill = c.list.layer(Layer::Kind::fill, 1, Layer::Space::screen);
  fill.add(point(from, side), point(high(port, axis), side + width), c.theme[Role::panel]);
  const float half = side + width / 2;
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const float at = from + static_cast<float>(i);
    if (ticks[i] & 1)
      fill.add(point(at, side + 1), point(at + 1, half), c.theme[Role::open_boundary]);
    if (ticks[i] & 2)
      fill.add(point(at, half), point(at + 1, side + width - 1), c.theme[Role::close_boundary]);
  }
  fill.add(point(from, side + width), point(high(port, axis), side + width + 1),
           c.theme[Role::panel_border]);
}

}  // namespace

void draw_rulers(const Canvas& c, std::span<const Event> events) {
  draw_ruler(c, events, Axis::x);
  draw_ruler(c, events, Axis::y);
  const Vec2 corner = c.camera.viewport.min;
  const float size = kRuler * c.camera.line_scale;
  c.list.layer(Layer::Kind::fill, 1, Layer::Space::screen)
      .add(corner, corner + Vec2{size, size}, c.theme[Role::panel]);
}

void draw_event_log(std::span<const Event> events, const ViewOptions& options, const Camera& camera,
                    const Theme& theme, DrawList& list) {
  const Canvas c(camera, theme, list);
  if (options.structure) draw_structure(c, events);
  if (!options.boundaries) return;
  draw_boundaries(c, events);
  draw_rulers(c, events);
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
    case visit: c.layer(Layer::Kind::outline).add(e.box, accent); break;
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
