// SPDX-License-Identifier: MIT
// The walk: a pair of features, the condition that fails, the neighbor behind it.
#include "collide/closest_features.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "collide/narrowphase/hulls/hull_shape.hpp"

namespace phasebox {
namespace hulls {
namespace {

using FeatureEnd = FeatureWalk::End;
using WalkedKind = ClosestFeatures::Kind;

// A share of the shapes' size: hulls that are closer are left to the search that decides such
// cases.
constexpr double kTooClose = 1e-5;

ClosestFeatures features(std::size_t a, std::size_t b, WalkedKind kind) {
  return {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), kind};
}

// The border of a corner's region that a point lies clearly beyond: that of the next edge, or of
// the one before. Nothing while it lies in the region.
std::optional<std::size_t> edge_toward(const Shape& s, std::size_t corner, Point to) {
  if (is_away(-to, s.edge(corner))) return corner;
  if (is_away(to, s.edge(s.previous(corner)))) return s.previous(corner);
  return std::nullopt;
}

// The point of an edge that is closest to a point.
Point nearest_on(const Shape& s, std::size_t edge, Point to) {
  const Point from = s.corner(edge), along = s.edge(edge);
  const double whole = dot(along, along);
  const double share = whole > 0 ? std::clamp(dot(to - from, along) / whole, 0.0, 1.0) : 0;
  return from + along * share;
}
double squared_distance(const Shape& s, std::size_t edge, Point to) {
  const Point apart = to - nearest_on(s, edge, to);
  return dot(apart, apart);
}
double height_over(const Shape& s, std::size_t edge, Point p) {
  return dot(p - s.corner(edge), outward(s.edge(edge)));
}

// The edge closest to a point that is behind another one; nothing when it is behind all of them.
std::optional<std::size_t> edge_in_front(const Shape& s, Point p) {
  std::optional<std::size_t> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < s.size(); ++k) {
    if (!(height_over(s, k, p) > 0)) continue;
    const double distance = squared_distance(s, k, p);
    if (distance < least) least = distance, best = k;
  }
  return best;
}

// Whether two edges face each other in parallel and share a stretch.
bool are_parallel(const Shape& a, std::size_t i, const Shape& b, std::size_t j) {
  const Point u = a.edge(i), v = b.edge(j);
  const double whole = dot(u, u), across = cross(u, v);
  if (!(dot(u, v) < 0)) return false;
  if (across * across > kParallel * kParallel * whole * dot(v, v)) return false;
  const double from = dot(b.corner(b.next(j)) - a.corner(i), u),
               to = dot(b.corner(j) - a.corner(i), u);
  return from < whole && to > 0 && height_over(a, i, b.corner(j)) > 0;
}

bool do_cross(const Shape& a, std::size_t i, const Shape& b, std::size_t j) {
  const Point p = a.corner(i), u = a.edge(i), q = b.corner(j), v = b.edge(j);
  const auto parts = [](Point line, Point first, Point second) {
    const double s = cross(line, first), t = cross(line, second);
    return (s < 0 && t > 0) || (s > 0 && t < 0);
  };
  return parts(u, q - p, q + v - p) && parts(v, p - q, p + u - q);
}

// What becomes of a pair of features.
struct Stand {
  ClosestFeatures at;
  std::optional<FeatureEnd> end{};  // nothing: a step was taken
};

Stand mirrored(Stand s) {
  constexpr std::array kSwapped{WalkedKind::none, WalkedKind::corners, WalkedKind::edge_of_b,
                                WalkedKind::edge_of_a, WalkedKind::edges};
  return {{s.at.b, s.at.a, kSwapped[static_cast<std::size_t>(s.at.kind)]}, s.end};
}

Stand from_corners(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point apart = b.corner(f.b) - a.corner(f.a);
  if (const auto edge = edge_toward(a, f.a, apart))
    return {features(*edge, f.b, WalkedKind::edge_of_a)};
  if (const auto edge = edge_toward(b, f.b, -apart))
    return {features(f.a, *edge, WalkedKind::edge_of_b)};
  for (const std::size_t i : {std::size_t{f.a}, a.previous(f.a)})
    for (const std::size_t j : {std::size_t{f.b}, b.previous(f.b)})
      if (are_parallel(a, i, b, j)) return {features(i, j, WalkedKind::edges)};
  return {f, FeatureEnd::closest};
}

// Edge a and corner b.
Stand from_edge(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point edge = a.edge(f.a), q = b.corner(f.b);
  const double along = dot(q - a.corner(f.a), edge);
  if (!(height_over(a, f.a, q) > 0)) {
    if (const auto front = edge_in_front(a, q))
      return {features(*front, f.b, WalkedKind::edge_of_a)};
    return {f, FeatureEnd::contact};
  }
  if (!(along > 0)) return {features(f.a, f.b, WalkedKind::corners)};
  if (!(along < dot(edge, edge))) return {features(a.next(f.a), f.b, WalkedKind::corners)};
  if (const auto nearer = edge_toward(b, f.b, -outward(edge)))
    return {features(f.a, *nearer, WalkedKind::edges)};
  for (const std::size_t beside : {std::size_t{f.b}, b.previous(f.b)})
    if (are_parallel(a, f.a, b, beside)) return {features(f.a, beside, WalkedKind::edges)};
  return {f, FeatureEnd::closest};
}

// Two edges that neither are parallel nor cross are closest at an end of one of them.
Stand from_edges(const Shape& a, const Shape& b, ClosestFeatures f) {
  if (are_parallel(a, f.a, b, f.b)) return {f, FeatureEnd::closest};
  if (do_cross(a, f.a, b, f.b)) return {f, FeatureEnd::contact};
  ClosestFeatures best = f;
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](double distance, ClosestFeatures at) {
    if (distance < least) least = distance, best = at;
  };
  for (const std::size_t end : {std::size_t{f.b}, b.next(f.b)})
    offer(squared_distance(a, f.a, b.corner(end)), features(f.a, end, WalkedKind::edge_of_a));
  for (const std::size_t end : {std::size_t{f.a}, a.next(f.a)})
    offer(squared_distance(b, f.b, a.corner(end)), features(end, f.b, WalkedKind::edge_of_b));
  return {best};
}

Stand stand(const Shape& a, const Shape& b, ClosestFeatures f) {
  switch (f.kind) {
    case WalkedKind::edge_of_a: return from_edge(a, b, f);
    case WalkedKind::edge_of_b: return mirrored(from_edge(b, a, {f.b, f.a, WalkedKind::edge_of_a}));
    case WalkedKind::edges: return from_edges(a, b, f);
    default: return from_corners(a, b, f);
  }
}

// What can be walked from: what was remembered, if it names features of these hulls.
ClosestFeatures beginning(const Shape& a, const Shape& b, ClosestFeatures f) {
  if (f.a >= a.size() || f.b >= b.size() || f.kind == WalkedKind::none)
    return {0, 0, WalkedKind::corners};
  if (f.kind == WalkedKind::under_edge_of_a) f.kind = WalkedKind::edge_of_a;
  if (f.kind == WalkedKind::under_edge_of_b) f.kind = WalkedKind::edge_of_b;
  return f;
}

Answer between_edges(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point p = a.corner(f.a), edge = a.edge(f.a), q = b.corner(f.b);
  const Front of_a{p, p + edge, true}, of_b{q, q + b.edge(f.b), true};
  Answer m;
  m.normal = outward(edge) * (1 / std::sqrt(dot(edge, edge)));
  m.features = f;
  face(of_a, of_b, m);
  m.distance = dot(m.on_b - m.on_a, m.normal);
  return m;
}

Answer answer_of(const Shape& a, const Shape& b, ClosestFeatures f) {
  switch (f.kind) {
    case WalkedKind::edge_of_a: return over_edge(a, b, f);
    case WalkedKind::edge_of_b: return mirrored(over_edge(b, a, {f.b, f.a, WalkedKind::edge_of_a}));
    case WalkedKind::edges: return between_edges(a, b, f);
    default: return between_corners(a, b, f);
  }
}

}  // namespace
}  // namespace hulls

FeatureWalk walk_features(const PlacedHull& a, const PlacedHull& b, ClosestFeatures start,
                          std::vector<ClosestFeatures>* path) {
  const auto [middle, p, q] = hulls::shapes_of(a, b);
  const std::uint32_t most = walk_bound(p.size(), q.size());
  FeatureWalk walk;
  hulls::Stand now{hulls::beginning(p, q, start)};
  if (path) path->push_back(now.at);
  while (walk.steps < most) {
    now = hulls::stand(p, q, now.at);
    if (now.end) break;
    ++walk.steps;
    if (path) path->push_back(now.at);
  }
  walk.end = now.end.value_or(FeatureWalk::End::unfinished);
  walk.separation.features = now.at;
  if (walk.end != FeatureWalk::End::closest) return walk;
  const hulls::Answer m = hulls::answer_of(p, q, now.at);
  if (m.distance > hulls::kTooClose * hulls::magnitude(m.on_a, m.on_b))
    walk.separation = hulls::rounded(m, middle);
  else
    walk.end = FeatureWalk::End::contact;
  return walk;
}

}  // namespace phasebox
