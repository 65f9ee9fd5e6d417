// SPDX-License-Identifier: MIT
// Sort and sweep: one sorted row of begin and end delimiters, walked with the set of open boxes (M.
// Wells, "Broadphase Collision Detection", 2007).
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/broadphase/broadphase.hpp"
#include "core/ordered.hpp"

namespace phasebox {
namespace {

enum class SweepAxis : std::uint8_t { x, y, max_variance };
constexpr std::array<std::string_view, 3> kAxisNames{"x", "y", "max-variance"};

struct SweepParams {
  SweepAxis axis = SweepAxis::max_variance;
  std::uint32_t axis_interval = 30;
};

constexpr std::array kSweepRows{
    choice<&SweepParams::axis>("axis", kAxisNames,
                               "Axis that is swept; max-variance takes the one along which the "
                               "centres are spread most."),
    param<&SweepParams::axis_interval>(
        "axis-interval", 1, 600, "frames",
        "Frames after which max-variance looks at the spread again."),
};

/// Begin or end of a box on the swept axis. 8 bytes, so that a sort moves little.
struct Delimiter {
  std::uint32_t position;  ///< order-preserving image of the float, see `ordered`
  std::uint32_t tag;       ///< sprite * 2 + 1 for a begin, + 0 for an end

  SpriteId id() const { return tag >> 1; }
  bool is_begin() const { return tag & 1; }
};
Delimiter begin_of(SpriteId id, std::uint32_t position) { return {position, id << 1 | 1}; }
Delimiter end_of(SpriteId id, std::uint32_t position) { return {position, id << 1}; }

/// Stable sort by position, three passes of at most 11 bits. O(n), whatever the order was before:
/// for the few thousand delimiters of a frame this is below repairing last frame's order, and no
/// teleport makes it slow.
class RadixSort {
 public:
  void reserve(std::size_t n) { spare_.resize(n); }

  /// Allocates only when `row` is longer than any before.
  void sort(std::vector<Delimiter>& row) {
    spare_.resize(row.size());
    count(row);
    for (unsigned pass = 0; pass < kPasses; ++pass) {
      if (!starts_from_counts(pass, row.size())) continue;
      for (const Delimiter d : row) spare_[counts_[pass][digit(d, pass)]++] = d;
      row.swap(spare_);
    }
  }

 private:
  static constexpr unsigned kBits = 11, kPasses = 3, kBuckets = 1u << kBits;

  static std::uint32_t digit(Delimiter d, unsigned pass) {
    return d.position >> (pass * kBits) & (kBuckets - 1);
  }
  void count(std::span<const Delimiter> row) {
    counts_ = {};
    for (const Delimiter d : row)
      for (unsigned pass = 0; pass < kPasses; ++pass) ++counts_[pass][digit(d, pass)];
  }
  /// False when all delimiters share this digit, so that the pass would change nothing.
  bool starts_from_counts(unsigned pass, std::size_t n) {
    std::uint32_t start = 0;
    for (std::uint32_t& c : counts_[pass]) {
      if (c == n) return false;
      start += std::exchange(c, start);
    }
    return true;
  }

  std::array<std::array<std::uint32_t, kBuckets>, kPasses> counts_{};
  std::vector<Delimiter> spare_;
};

/// The boxes that the sweep is inside of: their extent across the swept axis, side by side, so that
/// a new box is compared with all of them in one pass over neighbouring memory.
class OpenSet {
 public:
  void resize(std::size_t n) {
    low_.resize(n), high_.resize(n), id_.resize(n), slot_.resize(n), crossing_.resize(n);
  }
  void clear() { size_ = 0; }
  std::uint32_t size() const { return size_; }
  std::span<const SpriteId> all() const { return {id_.data(), size_}; }
  /// Those that overlap [low, high] on the axis that is not swept. A branch on a comparison that
  /// comes out either way would cost more than writing every id and keeping some.
  std::span<const SpriteId> crossing(float low, float high) {
    std::uint32_t found = 0;
    for (std::uint32_t k = 0; k < size_; ++k) {
      crossing_[found] = id_[k];
      found +=
          static_cast<std::uint32_t>(low_[k] < high) & static_cast<std::uint32_t>(low < high_[k]);
    }
    return {crossing_.data(), found};
  }
  void add(SpriteId id, float low, float high) {
    low_[size_] = low, high_[size_] = high, id_[size_] = id;
    slot_[id] = size_++;
  }
  /// The last one takes the free slot.
  void remove(SpriteId id) {
    const std::uint32_t slot = slot_[id], last = --size_;
    low_[slot] = low_[last], high_[slot] = high_[last], id_[slot] = id_[last];
    slot_[id_[slot]] = slot;
  }

 private:
  std::vector<float> low_, high_;
  std::vector<SpriteId> id_, crossing_;
  std::vector<std::uint32_t> slot_;  // [sprite]
  std::uint32_t size_ = 0;
};

/// Every box puts a begin and an end delimiter on one axis. Walking the sorted row, a begin is
/// compared with all boxes that are open, and opens its own; an end closes it.
///
/// Order of the row: position; then ends of boxes with an extent, begins, ends of boxes without;
/// then id. So touching boxes are closed before the next opens, and a box of no width opens before
/// it closes. Whoever overlaps on the axis is then in the open set together: of the two that begins
/// first, the end lies strictly after the other's begin.
///
/// A delimiter after which nothing is open touches void.
///
/// Cost: build O(n) (radix sort), sweep O(n * boxes open at once): worst case n(n-1)/2 comparisons,
/// when all boxes share a stretch of the axis. Query O(log n + delimiters in the box + those up to
/// the end of the last box that spans its start).
/// Keeps between frames: the choice of axis, for `axis-interval` frames; its memory.
/// Source: M. Wells, "Broadphase Collision Detection", 2007; the sweep as such: J. L. Bentley and
/// T. A. Ottmann, "Algorithms for Reporting and Counting Geometric Intersections", 1979.
class SortAndSweep final : public BroadphaseOf<SortAndSweep, SweepParams, kSweepRows> {
 public:
  void reset(const Frame& f) override {
    frames_to_choice_ = 0;
    const std::size_t n = f.size();
    row_.reserve(2 * n), open_after_.reserve(2 * n), sort_.reserve(2 * n), open_.resize(n);
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    choose_axis(f);
    fill_row(f);
    sort_.sort(row_);
    if constexpr (T::on) trace_row(f, trace);
    sweep(f, out, trace);
  }

  /// Three kinds of box can overlap the asked one on the axis:
  /// 1. it begins within [low, high): its begin delimiter is met on the way from low to high;
  /// 2. it begins left of low and ends right of it: it is open at the start of the walk, so its end
  ///    lies right of the start, wherever: within the box, or past its end (it spans the whole
  ///    box);
  /// 3. there is no third: a box that begins at or after high, or ends at or before low, does not
  ///    overlap.
  /// Kind 1 is reported at its begin and kind 2 at its end, which begins left of low, so each once.
  /// Void inside the box does not stop the walk, since boxes may begin after it. Past the box's end
  /// only kind 2 is missing, and `spanning`, the open count at the start less the kind 2 ends met,
  /// says how many; at void it is 0 at the latest, for a box open at the start is open until it
  /// ends. What is met may still miss on the other axis, or only touch: `overlaps` decides.
  void find_near(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    assert(row_.size() == 2 * f.size() && "find_near comes after find_pairs of the same frame");
    const std::uint32_t start = ordered(low(box, axis_)), stop = ordered(high(box, axis_));
    std::size_t at = first_at_or_after(start);
    std::uint32_t spanning = at == 0 ? 0 : open_after_[at - 1];
    for (; at < row_.size(); ++at) {
      const Delimiter d = row_[at];
      if (d.position >= stop && spanning == 0) return;
      if (log) log->add({Mark::visit, axis_, 0, d.id()});
      const bool begins_left = ordered(low(f.boxes[d.id()], axis_)) < start;
      const bool interferes = d.is_begin() ? d.position < stop : begins_left;
      if (!d.is_begin() && begins_left) --spanning;
      if (interferes && overlaps(f.boxes[d.id()], box)) out.push(d.id());
    }
  }

 private:
  void choose_axis(const Frame& f) {
    if (p_.axis != SweepAxis::max_variance) {
      axis_ = p_.axis == SweepAxis::x ? Axis::x : Axis::y;
      return;
    }
    if (frames_to_choice_ > 0 && frames_to_choice_-- > 1) return;
    axis_ = variance(f, Axis::y) > variance(f, Axis::x) ? Axis::y : Axis::x;
    frames_to_choice_ = p_.axis_interval;
  }

  /// Of the centres; in double and about the first centre, since coordinates may be large.
  static double variance(const Frame& f, Axis axis) {
    if (f.size() == 0) return 0;
    const auto n = static_cast<double>(f.size());
    const auto origin = static_cast<double>(along(center(f.boxes[0]), axis));
    double sum = 0, squares = 0;
    for (const Aabb& box : f.boxes) {
      const double d = static_cast<double>(along(center(box), axis)) - origin;
      sum += d, squares += d * d;
    }
    return squares / n - sum / n * (sum / n);
  }

  /// Lays the delimiters down in the order that equal positions keep: the sort is stable.
  void fill_row(const Frame& f) {
    row_.resize(2 * f.size());
    std::size_t extended = 0;
    for (const Aabb& box : f.boxes) extended += has_extent(box);
    std::size_t end = 0, begin = extended, flat_end = extended + f.size();
    for (SpriteId i = 0; i < f.size(); ++i) {
      const Aabb& box = f.boxes[i];
      row_[begin++] = begin_of(i, ordered(low(box, axis_)));
      row_[has_extent(box) ? end++ : flat_end++] = end_of(i, ordered(high(box, axis_)));
    }
  }
  bool has_extent(const Aabb& box) const { return low(box, axis_) < high(box, axis_); }

  template <class T>
  void sweep(const Frame& f, PairSink& out, T& trace) {
    open_.clear();
    open_.resize(f.size());
    open_after_.resize(row_.size());
    for (std::size_t at = 0; at < row_.size(); ++at) {
      const Delimiter d = row_[at];
      if (d.is_begin())
        begin_box(f, d.id(), out, trace);
      else
        open_.remove(d.id());
      open_after_[at] = open_.size();
      if constexpr (T::on) trace.add({Mark::order, axis_, 0, d.id(), open_.size(), line(f, d)});
    }
    if constexpr (T::on) trace.add({Mark::leave, axis_, 0, 0});
  }

  template <class T>
  void begin_box(const Frame& f, SpriteId id, PairSink& out, T& trace) {
    const Axis across = other(axis_);
    const float lo = low(f.boxes[id], across), hi = high(f.boxes[id], across);
    for (const SpriteId met : T::on ? open_.all() : open_.crossing(lo, hi))
      test_pair(f, met, id, out, trace);
    open_.add(id, lo, hi);
  }

  std::size_t first_at_or_after(std::uint32_t position) const {
    std::size_t from = 0, size = row_.size();
    while (size > 0) {
      const std::size_t half = size / 2;
      if (row_[from + half].position < position)
        from += half + 1, size -= half + 1;
      else
        size = half;
    }
    return from;
  }

  template <class T>
  void trace_row(const Frame& f, T& trace) {
    bounds_ = f.size() == 0 ? Aabb{} : f.boxes[0];
    for (const Aabb& box : f.boxes) bounds_ = united(bounds_, box);
    trace.add({Mark::enter, axis_, 0, 0, static_cast<std::uint32_t>(f.size()), bounds_});
    for (const Delimiter d : row_)
      trace.add({Mark::boundary, axis_, 0, d.id(), d.is_begin(), line(f, d)});
  }
  /// Across all boxes, at the delimiter.
  Aabb line(const Frame& f, Delimiter d) const {
    const Aabb& box = f.boxes[d.id()];
    const float at = d.is_begin() ? low(box, axis_) : high(box, axis_);
    return axis_ == Axis::x ? Aabb{{at, bounds_.min.y}, {at, bounds_.max.y}}
                            : Aabb{{bounds_.min.x, at}, {bounds_.max.x, at}};
  }

  std::vector<Delimiter> row_;
  std::vector<std::uint32_t> open_after_;  // [delimiter], 0: touches void
  RadixSort sort_;
  OpenSet open_;
  Axis axis_ = Axis::x;
  std::uint32_t frames_to_choice_ = 0;
  Aabb bounds_;  // of all boxes, for the trace
};

}  // namespace

extern const BroadphaseEntry sort_and_sweep_entry{
    "sort-and-sweep", "Sort and sweep",
    "Sorts where the boxes begin and end on one axis, then walks along it with the set of open "
    "boxes.",
    "M. Wells, Broadphase Collision Detection, 2007", make_broadphase<SortAndSweep>};

}  // namespace phasebox
