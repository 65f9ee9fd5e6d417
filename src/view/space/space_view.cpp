// SPDX-License-Identifier: MIT
// Ground, sprites, and what is said about each of them, in space.
#include "view/space/space_view.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "view/canvas.hpp"
#include "view/overlays/sprite_colors.hpp"
#include "view/space/space_canvas.hpp"

namespace phasebox {
namespace {

constexpr float kArrowSteps = 30;             // as in the field
constexpr std::size_t kMaxSpaceLabels = 500;  // more is neither legible nor quick
constexpr float kFloorStep = 80;              // units

void draw_floor(const SpaceCanvas& c) {
  SpaceList& list = c.list;
  const Vec2 half = list.ground.half;
  const Color ground = c.theme[Role::background], grid = c.theme[Role::grid];
  list.sky = mixed(ground, grid, 0.55f);
  list.floor = ground;
  const auto add = [&](Vec2 a, Vec2 b, Color color) {
    list.floor_wires.push_back({{a.x, 0, a.y}, {b.x, 0, b.y}, color, 1, 0});
  };
  if (c.options.shows(Overlay::grid)) {
    for (float x = kFloorStep - half.x; x < half.x; x += kFloorStep)
      add({x, -half.y}, {x, half.y}, grid);
    for (float y = kFloorStep - half.y; y < half.y; y += kFloorStep)
      add({-half.x, y}, {half.x, y}, grid);
  }
  const Color border = c.theme[Role::field_border];
  const Vec2 corner{half.x, -half.y};
  add(-half, corner, border), add(corner, half, border);
  add(half, -corner, border), add(-corner, -half, border);
}

/// The sprites of one frame, standing.
class SpaceSprites {
 public:
  SpaceSprites(const SpaceCanvas& c, const Session& session, std::span<const Event> events)
      : c_(c),
        session_(session),
        frame_(session.frame()),
        colors_(session, events, c.options, c.theme, c.list.scratch),
        count_(colors_.count()) {
    c.list.height_scratch.assign(count_, 0.0f);
    if (c.options.stand) stand(events);
  }

  void draw_solids(Detail detail) const {
    SpaceList& list = c_.list;
    list.boxes = detail == Detail::solid || session_.show();
    list.walls = detail == Detail::full;
    list.solids.reserve(count_);
    for (SpriteId i = 0; i < count_; ++i) list.solids.push_back(list.boxes ? box(i) : standing(i));
  }

  void draw_candidates() const {
    for (const Pair pair : session_.pairs())
      if (pair.b < count_) c_.wire(middle(pair.a), middle(pair.b), c_.theme[Role::candidate]);
  }

  void draw_boxes() const {
    for (SpriteId i = 0; i < count_; ++i)
      add_rectangle(c_, c_.flat(frame_.boxes[i]), base(i), c_.theme[Role::box]);
  }

  // Pictures are red themselves; of boxes, and where no sprites are drawn, the edge says it.
  void draw_collisions(Detail detail) const {
    if (detail == Detail::solid || (c_.options.sprites && !session_.show())) return;
    for (SpriteId i = 0; i < count_; ++i)
      if (colors_.collides(i))
        add_rectangle(c_, c_.flat(frame_.boxes[i]), c_.options.sprites ? top(i) : base(i),
                      c_.theme[Role::collision], 2);
  }

  void draw_velocities() const {
    const auto velocities = session_.world().velocities();
    for (SpriteId i = 0; i < count_; ++i) {
      if (velocities[i] == Vec2{}) continue;
      arrow(top_of(i), velocities[i] * kArrowSteps, 5, c_.theme[Role::velocity], 1.5f);
    }
  }

  // A pin with a round head in every sprite that never moves.
  void draw_pins() const {
    constexpr float kStem = 10;
    const auto statics = session_.world().statics();
    const Color ink = c_.theme[Role::text];
    for (SpriteId i = 0; i < count_; ++i) {
      if (!statics[i]) continue;
      const Vec3 foot = top_of(i), head = foot + Vec3{0, kStem, 0};
      c_.wire(foot, head, ink, 2);
      c_.wire(head, head, ink, 6);
    }
  }

  void draw_ids() const {
    const RecordingPlayback* show = session_.show();
    const SpriteId last = std::min<SpriteId>(count_, kMaxSpaceLabels);
    for (SpriteId i = 0; i < last; ++i) {
      char text[24];
      const std::int64_t number = show ? show->ids()[i] : static_cast<std::int64_t>(i);
      const auto end = std::to_chars(text, text + sizeof text, number).ptr;
      c_.list.labels.push_back({top_of(i), c_.theme[Role::text], std::string(text, end)});
    }
  }

  void draw_hand(const Interaction& hand) const {
    const Color color = c_.theme[Role::selection];
    for (const SpriteId i : hand.selected) cage(i, color, 2);
    if (hand.hovered) cage(*hand.hovered, color.with_alpha(0.8f), 1);
    if (hand.rubber_band) add_rectangle(c_, c_.flat(*hand.rubber_band), 0, color, 2, 1);
    if (hand.aim && hand.aim->first != hand.aim->second) {
      const Vec3 from = c_.at(hand.aim->first, 0);
      c_.wire(from, from, c_.theme[Role::aim], 8);
      arrow(from, hand.aim->second - hand.aim->first, 12, c_.theme[Role::aim], 2);
    }
    if (!hand.region_query) return;
    add_rectangle(c_, c_.flat(hand.region_query->box), 0, c_.theme[Role::query], 2, 1);
    for (const SpriteId i : hand.region_query->found.items())
      if (i < count_)
        add_rectangle(c_, c_.flat(frame_.boxes[i]), base(i), c_.theme[Role::found], 2);
  }

 private:
  // A sprite stands on its final group, its node, or its leaf; on the deepest where it has many.
  void stand(std::span<const Event> events) {
    auto& heights = c_.list.height_scratch;
    for (const Event& e : events)
      if ((e.kind == EventKind::member || e.kind == EventKind::fat) && e.a < count_)
        heights[e.a] = std::max(heights[e.a], c_.heights.at(e.depth));
  }

  float base(SpriteId i) const { return c_.list.height_scratch[i]; }
  // Tops of sprites that overlap must not lie in one plane: the later one is above, as in the
  // field, by a part of a unit.
  float top(SpriteId i) const {
    return base(i) + c_.options.extrusion + static_cast<float>(i) / static_cast<float>(count_);
  }
  Vec3 middle(SpriteId i) const {
    return c_.at(frame_.transforms[i].position, (base(i) + top(i)) / 2);
  }
  Vec3 top_of(SpriteId i) const { return c_.at(frame_.transforms[i].position, top(i)); }

  Solid standing(SpriteId i) const {
    const Picture p = colors_.picture(i);
    const Ground& ground = c_.list.ground;
    const ImageTone& tone = c_.list.tone(session_.images(), p.image);
    Solid s;
    s.center = ground.flat(p.center);
    s.half_x = ground.scaled(p.half_x), s.half_y = ground.scaled(p.half_y);
    s.base = base(i), s.top = top(i);
    s.tint = p.tint, s.glow = p.glow, s.hatch = p.hatch, s.image = p.image;
    s.cut = tone.cut;
    const Color own = colors_.own(i);
    const Color face = c_.options.color_by == ColorBy::image ? multiplied(tone.mean, own) : own;
    s.wall = colors_.collides(i) ? mixed(face, c_.theme[Role::collision], 0.75f) : face;
    return s;
  }

  Solid box(SpriteId i) const {
    const Aabb flat = c_.flat(frame_.boxes[i]);
    Solid s;
    s.center = center(flat);
    s.half_x = {extent(flat).x / 2, 0}, s.half_y = {0, extent(flat).y / 2};
    s.base = base(i), s.top = top(i);
    s.wall = session_.show() ? colors_.recorded(i) : colors_.plain(i);
    return s;
  }

  static Color multiplied(Color a, Color b) {
    const auto channel = [](std::uint8_t p, std::uint8_t q) {
      return static_cast<std::uint8_t>(p * q / 255);
    };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), 255};
  }

  // From a point along a vector of world px, with barbs that are that many units long.
  void arrow(Vec3 from, Vec2 world, float barbs, Color color, float width) const {
    const Vec2 way = c_.list.ground.scaled(world);
    const Vec3 to = from + Vec3{way.x, 0, way.y};
    const Vec2 back = way * (-std::min(barbs, length(way)) / length(way));
    const Vec2 side = Vec2{-back.y, back.x} * 0.45f;
    c_.wire(from, to, color, width);
    for (const Vec2 barb : {back + side, back - side})
      c_.wire(to, to + Vec3{barb.x, 0, barb.y}, color, width);
  }

  void cage(SpriteId i, Color color, float width) const {
    constexpr float kMargin = 4;
    if (i >= count_) return;
    const Aabb flat = grown(c_.flat(frame_.boxes[i]), kMargin);
    add_cage(c_, flat, base(i), top(i) + kMargin, color, width, 1);
  }

  const SpaceCanvas& c_;
  const Session& session_;
  Frame frame_;
  SpriteColors colors_;
  SpriteId count_;
};

}  // namespace

void draw_space(const Session& session, std::span<const Event> events, const ViewOptions& options,
                const Interaction& hand, Detail detail, SpaceList& list) {
  list.clear();
  list.ground = Ground::of(session.field());
  const SpaceCanvas c{theme(options.theme), options, heights_of(events, options), list};
  const SpaceSprites sprites(c, session, events);
  draw_floor(c);
  if (options.sprites) sprites.draw_solids(detail);
  if (options.shows(Overlay::structure)) draw_space_structure(c, events, detail);
  if (options.shows(Overlay::boxes) && detail == Detail::full) sprites.draw_boxes();
  if (options.shows(Overlay::candidates)) sprites.draw_candidates();
  if (options.shows(Overlay::collisions)) sprites.draw_collisions(detail);
  if (options.shows(Overlay::velocities)) sprites.draw_velocities();
  if (options.sprites && detail == Detail::full) sprites.draw_pins();
  if (options.shows(Overlay::ids)) sprites.draw_ids();
  sprites.draw_hand(hand);
}

float default_height(const ViewOptions& options) {
  return std::min(3 * options.layer_height, 200.0f) + options.extrusion;
}

std::string height_note(const Session& session, std::span<const Event> events,
                        const ViewOptions& options) {
  const std::string title(session.broadphase().title);
  if (!options.shows(Overlay::structure)) return "Height: none, the structure is hidden [Q]";
  const Heights h = heights_of(events, options);
  if (h.groups + h.cells + h.nodes == 0)
    return "Height: none, " + title + " has no groups, cells or nodes";
  const std::string what = h.nodes > 0 ? "nodes" : h.cells > 0 ? "cells" : "groups";
  if (h.deepest == 0) return "Height: depth of the " + what + ", all at depth 0";
  const int each = static_cast<int>(std::lround(h.layer));
  return "Height: depth of the " + what + ", 0 to " + std::to_string(h.deepest) + ", " +
         std::to_string(std::max(each, 1)) + " px each";
}

Panes split_panes(const Aabb& field, float share, float scale) {
  constexpr float kNarrow = 700, kMin = 0.15f;
  const Vec2 size = extent(field);
  const float kept = 1 - std::clamp(share, kMin, 1 - kMin);
  Panes p{field, field, size.x >= kNarrow * scale};
  if (p.side_by_side)
    p.flat.max.x = p.space.min.x = field.min.x + std::round(size.x * kept);
  else
    p.flat.max.y = p.space.min.y = field.min.y + std::round(size.y * kept);
  return p;
}

}  // namespace phasebox
