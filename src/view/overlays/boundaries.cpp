// SPDX-License-Identifier: MIT
// The overlay "boundaries": where boxes begin and end on the axes, by lines and by ticks on rulers.
#include <algorithm>
#include <cstdint>
#include <limits>

#include "session/coincident_boundaries.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr std::array kBoundaryLegend{
    LegendLine{Role::open_boundary, "open boundary", has_broad<EventKind::boundary>},
    LegendLine{Role::close_boundary, "close boundary", has_broad<EventKind::boundary>},
};
constexpr std::array kTieLegend{
    LegendLine{Role::text, "dot: boundaries coincide", has_broad<EventKind::boundary>},
    LegendLine{Role::accent, "click to swap the order of two ties", has_broad<EventKind::group>},
    LegendLine{Role::final_group, "dashed: held by a tie", has_broad<EventKind::group>},
};

// The place on the axis, world px, at which the user has swapped the order of coincident boundaries
// (a variant of RDC); 0: none.
float swapped_at(const Session& session, Axis axis) {
  const std::string_view key = axis == Axis::x ? "swap-x" : "swap-y";
  return static_cast<float>(
      session.settings().value(*session.settings().broadphase, key).value_or(0));
}

void draw_boundaries(const Canvas& c, const FieldState& state) {
  if (is_slanted(state.events.swept)) return draw_slanted_boundaries(c, state);
  Layer& lines = c.line();
  for (const Event& e : state.events.broad)
    if (e.kind == EventKind::boundary && c.sees(e.box))
      lines.add(e.box, boundary_color(e, c.theme));
  fade(lines, 4, 0.1f, 0.4f);
}

// Draws a ruler at the top (axis x) or left (y) edge of the viewport, with a tick for each
// boundary. Ticks of open boundaries fill the outer half of the strip and those of close boundaries
// the inner half, so that they differ without color.
void draw_ruler(const Canvas& c, std::span<const Event> events, Axis axis) {
  const Aabb& port = c.camera.viewport;
  const float from = low(port, axis), width = kRulerWidth * c.camera.line_scale;
  const float side = low(port, other(axis));
  auto& ticks = c.list.pixel_scratch;
  ticks.assign(static_cast<std::size_t>(std::max(0.0f, high(port, axis) - from)), 0);
  // Each pixel along the ruler has at most one tick of each kind: bit 0 for open, bit 1 for close.
  for (const Event& e : events) {
    if (e.kind != EventKind::boundary || e.axis != axis) continue;
    const float at = along(c.camera.to_screen(e.box.min), axis) - from;
    if (at >= 0 && at < static_cast<float>(ticks.size()))
      ticks[static_cast<std::size_t>(at)] |= e.b ? 1 : 2;
  }

  Layer& fill = c.list.layer(Layer::Kind::fill, 1, Layer::Space::screen);
  fill.add(on_axis(axis, from, side), on_axis(axis, high(port, axis), side + width),
           c[Role::panel]);
  const float half = side + width / 2;
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const float at = from + static_cast<float>(i);
    if (ticks[i] & 1)
      fill.add(on_axis(axis, at, side + 1), on_axis(axis, at + 1, half), c[Role::open_boundary]);
    if (ticks[i] & 2)
      fill.add(on_axis(axis, at, half), on_axis(axis, at + 1, side + width - 1),
               c[Role::close_boundary]);
  }
  fill.add(on_axis(axis, from, side + width), on_axis(axis, high(port, axis), side + width + 1),
           c[Role::panel_border]);
}

// Draws dots on the ruler where boundaries coincide exactly, at most one per pixel, and a ring
// where the user has swapped some. If three or more coincide, their number stands beside the ruler
// where there is room.
void draw_coincident(const Canvas& c, const FieldState& state, Axis axis) {
  const Aabb& port = c.camera.viewport;
  const float scale = c.camera.line_scale, side = low(port, other(axis)), kFar = 22 * scale;
  Layer& dots = c.list.layer(Layer::Kind::disc, 1, Layer::Space::screen);
  Layer& rings = c.list.layer(Layer::Kind::ring, 2, Layer::Space::screen);
  const float swapped = swapped_at(state.session, axis);
  float last_dot = std::numeric_limits<float>::lowest(), last_number = last_dot;
  for (const CoincidentBoundary& place : c.list.coincident_scratch.find(state.events.broad, axis)) {
    const float at = along(c.camera.to_screen(Vec2{place.at, place.at}), axis);
    if (at < low(port, axis) || at >= high(port, axis) || at - last_dot < 1) continue;
    last_dot = at;
    const Vec2 middle = on_axis(axis, at, side + kRulerWidth * scale / 2);
    const float radius = (place.count > 2 ? 4.5f : 3.5f) * scale;
    dots.add(square(middle, radius), c[Role::text]);
    if (swapped != 0 && place.at == swapped)
      rings.add(square(middle, radius + 3 * scale), c[Role::accent]);
    if (place.count < 3 || at - last_number < kFar) continue;
    last_number = at;
    const Vec2 corner =
        on_axis(axis, at - (axis == Axis::x ? 4 : 8) * scale, side + (kRulerWidth + 2) * scale);
    c.label(c.camera.to_world(corner), std::to_string(place.count));
  }
}

// Why there are no boundaries; empty if there are, or if no events were recorded.
std::string_view lacks_boundaries(const Session& session, const EventLog& log) {
  if (log.broad.count(EventKind::boundary) > 0) return "";
  const Walkthrough& how = session.settings().shown_broadphase().walkthrough;
  const auto is_lit = [](const CodeLine& line) { return line.lit_by & EventKind::boundary; };
  if (std::ranges::none_of(how.code, is_lit))
    return how.counted == "cell" ? "This broadphase has cells, no boundaries on an axis."
           : how.counted == "node"
               ? "This broadphase has nodes, no boundaries on an axis."
               : "This broadphase compares boxes without boundaries on an axis.";
  return log.broad.events().empty() ? "" : "No boundaries were sorted in this frame.";
}

}  // namespace

std::span<const LegendLine> tie_legend() { return kTieLegend; }

bool shows_ties(const ViewOptions& options, const Session& session) {
  return options.shows(Overlay::boundaries) ||
         (session.settings().world.snap && !session.playback());
}

void draw_rulers(const Canvas& c, const FieldState& state) {
  if (!shows_ties(state.options, state.session) || is_slanted(state.events.swept)) return;
  const auto boundary = std::ranges::find(state.events.broad, EventKind::boundary, &Event::kind);
  // Snap alone shows no empty rulers where the algorithm sorts no boundaries.
  if (boundary == state.events.broad.end() && !state.options.shows(Overlay::boundaries)) return;
  for (const Axis axis : {Axis::x, Axis::y}) draw_ruler(c, state.events.broad, axis);
  for (const Axis axis : {Axis::x, Axis::y}) draw_coincident(c, state, axis);
  const Vec2 corner = c.camera.viewport.min;
  const float size = kRulerWidth * c.camera.line_scale;
  c.list.layer(Layer::Kind::fill, 1, Layer::Space::screen)
      .add(corner, corner + Vec2{size, size}, c[Role::panel]);
}

extern const OverlayRow boundaries_overlay{
    .id = "boundaries",
    .title = "Boundaries",
    .help = "Draw the sorted open and close boundaries, with ticks on the rulers.",
    .key = 'd',
    .legend = kBoundaryLegend,
    .over = draw_boundaries,
    .lack = lacks_boundaries};

}  // namespace phasebox
