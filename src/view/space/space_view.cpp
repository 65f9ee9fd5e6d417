// SPDX-License-Identifier: MIT
// Draws the 3D view (ground, sprites and overlays), and finds the sprite that a ray meets.
#include "view/space/space_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "collide/event_log.hpp"
#include "session/shown_names.hpp"
#include "view/overlays/overlay.hpp"
#include "view/region_query.hpp"
#include "view/theme.hpp"

namespace phasebox {
namespace {

/// What all functions of one `draw_space` need, and helpers that add wires to its list.
struct SpaceCanvas {
  const Theme& theme;
  const ViewOptions& options;
  Heights heights;
  SpaceList& list;

  Vec3 at(Vec2 world, float height) const { return list.ground.at(world, height); }
  // The rectangle of x and z, in units of Ground, of a box in world px. It is called `flat` below.
  Aabb flat(const Aabb& world) const {
    return {list.ground.flat(world.min), list.ground.flat(world.max)};
  }
  void wire(Vec3 a, Vec3 b, Color color, float width = 1, float dash = 0) const {
    list.wires.push_back({a, b, color, width, dash});
  }
  // Draws the four sides of a level rectangle at the height `y`, units. `width` is in screen px;
  // `dash` is 1 for dashed lines.
  void rectangle(const Aabb& flat, float y, Color color, float width = 1, float dash = 0) const {
    const auto corners = corners_of(flat);
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec2 a = corners[k], b = corners[(k + 1) % 4];
      wire({a.x, y, a.y}, {b.x, y, b.y}, color, width, dash);
    }
  }
  // Draws upright wires at the corners of a rectangle, from the height `base` to `top`, units.
  void posts(const Aabb& flat, float base, float top, Color color, float width = 1,
             float dash = 0) const {
    for (const Vec2 p : corners_of(flat))
      wire({p.x, base, p.y}, {p.x, top, p.y}, color, width, dash);
  }

 private:
  static std::array<Vec2, 4> corners_of(const Aabb& flat) {
    return {flat.min, Vec2{flat.max.x, flat.min.y}, flat.max, Vec2{flat.min.x, flat.max.y}};
  }
};

// The groups, cells and nodes of a broadphase are drawn as plates, whose height shows their depth.

constexpr std::size_t kMaxOnPosts = 1500;  // plates; more have no posts, which would hide much
constexpr std::size_t kMaxEdged = 3000;    // plates; more have no edges if detail is reduced

struct PlateColors {
  Color fill, edge;
};

// The colors of the plate of a group, cell or node. They are those of the flat view with fuller
// fills, because a plate is seen at a slant. `fade`, 0 to 1, is a factor on the edges of cells and
// nodes.
PlateColors colors_of(const Event& e, const Theme& theme, float deepest, float fade) {
  if (e.kind == EventKind::split) {
    const float rest = 1 - static_cast<float>(e.depth) / deepest;
    const Color color = theme[Role::temporary_group];
    return {color.with_alpha(0.04f), color.with_alpha(0.3f + 0.5f * rest)};
  }
  if (e.kind == EventKind::group) {
    const Color color = theme[Role::final_group];
    const float weight = e.b == 1 ? 0.4f : 1.0f;
    return {color.with_alpha(0.16f * weight), color.with_alpha(weight)};
  }
  const Color color = theme.at_depth(e.depth);
  const float full = static_cast<float>(std::min(e.b, 8u)) / 8;
  return {color.with_alpha(e.b ? 0.03f + 0.07f * full : 0),
          color.with_alpha((e.b ? 1 : 0.75f) * fade)};
}

// Draws groups, cells and nodes as plates at the height of their depth. While there are few and
// detail is full, posts stand under each and reach down to the height of one depth less.
void draw_plates(const SpaceCanvas& c, std::span<const Event> events, Detail detail) {
  const Heights& h = c.heights;
  const auto parts = static_cast<float>(std::max<std::uint64_t>(h.cells + h.nodes, 1));
  const float fade = std::clamp(12 / std::sqrt(parts), 0.35f, 1.0f);
  const float deepest = std::max<float>(h.deepest, 1);
  const std::uint64_t plates = h.groups + h.cells + h.nodes;
  const bool posts = detail == Detail::full && plates <= kMaxOnPosts;
  const bool edges = detail == Detail::full || plates <= kMaxEdged;
  const bool splits_are_nodes = has_nodes(events);
  for (const Event& e : events) {
    if (!is_drawn_part(e, splits_are_nodes)) continue;
    const float height = h.at(e.depth);
    const Aabb flat = c.flat(e.box);
    const auto [fill, edge] = colors_of(e, c.theme, deepest, fade);
    if (fill.a) c.list.plates.push_back({flat, height, fill});
    if (edges) c.rectangle(flat, height, edge);
    if (posts && e.depth > 0)
      c.posts(flat, height - c.heights.layer, height, edge.with_alpha(0.45f));
  }
}

constexpr float kArrowSteps = 30;  // an arrow ends where the sprite is after so many steps
constexpr std::size_t kMaxSpaceLabels = 500;  // more are neither legible nor quick
constexpr float kFloorStep = 80;              // units from line to line of the grid

void draw_floor(const SpaceCanvas& c) {
  SpaceList& list = c.list;
  const Vec2 half = list.ground.half;
  const Color ground = c.theme[Role::background], grid = c.theme[Role::grid];
  list.sky = mixed(ground, grid, 0.55f);
  list.floor = ground;
  const auto add = [&](Vec2 a, Vec2 b, Color color) {
    list.floor_wires.push_back({{a.x, 0, a.y}, {b.x, 0, b.y}, color});
  };
  if (c.options.shows(Overlay::grid)) {
    for (float x = kFloorStep - half.x; x < half.x; x += kFloorStep)
      add({x, -half.y}, {x, half.y}, grid);
    for (float y = kFloorStep - half.y; y < half.y; y += kFloorStep)
      add({-half.x, y}, {half.x, y}, grid);
  }
  const Color border = c.theme[Role::field_border];
  const Vec2 corner{half.x, -half.y};
  add(-half, corner, border);
  add(corner, half, border);
  add(half, -corner, border);
  add(-corner, -half, border);
}

/// The sprites of one frame, drawn as solids that stand on the ground or on their groups, cells or
/// nodes, and the overlays that mark sprites.
class SpaceSprites {
 public:
  SpaceSprites(const SpaceCanvas& c, const Session& session, std::span<const Event> events,
               std::span<const std::uint32_t> tints)
      : c_(c),
        session_(session),
        frame_(session.frame()),
        colors_(session, events, tints, c.options, c.theme, c.list.scratch),
        count_(colors_.count()) {
    c.list.raised.clear();
    for (const Aabb& box : frame_.boxes.first(count_))
      c.list.raised.push_back(
          {{box.min.x, box.min.y, 0}, {box.max.x, box.max.y, c.options.extrusion}});
    if (c.options.stand) stand(events);
  }

  void draw_solids(Detail detail) const {
    SpaceList& list = c_.list;
    list.boxes = detail == Detail::solid || session_.playback();
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
      c_.rectangle(c_.flat(frame_.boxes[i]), base(i), c_.theme[Role::box]);
  }

  // Outlines the boxes of sprites that collide where no color shows it: recorded boxes in full
  // detail, and all if sprites are off. Pictures and plain boxes have the color of collisions.
  void draw_collisions(Detail detail) const {
    if (detail == Detail::solid || (c_.options.sprites && !session_.playback())) return;
    for (SpriteId i = 0; i < count_; ++i)
      if (colors_.collides(i))
        c_.rectangle(c_.flat(frame_.boxes[i]), c_.options.sprites ? top(i) : base(i),
                     c_.theme[Role::collision], 2);
  }

  void draw_velocities() const {
    const auto velocities = session_.world().velocities();
    for (SpriteId i = 0; i < count_; ++i) {
      if (velocities[i] == Vec2{}) continue;
      arrow(top_of(i), velocities[i] * kArrowSteps, 5, c_.theme[Role::velocity], 1.5f);
    }
  }

  // Draws a pin with a round head on every static sprite.
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

  // Writes the numbers of the first kMaxSpaceLabels sprites.
  void draw_ids() const {
    const SpriteId last = std::min<SpriteId>(count_, kMaxSpaceLabels);
    for (SpriteId i = 0; i < last; ++i)
      c_.list.labels.push_back(
          {top_of(i), c_.theme[Role::text], std::to_string(shown_id(session_, i))});
  }

  // Marks what the pointer does: selected and hovered sprites, rubber band, launch, region query.
  void draw_hand(const Interaction& hand) const {
    const Color color = c_.theme[Role::selection];
    for (const SpriteId i : hand.selected) cage(i, color, 2);
    if (hand.hovered) cage(*hand.hovered, color.with_alpha(0.8f), 1);
    if (hand.rubber_band) c_.rectangle(c_.flat(*hand.rubber_band), 0, color, 2, 1);
    if (hand.aim && hand.aim->first != hand.aim->second) {
      const Vec3 from = c_.at(hand.aim->first, 0);
      c_.wire(from, from, c_.theme[Role::aim], 8);
      arrow(from, hand.aim->second - hand.aim->first, 12, c_.theme[Role::aim], 2);
    }
    if (hand.region_query) draw_query(*hand.region_query);
  }

 private:
  // Draws the outline of a query on the ground, frames in the color of found around the sprites
  // that it found, and outlines in that of visited at the top of others and at the height of nodes.
  void draw_query(const RegionQuery& query) const {
    const Color line = c_.theme[Role::query], visited = c_.theme[Role::visited];
    const QueryOutline outline = outline_of(query.asked);
    const auto corner = [&](std::size_t k) { return c_.at(outline.corners[k % 4], 0); };
    for (std::size_t k = 0; k < outline.sides; ++k) c_.wire(corner(k), corner(k + 1), line, 2, 1);
    if (outline.sides == 0) c_.wire(corner(0), corner(0), line, 8);
    std::vector<bool> is_marked(count_);
    for (const SpriteId i : query.found.items()) {
      if (i >= count_) continue;
      is_marked[i] = true;
      cage(i, c_.theme[Role::found], 2, 0);
    }
    for (const Event& e : query.log.events()) {
      const bool is_sprite = is_sprite_visit(e, frame_.boxes.first(count_));
      if (e.kind != EventKind::visit || (is_sprite && is_marked[e.a])) continue;
      if (is_sprite) is_marked[e.a] = true;
      c_.rectangle(c_.flat(is_sprite ? frame_.boxes[e.a] : e.box),
                   is_sprite ? top(e.a) : c_.heights.at(e.depth), visited);
    }
  }
  // Raises each sprite to the height, in units of Ground, of the deepest group, cell, node or leaf
  // that holds it. Sprites that none holds stay on the ground.
  void stand(std::span<const Event> events) {
    for (const Event& e : events) {
      if ((e.kind != EventKind::member && e.kind != EventKind::fat) || e.a >= count_) continue;
      Box3& box = c_.list.raised[e.a];
      box.min[2] = std::max(box.min[2], c_.heights.at(e.depth));
      box.max[2] = box.min[2] + c_.options.extrusion;
    }
  }

  float base(SpriteId i) const { return c_.list.raised[i].min[2]; }
  // The height of a sprite's top, units. Sprites of higher numbers are higher by less than a unit,
  // so that overlapping tops do not share a plane and the later one is seen, as in the flat view.
  float top(SpriteId i) const {
    return c_.list.raised[i].max[2] + static_cast<float>(i) / static_cast<float>(count_);
  }
  Vec3 middle(SpriteId i) const {
    return c_.at(frame_.transforms[i].position, (base(i) + top(i)) / 2);
  }
  Vec3 top_of(SpriteId i) const { return c_.at(frame_.transforms[i].position, top(i)); }

  // The solid of a sprite with its picture.
  Solid standing(SpriteId i) const {
    const Picture p = colors_.picture(i);
    const Ground& ground = c_.list.ground;
    const ImageTone& tone = c_.list.tone(session_.images(), p.image);
    Solid s;
    s.center = ground.flat(p.center);
    s.half_x = ground.scaled(p.half_x);
    s.half_y = ground.scaled(p.half_y);
    s.base = base(i);
    s.top = top(i);
    s.tint = p.tint;
    s.glow = p.glow;
    s.hatch = p.hatch;
    s.image = p.image;
    s.cut = tone.cut;
    const Color own = colors_.own(i);
    const Color face = c_.options.color_by == ColorBy::image ? multiplied(tone.mean, own) : own;
    s.wall = colors_.collides(i) ? mixed(face, c_.theme[Role::collision], 0.75f) : face;
    return s;
  }

  // The solid of a sprite as a plain box.
  Solid box(SpriteId i) const {
    const Aabb flat = c_.flat(frame_.boxes[i]);
    Solid s;
    s.center = center(flat);
    s.half_x = {extent(flat).x / 2, 0};
    s.half_y = {0, extent(flat).y / 2};
    s.base = base(i);
    s.top = top(i);
    s.wall = session_.playback() ? colors_.recorded(i) : colors_.plain(i);
    return s;
  }

  static Color multiplied(Color a, Color b) {
    const auto channel = [](std::uint8_t p, std::uint8_t q) {
      return static_cast<std::uint8_t>(p * q / 255);
    };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), 255};
  }

  // Draws a level arrow from a point along a vector in world px, which must not be 0. Its barbs
  // reach back by `barbs` units, or by the arrow's length if that is shorter. `width` is in screen
  // px.
  void arrow(Vec3 from, Vec2 world, float barbs, Color color, float width) const {
    const Vec2 way = c_.list.ground.scaled(world);
    const Vec3 to = from + Vec3{way.x, 0, way.y};
    const Vec2 back = way * (-std::min(barbs, length(way)) / length(way));
    const Vec2 side = Vec2{-back.y, back.x} * 0.45f;
    c_.wire(from, to, color, width);
    for (const Vec2 barb : {back + side, back - side})
      c_.wire(to, to + Vec3{barb.x, 0, barb.y}, color, width);
  }

  // Draws a frame around the solid of a sprite, unless `dash` is 0 a dashed one.
  void cage(SpriteId i, Color color, float width, float dash = 1) const {
    constexpr float kMargin = 4;
    if (i >= count_) return;
    const Aabb flat = grown(c_.flat(frame_.boxes[i]), kMargin);
    for (const float height : {base(i), top(i) + kMargin})
      c_.rectangle(flat, height, color, width, dash);
    c_.posts(flat, base(i), top(i) + kMargin, color, width, dash);
  }

  const SpaceCanvas& c_;
  const Session& session_;
  Frame frame_;
  SpriteColors colors_;
  SpriteId count_;
};

// The sprite that a ray meets: the ray is clipped to each solid, then steps over its picture.

constexpr float kNever = std::numeric_limits<float>::max();

// A part of a ray, by its parameter t.
struct Span {
  float from, to;
  bool is_empty() const { return !(from <= to); }
};

// The part of the span in which `at + along * t` lies between `lo` and `hi`; an empty one if none.
Span clipped(Span s, float at, float along, float lo, float hi) {
  if (std::abs(along) < 1e-9f) return at < lo || at > hi ? Span{1, 0} : s;
  const float a = (lo - at) / along, b = (hi - at) / along;
  return {std::max(s.from, std::min(a, b)), std::min(s.to, std::max(a, b))};
}

// A coordinate of the footprint as a linear function of the ray's t: -1 to 1 lies inside.
struct Linear {
  float at, along;
  float operator()(float t) const { return at + along * t; }
};

// The coordinate along `half`, one of the two half-axes of the solid's footprint.
Linear across(const Ray& ray, const Solid& s, Vec2 half) {
  const float unit = 1 / std::max(length_squared(half), 1e-12f);
  return {dot(Vec2{ray.from.x, ray.from.z} - s.center, half) * unit,
          dot(Vec2{ray.along.x, ray.along.z}, half) * unit};
}

// Whether the pixel at u and v, each -1 to 1 over the image, is not fully transparent.
bool is_opaque(const Image& image, float u, float v) {
  const auto cell = [](float part, int side) {
    return std::clamp(static_cast<int>((part + 1) / 2 * static_cast<float>(side)), 0, side - 1);
  };
  return image.alpha_at(cell(u, image.width), cell(v, image.height)) > 0;
}

// The first t of the span, in steps, at which the pixel is not transparent, or kNever. Steps are
// half a pixel long or less; longer where that would take more than 4,096 of them.
float first_opaque(const Image& image, Linear u, Linear v, Span s) {
  const float wide = std::abs(u.along) * static_cast<float>(image.width);
  const float high = std::abs(v.along) * static_cast<float>(image.height);
  constexpr float kMaxSteps = 4096;
  const float steps = std::clamp(std::ceil((wide + high) * (s.to - s.from)), 1.0f, kMaxSteps);
  for (float k = 0; k <= steps; ++k) {
    const float t = s.from + (s.to - s.from) * (k / steps);
    if (is_opaque(image, u(t), v(t))) return t;
  }
  return kNever;
}

}  // namespace

Heights heights_of(std::span<const Event> events, const ViewOptions& options) {
  Heights h;
  if (!options.shows(Overlay::structure)) return h;
  const bool splits_are_nodes = has_nodes(events);
  for (const Event& e : events) {
    if (!is_drawn_part(e, splits_are_nodes)) continue;
    h.deepest = std::max(h.deepest, e.depth);
    h.groups += is_group(e);
    h.cells += e.kind == EventKind::cell;
    h.nodes += e.kind == EventKind::node;
  }
  const float most = kTallest / static_cast<float>(std::max<std::uint16_t>(h.deepest, 1));
  h.layer = std::min(options.layer_height, most);
  return h;
}

void draw_space(const Session& session, std::span<const Event> events, const ViewOptions& options,
                const Interaction& hand, Detail detail, SpaceList& list) {
  list.clear();
  list.ground = Ground::of(session.field());
  const SpaceCanvas c{theme(options.theme), options, heights_of(events, options), list};
  const SpaceSprites sprites(c, session, events, hand.tints);
  draw_floor(c);
  if (options.sprites) sprites.draw_solids(detail);
  if (options.shows(Overlay::structure) && !options.three_axes) draw_plates(c, events, detail);
  if (options.shows(Overlay::boxes) && detail == Detail::full) sprites.draw_boxes();
  if (options.shows(Overlay::candidates)) sprites.draw_candidates();
  if (options.shows(Overlay::collisions)) sprites.draw_collisions(detail);
  if (options.shows(Overlay::velocities)) sprites.draw_velocities();
  if (options.sprites && detail == Detail::full) sprites.draw_pins();
  if (options.shows(Overlay::ids)) sprites.draw_ids();
  sprites.draw_hand(hand);
}

void draw_space_group(const Box3& group, bool is_single, const ViewOptions& options,
                      SpaceList& list) {
  constexpr float kMargin = 2;  // units, so that no side lies in the side of a sprite
  const SpaceCanvas c{theme(options.theme), options, {}, list};
  const Color color = c.theme[Role::final_group].with_alpha(is_single ? 0.4f : 1.0f);
  const Aabb flat = grown(c.flat(group.flat()), kMargin);
  const float base = group.min[2], top = group.max[2] + kMargin;
  list.plates.push_back({flat, base, color.with_alpha(0.16f)});
  for (const float height : {base, top}) c.rectangle(flat, height, color);
  c.posts(flat, base, top, color);
}

float default_height(const ViewOptions& options) {
  return std::min(3 * options.layer_height, 200.0f) + options.extrusion;
}

Sentence height_note(const Session& session, std::span<const Event> events,
                     const ViewOptions& options) {
  if (!options.shows(Overlay::structure)) return "Height: none, the structure is hidden [Q]";
  const Heights h = heights_of(events, options);
  if (h.groups + h.cells + h.nodes == 0)
    return {"Height: none, {} has no groups, cells or nodes",
            {session.settings().broadphase->title}};
  const char* what = h.nodes > 0 ? "nodes" : h.cells > 0 ? "cells" : "groups";
  if (h.deepest == 0) return {"Height: depth of the {}, all at depth 0", {what}};
  return {"Height: depth of the {}, 0 to {}, {} px each",
          {what, std::to_string(h.deepest), std::to_string(std::max(std::lround(h.layer), 1L))}};
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

std::optional<SpaceHit> pick_space(const SpaceList& list, const ImageSet& images, const Ray& ray) {
  SpriteId seen = 0, near = 0;
  float seen_at = kNever, near_at = kNever;
  for (SpriteId i = 0; i < list.solids.size(); ++i) {
    const Solid& s = list.solids[i];
    const Linear u = across(ray, s, s.half_x), v = across(ray, s, s.half_y);
    Span span = clipped({0, kNever}, ray.from.y, ray.along.y, list.walls ? s.base : s.top, s.top);
    span = clipped(clipped(span, u.at, u.along, -1, 1), v.at, v.along, -1, 1);
    if (span.is_empty() || span.from >= seen_at) continue;
    const bool has_picture = !list.boxes && s.image < images.size();
    const float t = has_picture ? first_opaque(images[s.image], u, v, span) : span.from;
    if (t < seen_at) {
      seen_at = t;
      seen = i;
    }
    if (span.from < near_at) {
      near_at = span.from;
      near = i;
    }
  }
  if (seen_at < kNever) return SpaceHit{seen, ray.at(seen_at)};
  if (near_at < kNever) return SpaceHit{near, ray.at(near_at)};
  return {};
}

}  // namespace phasebox
