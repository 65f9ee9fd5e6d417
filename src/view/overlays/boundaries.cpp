// SPDX-License-Identifier: MIT
// The overlay "boundaries": where boxes begin and end along the axes, with ticks on the rulers.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr float kRuler = 14;  // screen px

bool has_boundaries(const EventLog& log, const Camera&) {
  return log.broad.count(EventKind::boundary) > 0;
}

constexpr std::array kBoundaryLegend{
    LegendLine{Role::open_boundary, "open boundary", has_boundaries},
    LegendLine{Role::close_boundary, "close boundary", has_boundaries},
    LegendLine{Role::text, "dot: boundaries coincide", has_boundaries},
};

// The more lines, the fainter: together they must not hide what they run across.
void draw_boundaries(const Canvas& c, const FieldState& state) {
  const std::span<const Event> events = state.events.broad;
  Layer& lines = c.layer(Layer::Kind::line);
  for (const Event& e : events)
    if (e.kind == EventKind::boundary && c.sees(e.box))
      lines.add(e.box, boundary_color(e, c.theme));
  const float count = static_cast<float>(std::max<std::size_t>(lines.shapes.size(), 1));
  const float alpha = std::clamp(4 / std::sqrt(count), 0.1f, 0.4f);
  for (Shape& line : lines.shapes) line.color = line.color.with_alpha(alpha);
}

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

// A dot where boundaries coincide to the bit, at most one per pixel; from three on with their
// number beside the ruler, where there is room.
void draw_coincident(const Canvas& c, std::span<const Event> events, Axis axis) {
  const Aabb& port = c.camera.viewport;
  const float scale = c.camera.line_scale, side = low(port, other(axis)), kFar = 22 * scale;
  const auto point = [axis](float a, float b) { return axis == Axis::x ? Vec2{a, b} : Vec2{b, a}; };
  Layer& dots = c.list.layer(Layer::Kind::disc, 1, Layer::Space::screen);
  float last_dot = std::numeric_limits<float>::lowest(), last_number = last_dot;
  for (const CoincidentBoundary& place : c.list.coincident_scratch.find(events, axis)) {
    const float at = along(c.camera.to_screen(Vec2{place.at, place.at}), axis);
    if (at < low(port, axis) || at >= high(port, axis) || at - last_dot < 1) continue;
    last_dot = at;
    const Vec2 middle = point(at, side + kRuler * scale / 2);
    const float radius = (place.count > 2 ? 4.5f : 3.5f) * scale;
    dots.add(square(middle, radius), c.theme[Role::text]);
    if (place.count < 3 || at - last_number < kFar) continue;
    last_number = at;
    const Vec2 corner = point(at - (axis == Axis::x ? 4 : 8) * scale, side + (kRuler + 2) * scale);
    c.list.labels.push_back(
        {c.camera.to_world(corner), c.theme[Role::text], std::to_string(place.count)});
  }
}

void draw_rulers(const Canvas& c, const FieldState& state) {
  for (const Axis axis : {Axis::x, Axis::y}) draw_ruler(c, state.events.broad, axis);
  for (const Axis axis : {Axis::x, Axis::y}) draw_coincident(c, state.events.broad, axis);
  const Vec2 corner = c.camera.viewport.min;
  const float size = kRuler * c.camera.line_scale;
  c.list.layer(Layer::Kind::fill, 1, Layer::Space::screen)
      .add(corner, corner + Vec2{size, size}, c.theme[Role::panel]);
}

std::string_view never_has_boundaries(std::string_view counted) {
  if (counted == "cell") return "This broadphase has cells, no boundaries on an axis.";
  if (counted == "node") return "This broadphase has nodes, no boundaries on an axis.";
  return "This broadphase compares boxes without boundaries on an axis.";
}

std::string_view lacks_boundaries(const Session& session, const EventLog& log) {
  if (log.broad.count(EventKind::boundary) > 0) return "";
  const Walkthrough& how = session.shown_broadphase().walkthrough;
  const auto is_lit = [](const CodeLine& line) { return line.lit_by & on(EventKind::boundary); };
  if (std::ranges::none_of(how.code, is_lit)) return never_has_boundaries(how.counted);
  return log.broad.events().empty() ? "" : "No boundaries were sorted in this frame.";
}

}  // namespace

extern const OverlayRow boundaries_overlay{
    .id = "boundaries",
    .title = "Boundaries",
    .help = "Draw the sorted open and close boundaries, with ticks on the rulers.",
    .key = 'd',
    .legend = kBoundaryLegend,
    .over = draw_boundaries,
    .rulers = draw_rulers,
    .lack = lacks_boundaries};

}  // namespace phasebox
