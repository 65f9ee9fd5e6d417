// SPDX-License-Identifier: MIT
// Recursive dimensional clustering (S. Rabin, Game Programming Gems 2, 2.7; P. Baczynski's Flash
// demo).
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/broadphase/broadphase.hpp"
#include "core/ordered.hpp"

namespace phasebox {
namespace {

enum class LeafTest : std::uint8_t { brute_force, sweep };
constexpr std::array<std::string_view, 2> kLeafTestNames{"brute-force", "sweep"};

struct RdcParams {
  std::uint32_t group_size = 8;
  float contact_threshold = 0;
  std::uint32_t max_depth = 0;
  LeafTest leaf_test = LeafTest::sweep;
};

constexpr std::array kRows{
    param<&RdcParams::group_size>(
        "group-size", 1, 1000, "sprites",
        "A group of this many sprites or fewer is final; 5 to 10 works well."),
    param<&RdcParams::contact_threshold>(
        "contact-threshold", -100, 100, "px",
        "Moves boundaries inwards before grouping: above 0 separates sprites that overlap by less "
        "(and then misses some pairs), below 0 keeps neighbours together."),
    param<&RdcParams::max_depth>("max-depth", 0, 10000, "splits",
                                 "A group this many splits deep is final; 0 sets no limit."),
    choice<&RdcParams::leaf_test>("leaf-test", kLeafTestNames,
                                  "How pairs are found inside a final group: every pair as in the "
                                  "original, or a sweep along its longer side."),
};

// One end of a sprite's interval, as one number that sorts by position, then rank, then sprite. At
// equal positions closes come first, so that touching sprites are separate; a closed-up interval (a
// point) still opens before it closes, so its close comes last.
class Boundary {
 public:
  enum Rank : std::uint32_t { close, open, close_of_point };

  Boundary(float position, Rank rank, SpriteId id)
      : bits_(std::uint64_t{ordered(position)} << 32 | std::uint64_t{rank} << kIdBits | id) {
    assert(id < 1u << kIdBits);
  }

  bool opens() const { return (bits_ >> kIdBits & 3) == open; }
  SpriteId id() const { return static_cast<SpriteId>(bits_ & ((1u << kIdBits) - 1)); }
  float position() const { return unordered(static_cast<std::uint32_t>(bits_ >> 32)); }
  friend bool operator<(Boundary a, Boundary b) { return a.bits_ < b.bits_; }

 private:
  static constexpr unsigned kIdBits = 30;
  std::uint64_t bits_;
};

// A run of `order_` that is one group, waiting to be analysed.
struct Task {
  std::uint32_t first, size;
  std::uint32_t number;  // names the group in the trace
  std::uint16_t depth;   // splits above it
  Axis axis;             // to be analysed next
  bool is_proven;        // the other axis is known not to split it
};

std::uint16_t one_deeper(std::uint16_t depth) {
  return depth == std::numeric_limits<std::uint16_t>::max() ? depth
                                                            : static_cast<std::uint16_t>(depth + 1);
}

/// Cuts the sprites into groups wherever a whole group leaves an empty stripe on one axis, then
/// each group on the other axis, and so on; pairs are looked for inside the groups that remain. On
/// an axis every sprite opens at `min + t` and closes at `max - t` (never past its middle); where
/// the running count of open sprites falls to 0, a group ends. The leaf test uses the real boxes,
/// so the answer is exact for t <= 0, and for t > 0 holds at least the pairs of the boxes inset by
/// t. Cost: a pass over a group of m sorts 2m boundaries, O(m log m). Usually a few passes deep; at
/// worst every pass splits off one sprite: O(n^2 log n) time, O(n) memory (groups waiting are
/// disjoint; they lie on a stack of ours). Where nothing splits, the leaf test does all the work.
/// Keeps nothing between frames but its memory.
/// Source: S. Rabin, "Recursive Dimensional Clustering: A Fast Algorithm for Collision Detection",
/// Game Programming Gems 2, 2001, section 2.7.
class Rdc : public BroadphaseOf<Rdc, RdcParams, kRows> {
 public:
  bool is_exact() const override { return p_.contact_threshold <= 0; }

  template <class T>
  void run(const Frame& frame, PairSink& out, T& trace) {
    begin(frame);
    while (!tasks_.empty()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      deepest_ = std::max(deepest_, task.depth);
      if (is_final(task))
        finish(frame, task, out, trace);
      else
        analyse(frame, task, out, trace);
    }
  }

  void remark(const Frame& frame, std::vector<Remark>& out) const override;

 private:
  void begin(const Frame& frame) {
    const std::size_t n = frame.size();
    order_.resize(n);
    // Groups differ from frame to frame: room for any of them, so that a warm frame never
    // allocates.
    tasks_.reserve(n), boundaries_.reserve(2 * n), lows_.reserve(n), row_.reserve(n);
    for (SpriteId i = 0; i < n; ++i) order_[i] = i;
    groups_ = largest_ = deepest_ = 0;
    numbers_ = 1;
    tasks_.clear();
    if (n > 0) tasks_.push_back({0, static_cast<std::uint32_t>(n), 0, 0, Axis::x, false});
  }

  bool is_final(const Task& task) const {
    return task.size <= p_.group_size || (p_.max_depth > 0 && task.depth >= p_.max_depth);
  }

  std::span<SpriteId> members(const Task& task) {
    return std::span(order_).subspan(task.first, task.size);
  }

  // One pass on one axis. Two passes in a row without a split make a group final; the groups that
  // come out of a split cannot be split again on the same axis, so they have one such pass behind
  // them already.
  template <class T>
  void analyse(const Frame& frame, Task task, PairSink& out, T& trace) {
    sort_boundaries(frame, task);
    if constexpr (T::on) trace_pass(frame, task, trace);
    const std::size_t waiting = tasks_.size();
    cut(task);
    if constexpr (T::on) trace.add({Mark::leave, task.axis, task.depth, task.number});
    const std::size_t parts = tasks_.size() - waiting;
    if (parts > 1) {
      if constexpr (T::on)
        trace.add({Mark::split, task.axis, task.depth, task.number,
                   static_cast<std::uint32_t>(parts), bounds(frame, task)});
      return;
    }
    tasks_.pop_back();
    if (task.is_proven) return finish(frame, task, out, trace);
    task.axis = other(task.axis);
    task.is_proven = true;
    tasks_.push_back(task);
  }

  void sort_boundaries(const Frame& frame, const Task& task) {
    boundaries_.clear();
    for (const SpriteId id : members(task)) {
      const float lo = low(frame.boxes[id], task.axis), hi = high(frame.boxes[id], task.axis);
      const float middle = lo * 0.5f + hi * 0.5f;
      const float open = std::min(lo + p_.contact_threshold, middle);
      const float close = std::max(hi - p_.contact_threshold, middle);
      boundaries_.emplace_back(open, Boundary::open, id);
      boundaries_.emplace_back(close, open < close ? Boundary::close : Boundary::close_of_point,
                               id);
    }
    std::sort(boundaries_.begin(), boundaries_.end());
  }

  // Walks the boundaries with the counter; where it falls to 0 the sprites opened since are a
  // group. They are written back over the task's own run: as many were opened as the run holds.
  void cut(const Task& task) {
    std::uint32_t open = 0, end = task.first, first = task.first;
    for (const Boundary b : boundaries_) {
      if (b.opens()) {
        order_[end++] = b.id();
        ++open;
      } else if (--open == 0) {
        const bool is_whole = end - first == task.size;
        tasks_.push_back({first, end - first, is_whole ? task.number : numbers_++,
                          one_deeper(task.depth), other(task.axis), true});
        first = end;
      }
    }
  }

  template <class T>
  void finish(const Frame& frame, const Task& task, PairSink& out, T& trace) {
    ++groups_;
    largest_ = std::max(largest_, task.size);
    if constexpr (T::on) {
      trace.add({Mark::group, task.axis, task.depth, task.number, task.size, bounds(frame, task)});
      for (const SpriteId id : members(task))
        trace.add({Mark::member, task.axis, task.depth, id, task.number});
    }
    if (task.size < 2) return;
    if (p_.leaf_test == LeafTest::sweep)
      sweep(frame, task, out, trace);
    else
      test_all(frame, task, out, trace);
  }

  template <class T>
  void test_all(const Frame& frame, const Task& task, PairSink& out, T& trace) {
    const auto ids = members(task);
    for (std::size_t i = 0; i < ids.size(); ++i)
      for (std::size_t j = i + 1; j < ids.size(); ++j)
        test_pair(frame, ids[i], ids[j], out, trace, task.depth);
  }

  // In order of their low edges, each sprite meets those that begin before it ends. The boxes are
  // laid side by side first: the inner loop reads them one after the other.
  template <class T>
  void sweep(const Frame& frame, const Task& task, PairSink& out, T& trace) {
    const Vec2 size = extent(bounds(frame, task));
    const Axis axis = size.x >= size.y ? Axis::x : Axis::y;
    lows_.clear();
    for (const SpriteId id : members(task))
      lows_.push_back(std::uint64_t{ordered(low(frame.boxes[id], axis))} << 32 | id);
    std::sort(lows_.begin(), lows_.end());
    row_.clear();
    for (const std::uint64_t k : lows_) {
      const auto id = static_cast<SpriteId>(k);
      row_.push_back({frame.boxes[id], id});
    }
    for (std::size_t i = 0; i < row_.size(); ++i) {
      const Swept& s = row_[i];
      const float end = high(s.box, axis);
      for (std::size_t j = i + 1; j < row_.size() && low(row_[j].box, axis) < end; ++j)
        if (T::on || overlaps(s.box, row_[j].box))
          test_pair(frame, s.id, row_[j].id, out, trace, task.depth);
    }
  }

  Aabb bounds(const Frame& frame, const Task& task) {
    Aabb box = frame.boxes[order_[task.first]];
    for (const SpriteId id : members(task)) box = united(box, frame.boxes[id]);
    return box;
  }

  template <class T>
  void trace_pass(const Frame& frame, const Task& task, T& trace) {
    const Aabb box = bounds(frame, task);
    trace.add({Mark::enter, task.axis, task.depth, task.number, task.size, box});
    for (const Boundary b : boundaries_) {
      Aabb line = box;
      (task.axis == Axis::x ? line.min.x : line.min.y) = b.position();
      (task.axis == Axis::x ? line.max.x : line.max.y) = b.position();
      trace.add({Mark::boundary, task.axis, task.depth, b.id(), b.opens() ? 1u : 0u, line});
    }
  }

  struct Swept {
    Aabb box;
    SpriteId id;
  };

  std::vector<SpriteId> order_;  // every group is a run of it
  std::vector<Task> tasks_;
  std::vector<Boundary> boundaries_;
  std::vector<std::uint64_t> lows_;  // position, sprite
  std::vector<Swept> row_;
  std::uint32_t numbers_ = 1, groups_ = 0, largest_ = 0;
  std::uint16_t deepest_ = 0;
};

// n boxes of mean extent L, thrown evenly on a line of length W, leave n exp(-n L / W) gaps (the
// expected number of empty stripes after a box; Poisson).
double expected_gaps(const Frame& frame, Axis axis) {
  double covered = 0;
  float lo = std::numeric_limits<float>::max(), hi = std::numeric_limits<float>::lowest();
  for (const Aabb& box : frame.boxes) {
    covered += static_cast<double>(high(box, axis)) - static_cast<double>(low(box, axis));
    lo = std::min(lo, low(box, axis));
    hi = std::max(hi, high(box, axis));
  }
  const double field = static_cast<double>(hi) - static_cast<double>(lo);
  const auto n = static_cast<double>(frame.size());
  return frame.size() < 2 || field <= 0 ? 0 : n * std::exp(-covered / field);
}

std::string one_digit(double value) {
  const auto tenths = static_cast<long long>(std::floor(value * 10 + 0.5));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

void Rdc::remark(const Frame& frame, std::vector<Remark>& out) const {
  if (frame.size() < 2) return;
  const std::string x = one_digit(expected_gaps(frame, Axis::x));
  const std::string y = one_digit(expected_gaps(frame, Axis::y));
  const std::string n = std::to_string(frame.size());
  const std::string leaf = p_.leaf_test == LeafTest::sweep ? "the sweep inside it does the work."
                                                           : "every pair inside it is tested.";
  const bool is_large = largest_ > p_.group_size;
  if (groups_ == 1 && is_large) {
    out.push_back({true, "RDC cannot split this scene: " + x + " gaps expected along x and " + y +
                             " along y, all " + n + " sprites are one group, " + leaf});
  } else if (is_large && largest_ * 2 >= frame.size()) {
    out.push_back({true, "RDC has nearly degenerated: " + x + " gaps expected along x and " + y +
                             " along y, one group holds " + std::to_string(largest_) + " of " + n +
                             " sprites, " + leaf});
  } else {
    out.push_back({false, "Gaps expected: " + x + " along x, " + y + " along y."});
  }
  if (!is_exact())
    out.push_back({false,
                   "The contact threshold is above 0: overlaps thinner than twice its size "
                   "may be left out."});
}

}  // namespace

extern const BroadphaseEntry rdc_entry{
    "rdc", "Recursive dimensional clustering",
    "Cuts the sprites into groups at empty stripes, axis after axis, and tests inside the groups.",
    "Rabin, Game Programming Gems 2, 2.7; Baczynski's Flash demo", make_broadphase<Rdc>};

}  // namespace phasebox
