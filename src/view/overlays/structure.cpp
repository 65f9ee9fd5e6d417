// SPDX-License-Identifier: MIT
// The overlay "structure": groups, cells, nodes, fat AABBs and swaps of a broadphase, how many
// boxes its sweep has open, and what a narrowphase examined.
#include <algorithm>
#include <array>
#include <cstdint>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

// Whether the event is a step of a sweep over the whole field (depth 0) that `draw_sweep` draws. On
// a slanted line a boundary is a point and not a line; the overlay "sweep-line" shows such a sweep.
bool is_profiled(const Event& e) {
  return e.kind == EventKind::order && e.depth == 0 && e.box.min != e.box.max;
}

// Draws the boxes of all events of a kind in a layer of their own, and returns the layer.
Layer& draw_kind(const Canvas& c, std::span<const Event> events, EventKind kind, Layer::Kind as,
                 Role role) {
  Layer& layer = c.layer(as);
  for (const Event& e : events)
    if (e.kind == kind && c.sees(e.box)) layer.add(e.box, c[role]);
  return layer;
}

// Draws the number of open boxes along a sweep as bars, at the bottom end of the boundaries (right
// end if the sweep is along y). They are as high as the number, and the highest is 56 screen px.
void draw_sweep(const Canvas& c, std::span<const Event> events) {
  constexpr float kHeight = 56;
  const auto first = std::ranges::find_if(events, is_profiled);
  Layer& bars = c.fill();
  if (first == events.end()) return;
  const Axis axis = first->axis;
  std::uint32_t most = 1;
  float base = high(first->box, other(axis));
  for (const Event& e : events)
    if (is_profiled(e)) {
      most = std::max(most, e.b);
      base = std::max(base, high(e.box, other(axis)));
    }
  const float unit = c.px(kHeight) / static_cast<float>(most);
  const Event* last = &*first;
  for (const Event& e : events) {
    if (!is_profiled(e) || e.axis != axis) continue;
    const float top = base - static_cast<float>(last->b) * unit;
    const Aabb bar{on_axis(axis, low(last->box, axis), top), on_axis(axis, low(e.box, axis), base)};
    if (last->b > 0 && c.sees(bar)) bars.add(bar, c[Role::sweep].with_alpha(0.28f));
    last = &e;
  }
}

// Draws groups, cells and nodes. `looks` are those of final and temporary groups in their order;
// groups beyond are drawn as they are. Final groups are thicker than all others.
void draw_parts(const Canvas& c, std::span<const Event> events, Detail detail,
                std::span<const GroupLook> looks) {
  // Parts whose longer side is below `least`, world px, are not drawn, and those below
  // `least_filled` are not filled. In reduced detail they would cover the field like a veil and be
  // slow.
  const float least = detail == Detail::density ? c.px(4) : 0;
  const float least_filled = detail == Detail::full ? 0 : c.px(12);
  Layer& fills = c.fill();
  Layer& splits = c.outline(1.25f);
  Layer& deep_splits = c.outline();
  Layer& nodes = c.outline();
  Layer& groups = c.outline(2);
  Layer& tied_groups = c.dashed_outline(2);
  std::uint16_t deepest = 1;
  for (const Event& e : events) deepest = std::max(deepest, e.depth);
  const bool splits_are_nodes = has_nodes(events);
  std::size_t next = 0;  // how many final and temporary groups came before
  for (const Event& e : events) {
    const std::size_t k = is_group(e) ? next++ : looks.size();
    const auto [box, strength] = k < looks.size() ? looks[k] : GroupLook{e.box};
    if (!is_part(e.kind) || !c.sees(box)) continue;
    const float longer = std::max(extent(box).x, extent(box).y);
    if (longer < least) continue;
    const float rest = 1 - static_cast<float>(e.depth) / static_cast<float>(deepest);
    if (e.kind == EventKind::split) {
      if (splits_are_nodes) continue;
      // Deeper outlines are thinner, and only so much fainter that every theme keeps a contrast of
      // 3:1 to the background.
      Layer& outlines = rest > 0.5f ? splits : deep_splits;
      outlines.add(box, c[Role::temporary_group].with_alpha((0.8f + 0.2f * rest) * strength));
    } else if (e.kind == EventKind::group) {
      // A group of one sprite is faint, because nothing is compared in it.
      const float weight = (e.b == 1 ? 0.4f : 1.0f) * strength;
      fills.add(box, c[Role::final_group].with_alpha(0.07f * weight));
      // The outline lies a little outside, because the outlines of boxes at its edge would hide it.
      (e.ending == Ending::tie ? tied_groups : groups)
          .add(grown(box, c.px(2)), c[Role::final_group].with_alpha(weight));
    } else {
      const Color color = c.theme.at_depth(e.depth);
      const float full = static_cast<float>(std::min(e.b, 8u)) / 8;
      // Nodes lie within each other and their fills add up, so each one is faint.
      if (e.b && longer >= least_filled) fills.add(box, color.with_alpha(0.01f + 0.03f * full));
      nodes.add(box, color.with_alpha(e.b ? 1 : 0.75f));
    }
  }
  if (detail == Detail::full) return;
  fade(nodes, 12, 0.35f, 1);
  // In reduced detail there are many cells. They share most of their edges, so the edges are
  // merged.
  MergedEdges& merged = c.list.edge_scratch;
  merged.begin(c.camera);
  for (const Shape& s : nodes.shapes) merged.add({s.a, s.b}, s.color);
  nodes.shapes.clear();
  merged.draw(c.list.layer(Layer::Kind::fill, 1, Layer::Space::screen));
}

void draw_all(const Canvas& c, std::span<const Event> events, Detail detail,
              std::span<const GroupLook> looks = {}) {
  draw_parts(c, events, detail, looks);
  fade(draw_kind(c, events, EventKind::fat, Layer::Kind::dashed_outline, Role::fat), 4, 0.25f,
       0.8f);
  fade(draw_kind(c, events, EventKind::swap, Layer::Kind::line, Role::swap), 2, 0.08f, 0.7f);
}

// Whether the narrowphase has logged or counted events of `kind`.
template <EventKind kind>
bool has_narrow(const EventLog& log, const Camera&) {
  return log.narrow.count(kind) > 0;
}

bool has_cells(const EventLog& log, const Camera&) {
  using enum EventKind;
  return log.broad.count(cell) + log.broad.count(node) + log.narrow.count(cell) +
             log.narrow.count(node) + log.narrow.count(visit) >
         0;
}

// The overlay "sweep-line" draws the profile of a sweep at its line, so that here it is left out.
void draw_under(const Canvas& c, const FieldState& s) {
  draw_all(c, s.events.broad, s.detail, s.hand.groups);
  if (!s.options.shows(Overlay::sweep_line)) draw_sweep(c, s.events.broad);
}

constexpr std::array kStructureLegend{
    LegendLine{Role::final_group, "final group", has_broad<EventKind::group>},
    LegendLine{Role::temporary_group, "temporary group",
               [](const EventLog& log, const Camera&) {
                 return log.broad.count(EventKind::split) > 0 &&
                        log.broad.count(EventKind::node) == 0;
               }},
    LegendLine{Role::node, "cell or node, by depth", has_cells},
    LegendLine{Role::fat, "fat AABB, kept", has_broad<EventKind::fat>},
    LegendLine{Role::swap, "neighbors swapped", has_broad<EventKind::swap>},
    LegendLine{Role::sweep, "open in the sweep",
               [](const EventLog& log, const Camera&) {
                 return std::ranges::any_of(log.broad.events(), is_profiled);
               }},
    LegendLine{Role::hull, "convex hull", has_narrow<EventKind::edge>},
    LegendLine{Role::closest, "closest points", has_narrow<EventKind::closest>},
    LegendLine{Role::sample, "pixel read",
               [](const EventLog& log, const Camera& camera) {
                 return log.narrow.count(EventKind::read) > 0 && shows_pixels(camera);
               }},
};

}  // namespace

void draw_structure(const Canvas& c, std::span<const Event> events) {
  draw_all(c, events, Detail::full);
  draw_sweep(c, events);
}

extern const OverlayRow structure_overlay{.id = "structure",
                                          .title = "Groups and structure",
                                          .help = "Draw groups, cells or nodes of the broadphase.",
                                          .key = 'q',
                                          .is_on = true,
                                          .legend = kStructureLegend,
                                          .under = draw_under,
                                          .over = [](const Canvas& c, const FieldState& s) {
                                            draw_closer_look(c, s.events.narrow);
                                            draw_lattice(c, s);
                                          }};

}  // namespace phasebox
