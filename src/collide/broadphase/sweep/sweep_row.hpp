// SPDX-License-Identifier: MIT
// Rows of boxes along an axis or a slanted line, and how far boxes are spread along them.
#pragma once
#include <atomic>
#include <cassert>
#include <cmath>
#include <optional>

#include "base/radix_sort.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/event_log.hpp"

namespace phasebox {

// A sweep sees boxes in coordinates of its own: x along the swept line, y across it.

/// The sweeps along the axes, as functions from box to what the sweep sees.
struct AlongX {
  Aabb operator()(const Aabb& b) const { return b; }
};
struct AlongY {
  Aabb operator()(const Aabb& b) const { return {{b.min.y, b.min.x}, {b.max.y, b.max.x}}; }
};
/// Whether a seen box has no extent along the line.
inline bool is_flat(const Aabb& seen) { return !(seen.min.x < seen.max.x); }

inline Aabb seen_along(const Aabb& box, Axis axis) {
  return axis == Axis::x ? AlongX()(box) : AlongY()(box);
}

/// Across some bounds, at a place on an axis: as the event log shows a boundary.
inline Aabb line_across(Aabb bounds, Axis axis, float at) {
  (axis == Axis::x ? bounds.min.x : bounds.min.y) = at;
  (axis == Axis::x ? bounds.max.x : bounds.max.y) = at;
  return bounds;
}

/// Calls `use` with the one or the other, so that what is inside is compiled for each.
template <class Use>
auto along_axis(Axis axis, Use use) {
  return axis == Axis::x ? use(AlongX()) : use(AlongY());
}

/// Begin or end of a box on the swept line. 8 bytes, so that a sort moves little.
struct Delimiter {
  std::uint32_t position;  ///< order-preserving image of the float, see `ordered`
  SpriteId id;
};

/// Sorts the begins, or the ends, of boxes.
class DelimiterSort {
 public:
  void reserve(std::size_t n) { row_.reserve(n), sort_.reserve(n); }

  /// The delimiters of `n` boxes, the k-th of which is `id_of(k)`, in order of position. At equal
  /// positions flat boxes come first among begins and last among ends: between touching boxes an
  /// end comes before a begin, but a flat box begins before it ends. Valid until the next call.
  template <class IdOf, class Line>
  std::span<const Delimiter> begins(const Frame& f, std::size_t n, IdOf id_of, Line see) {
    return sorted(
        f, n, id_of, see, [](const Aabb& seen) { return seen.min.x; }, true);
  }
  template <class IdOf, class Line>
  std::span<const Delimiter> ends(const Frame& f, std::size_t n, IdOf id_of, Line see) {
    return sorted(
        f, n, id_of, see, [](const Aabb& seen) { return seen.max.x; }, false);
  }

 private:
  /// The sort is stable, so the order in which they are laid down is that of equal positions.
  template <class IdOf, class Line, class Edge>
  std::span<const Delimiter> sorted(const Frame& f, std::size_t n, IdOf id_of, Line see, Edge edge,
                                    bool flats_first) {
    row_.resize(n);
    const auto lay_down = [&](auto place_of) {
      for (std::size_t k = 0; k < n; ++k) {
        const SpriteId id = id_of(k);
        const Aabb seen = see(f.boxes[id]);
        row_[place_of(k, is_flat(seen))] = {ordered(edge(seen)), id};
      }
    };
    std::size_t flats = 0;
    lay_down([&](std::size_t k, bool flat) { return flats += flat, k; });
    std::size_t flat_at = flats_first ? 0 : n - flats, other_at = flats_first ? flats : 0;
    if (flats > 0) lay_down([&](std::size_t, bool flat) { return flat ? flat_at++ : other_at++; });
    return sort_.sort(std::span(row_), 32, [](Delimiter d) { return d.position; });
  }

  std::vector<Delimiter> row_;
  RadixSort<Delimiter> sort_;
};

/// Boxes as a sweep sees them (x along the swept line, y across), ascending by where they begin.
///
/// At equal begins a box that ends where it begins comes first: it then meets none to its right.
class SweepRow {
 public:
  using Check = PairWriter::Check;

  /// Room for `n` boxes, all of which are to be `set`. Allocates when `n` is larger than before.
  void resize(std::size_t n) { boxes_.resize(n), reach_.clear(); }
  /// Room for `n`, to `note_reach` as well.
  void reserve(std::size_t n) { boxes_.resize(n), reach_.reserve(n); }
  std::size_t size() const { return boxes_.size(); }

  void set(std::size_t at, SpriteId id, const Aabb& seen) { boxes_.set(at, seen, id); }
  /// The boxes of these begins, in their order.
  template <class Line>
  void fill(const Frame& f, std::span<const Delimiter> begins, Line see) {
    resize(begins.size());
    const unsigned parts = PairParts::parts_for(f, size());
    for_each_part(parts, [&](unsigned part) {
      boxes_.gather(
          f.boxes, part_of(size(), parts, part), [&](std::uint32_t at) { return begins[at].id; },
          see);
    });
  }
  float begin(std::size_t at) const { return boxes_.min_x[at]; }
  float end(std::size_t at) const { return boxes_.max_x[at]; }
  SpriteId id(std::size_t at) const { return boxes_.id[at]; }
  /// As it lies in the plane, if the row is swept along that axis.
  Aabb box(std::size_t at, Axis axis) const { return seen_along(boxes_.box(at), axis); }

  /// Emits the pairs of boxes of which one begins before the other ends and which share a stretch
  /// across, on as many threads as the frame allows; the pairs come in the same order. O(boxes
  /// between begin and end of each), many at a time. With `others`, whose reach is noted, also the
  /// pairs of a box of this row and one of these: O(boxes of this row, and those of the others from
  /// the first that may reach the begin of one of these up to its end). Counts its comparisons down
  /// from `left`, and ends soon after there are none: below 0, discard the pairs.
  void find_pairs(const Frame& f, Check check, PairSink& out, std::span<const SweepRow> others = {},
                  std::atomic<std::int64_t>* left = nullptr);
  /// Notes how far the boxes of the run up to each one reach.
  void note_reach(Run run);
  /// The first of a run whose reach is noted that can end behind `begin`; O(log of the run).
  std::size_t first_behind(float begin, Run run) const;
  /// Calls `use(id)` for each of [from, to) that begins before `seen` ends.
  template <class Use>
  void each_begun(const Aabb& seen, std::size_t from, std::size_t to, Use use) const {
    for (; from < to && begin(from) < seen.max.x; ++from) use(id(from));
  }
  /// Writes the ids of those of [from, to) that overlap a box into `out`, which has room for
  /// to - from and a padding. How many there are.
  std::size_t query(const Aabb& seen, std::size_t from, std::size_t to, SpriteId* out) const;

 private:
  BoxColumns boxes_;
  std::vector<float> reach_;  // [n] the furthest end up to there, where it is noted
  PairParts pair_parts_;
};

/// Sprites in rows by where they begin on an axis, one row for each class of lengths: what queries
/// of the one-dimensional methods look into. In one row of all boxes, a query that is to miss none
/// must start as far before the asked box as the longest box reaches: a few long ones make it look
/// at a large part of the row. So boxes longer than others have a row of their own, where that is
/// less work; there are few rows, as the lengths of a class differ by up to four times, and a class
/// with few boxes joins the next.
///
/// Cost: laid out in O(n) with the first query of a frame (a radix sort and a counting sort); a
/// query O(rows * log n + boxes that overlap on the axis, or would if they were as long as the
/// longest of their row), many at a time. Keeps 40 bytes per sprite, from the first query on.
class LengthRows {
 public:
  /// The boxes are others now.
  void clear() { is_filled_ = false; }

  /// Itself with all sprites of a frame, laid out if they are not yet; without an axis along that
  /// on which they are spread wider. Allocates when there are more than ever.
  const LengthRows& of(const Frame& f, std::optional<Axis> axis = {});
  /// The same with these sprites of it.
  const LengthRows& of(const Frame& f, std::span<const SpriteId> ids);

  /// Appends the sprites whose boxes overlap `box`. The log gets those it looks at.
  void query(const Aabb& box, Sink<SpriteId>& out, Recorder* log) const;

 private:
  static constexpr std::size_t kClasses = 128;  // by the exponent of a length, two to a class

  struct Row : Run {
    float longest = 0;
  };

  template <class IdOf>
  void lay_out(const Frame& f, Axis axis, std::size_t n, IdOf id_of);
  void count(std::span<const Delimiter> begins, const Frame& f);
  void choose_rows(float across);

  bool is_filled_ = false;
  Axis axis_ = Axis::x;
  std::size_t row_count_ = 0;
  std::array<Row, kClasses> rows_{};  // by length; while counting, one for each class
  std::array<std::uint8_t, kClasses> row_of_class_{};
  DelimiterSort sort_;
  SweepRow boxes_;  // row after row
};

// How the centers of the boxes are spread: what an axis is chosen by.

/// Second moments of the centers about their mean, px^2. In double and taken about the first
/// center, since coordinates may be large.
struct Covariance {
  double xx = 0, xy = 0, yy = 0;

  Axis widest() const { return yy > xx ? Axis::y : Axis::x; }
  /// Unit vector along which the centers are spread most; (1, 0) where no direction stands out. The
  /// eigenvector of the larger eigenvalue; its components are never both tiny: it is scaled to 1.
  Vec2 direction() const {
    const double half = (xx - yy) / 2, root = std::sqrt(half * half + xy * xy);
    if (!(root > 0)) return {1, 0};
    const double x = half >= 0 ? root + half : std::abs(xy);
    const double y = half >= 0 ? xy : xy < 0 ? half - root : root - half;
    const double length = std::sqrt(x * x + y * y);
    return {static_cast<float>(x / length), static_cast<float>(y / length)};
  }
};

inline Covariance covariance_of(const Frame& f) {
  if (f.size() == 0) return {};
  const auto n = static_cast<double>(f.size());
  const Vec2 first = center(f.boxes[0]);
  double x = 0, y = 0;
  Covariance sums;
  for (const Aabb& box : f.boxes) {
    const Vec2 c = center(box);
    const double dx = static_cast<double>(c.x) - static_cast<double>(first.x);
    const double dy = static_cast<double>(c.y) - static_cast<double>(first.y);
    x += dx, y += dy;
    sums.xx += dx * dx, sums.xy += dx * dy, sums.yy += dy * dy;
  }
  return {sums.xx / n - x / n * (x / n), sums.xy / n - x / n * (y / n),
          sums.yy / n - y / n * (y / n)};
}

/// A line of any direction, and where boxes begin and end on it. Products and sums of floats are
/// rounded, but rounding keeps order: the projection never falls where a coordinate rises. So where
/// two boxes overlap, each one's begin is at most the other's end, to the last bit, for coordinates
/// of any size; "at most" is "less than" the next float. Half the unit vector cannot overflow.
struct AlongDirection {
  Vec2 half;  ///< x >= 0
  Axis across;

  /// `direction` is a unit vector, x >= 0.
  static AlongDirection of(Vec2 direction) {
    const Axis nearer = std::abs(direction.y) > direction.x ? Axis::y : Axis::x;
    return {direction * 0.5f, other(nearer)};
  }
  /// The line at so many degrees: of its two directions the one that does not point left.
  static AlongDirection at_angle(float degrees) {
    if (degrees == 90) return of({0, 1});
    if (degrees == 180) return of({1, 0});
    const Rotation r = rotation(degrees * (kPi / 180));
    return of(r.c < 0 ? Vec2{-r.c, -r.s} : Vec2{r.c, r.s});
  }

  float at(float x, float y) const { return half.x * x + half.y * y; }
  /// The box as the sweep sees it, with its begin and end as x.
  Aabb operator()(const Aabb& b) const {
    const bool falls = half.y < 0;
    const float begin = at(b.min.x, falls ? b.max.y : b.min.y);
    const float end = at(b.max.x, falls ? b.min.y : b.max.y);
    return {{begin, low(b, across)}, {unordered(ordered(end) + 1), high(b, across)}};
  }
};

/// Begin or end of a box on one axis, as one number that sorts as the list does: position, then
/// rank, then sprite, then begin before end.
///
/// At one position, ends come first and begins last, so touching boxes do not overlap in the list.
/// Between them come boxes of no extent there, each begin next to its own end: so a point overlaps
/// neither what begins or ends at it nor another point, but every box it lies strictly inside of.
/// Two boxes thus overlap on the axis exactly when each begins before the other ends in the list.
class Endpoint {
 public:
  Endpoint() = default;
  static Endpoint begin(const Aabb& box, Axis axis, SpriteId id) { return {box, axis, id << 1}; }
  static Endpoint end(const Aabb& box, Axis axis, SpriteId id) { return {box, axis, id << 1 | 1}; }
  /// The same end of the same sprite, in this frame.
  Endpoint moved(std::span<const Aabb> boxes, Axis axis) const {
    return {boxes[id()], axis, tag()};
  }

  SpriteId id() const { return static_cast<SpriteId>((bits_ & kTagMask) >> 1); }
  bool is_begin() const { return !is_end(); }
  bool is_end() const { return bits_ & 1; }
  float position() const { return unordered(static_cast<std::uint32_t>(bits_ >> 32)); }
  /// Position and rank.
  std::uint64_t place() const { return bits_ >> kTagBits; }
  static constexpr unsigned kPlaceBits = 34;
  friend bool operator<(Endpoint a, Endpoint b) { return a.bits_ < b.bits_; }

 private:
  enum Rank : std::uint32_t { ends, flat, begins };  // at one position
  static constexpr unsigned kTagBits = 30;
  static constexpr std::uint64_t kTagMask = (1u << kTagBits) - 1;

  explicit Endpoint(std::uint64_t bits) : bits_(bits) {}
  // Without branches: begins and ends lie mixed in a list.
  Endpoint(const Aabb& box, Axis axis, std::uint32_t tag) {
    assert(tag <= kTagMask && "at most 2^29 sprites");
    const std::uint32_t from = ordered(low(box, axis)), to = ordered(high(box, axis));
    const std::uint32_t is_end = tag & 1, is_flat = from == to;
    const std::uint32_t position = from ^ ((from ^ to) & -is_end);
    const std::uint32_t rank = is_flat * flat + (1 - is_flat) * (1 - is_end) * begins;
    bits_ = std::uint64_t{position} << 32 | rank << kTagBits | tag;
  }
  std::uint32_t tag() const { return static_cast<std::uint32_t>(bits_ & kTagMask); }

  std::uint64_t bits_ = 0;  // 0 comes before all others
};

}  // namespace phasebox
