// SPDX-License-Identifier: MIT
// What an algorithm said about itself: single events, one moment of it, what a narrowphase looked
// at, comparisons, queries, what was missed, and how much of a crowded field is left out.
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox {

Color boundary_color(const Event& e, const Theme& theme) {
  return theme[e.b ? Role::open_boundary : Role::close_boundary];
}

void add_line(const Canvas& c, Layer& lines, std::span<const Aabb> boxes, Pair pair, Color color) {
  if (std::max(pair.a, pair.b) >= boxes.size()) return;
  const Vec2 from = center(boxes[pair.a]), to = center(boxes[pair.b]);
  if (c.sees(from, to)) lines.add(from, to, color);
}

namespace {

// The boxes of two sprites, and a line between them.
void mark_pair(const Canvas& c, std::span<const Aabb> boxes, Pair pair, float thickness,
               Color color) {
  if (std::max(pair.a, pair.b) >= boxes.size()) return;
  const Aabb &p = boxes[pair.a], &q = boxes[pair.b];
  Layer& outlines = c.outline(thickness);
  outlines.add(p, color);
  outlines.add(q, color);
  c.line(thickness).add(center(p), center(q), color);
}

// One moment of an algorithm: what is open, just cut off, compared and found.

void fill_boxes(const Canvas& c, const Frame& frame, std::span<const SpriteId> ids, Color color) {
  Layer& fill = c.fill();
  for (const SpriteId id : ids)
    if (id < frame.size() && c.sees(frame.boxes[id])) fill.add(frame.boxes[id], color);
}

void join_pairs(const Canvas& c, const Frame& frame, std::span<const Pair> pairs, Color color,
                float thickness) {
  Layer& lines = c.line(thickness);
  for (const Pair p : pairs) add_line(c, lines, frame.boxes, p, color);
}

void frame_part(const Canvas& c, const Frame& frame, std::span<const SpriteId> part) {
  std::optional<Aabb> all;
  for (const SpriteId id : part)
    if (id < frame.size()) all = all ? united(*all, frame.boxes[id]) : frame.boxes[id];
  if (!all) return;
  c.fill().add(*all, c[Role::final_group].with_alpha(0.18f));
  c.outline(3).add(*all, c[Role::final_group]);
}

// What a narrowphase looked at: cells of the opaque areas, hulls and their closest points, pixels.

constexpr float kSmallestCell = 3;  // screen px; smaller ones would be a gray veil

void draw_cells(const Canvas& c, std::span<const Event> events) {
  Layer& cells = c.outline();
  for (const Event& e : events) {
    const bool is_cell = e.kind == EventKind::cell || e.kind == EventKind::node ||
                         (e.kind == EventKind::visit && e.box != Aabb{});
    if (!is_cell || !c.sees(e.box)) continue;
    const Vec2 size = extent(e.box);
    if (std::min(size.x, size.y) < c.px(kSmallestCell)) continue;
    cells.add(e.box, c.theme.at_depth(e.depth).with_alpha(0.8f));
  }
}

void draw_hulls(const Canvas& c, std::span<const Event> events) {
  Layer& edges = c.line(1.25f);
  Layer& closest = c.line(2);
  Layer& ends = c.disc();
  for (const Event& e : events) {
    const Vec2 from = e.box.min, to = e.box.max;
    if (e.kind == EventKind::edge && c.sees(from, to)) edges.add(from, to, c[Role::hull]);
    if (e.kind != EventKind::closest || !c.sees(from, to)) continue;
    closest.add(from, to, c[Role::closest]);
    for (const Vec2 end : {from, to}) ends.add(square(end, c.px(2.5f)), c[Role::closest]);
  }
}

// A read of the first sprite is a frame, one of the second, where the first is opaque, fills it.
void draw_pixels(const Canvas& c, std::span<const Event> events) {
  Layer& first = c.outline();
  Layer& second = c.fill();
  Layer& hits = c.fill();
  const Color color = c[Role::sample];
  bool reads = false;  // since the pair was begun
  for (const Event& e : events) {
    if (e.kind == EventKind::enter) reads = false;
    reads |= e.kind == EventKind::read;
    const bool is_hit = e.kind == EventKind::hit && reads;
    if (e.kind != EventKind::read && !is_hit) continue;
    const Vec2 corner{std::floor(e.box.min.x), std::floor(e.box.min.y)};
    const Aabb pixel = is_hit ? Aabb{corner, corner + Vec2{1, 1}} : e.box;
    if (!c.sees(pixel)) continue;
    if (is_hit)
      hits.add(pixel, c[Role::collision]);
    else if (e.b == 0)
      first.add(grown(pixel, -0.2f), color.with_alpha(0.6f));
    else
      second.add(grown(pixel, -0.2f), color.with_alpha(0.6f));
  }
}

// Lines between boxes, the hits above the others.

Color color_of(PairOutcome outcome, const Theme& theme) {
  return theme[outcome == PairOutcome::hit ? Role::candidate : Role::text_dim];
}

void draw_chosen(const Canvas& c, const Comparisons& shown, std::span<const Aabb> boxes) {
  const auto& [pair, outcome] = *shown.chosen;
  if (std::max(pair.a, pair.b) >= boxes.size()) return;
  const Color accent = c[Role::accent];
  Layer& ground = c.fill();
  Layer& frames = c.outline(2.5f);
  for (const Aabb& part : shown.parts) {
    ground.add(part, accent.with_alpha(0.06f));
    frames.add(part, accent);
  }
  mark_pair(c, boxes, pair, 3, color_of(outcome, c.theme));
}

// A query by the user: its rectangle, what was visited, what was found.

bool is_sprite(const Event& e, std::span<const Aabb> boxes) {
  return e.kind == EventKind::visit && e.a < boxes.size() &&
         (e.box == Aabb{} || e.box == boxes[e.a]);
}

constexpr std::size_t kMaxInSight = 400;  // sprites
constexpr float kNear = 8;                // screen px around the focus
constexpr float kLargePart = 48;          // screen px; around a larger one too much would be near
constexpr float kSmallestSide = 12;       // screen px; smaller parts are never drawn far from it
constexpr std::size_t kDoublings = 12;    // of that side

bool names_two(EventKind m) {
  using enum EventKind;
  return is_test(m) || m == hit || m == skip || m == swap;
}

bool names_sprite(const Event& e) {
  using enum EventKind;
  return e.kind == boundary || e.kind == order || e.kind == member || e.kind == fat ||
         e.kind == probe || (e.kind == visit && (e.box == Aabb{} || e.rule != QueryRule::none));
}

void add_sprite(Focus& focus, SpriteId id, std::span<const Aabb> boxes) {
  if (id < boxes.size()) focus.sprites.push_back(boxes[id]);
}

float shorter_side(const Aabb& box) {
  const Vec2 size = extent(box);
  return std::min(size.x, size.y);
}

// Splits are drawn as nodes where there are nodes, as in the whole structure.
bool is_drawn_part(const Event& e, bool splits_are_nodes) {
  return is_part(e.kind) && !(e.kind == EventKind::split && splits_are_nodes);
}

// Doubles the side until few enough parts in sight are left.
float side_of_parts(std::span<const Event> events, bool splits_are_nodes, const Camera& camera) {
  std::array<std::size_t, kDoublings> at_least{};
  const Aabb sight = camera.visible();
  for (const Event& e : events) {
    if (!is_drawn_part(e, splits_are_nodes) || !overlaps(e.box, sight)) continue;
    float side = camera.world_px(kSmallestSide);
    for (std::size_t k = 0; k < kDoublings && shorter_side(e.box) >= side; ++k, side *= 2)
      ++at_least[k];
  }
  float side = kSmallestSide;
  for (const std::size_t count : at_least) {
    if (count <= kMaxParts) break;
    side *= 2;
  }
  return side;
}

// Around each sprite, and around a part unless that is large itself.
std::vector<Aabb> near(const Focus& focus, const Camera& camera) {
  std::vector<Aabb> all;
  const float by = camera.world_px(kNear);
  for (const Aabb& box : focus.sprites) all.push_back(grown(box, by));
  if (focus.part && shorter_side(*focus.part) < camera.world_px(kLargePart))
    all.push_back(grown(*focus.part, by));
  return all;
}

// Two that lie close together share a ring.
void draw_rings(const Canvas& c, std::span<const Aabb> boxes, const Aabb& all) {
  constexpr float kSmall = 20, kAround = 8, kRadius = 14;
  Layer& rings = c.ring(2);
  const auto ring = [&](const Aabb& box) {
    const float radius = std::max(length(extent(box)) / 2 + c.px(kAround), c.px(kRadius));
    rings.add(square(center(box), radius), c[Role::accent]);
  };
  if (length(extent(all)) < c.px(2 * kSmall)) return ring(all);
  for (const Aabb& box : boxes)
    if (length(extent(box)) < c.px(kSmall)) ring(box);
}

}  // namespace

void draw_event(const Canvas& c, const Event& e, const Frame& frame) {
  using enum EventKind;
  const Color accent = c[Role::accent];
  const auto compare = [&](Role role) { mark_pair(c, frame.boxes, {e.a, e.b}, 2, c[role]); };
  switch (e.kind) {
    case enter:
    case group:
    case split:
    case cell:
    case node:
      c.fill().add(e.box, accent.with_alpha(0.08f));
      c.outline(2).add(e.box, accent);
      break;
    case member:
      if (e.a < frame.size()) c.outline(2).add(frame.boxes[e.a], accent);
      break;
    case boundary: c.line(2).add(e.box, boundary_color(e, c.theme)); break;
    case test:
    case recheck:
    case search: compare(Role::accent); break;
    case hit: compare(Role::candidate); break;
    case skip: compare(Role::text_dim); break;
    case read: c.fill().add(e.box, accent); break;
    case order:
    case swap:
    case edge:
    case closest: c.line(2).add(e.box, accent); break;
    case fat:
    case probe:
    case visit: c.outline().add(e.box, accent); break;
    case feature: c.line(4).add(e.box, accent); break;
    case leave:
    case count_: break;
  }
}

void draw_missed(const Canvas& c, std::span<const Pair> pairs, const Frame& frame) {
  Layer& lines = c.dashed_line(2);
  Layer& boxes = c.dashed_outline(2);
  const Color color = c[Role::missed];
  for (const Pair pair : pairs) {
    if (pair.b >= frame.size()) continue;
    const Aabb &p = frame.boxes[pair.a], &q = frame.boxes[pair.b];
    if (!c.sees(united(p, q))) continue;
    lines.add(center(p), center(q), color);
    boxes.add(p, color);
    boxes.add(q, color);
  }
}

void draw_marked(const Canvas& c, Layer& rings, const MarkedPlace& place) {
  constexpr float kRadius = 12;
  rings.add(square(place.at, c.px(kRadius)), c[Role::missed]);
  if (!place.what.empty())
    c.label(place.at + Vec2{c.px(kRadius + 3), -c.px(8)}, std::string(place.what));
}

void draw_missed_contacts(const Canvas& c, std::span<const MissedContact> contacts) {
  const bool are_few = contacts.size() < 4;  // more names would lie on each other
  Layer& rings = c.ring(2);
  for (const auto& [pair, at, frames] : contacts) {
    const auto name = frames == 1 ? "missed" : fmt::format("missed, {} frames", grouped(frames));
    draw_marked(c, rings, {at, are_few ? name : ""});
  }
}

void draw_lattice(const Canvas& c, const FieldState& state) {
  if (!state.hand.hovered || state.session.narrowphase().id != "pixel-samples") return;
  constexpr float kRadius = 1.5f;
  if (*state.hand.hovered >= state.frame.size()) return;
  const Aabb& around = state.frame.boxes[*state.hand.hovered];
  Layer& points = c.disc();
  bool is_shown = false;  // a pair of that sprite
  bool is_named = false;
  for (const Event& e : state.events.narrow) {
    if (e.kind == EventKind::enter)
      is_shown = e.a == *state.hand.hovered || e.b == *state.hand.hovered, is_named = false;
    if (!is_shown || e.kind != EventKind::read || e.b != 0 || !c.sees(e.box)) continue;
    // Close together they must not hide the sprites.
    const float radius = std::min(c.px(kRadius), 0.3f * static_cast<float>(e.a));
    points.add(square(center(e.box), radius), c[Role::sample]);
    if (!std::exchange(is_named, true))
      c.label({around.min.x, around.max.y + c.px(3)}, fmt::format("n = {}", e.a));
  }
}

void draw_highlight(const Canvas& c, const Highlight& m, const Frame& frame) {
  const Theme& theme = c.theme;
  const WalkState& s = m.state;
  draw_impacts_so_far(c, m.impacts, m.done_impacts, frame);
  const float weight = m.is_crowded ? 0.4f : 1;
  join_pairs(c, frame, m.candidates, theme[Role::candidate].with_alpha(0.9f * weight),
             m.is_crowded ? 1 : 1.5f);
  join_pairs(c, frame, m.collisions, theme[Role::collision].with_alpha(weight),
             m.is_crowded ? 1.5f : 3);
  if (m.event && m.event->kind == EventKind::boundary && s.open.empty())
    frame_part(c, frame, s.part);
  else
    fill_boxes(c, frame, s.part, theme[Role::temporary_group].with_alpha(0.2f));
  fill_boxes(c, frame, s.open, theme[Role::sweep].with_alpha(m.is_crowded ? 0.8f : 0.3f));
  if (s.line) c.line(2).add(*s.line, theme[Role::accent]);
  if (m.is_narrow && s.pair) {
    Layer& boxes = c.outline(2);
    for (const SpriteId id : {s.pair->a, s.pair->b})
      if (id < frame.size()) boxes.add(frame.boxes[id], theme[Role::accent]);
  }
  if (!m.event) return;
  // What names sprites only says nothing by its box.
  using enum EventKind;
  const EventKind kind = m.event->kind;
  const bool has_place =
      kind == test || kind == hit || kind == skip || kind == member || m.event->box != Aabb{};
  if (has_place && !(m.is_narrow && kind == enter)) draw_event(c, *m.event, frame);
}

bool shows_pixels(const Camera& camera) {
  constexpr float kSmallestPixel = 5;
  return camera.world_px(kSmallestPixel) <= 1;
}

void draw_closer_look(const Canvas& c, std::span<const Event> events) {
  draw_cells(c, events);
  if (shows_pixels(c.camera)) draw_pixels(c, events);
  draw_hulls(c, events);
}

void draw_comparisons(const Canvas& c, const Comparisons& shown, std::span<const Aabb> boxes) {
  Layer& lit_fills = c.fill();
  Layer& lit = c.outline(2.5f);
  for (const Aabb& box : shown.lit) {
    lit_fills.add(box, c[Role::accent].with_alpha(0.15f));
    lit.add(box, c[Role::accent]);
  }
  Layer& filtered = c.dashed_line();
  Layer& missed = c.line();
  Layer& hits = c.line(2.5f);
  for (const auto& [pair, outcome] : shown.lines) {
    const bool is_hit = outcome == PairOutcome::hit;
    Layer& layer = is_hit ? hits : outcome == PairOutcome::missed ? missed : filtered;
    add_line(c, layer, boxes, pair, color_of(outcome, c.theme).with_alpha(is_hit ? 1 : 0.6f));
  }
  if (shown.chosen) draw_chosen(c, shown, boxes);
}

void RegionQuery::count(std::span<const Aabb> boxes) {
  std::vector<bool> seen(boxes.size());
  sprites_visited = 0, parts_visited = 0;
  for (const Event& e : log.events()) {
    if (e.kind != EventKind::visit) continue;
    if (!is_sprite(e, boxes)) {
      ++parts_visited;
    } else if (!seen[e.a]) {
      seen[e.a] = true;
      ++sprites_visited;
    }
  }
}

void draw_query(const Canvas& c, const RegionQuery& region_query, std::span<const Aabb> boxes) {
  Layer& ground = c.fill();
  Layer& visited = c.outline();
  Layer& found = c.outline(2.5f);
  ground.add(region_query.box, c[Role::query].with_alpha(0.06f));
  for (const Event& e : region_query.log.events()) {
    if (e.kind != EventKind::visit) continue;
    const bool sprite = is_sprite(e, boxes);
    const Aabb& box = sprite ? boxes[e.a] : e.box;
    if (!c.sees(box)) continue;
    // Nodes lie in each other.
    ground.add(box, c[Role::visited].with_alpha(sprite ? 0.08f : 0.02f));
    visited.add(box, c[Role::visited].with_alpha(0.55f));
  }
  for (const SpriteId i : region_query.found.items()) {
    if (i >= boxes.size() || !c.sees(boxes[i])) continue;
    ground.add(boxes[i], c[Role::found].with_alpha(0.2f));
    found.add(boxes[i], c[Role::found]);
  }
  c.dashed_outline(2).add(region_query.box, c[Role::query]);
}

Focus focus_of(const Event* event, std::optional<Pair> pair, std::span<const Aabb> boxes) {
  Focus focus;
  if (pair) {
    add_sprite(focus, pair->a, boxes);
    add_sprite(focus, pair->b, boxes);
  } else if (event && (names_two(event->kind) || names_sprite(*event))) {
    add_sprite(focus, event->a, boxes);
    if (names_two(event->kind)) add_sprite(focus, event->b, boxes);
  } else if (event && (is_part(event->kind) || event->kind == EventKind::enter ||
                       event->kind == EventKind::visit)) {
    focus.part = event->box;
  }
  return focus;
}

bool is_crowded(std::span<const Aabb> boxes, const Camera& camera) {
  const Aabb sight = camera.visible();
  std::size_t count = 0;
  for (const Aabb& box : boxes)
    if (overlaps(box, sight) && ++count > kMaxInSight) return true;
  return false;
}

Thinned thin_out(std::span<const Event> events, const Camera& camera, const Focus& focus) {
  const bool splits_are_nodes = has_nodes(events);
  const std::vector<Aabb> places = near(focus, camera);
  const auto is_near = [&](const Aabb& box) {
    return std::ranges::any_of(places, [&](const Aabb& place) { return overlaps(box, place); });
  };
  auto swaps = static_cast<std::size_t>(std::ranges::count(events, EventKind::swap, &Event::kind));
  Thinned out;
  out.side = side_of_parts(events, splits_are_nodes, camera);
  const float side = camera.world_px(out.side);
  for (const Event& e : events) {
    const bool is_part = is_drawn_part(e, splits_are_nodes);
    if (is_part && shorter_side(e.box) < side && !is_near(e.box))
      ++out.parts;
    else if (e.kind == EventKind::fat && !is_near(e.box))
      ++out.fat;
    else if (e.kind == EventKind::swap && swaps > kMaxSwaps)
      ++out.swaps, --swaps;
    else if (is_part || e.kind == EventKind::fat || e.kind == EventKind::swap ||
             e.kind == EventKind::order)
      out.events.push_back(e);
  }
  return out;
}

void draw_veil(const Canvas& c, float strength) {
  c.fill().add(c.sight, c[Role::background].with_alpha(strength));
}

void draw_focus(const Canvas& c, const Focus& focus, std::span<const Aabb> path) {
  Layer& around = c.outline(1.5f);
  for (const Aabb& box : path)
    if (c.sees(box)) around.add(box, c[Role::accent].with_alpha(0.6f));
  if (!focus.empty()) draw_rings(c, focus.sprites, focus.bounds());
}

}  // namespace phasebox
