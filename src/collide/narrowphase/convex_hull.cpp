// SPDX-License-Identifier: MIT
// Convex hulls: a pair collides when the convex hulls of its opaque areas overlap.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include "collide/convex.hpp"
#include "collide/narrowphase.hpp"

namespace phasebox {
namespace {

enum class Method : std::uint8_t { gjk, lin_canny };
constexpr std::array<std::string_view, 2> kMethods{"gjk", "lin-canny"};

struct ConvexHullParams {
  Method method = Method::gjk;
};
constexpr std::array kRows{choice<&ConvexHullParams::method>(
    "method", kMethods,
    "How closest features are found: those of the last frame proven, else GJK; or a walk from them "
    "to their neighbors, and GJK where hulls overlap. The answer is the same.")};

/// Keeps the closest features that pairs had when they were last tested, in a hash table without
/// chains. Each pair has one place and overwrites the pair that was there. What is lost that way
/// costs time and never changes an answer.
class FeatureTable {
 public:
  /// Gives the table at least two places per pair, up to `kMax` places. A table that must grow is
  /// allocated again and begins empty; it never shrinks.
  void reserve(std::size_t pairs) {
    const std::size_t size = std::clamp(std::bit_ceil(2 * pairs), kMin, kMax);
    if (size > places_.size()) places_.assign(size, {});
  }
  void clear() { std::ranges::fill(places_, Place{}); }

  /// Returns the features kept for a pair, or features of kind `none`.
  ClosestFeatures find(Pair pair) const {
    const Place& p = places_[place(pair)];
    return p.pair == pair ? p.features : ClosestFeatures{};
  }
  void keep(Pair pair, ClosestFeatures features) { places_[place(pair)] = {pair, features}; }

 private:
  struct Place {
    Pair pair{0, 0};  // marks an empty place: no pair has two equal ids
    ClosestFeatures features;
  };
  static constexpr std::size_t kMin = 1024, kMax = std::size_t{1} << 20;

  std::size_t place(Pair pair) const {
    // Fibonacci hashing: the lower half of the product is dropped, as it is less mixed.
    return static_cast<std::size_t>(key(pair) * 0x9E3779B97F4A7C15ULL >> 32) & (places_.size() - 1);
  }

  std::vector<Place> places_;
};

/// The convex hull of the opaque area stands for the sprite. It is exact for convex shapes; others
/// collide too early in their notches. A contact has the penetration depth and the direction in
/// which the sprites part soonest.
/// Cost: O(1) for a pair that is apart while the same corners and edges stay the closest; O(1) per
/// feature passed when the walk finds others; otherwise, and for hulls that overlap, O(h) for hulls
/// of h points, some tens. It keeps the closest features of the pairs, at most 16 MiB; pairs whose
/// places in that table coincide overwrite each other. Source: E. Gilbert, D. Johnson and S.
/// Keerthi, 1988 (distance); M. Lin and J. Canny, 1991 (features kept between frames, and the walk
/// between them).
class ConvexHull : public NarrowphaseOf<ConvexHull, ConvexHullParams, kRows> {
 public:
  void reset(const Frame&) override { table_.clear(); }
  void prepare(const Frame&, std::size_t candidates) { table_.reserve(candidates); }

  template <class T>
  bool touch(const Frame& frame, Pair pair, Contact& contact, T& trace) {
    const PlacedHull a = placed_hull(frame, pair.a), b = placed_hull(frame, pair.b);
    if constexpr (T::on) {
      trace_edges(a, 0, trace);
      trace_edges(b, 1, trace);
    }
    const Separation s = closest(a, b, pair, trace);
    table_.keep(pair, s.features);
    if constexpr (T::on)
      trace.add({EventKind::closest, Axis::x, 0, pair.a, pair.b, {s.point_a, s.point_b}});
    if (!s.overlap) return false;
    contact.point = s.point_a * 0.5f + s.point_b * 0.5f;
    contact.normal = s.normal;
    contact.depth = s.depth;
    return true;
  }

 private:
  using Kind = ClosestFeatures::Kind;

  template <class T>
  static void trace_edges(const PlacedHull& hull, std::uint32_t which, T& trace) {
    for (std::size_t k = 0; k < hull.points.size(); ++k)
      trace.add({EventKind::edge,
                 Axis::x,
                 0,
                 static_cast<std::uint32_t>(k),
                 which,
                 {world_corner(hull, k), world_corner(hull, k + 1)}});
  }

  template <class T>
  Separation closest(const PlacedHull& a, const PlacedHull& b, Pair pair, T& trace) {
    const ClosestFeatures last = table_.find(pair);
    if (p_.method == Method::gjk) return proven_or_searched(a, b, pair, last, trace);
    if constexpr (T::on) path_.clear();
    const FeatureWalk walk = walk_features(a, b, last, T::on ? &path_ : nullptr);
    if constexpr (T::on) {
      trace.add(Measure::walked, walk.steps);
      trace_path(a, b, trace);
    }
    if (walk.end == FeatureWalk::End::closest) {
      if constexpr (T::on) trace.add(Measure::kept, walk.separation.features == last);
      return walk.separation;
    }
    Separation s = proven_or_searched(a, b, pair, last, trace);
    // Where the search names no features (parallel edges, hulls that touch), those at which the
    // walk ended are kept instead, so that this pair's next walk begins near the answer.
    if (s.features.kind == Kind::none) s.features = walk.separation.features;
    return s;
  }

  template <class T>
  static Separation proven_or_searched(const PlacedHull& a, const PlacedHull& b, Pair pair,
                                       ClosestFeatures last, T& trace) {
    const Separation s = separation(a, b, last);
    if constexpr (T::on) {
      trace.add(Measure::kept, s.is_kept);
      if (!s.is_kept) trace.add({EventKind::search, Axis::x, 0, pair.a, pair.b});
    }
    return s;
  }

  static void trace_feature(const PlacedHull& hull, std::uint32_t which, std::size_t k,
                            bool is_edge, Recorder& trace) {
    trace.add({EventKind::feature,
               Axis::x,
               0,
               static_cast<std::uint32_t>(k),
               which,
               {world_corner(hull, k), world_corner(hull, is_edge ? k + 1 : k)}});
  }

  /// Logs both features at which the walk began, then for each step the features that it changed:
  /// nearly always one, but both when it goes from two corners to two parallel edges.
  void trace_path(const PlacedHull& a, const PlacedHull& b, Recorder& trace) const {
    const auto is_edge_of_a = [](ClosestFeatures f) {
      return f.kind == Kind::edge_of_a || f.kind == Kind::edges;
    };
    const auto is_edge_of_b = [](ClosestFeatures f) {
      return f.kind == Kind::edge_of_b || f.kind == Kind::edges;
    };
    for (std::size_t n = 0; n < path_.size(); ++n) {
      const ClosestFeatures f = path_[n], before = path_[n == 0 ? 0 : n - 1];
      if (n == 0 || f.a != before.a || is_edge_of_a(f) != is_edge_of_a(before))
        trace_feature(a, 0, f.a, is_edge_of_a(f), trace);
      if (n == 0 || f.b != before.b || is_edge_of_b(f) != is_edge_of_b(before))
        trace_feature(b, 1, f.b, is_edge_of_b(f), trace);
    }
  }

  FeatureTable table_;
  std::vector<ClosestFeatures> path_;  // features passed by the last walk, if that was traced
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"for each candidate pair", EventKind::enter},
    {"  the convex hull of the first opaque area", {EventKind::edge, EventPhase::first}},
    {"  and of the second", {EventKind::edge, EventPhase::second}},
    {"  from the features of before (lin-canny), walk:"},
    {"  to the neighbor that is closer, of the first", {EventKind::feature, EventPhase::first}},
    {"  or of the second hull", {EventKind::feature, EventPhase::second}},
    {"  not known, or no gap is left: GJK searches", EventKind::search},
    {"  the two points where they are closest", EventKind::closest},
    {"  the hulls overlap: a collision, and how deep", EventKind::hit},
    {"  a gap is left: none", EventKind::leave},
});

}  // namespace

extern const NarrowphaseEntry convex_hull_entry{
    "convex-hull",
    "Convex hull",
    "The convex hulls of the opaque areas overlap; reports depth and normal.",
    "E. Gilbert, D. Johnson and S. Keerthi, 1988; M. Lin and J. Canny, 1991",
    make_narrowphase<ConvexHull>,
    {.code = kCode, .part = "pair"}};

}  // namespace phasebox
