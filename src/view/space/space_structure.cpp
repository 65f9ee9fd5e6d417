// SPDX-License-Identifier: MIT
// How deep a broadphase divides the field, as heights.
#include <algorithm>
#include <cmath>

#include "view/space/space_canvas.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxOnPosts = 1500;  // plates; more posts would be a forest
constexpr std::size_t kMaxEdged = 3000;    // of a processor's; their fills say it, and quicker

bool is_plate(const Event& e) {
  return e.kind == EventKind::group || e.kind == EventKind::split || e.kind == EventKind::cell ||
         e.kind == EventKind::node;
}

struct PlateColors {
  Color fill, edge;
};

// As in the field, and fuller: a plate is seen at a slant, and nothing lies on top of it.
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
          color.with_alpha((e.b ? 0.75f : 0.3f) * fade)};
}

void add_posts(const SpaceCanvas& c, const Aabb& flat, float height, Color color) {
  for (const Vec2 p :
       {flat.min, Vec2{flat.max.x, flat.min.y}, flat.max, Vec2{flat.min.x, flat.max.y}})
    c.wire({p.x, height - c.heights.layer, p.y}, {p.x, height, p.y}, color);
}

}  // namespace

Heights heights_of(std::span<const Event> events, const ViewOptions& options) {
  Heights h;
  if (!options.shows(Overlay::structure)) return h;
  for (const Event& e : events) {
    if (!is_plate(e)) continue;
    h.deepest = std::max(h.deepest, e.depth);
    h.groups += e.kind == EventKind::group || e.kind == EventKind::split;
    h.cells += e.kind == EventKind::cell;
    h.nodes += e.kind == EventKind::node;
  }
  const float most = kTallest / static_cast<float>(std::max<std::uint16_t>(h.deepest, 1));
  h.layer = std::min(options.layer_height, most);
  return h;
}

void add_rectangle(const SpaceCanvas& c, const Aabb& flat, float y, Color color, float width,
                   float dash) {
  const Vec3 a{flat.min.x, y, flat.min.y}, b{flat.max.x, y, flat.min.y};
  const Vec3 d{flat.min.x, y, flat.max.y}, e{flat.max.x, y, flat.max.y};
  c.wire(a, b, color, width, dash), c.wire(b, e, color, width, dash);
  c.wire(e, d, color, width, dash), c.wire(d, a, color, width, dash);
}

void add_cage(const SpaceCanvas& c, const Aabb& flat, float base, float top, Color color,
              float width, float dash) {
  add_rectangle(c, flat, base, color, width, dash);
  add_rectangle(c, flat, top, color, width, dash);
  for (const Vec2 p :
       {flat.min, Vec2{flat.max.x, flat.min.y}, flat.max, Vec2{flat.min.x, flat.max.y}})
    c.wire({p.x, base, p.y}, {p.x, top, p.y}, color, width, dash);
}

void draw_space_structure(const SpaceCanvas& c, std::span<const Event> events, Detail detail) {
  const Heights& h = c.heights;
  const auto parts = static_cast<float>(std::max<std::uint64_t>(h.cells + h.nodes, 1));
  const float fade = std::clamp(12 / std::sqrt(parts), 0.35f, 1.0f);
  const float deepest = std::max<float>(h.deepest, 1);
  const std::uint64_t plates = h.groups + h.cells + h.nodes;
  const bool posts = detail == Detail::full && plates <= kMaxOnPosts;
  const bool edges = detail == Detail::full || plates <= kMaxEdged;
  for (const Event& e : events) {
    if (!is_plate(e)) continue;
    const float height = h.at(e.depth);
    const Aabb flat = c.flat(e.box);
    const auto [fill, edge] = colors_of(e, c.theme, deepest, fade);
    if (fill.a) c.list.plates.push_back({flat, height, fill});
    if (edges) add_rectangle(c, flat, height, edge);
    if (posts && e.depth > 0) add_posts(c, flat, height, edge.with_alpha(0.45f));
  }
}

}  // namespace phasebox
