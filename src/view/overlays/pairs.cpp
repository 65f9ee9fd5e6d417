// SPDX-License-Identifier: MIT
// Overlays of pairs: candidates, collisions, closest features, impacts.
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "collide/convex.hpp"
#include "view/overlays/overlay.hpp"
#include "world/world.hpp"

namespace phasebox {
namespace {

// The overlay "candidates": pairs that the broadphase found.

constexpr std::array kCandidateLegend{LegendLine{Role::candidate, "candidate pair"}};

// The overlay "collisions": sprites that collide, and where.

constexpr std::array kCollisionLegend{LegendLine{Role::collision, "collision"}};

// Marks contact points by small crosses, at most one per square of 16 screen px (times the line
// scale), because a pile of sprites has many contacts at one place.
void draw_contact_points(const Canvas& c, const FieldState& state) {
  const float arm = c.px(3);
  const ScreenCells cells(c, 16);
  auto& taken = c.list.pixel_scratch;
  taken.assign(cells.size(), 0);
  Layer& crosses = c.line(1.25f);
  for (const Contact& contact : state.session.contacts()) {
    const Vec2 p = contact.point;
    const auto cell = cells.at(p);
    if (!cell || !contains(c.camera.viewport, c.camera.to_screen(p))) continue;
    if (std::exchange(taken[*cell], std::uint8_t{1})) continue;
    crosses.add(p - Vec2{arm, 0}, p + Vec2{arm, 0}, c[Role::text]);
    crosses.add(p - Vec2{0, arm}, p + Vec2{0, arm}, c[Role::text]);
  }
}

// Marks contact points in full detail, and outlines (in some themes hatches) the boxes of sprites
// that collide. Sprites that are drawn as pictures need no box: their pictures have an outline and
// a hatch that follow the opaque area. Neither does density, whose colors show collisions.
void draw_collisions(const Canvas& c, const FieldState& state) {
  const bool shows_pictures = state.options.sprites && !state.session.playback();
  if (state.detail == Detail::full) draw_contact_points(c, state);
  if (state.detail == Detail::full && shows_pictures) return;
  if (state.detail == Detail::density && state.options.sprites) return;  // its colors show them
  Layer& hatch = c.layer(Layer::Kind::hatch);
  Layer& boxes = c.outline(2);
  const Color color = c[Role::collision];
  // A rectangle that has that color and is hardly larger than its outline gets no outline.
  constexpr float kFilled = 12;  // screen px before the line scale
  const float least = shows_pictures ? c.px(kFilled) : 0;
  const Color stripes = shows_pictures ? c[Role::background] : color;
  state.each(c, [&](SpriteId i) {
    if (!state.colors.collides(i)) return;
    if (c.theme.hatch_collisions) hatch.add(state.frame.boxes[i], stripes.with_alpha(0.6f));
    const Vec2 size = extent(state.frame.boxes[i]);
    if (std::max(size.x, size.y) >= least) boxes.add(state.frame.boxes[i], color);
  });
}

// The overlay "closest-features": the corners and edges of two hulls that are closest to each
// other, and the walk from feature to feature that found them.

constexpr std::size_t kAllPairs = 200;  // pairs; more at once are neither legible nor quick

constexpr std::array kFeatureLegend{
    LegendLine{Role::accent, "closest corner or edge"},
    LegendLine{Role::swap, "walked past, fading",
               [](const EventLog& log, const Camera&) {
                 return log.narrow.count(EventKind::feature) > 0;
               }},
    LegendLine{Role::closest, "closest points"},
};

// Whether the closest features of the pair are drawn: those of every pair if there are at most
// kAllPairs, else those of pairs with the sprite at the pointer or a selected one.
bool is_of_interest(const FieldState& state, Pair pair) {
  if (pair.b >= state.count()) return false;
  if (state.session.pairs().size() <= kAllPairs) return true;
  const auto is_meant = [&](SpriteId id) {
    return state.hand.hovered == id ||
           std::ranges::find(state.hand.selected, id) != state.hand.selected.end();
  };
  return is_meant(pair.a) || is_meant(pair.b);
}

// The layers for features, opened once for all pairs, because every layer costs a draw call.
struct FeatureLayers {
  static constexpr float kWidth = 5, kWalked = 3;
  const Canvas& c;
  Layer& walked = c.line(kWalked);
  Layer& passed = c.disc();
  Layer& edges = c.line(kWidth);
  Layer& segments = c.line(2);
  Layer& points = c.disc();

  // Adds a feature of a hull: its edge from corner k to the next one, or its corner k.
  void add(const PlacedHull& hull, std::size_t k, bool is_edge) {
    const Vec2 from = world_corner(hull, k);
    if (is_edge)
      edges.add(from, world_corner(hull, k + 1), c[Role::accent]);
    else
      points.add(square(from, c.px(kWidth)), c[Role::accent]);
  }
};

// The distance and the closest features of two hulls, by a walk over their features, because only
// the walk recognizes parallel edges. If it ends without an answer, as for hulls that overlap,
// `separation` gives one.
Separation closest_of(const PlacedHull& a, const PlacedHull& b) {
  const FeatureWalk walk = walk_features(a, b);
  return walk.end == FeatureWalk::End::closest ? walk.separation : separation(a, b);
}

// Draws the closest features and points of a pair, and their distance, or the depth if they
// overlap.
void draw_pair(FeatureLayers& layers, const Frame& frame, Pair pair) {
  using Kind = ClosestFeatures::Kind;
  const Canvas& c = layers.c;
  const PlacedHull a = placed_hull(frame, pair.a), b = placed_hull(frame, pair.b);
  const Separation s = closest_of(a, b);
  const auto [of_a, of_b, kind] = s.features;
  if (kind != Kind::none) {
    const bool are_edges = kind == Kind::edges;
    layers.add(a, of_a, are_edges || kind == Kind::edge_of_a || kind == Kind::under_edge_of_a);
    layers.add(b, of_b, are_edges || kind == Kind::edge_of_b || kind == Kind::under_edge_of_b);
  }
  const Color color = c[Role::closest];
  layers.segments.add(s.point_a, s.point_b, color);
  for (const Vec2 end : {s.point_a, s.point_b}) layers.points.add(square(end, c.px(2.5f)), color);
  c.label((s.point_a + s.point_b) * 0.5f + Vec2{c.px(6), c.px(6)},
          fmt::format("{:.1f}", s.overlap ? s.depth : s.distance), Role::text,
          s.overlap ? "{} px deep" : "{} px");
}

// Draws the features at which the walk of one pair stood, from faint (first) to strong (last).
// `of_pair` are the pair's events; one of a corner has two equal ends. Draws nothing if the walk
// took no step.
void draw_walk(FeatureLayers& layers, std::span<const Event> of_pair) {
  const auto all =
      static_cast<float>(std::ranges::count(of_pair, EventKind::feature, &Event::kind));
  if (all <= 2) return;  // one event per hull: the walk stayed where it began
  float done = 0;
  for (const Event& e : of_pair) {
    if (e.kind != EventKind::feature) continue;
    const Color color = layers.c[Role::swap].with_alpha(0.15f + 0.75f * ++done / all);
    if (e.box.min == e.box.max)
      layers.passed.add(square(e.box.min, layers.c.px(FeatureLayers::kWalked)), color);
    else
      layers.walked.add(e.box.min, e.box.max, color);
  }
}

// Whether the pair is of interest and may be in sight.
bool is_shown(const Canvas& c, const FieldState& state, Pair pair) {
  return is_of_interest(state, pair) &&
         c.sees(united(state.frame.boxes[pair.a], state.frame.boxes[pair.b]));
}

// Draws the walks of all pairs of interest in sight. The log has an `enter` for each pair, and then
// the pair's events.
void draw_walks(FeatureLayers& layers, const FieldState& state) {
  const auto events = state.events.narrow;
  for (std::size_t k = 0, end = 0; k < events.size(); k = end) {
    end = k + 1;
    while (end < events.size() && events[end].kind != EventKind::enter) ++end;
    const Event& e = events[k];
    if (e.kind == EventKind::enter && is_shown(layers.c, state, {e.a, e.b}))
      draw_walk(layers, events.subspan(k, end - k));
  }
}

void draw_closest_features(const Canvas& c, const FieldState& state) {
  if (state.session.settings().narrowphase->id != "convex-hull") return;
  FeatureLayers layers{c};
  draw_walks(layers, state);
  for (const Pair pair : state.session.pairs())
    if (is_shown(c, state, pair)) draw_pair(layers, state.frame, pair);
}

// The overlay "impacts": contact points at which sprites push each other, impulses, and their
// order.

constexpr std::size_t kNumbered =
    40;  // impacts; of more, none has a number, as numbers would cover each other

// Length of the strongest impulse's arrow, screen px before the line scale. Lengths grow with the
// square root of the impulse, so that weak ones are seen.
constexpr float kLongest = 64;

// The length of the strongest impulse; 0 without impacts.
float strongest(std::span<const Impact> impacts) {
  float most = 0;
  for (const Impact& i : impacts) most = std::max(most, length(i.impulse));
  return most;
}

// The arrow of an impact's impulse as a vector, world px; `most` is the length of the strongest
// impulse.
Vec2 arrow_of(const Canvas& c, const Impact& i, float most) {
  const float size = length(i.impulse);
  return size > 0 ? i.impulse * (c.px(kLongest) * std::sqrt(size / most) / size) : Vec2{};
}

// Draws impacts as arrows from their points. Those that are not resting contacts get numbers in
// their order, if there are few.
void draw_arrows(const Canvas& c, std::span<const Impact> impacts, float most) {
  if (most <= 0) return;
  Layer& arrows = c.line(2);
  Layer& points = c.disc();
  Layer& rests = c.fill();
  const Color color = c[Role::impact];
  const auto flying = static_cast<std::size_t>(std::ranges::count(impacts, false, &Impact::rests));
  std::size_t number = 0;
  for (const Impact& i : impacts) {
    if (!i.rests) ++number;
    if (length(i.impulse) <= 0 || !c.sees(square(i.point, c.px(kLongest)))) continue;
    add_arrow(arrows, i.point, i.point + arrow_of(c, i, most), c.px(5), color);
    (i.rests ? rests : points).add(square(i.point, c.px(i.rests ? 2 : 3.5f)), color);
    if (!i.rests && flying <= kNumbered)
      c.label(i.point + Vec2{c.px(5), c.px(3)}, std::to_string(number), Role::impact);
  }
}

// Outlines the hull or circle of a sprite with the given transform, which is that of the impact;
// the sprite's picture is already at its place at the end of the step. A halo in the background
// color keeps the outline visible on bright pictures.
void outline_sprite(const Canvas& c, const Frame& frame, SpriteId id, const Transform& transform) {
  if (id >= frame.size() || !frame.images) return;
  const Image& image = image_of(frame, id);
  const Vec2 scale = frame.scales[id];
  const bool is_circle = frame.volumes[id] == Volume::circle;
  for (const bool is_halo : {true, false}) {
    const float thickness = is_halo ? 5 : 2;
    const Color color = c[is_halo ? Role::background : Role::impact];
    if (is_circle) {
      const Circle circle = volume_circle(image, transform, scale);
      c.ring(thickness).add(square(circle.center, circle.radius), color);
      continue;
    }
    const PlacedHull hull{image.hull, transform, scale};
    Layer& edges = c.line(thickness);
    for (std::size_t k = 0; k < hull.points.size(); ++k)
      edges.add(world_corner(hull, k), world_corner(hull, (k + 1) % hull.points.size()), color);
  }
}

// Draws an impact larger than the others, on a halo in the background color.
void point_out(const Canvas& c, const Impact& i, float most) {
  const Vec2 tip = i.point + arrow_of(c, i, most);
  const Color color = c[Role::impact], ground = c[Role::background];
  add_arrow(c.line(7), i.point, tip, c.px(9), ground);
  c.disc().add(square(i.point, c.px(7)), ground);
  add_arrow(c.line(3.5f), i.point, tip, c.px(9), color);
  c.disc().add(square(i.point, c.px(5)), color);
}

constexpr std::array kImpactLegend{LegendLine{Role::impact, "impulse; square: at rest"}};

}  // namespace

extern const OverlayRow candidates_overlay{.id = "candidates",
                                           .title = "Candidate lines",
                                           .help = "Draw a line for every candidate pair.",
                                           .key = 'l',
                                           .legend = kCandidateLegend,
                                           .over = [](const Canvas& c, const FieldState& state) {
                                             Layer& lines = c.line();
                                             for (const Pair pair : state.session.pairs())
                                               add_line(c, lines, state.frame.boxes, pair,
                                                        c[Role::candidate]);
                                           }};

extern const OverlayRow collisions_overlay{.id = "collisions",
                                           .title = "Collisions",
                                           .help = "Mark every collision.",
                                           .is_on = true,
                                           .legend = kCollisionLegend,
                                           .over = draw_collisions};

extern const OverlayRow closest_features_overlay{
    .id = "closest-features",
    .title = "Closest features",
    .help =
        "Mark the closest corner or edge of both hulls of each candidate pair, and their distance; "
        "of more than 200 pairs, those at the pointer or selected.",
    .legend = kFeatureLegend,
    .over = draw_closest_features,
    .lack = [](const Session& session, const EventLog&) -> std::string_view {
      const bool has_hulls = session.settings().narrowphase->id == "convex-hull";
      return has_hulls ? "" : "Only the narrowphase Convex hull has them.";
    }};

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
        "Draw where sprites push each other: contact points, impulses as arrows, and the order of "
        "the impacts.",
    .legend = kImpactLegend,
    .over =
        [](const Canvas& c, const FieldState& state) {
          const auto impacts = state.session.impact_log().impacts;
          draw_arrows(c, impacts, strongest(impacts));
        },
    .lack = [](const Session& session, const EventLog&) -> std::string_view {
      const bool is_on = session.settings().response.is_on();
      return is_on ? "" : "Sprites do not push each other: the response is off.";
    }};

}  // namespace phasebox
