// SPDX-License-Identifier: MIT
// GJK for the distance, separating axes for the depth, the proof that skips both; and the walk.
#include "collide/convex.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace phasebox {
namespace hulls {
namespace {

// Shapes are computed in doubles, in a frame whose origin lies midway between the two positions: so
// large coordinates cost no digits, and swapping the hulls changes no number.
using Point = Vec2d;
using Kind = ClosestFeatures::Kind;
/// Outward from an edge of a polygon in order from +x to +y.
constexpr Point outward(Point edge) { return {edge.y, -edge.x}; }

/// Directions closer than this count as parallel, and lengths of this share of the shapes' as none:
/// what transforms in floats can tell apart.
constexpr double kParallel = 1e-6, kTouching = 1e-9;

class Shape {
 public:
  Shape(const PlacedHull& hull, Point origin)
      : points_(hull.points),
        origin_(origin),
        scale_(widened(hull.scale)),
        c_(static_cast<double>(hull.transform.rotation.c)),
        s_(static_cast<double>(hull.transform.rotation.s)) {
    assert(points_.size() >= 3 && points_.size() <= 65535 && "a hull is a polygon");
  }

  std::size_t size() const { return points_.size(); }
  std::size_t next(std::size_t k) const { return k + 1 == size() ? 0 : k + 1; }
  std::size_t previous(std::size_t k) const { return k == 0 ? size() - 1 : k - 1; }
  Point origin() const { return origin_; }
  Point corner(std::size_t k) const { return origin_ + turned(local(k)); }
  Point edge(std::size_t k) const { return turned(local(next(k)) - local(k)); }

  /// A direction as the hull's own points see it: dot products with them differ from those in the
  /// world by the origin only.
  Point inward(Point d) const {
    return {scale_.x * (c_ * d.x + s_ * d.y), scale_.y * (c_ * d.y - s_ * d.x)};
  }
  double reach(Point inward, std::size_t k) const { return dot(inward, widened(points_[k])); }
  /// The corner furthest in a direction; the first of equals.
  std::size_t support(Point direction) const {
    const Point d = inward(direction);
    std::size_t best = 0;
    double furthest = reach(d, 0);
    for (std::size_t k = 1; k < size(); ++k) {
      const double r = reach(d, k);
      if (r > furthest) furthest = r, best = k;
    }
    return best;
  }

 private:
  Point local(std::size_t k) const {
    const Point p = widened(points_[k]);
    return {p.x * scale_.x, p.y * scale_.y};
  }
  Point turned(Point p) const { return {c_ * p.x - s_ * p.y, s_ * p.x + c_ * p.y}; }

  std::span<const Vec2> points_;
  Point origin_, scale_;
  double c_, s_;
};

/// Two hulls about the point midway between them.
struct Shapes {
  Point middle;
  Shape a, b;
};
Shapes shapes_of(const PlacedHull& a, const PlacedHull& b) {
  const Point half = (widened(b.transform.position) - widened(a.transform.position)) * 0.5;
  const Point middle = (widened(a.transform.position) + widened(b.transform.position)) * 0.5;
  return {middle, Shape(a, -half), Shape(b, half)};
}

struct Answer {
  bool overlap = false;
  double distance = 0;  // below 0: depth
  Point normal, on_a, on_b;
  ClosestFeatures features;
};

/// With the hulls swapped.
ClosestFeatures mirrored(ClosestFeatures f) {
  constexpr std::array kMirrored{Kind::none,           Kind::corners, Kind::edge_of_b,
                                 Kind::edge_of_a,      Kind::edges,   Kind::under_edge_of_b,
                                 Kind::under_edge_of_a};
  return {f.b, f.a, kMirrored[static_cast<std::size_t>(f.kind)]};
}
Answer mirrored(const Answer& m) {
  return {m.overlap, m.distance, -m.normal, m.on_b, m.on_a, mirrored(m.features)};
}

std::optional<Answer> mirrored(const std::optional<Answer>& m) {
  return m ? std::optional(mirrored(*m)) : std::nullopt;
}

/// The same in the world and in floats.
Separation rounded(const Answer& m, Point middle) {
  return {.overlap = m.overlap,
          .distance = m.overlap ? 0 : static_cast<float>(m.distance),
          .depth = m.overlap ? static_cast<float>(-m.distance) : 0,
          .normal = narrowed(m.normal),
          .point_a = narrowed(middle + m.on_a),
          .point_b = narrowed(middle + m.on_b),
          .features = m.features};
}

/// Clearly below 0, as the cosine of an angle would be.
bool is_away(Point direction, Point edge) {
  const double d = dot(direction, edge);
  return d < 0 && d * d > kParallel * kParallel * dot(direction, direction) * dot(edge, edge);
}

/// How large the numbers are that a distance at these points is a difference of.
double magnitude(Point p, Point q) {
  return std::abs(p.x) + std::abs(p.y) + std::abs(q.x) + std::abs(q.y);
}

/// Corner a and corner b are the closest points.
Answer between_corners(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point p = a.corner(f.a), q = b.corner(f.b), apart = q - p;
  const double distance = std::sqrt(dot(apart, apart));
  return {false, distance, apart * (1 / distance), p, q, f};
}

/// Corner b is closest, over edge a.
Answer over_edge(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point p = a.corner(f.a), edge = a.edge(f.a), q = b.corner(f.b), out = outward(edge);
  const double length = std::sqrt(dot(edge, edge)), distance = dot(q - p, out) / length;
  const Point normal = out * (1 / length);
  return {false, distance, normal, q - normal * distance, q, f};
}

/// The corners of a hull that are furthest in a direction: one, or the two of an edge square to it.
struct Front {
  Point first, second;
  bool is_edge = false;
};
Front front_at(const Shape& s, std::size_t k, Point direction) {
  Front f{s.corner(k), s.corner(k)};
  for (const std::size_t neighbor : {s.next(k), s.previous(k)}) {
    const Point edge = s.corner(neighbor) - s.corner(k);
    if (f.is_edge || is_away(direction, edge)) continue;
    f.second = s.corner(neighbor), f.is_edge = true;
  }
  return f;
}

/// The middle of what two fronts that face each other have in common along the front: a corner's
/// own place, or the middle of the common stretch of two edges.
double common_middle(const Front& a, const Front& b, Point tangent) {
  const auto ends = [&](const Front& f) {
    const double p = dot(f.first, tangent), q = dot(f.second, tangent);
    return std::pair{std::min(p, q), std::max(p, q)};
  };
  const auto [a_low, a_high] = ends(a);
  const auto [b_low, b_high] = ends(b);
  if (!a.is_edge) return a_low;
  if (!b.is_edge) return b_low;
  return 0.5 * (std::max(a_low, b_low) + std::min(a_high, b_high));
}

/// Puts the two points where the fronts along the normal face each other.
void face(const Front& a, const Front& b, Answer& m) {
  const Point tangent{-m.normal.y, m.normal.x};
  const double middle = common_middle(a, b, tangent);
  m.on_a = tangent * middle + m.normal * dot(a.first, m.normal);
  m.on_b = tangent * middle + m.normal * dot(b.first, m.normal);
}

ClosestFeatures features(std::size_t a, std::size_t b, Kind kind) {
  return {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), kind};
}

// A share by which squares of depths must differ before rounding has no say in which is larger.
constexpr double kClearly = 1e-4;

// Whether corner k alone is furthest in a direction; a convex polygon's neighbors can tell.
bool is_peak(const Shape& shape, std::size_t k, Point direction) {
  return is_away(direction, shape.edge(k)) && is_away(direction, -shape.edge(shape.previous(k)));
}

// Two corners are the closest points when each is the peak of its hull toward the other.
std::optional<Answer> proven_corners(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Answer m = between_corners(a, b, f);
  const Point apart = m.on_b - m.on_a;
  if (!(m.distance > kTouching * magnitude(m.on_a, m.on_b))) return std::nullopt;
  if (!is_peak(a, f.a, apart) || !is_peak(b, f.b, -apart)) return std::nullopt;
  return m;
}

// An edge and a corner are when the corner lies over the edge, its hull's peak toward it.
std::optional<Answer> proven_edge(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point p = a.corner(f.a), edge = a.edge(f.a), q = b.corner(f.b), out = outward(edge);
  const double along = dot(q - p, edge), whole = dot(edge, edge);
  if (!(along > kParallel * whole && along < (1 - kParallel) * whole)) return std::nullopt;
  const Answer m = over_edge(a, b, f);
  if (!(m.distance > kTouching * magnitude(p, q)) || !is_peak(b, f.b, -out)) return std::nullopt;
  return m;
}

// A point of b less a point of a; the origin is among them when the hulls touch.
struct Difference {
  Point at;
  std::size_t a, b;
};

// Up to three differences, the convex hull of which comes nearer to the origin step by step.
class Simplex {
 public:
  std::size_t size() const { return size_; }
  const Difference& operator[](std::size_t k) const { return points_[k]; }
  bool holds(const Difference& d) const {
    for (std::size_t k = 0; k < size_; ++k)
      if (points_[k].a == d.a && points_[k].b == d.b) return true;
    return false;
  }
  double share() const { return share_; }

  /// Adds a point, keeps those that the point nearest to the origin lies between, and gives it;
  /// nothing when the origin lies inside.
  std::optional<Point> add(const Difference& d) {
    points_[size_++] = d;
    if (size_ == 1) return points_[0].at;
    if (size_ == 2) return keep_nearest(0, 1);
    const Point p = points_[0].at, q = points_[1].at, r = points_[2].at;
    const double pq = cross(p, q), qr = cross(q, r), rp = cross(r, p);
    if ((pq > 0 && qr > 0 && rp > 0) || (pq < 0 && qr < 0 && rp < 0)) return std::nullopt;
    // The nearest point is on an edge of the new corner: the third was the nearest so far.
    Simplex first = *this, second = *this;
    const Point near_first = first.keep_nearest(0, 2), near_second = second.keep_nearest(1, 2);
    const bool is_first = dot(near_first, near_first) <= dot(near_second, near_second);
    *this = is_first ? first : second;
    return is_first ? near_first : near_second;
  }

 private:
  Point keep_nearest(std::size_t i, std::size_t j) {
    const Difference p = points_[i], q = points_[j];
    const Point edge = q.at - p.at;
    const double along = -dot(p.at, edge), whole = dot(edge, edge);
    if (along <= 0) return keep(p);
    if (along >= whole) return keep(q);
    points_[0] = p, points_[1] = q, size_ = 2;
    share_ = along / whole;
    return p.at + edge * share_;
  }
  Point keep(Difference p) {
    points_[0] = p, size_ = 1, share_ = 0;
    return p.at;
  }

  std::array<Difference, 3> points_{};
  std::size_t size_ = 0;
  double share_ = 0;  // of the second of two points
};

// What GJK ends with: the vector from a to b where they are closest, or none when the origin lies
// inside, or so near that rounding decides.
struct Nearest {
  Simplex simplex;
  std::optional<Point> apart;
};

Nearest gjk(const Shape& a, const Shape& b) {
  constexpr int kMaxSteps = 64;  // it ends after a few; rounding must not make it go round
  Nearest n;
  Point v = b.origin() - a.origin();
  if (v.x == 0 && v.y == 0) v = {1, 0};
  for (int step = 0; step < kMaxSteps; ++step) {
    Difference d{{}, a.support(v), b.support(-v)};
    d.at = b.corner(d.b) - a.corner(d.a);
    if (n.simplex.holds(d)) break;
    if (n.apart && dot(v, v) - dot(v, d.at) <= 1e-14 * dot(v, v)) break;
    n.apart = n.simplex.add(d);
    if (!n.apart) break;
    v = *n.apart;
    const double least = kTouching * magnitude(a.corner(d.a), b.corner(d.b));
    // Rounding alone would now say where to search on.
    if (!(dot(v, v) > least * least)) n.apart.reset();
    if (!n.apart) break;
  }
  return n;
}

// The edge between two neighboring corners, if they are.
std::optional<std::size_t> edge_between(const Shape& s, std::size_t p, std::size_t q) {
  if (s.next(p) == q) return p;
  if (s.next(q) == p) return q;
  return std::nullopt;
}

ClosestFeatures features_of(const Shape& a, const Shape& b, const Simplex& s) {
  if (s.size() == 1) return features(s[0].a, s[0].b, Kind::corners);
  if (s[0].b == s[1].b)
    if (const auto edge = edge_between(a, s[0].a, s[1].a))
      return features(*edge, s[0].b, Kind::edge_of_a);
  if (s[0].a == s[1].a)
    if (const auto edge = edge_between(b, s[0].b, s[1].b))
      return features(s[0].a, *edge, Kind::edge_of_b);
  return {};
}

Front front(const Shape& s, Point direction) {
  return front_at(s, s.support(direction), direction);
}

// An edge of one hull, and the corner of the other that is furthest inside of it.
struct SeparatingAxis {
  Point normal;           // unit, outward from the edge
  double separation = 0;  // below 0 when that corner is under the edge
  std::uint16_t edge = 0, deepest = 0;
};
// `out` is that edge's outward direction; `depth` is how far that corner reaches along it, as the
// other hull's own points see it.
SeparatingAxis axis_of(const Shape& shape, const Shape& other, std::size_t edge,
                       std::size_t deepest, Point out, double depth) {
  const double length = std::sqrt(dot(out, out));
  const double own = shape.reach(shape.inward(out), edge);
  const double between = dot(other.origin() - shape.origin(), out);
  return {out * (1 / length), (depth - own + between) / length, static_cast<std::uint16_t>(edge),
          static_cast<std::uint16_t>(deepest)};
}

// The edge normal along which two hulls are furthest apart; below 0 on all of them when they
// overlap (S. Gottschalk, M. Lin, D. Manocha, "OBBTree", 1996, for the theorem).
class BestAxis {
 public:
  BestAxis(const Shape& a, const Shape& b) : between_(b.origin() - a.origin()) {
    scan(a, b, 1);
    scan(b, a, -1);
  }

  double separation() const { return axis_.separation; }
  Answer answer(const Shape& a, const Shape& b) const {
    Answer m;
    m.normal = is_found() ? normal_ : Point{1, 0};
    m.distance = separation();
    m.overlap = m.distance < 0;
    if (m.overlap)
      m.features = is_of_a_ ? features(axis_.edge, axis_.deepest, Kind::under_edge_of_a)
                            : features(axis_.deepest, axis_.edge, Kind::under_edge_of_b);
    face(front(a, m.normal), front(b, -m.normal), m);
    return m;
  }

 private:
  bool is_found() const { return normal_.x != 0 || normal_.y != 0; }
  // The edges of `shape`, and the corner of `other` that is furthest inside of each: turning with
  // the edges, it only ever moves on. `sign` is -1 for the edges of b.
  void scan(const Shape& shape, const Shape& other, double sign) {
    std::size_t deepest = other.support(-outward(shape.edge(0)));
    for (std::size_t k = 0; k < shape.size(); ++k) {
      const Point out = outward(shape.edge(k));
      if (!(dot(out, out) > 0)) continue;
      const Point local = other.inward(out);
      double depth = other.reach(local, deepest);
      for (std::size_t turns = 0; turns < other.size(); ++turns) {
        const double further = other.reach(local, other.next(deepest));
        if (!(further < depth)) break;
        depth = further, deepest = other.next(deepest);
      }
      offer(axis_of(shape, other, k, deepest, out, depth), sign);
    }
  }

  // Of equals, the one more from a to b, then more to its side: swapping a and b turns the choice.
  void offer(const SeparatingAxis& axis, double sign) {
    const auto rank = [&](double s, Point n) {
      return std::tuple{s, dot(n, between_), cross(between_, n)};
    };
    const Point normal = axis.normal * sign;
    if (is_found() && !(rank(axis.separation, normal) > rank(axis_.separation, normal_))) return;
    axis_ = axis, normal_ = normal, is_of_a_ = sign > 0;
  }

  SeparatingAxis axis_;
  Point between_, normal_;
  bool is_of_a_ = true;
};

// The corner that `support` gives for an edge's outward normal; the edge has no other like it.
std::size_t support_of_edge(const Shape& s, std::size_t k, Point normal) {
  const Point d = s.inward(normal);
  const std::size_t first = std::min(k, s.next(k)), second = std::max(k, s.next(k));
  return s.reach(d, second) > s.reach(d, first) ? second : first;
}

// A corner of the other hull is under edge k by `under`. If it is further under all other edges,
// the disc of that radius around it lies in this hull, and touches edge k alone: so the hull
// reaches beyond the corner by more than `under` in every other direction, and whatever is furthest
// out there of the other hull is no further than its corner.
bool holds_disc(const Shape& s, std::size_t k, Point corner, double under) {
  const double least = (1 + kClearly) * under * under;
  for (std::size_t j = s.next(k); j != k; j = s.next(j)) {
    const Point out = outward(s.edge(j));
    const double height = dot(corner - s.corner(j), out);
    if (!(height < 0 && height * height > least * dot(out, out))) return false;
  }
  return true;
}

// The deepest corner of b is under edge a, and deeper under no other edge of either.
std::optional<Answer> proven_under_edge(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point edge = a.edge(f.a), out = outward(edge);
  if (!is_peak(b, f.b, -out)) return std::nullopt;
  if (!is_away(out, a.edge(a.next(f.a))) || !is_away(out, -a.edge(a.previous(f.a))))
    return std::nullopt;
  const SeparatingAxis axis = axis_of(a, b, f.a, f.b, out, b.reach(b.inward(out), f.b));
  const double under = -axis.separation, length = std::sqrt(dot(edge, edge));
  const double along = dot(b.corner(f.b) - a.corner(f.a), edge) * (1 / length);
  const double side = std::min(along, length - along);
  if (!(under > kTouching * magnitude(a.corner(f.a), b.corner(f.b)))) return std::nullopt;
  if (!(side > kParallel * length)) return std::nullopt;
  if (!holds_disc(a, f.a, b.corner(f.b), under)) return std::nullopt;
  Answer m{true, axis.separation, axis.normal, {}, {}, f};
  face(front_at(a, support_of_edge(a, f.a, m.normal), m.normal), front_at(b, f.b, -m.normal), m);
  return m;
}

// The answer, if these features are the closest beyond doubt. Then they are the only ones, so
// every search finds the same ones and computes the same numbers.
std::optional<Answer> proven(const Shape& a, const Shape& b, ClosestFeatures f) {
  if (f.a >= a.size() || f.b >= b.size()) return std::nullopt;
  switch (f.kind) {
    case Kind::corners: return proven_corners(a, b, f);
    case Kind::edge_of_a: return proven_edge(a, b, f);
    case Kind::under_edge_of_a: return proven_under_edge(a, b, f);
    case Kind::edge_of_b: return mirrored(proven_edge(b, a, mirrored(f)));
    case Kind::under_edge_of_b: return mirrored(proven_under_edge(b, a, mirrored(f)));
    default: return std::nullopt;
  }
}

// What is left when nothing is beyond doubt: parallel edges, a corner over the end of an edge.
Answer settled(const Shape& a, const Shape& b, const Nearest& n) {
  Answer m;
  m.distance = std::sqrt(dot(*n.apart, *n.apart));
  m.normal = *n.apart * (1 / m.distance);
  const Front of_a = front(a, m.normal), of_b = front(b, -m.normal);
  if (of_a.is_edge && of_b.is_edge) {
    face(of_a, of_b, m);
    return m;
  }
  const Simplex& s = n.simplex;
  const std::size_t last = s.size() - 1;
  const auto between = [&](Point p, Point q) { return p + (q - p) * s.share(); };
  m.on_a = between(a.corner(s[0].a), a.corner(s[last].a));
  m.on_b = between(b.corner(s[0].b), b.corner(s[last].b));
  return m;
}

// The same edge and corner, with the corner on the other side: what touches often changes so.
ClosestFeatures crossed(ClosestFeatures f) {
  constexpr std::array kAcross{
      Kind::none, Kind::none,      Kind::under_edge_of_a, Kind::under_edge_of_b,
      Kind::none, Kind::edge_of_a, Kind::edge_of_b};
  return {f.a, f.b, kAcross[static_cast<std::size_t>(f.kind)]};
}

Answer searched(const Shape& a, const Shape& b, Kind last) {
  if (last >= Kind::under_edge_of_a) {
    // Most of those that overlapped still do, and then the axes would have the last word anyway.
    const BestAxis best(a, b);
    if (best.separation() < 0) return best.answer(a, b);
  }
  const Nearest n = gjk(a, b);
  if (!n.apart) return BestAxis(a, b).answer(a, b);
  if (const auto answer = proven(a, b, features_of(a, b, n.simplex))) return *answer;
  return settled(a, b, n);
}

// The walk: a pair of features, the condition that fails, the neighbor behind it.

// A share of the shapes' size: hulls that are closer are left to the search, which decides.
constexpr double kTooClose = 1e-5;

// The border of a corner's region that a point lies clearly beyond: that of the next edge, or of
// the one before. Nothing while it lies in the region.
std::optional<std::size_t> edge_toward(const Shape& s, std::size_t corner, Point to) {
  if (is_away(-to, s.edge(corner))) return corner;
  if (is_away(to, s.edge(s.previous(corner)))) return s.previous(corner);
  return std::nullopt;
}

// From an edge to a point.
double squared_distance(const Shape& s, std::size_t edge, Point to) {
  const Point from = s.corner(edge), along = s.edge(edge);
  const double whole = dot(along, along);
  const double share = whole > 0 ? std::clamp(dot(to - from, along) / whole, 0.0, 1.0) : 0;
  const Point apart = to - (from + along * share);
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
  std::optional<FeatureWalk::End> end{};  // nothing: a step was taken
};

Stand from_corners(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point apart = b.corner(f.b) - a.corner(f.a);
  if (const auto edge = edge_toward(a, f.a, apart)) return {features(*edge, f.b, Kind::edge_of_a)};
  if (const auto edge = edge_toward(b, f.b, -apart)) return {features(f.a, *edge, Kind::edge_of_b)};
  for (const std::size_t i : {std::size_t{f.a}, a.previous(f.a)})
    for (const std::size_t j : {std::size_t{f.b}, b.previous(f.b)})
      if (are_parallel(a, i, b, j)) return {features(i, j, Kind::edges)};
  return {f, FeatureWalk::End::closest};
}

// Edge a and corner b.
Stand from_edge(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point edge = a.edge(f.a), q = b.corner(f.b);
  const double along = dot(q - a.corner(f.a), edge);
  if (!(height_over(a, f.a, q) > 0)) {
    if (const auto front = edge_in_front(a, q)) return {features(*front, f.b, Kind::edge_of_a)};
    return {f, FeatureWalk::End::contact};
  }
  if (!(along > 0)) return {features(f.a, f.b, Kind::corners)};
  if (!(along < dot(edge, edge))) return {features(a.next(f.a), f.b, Kind::corners)};
  if (const auto nearer = edge_toward(b, f.b, -outward(edge)))
    return {features(f.a, *nearer, Kind::edges)};
  for (const std::size_t beside : {std::size_t{f.b}, b.previous(f.b)})
    if (are_parallel(a, f.a, b, beside)) return {features(f.a, beside, Kind::edges)};
  return {f, FeatureWalk::End::closest};
}

// Two edges that neither are parallel nor cross are closest at an end of one of them.
Stand from_edges(const Shape& a, const Shape& b, ClosestFeatures f) {
  if (are_parallel(a, f.a, b, f.b)) return {f, FeatureWalk::End::closest};
  if (do_cross(a, f.a, b, f.b)) return {f, FeatureWalk::End::contact};
  ClosestFeatures best = f;
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](double distance, ClosestFeatures at) {
    if (distance < least) least = distance, best = at;
  };
  for (const std::size_t end : {std::size_t{f.b}, b.next(f.b)})
    offer(squared_distance(a, f.a, b.corner(end)), features(f.a, end, Kind::edge_of_a));
  for (const std::size_t end : {std::size_t{f.a}, a.next(f.a)})
    offer(squared_distance(b, f.b, a.corner(end)), features(end, f.b, Kind::edge_of_b));
  return {best};
}

Stand stand(const Shape& a, const Shape& b, ClosestFeatures f) {
  switch (f.kind) {
    case Kind::edge_of_a: return from_edge(a, b, f);
    case Kind::edge_of_b: {
      const Stand s = from_edge(b, a, mirrored(f));
      return {mirrored(s.at), s.end};
    }
    case Kind::edges: return from_edges(a, b, f);
    default: return from_corners(a, b, f);
  }
}

// What can be walked from: what was remembered, if it names features of these hulls.
ClosestFeatures beginning(const Shape& a, const Shape& b, ClosestFeatures f) {
  if (f.a >= a.size() || f.b >= b.size() || f.kind == Kind::none) return {0, 0, Kind::corners};
  if (f.kind == Kind::under_edge_of_a) f.kind = Kind::edge_of_a;
  if (f.kind == Kind::under_edge_of_b) f.kind = Kind::edge_of_b;
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
    case Kind::edge_of_a: return over_edge(a, b, f);
    case Kind::edge_of_b: return mirrored(over_edge(b, a, mirrored(f)));
    case Kind::edges: return between_edges(a, b, f);
    default: return between_corners(a, b, f);
  }
}

}  // namespace
}  // namespace hulls

Separation separation(const PlacedHull& a, const PlacedHull& b, ClosestFeatures last) {
  const auto [middle, p, q] = hulls::shapes_of(a, b);
  auto answer = hulls::proven(p, q, last);
  if (!answer) answer = hulls::proven(p, q, hulls::crossed(last));
  const bool is_kept = answer.has_value();
  if (!is_kept) answer = hulls::searched(p, q, last.kind);
  Separation s = hulls::rounded(*answer, middle);
  s.is_kept = is_kept;
  return s;
}

Vec2 world_corner(const PlacedHull& hull, std::size_t k) {
  const hulls::Shape shape(hull, widened(hull.transform.position));
  return narrowed(shape.corner(k % hull.points.size()));
}

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
