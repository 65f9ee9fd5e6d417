// SPDX-License-Identifier: MIT
// Distance by GJK, depth by separating axes, the proof that saves both searches, and the walk from
// feature to feature.
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

// All computation is in doubles, in coordinates whose origin lies midway between the two positions.
// Large coordinates therefore cost no digits, and swapping the hulls changes no number.
using Point = Vec2d;
using Kind = ClosestFeatures::Kind;
/// Returns the outward direction of an edge, as long as the edge. The polygon's corners go round
/// from +x to +y.
constexpr Point outward(Point edge) { return {edge.y, -edge.x}; }

/// Two directions count as parallel when the sine of their angle is at most `kParallel`. A length
/// counts as 0 when it is at most `kTouching` times the magnitude of the coordinates. Transforms
/// are floats and cannot tell apart what is closer.
constexpr double kParallel = 1e-6, kTouching = 1e-9;

/// A placed hull, whose corners are computed when asked for, in doubles about the common origin.
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

  /// Turns a direction into the hull's own axes. Its dot products with the hull's points differ
  /// from those in the world only by the dot product with the origin.
  Point inward(Point d) const {
    return {scale_.x * (c_ * d.x + s_ * d.y), scale_.y * (c_ * d.y - s_ * d.x)};
  }
  /// Returns how far corner k lies along a direction that `inward` gave, without the origin's part.
  double reach(Point inward, std::size_t k) const { return dot(inward, widened(points_[k])); }
  /// Finds the corner that is furthest in a direction. Ties: the one with the smaller number.
  /// O(h).
  std::size_t support(Point direction) const {
    const Point d = inward(direction);
    std::size_t best = 0;
    double furthest = reach(d, 0);
    for (std::size_t k = 1; k < size(); ++k) {
      const double r = reach(d, k);
      if (r > furthest) {
        furthest = r;
        best = k;
      }
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

/// A `Separation` in doubles; points are relative to the middle of the two positions.
struct Answer {
  bool overlap = false;
  double distance = 0;  // px; below 0 it is the depth, negated
  Point normal, on_a, on_b;
  ClosestFeatures features;
};

/// Returns what the features are when a and b change roles.
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

/// Moves an answer about `middle` back into the world and rounds it to floats.
Separation rounded(const Answer& m, Point middle) {
  return {.overlap = m.overlap,
          .distance = m.overlap ? 0 : static_cast<float>(m.distance),
          .depth = m.overlap ? static_cast<float>(-m.distance) : 0,
          .normal = narrowed(m.normal),
          .point_a = narrowed(middle + m.on_a),
          .point_b = narrowed(middle + m.on_b),
          .features = m.features};
}

/// Whether an edge leads clearly away from a direction: the cosine of their angle is below
/// -kParallel.
bool is_away(Point direction, Point edge) {
  const double d = dot(direction, edge);
  return d < 0 && d * d > kParallel * kParallel * dot(direction, direction) * dot(edge, edge);
}

/// The size of the numbers from which the distance of p and q is computed, px. The rounding error
/// of the distance is a share of it.
double magnitude(Point p, Point q) {
  return std::abs(p.x) + std::abs(p.y) + std::abs(q.x) + std::abs(q.y);
}

/// The answer when corner `f.a` of a and corner `f.b` of b are the closest points.
Answer between_corners(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point p = a.corner(f.a), q = b.corner(f.b), apart = q - p;
  const double distance = std::sqrt(dot(apart, apart));
  return {false, distance, apart * (1 / distance), p, q, f};
}

/// The answer when edge `f.a` and corner `f.b` are closest and the corner lies over the edge.
Answer over_edge(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point p = a.corner(f.a), edge = a.edge(f.a), q = b.corner(f.b), out = outward(edge);
  const double length = std::sqrt(dot(edge, edge)), distance = dot(q - p, out) / length;
  const Point normal = out * (1 / length);
  return {false, distance, normal, q - normal * distance, q, f};
}

/// The part of a hull that is furthest in a direction: one corner, or an edge that is perpendicular
/// to the direction, given by its two ends. `second` equals `first` for a corner.
struct Front {
  Point first, second;
  bool is_edge = false;
};
/// Returns the front of a hull in a direction in which corner k is known to be the furthest,
/// perhaps with a neighbor.
Front front_at(const Shape& s, std::size_t k, Point direction) {
  Front f{s.corner(k), s.corner(k)};
  for (const std::size_t neighbor : {s.next(k), s.previous(k)}) {
    const Point edge = s.corner(neighbor) - s.corner(k);
    if (f.is_edge || is_away(direction, edge)) continue;
    f.second = s.corner(neighbor);
    f.is_edge = true;
  }
  return f;
}

/// Returns the place along `tangent` where two fronts that face each other meet: that of the
/// corner, or the middle of the stretch that two edges share.
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

/// Sets the closest points of `m` to the place where the fronts along its normal meet.
void face(const Front& a, const Front& b, Answer& m) {
  const Point tangent{-m.normal.y, m.normal.x};
  const double middle = common_middle(a, b, tangent);
  m.on_a = tangent * middle + m.normal * dot(a.first, m.normal);
  m.on_b = tangent * middle + m.normal * dot(b.first, m.normal);
}

ClosestFeatures features(std::size_t a, std::size_t b, Kind kind) {
  return {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), kind};
}

// The squares of two depths must differ by this share, or rounding might decide which is larger.
constexpr double kClearly = 1e-4;

// Whether corner k alone is furthest in a direction. Its two edges decide it, as the polygon is
// convex.
bool is_peak(const Shape& shape, std::size_t k, Point direction) {
  return is_away(direction, shape.edge(k)) && is_away(direction, -shape.edge(shape.previous(k)));
}

// Proves that two corners are the closest points: each is the peak of its hull toward the other.
// Returns nothing where rounding might decide.
std::optional<Answer> proven_corners(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Answer m = between_corners(a, b, f);
  const Point apart = m.on_b - m.on_a;
  if (!(m.distance > kTouching * magnitude(m.on_a, m.on_b))) return std::nullopt;
  if (!is_peak(a, f.a, apart) || !is_peak(b, f.b, -apart)) return std::nullopt;
  return m;
}

// Proves that an edge and a corner are closest: the corner lies over the edge and is the peak of
// its hull toward it. Returns nothing where rounding might decide.
std::optional<Answer> proven_edge(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point p = a.corner(f.a), edge = a.edge(f.a), q = b.corner(f.b), out = outward(edge);
  const double along = dot(q - p, edge), whole = dot(edge, edge);
  if (!(along > kParallel * whole && along < (1 - kParallel) * whole)) return std::nullopt;
  const Answer m = over_edge(a, b, f);
  if (!(m.distance > kTouching * magnitude(p, q)) || !is_peak(b, f.b, -out)) return std::nullopt;
  return m;
}

// A corner of b minus a corner of a: a point of the Minkowski difference, which contains the origin
// when the hulls touch.
struct Difference {
  Point at;
  std::size_t a, b;
};

// Up to three differences, whose convex hull comes nearer to the origin with each step of GJK.
class Simplex {
 public:
  std::size_t size() const { return size_; }
  const Difference& operator[](std::size_t k) const { return points_[k]; }
  bool holds(const Difference& d) const {
    for (std::size_t k = 0; k < size_; ++k)
      if (points_[k].a == d.a && points_[k].b == d.b) return true;
    return false;
  }
  /// Where the nearest point lies between the two points of the simplex, 0 to 1; 0 for one point.
  double share() const { return share_; }

  /// Adds a point, finds the point of the simplex that is nearest to the origin, and keeps the one
  /// or two differences that span it. Returns that point, or nothing when the origin lies inside.
  std::optional<Point> add(const Difference& d) {
    points_[size_++] = d;
    if (size_ == 1) return points_[0].at;
    if (size_ == 2) return keep_nearest(0, 1);
    const Point p = points_[0].at, q = points_[1].at, r = points_[2].at;
    const double pq = cross(p, q), qr = cross(q, r), rp = cross(r, p);
    if ((pq > 0 && qr > 0 && rp > 0) || (pq < 0 && qr < 0 && rp < 0)) return std::nullopt;
    // The nearest point lies on an edge that ends at the new corner: the third edge held the
    // nearest point before this step.
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
    points_[0] = p;
    points_[1] = q;
    size_ = 2;
    share_ = along / whole;
    return p.at + edge * share_;
  }
  Point keep(Difference p) {
    points_[0] = p;
    size_ = 1;
    share_ = 0;
    return p.at;
  }

  std::array<Difference, 3> points_{};
  std::size_t size_ = 0;
  double share_ = 0;  // the result of `share`
};

// The result of GJK: the vector from a to b where they are closest. It is missing when the origin
// lies inside the Minkowski difference (the hulls overlap), or so near to it that rounding decides.
struct Nearest {
  Simplex simplex;
  std::optional<Point> apart;
};

Nearest gjk(const Shape& a, const Shape& b) {
  constexpr int kMaxSteps = 64;  // GJK ends after a few; rounding must not make it cycle forever
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
    // This near to the origin, rounding alone would choose the next direction.
    if (!(dot(v, v) > least * least)) n.apart.reset();
    if (!n.apart) break;
  }
  return n;
}

// Returns the edge between two corners, or nothing where they are not neighbors.
std::optional<std::size_t> edge_between(const Shape& s, std::size_t p, std::size_t q) {
  if (s.next(p) == q) return p;
  if (s.next(q) == p) return q;
  return std::nullopt;
}

// Returns the features that the simplex of GJK stands for, or `none` where it is neither two
// corners nor an edge and a corner.
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

// The normal of an edge as a separating axis: the edge of one hull, and the corner of the other
// hull that lies lowest over it or deepest under it.
struct SeparatingAxis {
  Point normal;           // unit, outward from the edge
  double separation = 0;  // px; below 0 when that corner is under the edge
  std::uint16_t edge = 0, deepest = 0;
};
// Measures an edge of `shape` as an axis. `out` is the edge's outward direction. `depth` is how far
// corner `deepest` of `other` lies along it, as `Shape::reach` gives it.
SeparatingAxis axis_of(const Shape& shape, const Shape& other, std::size_t edge,
                       std::size_t deepest, Point out, double depth) {
  const double length = std::sqrt(dot(out, out));
  const double own = shape.reach(shape.inward(out), edge);
  const double between = dot(other.origin() - shape.origin(), out);
  return {out * (1 / length), (depth - own + between) / length, static_cast<std::uint16_t>(edge),
          static_cast<std::uint16_t>(deepest)};
}

// Finds the edge normal along which two hulls are furthest apart. The separation is below 0 on all
// normals when they overlap (S. Gottschalk, M. Lin, D. Manocha, "OBBTree", 1996, for the theorem).
// O(h).
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
  // Offers each edge of `shape` with the corner of `other` that is furthest inside of it. As the
  // edges turn, that corner only moves on, so that one round over both hulls is enough. `sign` is 1
  // for the edges of a and -1 for those of b.
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
        depth = further;
        deepest = other.next(deepest);
      }
      offer(axis_of(shape, other, k, deepest, out, depth), sign);
    }
  }

  // Keeps the axis with the largest separation. Ties: prefer the normal that points from a to b,
  // then the one on a fixed side of that direction, so that swapping a and b mirrors the answer.
  void offer(const SeparatingAxis& axis, double sign) {
    const auto rank = [&](double s, Point n) {
      return std::tuple{s, dot(n, between_), cross(between_, n)};
    };
    const Point normal = axis.normal * sign;
    if (is_found() && !(rank(axis.separation, normal) > rank(axis_.separation, normal_))) return;
    axis_ = axis;
    normal_ = normal;
    is_of_a_ = sign > 0;
  }

  SeparatingAxis axis_;
  Point between_, normal_;
  bool is_of_a_ = true;
};

// Returns the end of edge k that `support` would find along the edge's outward normal, in O(1). No
// other corner is as far, as the neighboring edges are known to lead away.
std::size_t support_of_edge(const Shape& s, std::size_t k, Point normal) {
  const Point d = s.inward(normal);
  const std::size_t first = std::min(k, s.next(k)), second = std::max(k, s.next(k));
  return s.reach(d, second) > s.reach(d, first) ? second : first;
}

// Whether a corner of the other hull, which is under edge k by `under`, is further under all other
// edges. If so, the disc of that radius around it lies in this hull and touches edge k alone. The
// hull then reaches beyond the corner by more than `under` in every other direction, and the depth
// along any other axis is at least that large.
bool holds_disc(const Shape& s, std::size_t k, Point corner, double under) {
  const double least = (1 + kClearly) * under * under;
  for (std::size_t j = s.next(k); j != k; j = s.next(j)) {
    const Point out = outward(s.edge(j));
    const double height = dot(corner - s.corner(j), out);
    if (!(height < 0 && height * height > least * dot(out, out))) return false;
  }
  return true;
}

// Proves that the hulls overlap least along the normal of edge `f.a` of a, with corner `f.b` of b
// deepest under it, and returns that answer; nothing where rounding might decide.
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

// Returns the answer if these features are the closest beyond doubt, else nothing. They are then
// the only closest ones, so every search finds the same ones and computes the same numbers.
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

// Computes the answer for hulls that are apart where no features can be proven: edges are parallel,
// or a corner lies over the end of an edge.
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

// Returns the features when an edge and a corner stay but the corner changes to the other side of
// the edge: from apart to overlapping, or back. A pair in contact often changes so. Other kinds
// give `none`.
ClosestFeatures crossed(ClosestFeatures f) {
  constexpr std::array kAcross{
      Kind::none, Kind::none,      Kind::under_edge_of_a, Kind::under_edge_of_b,
      Kind::none, Kind::edge_of_a, Kind::edge_of_b};
  return {f.a, f.b, kAcross[static_cast<std::size_t>(f.kind)]};
}

// Computes distance or depth by searching, without known features. `last` is the kind of features
// that the pair had before; it only decides which search comes first.
Answer searched(const Shape& a, const Shape& b, Kind last) {
  if (last >= Kind::under_edge_of_a) {
    // Most pairs that overlapped still do. The axes give their depth, so that GJK can be left out.
    const BestAxis best(a, b);
    if (best.separation() < 0) return best.answer(a, b);
  }
  const Nearest n = gjk(a, b);
  if (!n.apart) return BestAxis(a, b).answer(a, b);
  if (const auto answer = proven(a, b, features_of(a, b, n.simplex))) return *answer;
  return settled(a, b, n);
}

// The walk from feature to feature: each step takes a pair of features, finds the Voronoi condition
// that fails, and goes to the neighbor behind it.

// A walk ends as `contact` when the hulls are closer than this share of the coordinates' magnitude.
// Its caller then decides by `separation` whether they overlap.
constexpr double kTooClose = 1e-5;

// Finds the border of a corner's Voronoi region that a point lies clearly beyond, and returns its
// edge: the next one or the one before. Returns nothing while the point lies in the region. `to` is
// the direction from the corner to the point.
std::optional<std::size_t> edge_toward(const Shape& s, std::size_t corner, Point to) {
  if (is_away(-to, s.edge(corner))) return corner;
  if (is_away(to, s.edge(s.previous(corner)))) return s.previous(corner);
  return std::nullopt;
}

// The squared distance of an edge and a point, px².
double squared_distance(const Shape& s, std::size_t edge, Point to) {
  const Point from = s.corner(edge), along = s.edge(edge);
  const double whole = dot(along, along);
  const double share = whole > 0 ? std::clamp(dot(to - from, along) / whole, 0.0, 1.0) : 0;
  const Point apart = to - (from + along * share);
  return dot(apart, apart);
}
// Returns the height of a point over an edge, times the edge's length; below 0 behind the edge.
double height_over(const Shape& s, std::size_t edge, Point p) {
  return dot(p - s.corner(edge), outward(s.edge(edge)));
}

// Finds the edge that is closest to a point among those that have it in front. Returns nothing
// when the point is behind all edges, and so inside the hull. O(h).
std::optional<std::size_t> edge_in_front(const Shape& s, Point p) {
  std::optional<std::size_t> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < s.size(); ++k) {
    if (!(height_over(s, k, p) > 0)) continue;
    const double distance = squared_distance(s, k, p);
    if (distance < least) {
      least = distance;
      best = k;
    }
  }
  return best;
}

// Whether two edges are parallel, face each other, and share a stretch along their direction.
bool are_parallel(const Shape& a, std::size_t i, const Shape& b, std::size_t j) {
  const Point u = a.edge(i), v = b.edge(j);
  const double whole = dot(u, u), across = cross(u, v);
  if (!(dot(u, v) < 0)) return false;
  if (across * across > kParallel * kParallel * whole * dot(v, v)) return false;
  const double from = dot(b.corner(b.next(j)) - a.corner(i), u),
               to = dot(b.corner(j) - a.corner(i), u);
  return from < whole && to > 0 && height_over(a, i, b.corner(j)) > 0;
}

// Whether two edges cross at a point that is an end of neither.
bool do_cross(const Shape& a, std::size_t i, const Shape& b, std::size_t j) {
  const Point p = a.corner(i), u = a.edge(i), q = b.corner(j), v = b.edge(j);
  const auto parts = [](Point line, Point first, Point second) {
    const double s = cross(line, first), t = cross(line, second);
    return (s < 0 && t > 0) || (s > 0 && t < 0);
  };
  return parts(u, q - p, q + v - p) && parts(v, p - q, p + u - q);
}

// The pair of features at which a walk stands after one step, or at which it ends.
struct Stand {
  ClosestFeatures at;
  std::optional<FeatureWalk::End> end{};  // missing where the walk goes on from `at`
};

// Takes one step of a walk that stands at corner `f.a` of a and corner `f.b` of b.
Stand from_corners(const Shape& a, const Shape& b, ClosestFeatures f) {
  const Point apart = b.corner(f.b) - a.corner(f.a);
  if (const auto edge = edge_toward(a, f.a, apart)) return {features(*edge, f.b, Kind::edge_of_a)};
  if (const auto edge = edge_toward(b, f.b, -apart)) return {features(f.a, *edge, Kind::edge_of_b)};
  for (const std::size_t i : {std::size_t{f.a}, a.previous(f.a)})
    for (const std::size_t j : {std::size_t{f.b}, b.previous(f.b)})
      if (are_parallel(a, i, b, j)) return {features(i, j, Kind::edges)};
  return {f, FeatureWalk::End::closest};
}

// Takes one step of a walk that stands at edge `f.a` of a and corner `f.b` of b.
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

// Takes one step of a walk that stands at edge `f.a` of a and edge `f.b` of b. Where they neither
// are parallel nor cross, they are closest at an end of one of them, and the step goes there.
Stand from_edges(const Shape& a, const Shape& b, ClosestFeatures f) {
  if (are_parallel(a, f.a, b, f.b)) return {f, FeatureWalk::End::closest};
  if (do_cross(a, f.a, b, f.b)) return {f, FeatureWalk::End::contact};
  ClosestFeatures best = f;
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](double distance, ClosestFeatures at) {
    if (distance < least) {
      least = distance;
      best = at;
    }
  };
  for (const std::size_t end : {std::size_t{f.b}, b.next(f.b)})
    offer(squared_distance(a, f.a, b.corner(end)), features(f.a, end, Kind::edge_of_a));
  for (const std::size_t end : {std::size_t{f.a}, a.next(f.a)})
    offer(squared_distance(b, f.b, a.corner(end)), features(end, f.b, Kind::edge_of_b));
  return {best};
}

// Takes one step of a walk from any pair of features, or finds that it ends there.
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

// Returns the features at which a walk begins: those given if they name features of these hulls,
// else corner 0 of each. An edge with a corner under it becomes the same edge and corner.
ClosestFeatures beginning(const Shape& a, const Shape& b, ClosestFeatures f) {
  if (f.a >= a.size() || f.b >= b.size() || f.kind == Kind::none) return {0, 0, Kind::corners};
  if (f.kind == Kind::under_edge_of_a) f.kind = Kind::edge_of_a;
  if (f.kind == Kind::under_edge_of_b) f.kind = Kind::edge_of_b;
  return f;
}

// The answer when two parallel edges that face each other are closest.
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

// Returns the distance, normal and closest points when these features are the closest.
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
