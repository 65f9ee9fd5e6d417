// SPDX-License-Identifier: MIT
// The overlay "closest-features": the corners and edges of hulls that are closest, and the walk.
#include <algorithm>
#include <cstdio>

#include "collide/convex.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kAllPairs = 200;  // more at once are neither legible nor quick

constexpr std::array kFeatureLegend{
    LegendLine{Role::accent, "closest corner or edge"},
    LegendLine{Role::swap, "walked past, fading",
               [](const EventLog& log, const Camera&) {
                 return log.narrow.count(EventKind::feature) > 0;
               }},
    LegendLine{Role::closest, "closest points"},
};

// All pairs while they are few, else those of the sprite at the pointer or the selected ones.
bool is_of_interest(const FieldState& state, Pair pair) {
  if (pair.b >= state.count()) return false;
  if (state.session.pairs().size() <= kAllPairs) return true;
  const auto is_meant = [&](SpriteId id) {
    return state.hand.hovered == id ||
           std::ranges::find(state.hand.selected, id) != state.hand.selected.end();
  };
  return is_meant(pair.a) || is_meant(pair.b);
}

PlacedHull hull_of(const Frame& frame, SpriteId i) {
  return {(*frame.images)[frame.image_of[i]].hull, frame.transforms[i], frame.scales[i]};
}

// Opened once for all pairs: a layer is a draw call.
struct FeatureLayers {
  static constexpr float kWidth = 5, kWalked = 3;
  const Canvas& c;
  Layer& walked = c.layer(Layer::Kind::line, kWalked);
  Layer& passed = c.layer(Layer::Kind::disc);
  Layer& edges = c.layer(Layer::Kind::line, kWidth);
  Layer& segments = c.layer(Layer::Kind::line, 2);
  Layer& points = c.layer(Layer::Kind::disc);

  void add(const PlacedHull& hull, std::size_t k, bool is_edge) {
    const Vec2 from = world_corner(hull, k);
    if (is_edge)
      edges.add(from, world_corner(hull, k + 1), c.theme[Role::accent]);
    else
      points.add(square(from, c.px(kWidth)), c.theme[Role::accent]);
  }
};

// Parallel edges and hulls that overlap have features that only one of both searches names.
Separation closest_of(const PlacedHull& a, const PlacedHull& b) {
  const FeatureWalk walk = walk_features(a, b);
  return walk.end == FeatureWalk::End::closest ? walk.separation : separation(a, b);
}

// Short enough for a string without memory of its own.
std::string distance_text(const Separation& s) {
  char text[16];
  const double px = static_cast<double>(s.overlap ? s.depth : s.distance);
  std::snprintf(text, sizeof text, s.overlap ? "%.1f px deep" : "%.1f px", px);
  return text;
}

void draw_pair(FeatureLayers& layers, const Frame& frame, Pair pair) {
  using Kind = ClosestFeatures::Kind;
  const Canvas& c = layers.c;
  const PlacedHull a = hull_of(frame, pair.a), b = hull_of(frame, pair.b);
  const Separation s = closest_of(a, b);
  const auto [of_a, of_b, kind] = s.features;
  if (kind != Kind::none) {
    const bool are_edges = kind == Kind::edges;
    layers.add(a, of_a, are_edges || kind == Kind::edge_of_a || kind == Kind::under_edge_of_a);
    layers.add(b, of_b, are_edges || kind == Kind::edge_of_b || kind == Kind::under_edge_of_b);
  }
  const Color color = c.theme[Role::closest];
  layers.segments.add(s.point_a, s.point_b, color);
  for (const Vec2 end : {s.point_a, s.point_b}) layers.points.add(square(end, c.px(2.5f)), color);
  c.list.labels.push_back({(s.point_a + s.point_b) * 0.5f + Vec2{c.px(6), c.px(6)},
                           c.theme[Role::text], distance_text(s)});
}

// The features that a walk of this frame stood at, the first ones faint. A corner has equal ends.
void draw_walk(FeatureLayers& layers, std::span<const Event> of_pair) {
  const auto is_feature = [](const Event& e) { return e.kind == EventKind::feature; };
  const auto all = static_cast<float>(std::ranges::count_if(of_pair, is_feature));
  if (all <= 2) return;  // it stayed where it began
  float done = 0;
  for (const Event& e : of_pair) {
    if (!is_feature(e)) continue;
    const Color color = layers.c.theme[Role::swap].with_alpha(0.15f + 0.75f * ++done / all);
    if (e.box.min == e.box.max)
      layers.passed.add(square(e.box.min, layers.c.px(FeatureLayers::kWalked)), color);
    else
      layers.walked.add(e.box.min, e.box.max, color);
  }
}

bool is_shown(const Canvas& c, const FieldState& state, Pair pair) {
  return is_of_interest(state, pair) &&
         c.sees(united(state.frame.boxes[pair.a], state.frame.boxes[pair.b]));
}

// Those of one pair follow its `enter`.
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
  if (state.session.narrowphase().id != "convex-hull") return;
  FeatureLayers layers{c};
  draw_walks(layers, state);
  for (const Pair pair : state.session.pairs())
    if (is_shown(c, state, pair)) draw_pair(layers, state.frame, pair);
}

std::string_view lacks_hulls(const Session& session, const EventLog&) {
  return session.narrowphase().id == "convex-hull" ? ""
                                                   : "Only the narrowphase Convex hull has them.";
}

}  // namespace

extern const OverlayRow closest_features_overlay{
    .id = "closest-features",
    .title = "Closest features",
    .help =
        "Mark the closest corner or edge of both hulls of each candidate pair, and their distance; "
        "of more than 200 pairs, those at the pointer or selected.",
    .legend = kFeatureLegend,
    .over = draw_closest_features,
    .lack = lacks_hulls};

}  // namespace phasebox
