// SPDX-License-Identifier: MIT
// The overlay "impacts": where sprites push each other, contact points, impulses, their order.
#include <algorithm>
#include <cmath>
#include <string>

#include "collide/convex.hpp"
#include "view/overlays/overlay.hpp"
#include "world/transform.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kNumbered = 40;  // impacts; more numbers would cover each other

// px on the screen: the strongest impulse is drawn that long, the others by the square root, so
// that weak ones are still seen.
constexpr float kLongest = 64;

float strongest(std::span<const Impact> impacts) {
  float most = 0;
  for (const Impact& i : impacts) most = std::max(most, length(i.impulse));
  return most;
}

// The impulse as it is drawn, world px.
Vec2 arrow_of(const Canvas& c, const Impact& i, float most) {
  const float size = length(i.impulse);
  return size > 0 ? i.impulse * (c.px(kLongest) * std::sqrt(size / most) / size) : Vec2{};
}

void draw_arrows(const Canvas& c, std::span<const Impact> impacts, float most) {
  if (most <= 0) return;
  Layer& arrows = c.layer(Layer::Kind::line, 2);
  Layer& points = c.layer(Layer::Kind::disc);
  Layer& rests = c.layer(Layer::Kind::fill);
  const Color color = c.theme[Role::impact];
  const auto flying = static_cast<std::size_t>(std::ranges::count(impacts, false, &Impact::rests));
  std::size_t number = 0;
  for (const Impact& i : impacts) {
    if (!i.rests) ++number;
    if (length(i.impulse) <= 0 || !c.sees(square(i.point, c.px(kLongest)))) continue;
    add_arrow(arrows, i.point, i.point + arrow_of(c, i, most), c.px(5), color);
    (i.rests ? rests : points).add(square(i.point, c.px(i.rests ? 2 : 3.5f)), color);
    if (!i.rests && flying <= kNumbered)
      c.list.labels.push_back({i.point + Vec2{c.px(5), c.px(3)}, color, std::to_string(number)});
  }
}

void add_outline(const Canvas& c, const PlacedHull& hull, float thickness, Color color) {
  Layer& edges = c.layer(Layer::Kind::line, thickness);
  for (std::size_t k = 0; k < hull.points.size(); ++k)
    edges.add(world_corner(hull, k), world_corner(hull, (k + 1) % hull.points.size()), color);
}

// The shape that collides, where the sprite was then: its picture is already at the end of the
// step. On a halo of the ground's color, so that it is seen on bright pictures.
void outline_sprite(const Canvas& c, const Frame& frame, SpriteId id, const Transform& transform) {
  if (id >= frame.size() || !frame.images) return;
  const Image& image = (*frame.images)[frame.image_of[id]];
  const Vec2 scale = frame.scales[id];
  const bool is_circle = frame.volumes[id] == Volume::circle;
  for (const bool is_halo : {true, false}) {
    const float thickness = is_halo ? 5 : 2;
    const Color color = c.theme[is_halo ? Role::background : Role::impact];
    if (!is_circle) {
      add_outline(c, {image.hull, transform, scale}, thickness, color);
      continue;
    }
    const Circle circle = volume_circle(image, transform, scale);
    c.layer(Layer::Kind::ring, thickness).add(square(circle.center, circle.radius), color);
  }
}

// On a halo of the ground's color, so that it is told from the impacts before it.
void point_out(const Canvas& c, const Impact& i, float most) {
  const Vec2 tip = i.point + arrow_of(c, i, most);
  const Color color = c.theme[Role::impact], ground = c.theme[Role::background];
  add_arrow(c.layer(Layer::Kind::line, 7), i.point, tip, c.px(9), ground);
  c.layer(Layer::Kind::disc).add(square(i.point, c.px(7)), ground);
  add_arrow(c.layer(Layer::Kind::line, 3.5f), i.point, tip, c.px(9), color);
  c.layer(Layer::Kind::disc).add(square(i.point, c.px(5)), color);
}

// Contact points and impulses of the last step; numbered in their order when there are few.
void draw_impacts(const Canvas& c, const FieldState& state) {
  const std::span<const Impact> impacts = state.session.impacts();
  draw_arrows(c, impacts, strongest(impacts));
}

std::string_view lacks_impacts(const Session& session, const EventLog&) {
  return session.response().is_on() ? "" : "Sprites do not push each other: the response is off.";
}

constexpr std::array kImpactLegend{LegendLine{Role::impact, "impulse; square: at rest"}};

}  // namespace

void draw_impacts_so_far(const Canvas& c, std::span<const Impact> impacts, std::size_t done,
                         const Frame& frame) {
  if (done == 0 || done > impacts.size()) return;
  const float most = strongest(impacts);
  const Impact& now = impacts[done - 1];
  draw_arrows(c, impacts.first(done), most);
  outline_sprite(c, frame, now.a, now.transform_a);
  if (now.b != Impact::kWall) outline_sprite(c, frame, now.b, now.transform_b);
  point_out(c, now, most);
}

extern const OverlayRow impacts_overlay{
    .id = "impacts",
    .title = "Impacts",
    .help =
        "Draw where sprites push each other: contact points, impulses as "
        "arrows, and the order of the impacts.",
    .legend = kImpactLegend,
    .over = draw_impacts,
    .lack = lacks_impacts};

}  // namespace phasebox
