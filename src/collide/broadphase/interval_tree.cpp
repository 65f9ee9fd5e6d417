// SPDX-License-Identifier: MIT
// Sweep with interval tree: a sweep along one axis, the open boxes in an interval tree on the other
// (H. Edelsbrunner, "Dynamic Data Structures for Orthogonal Intersection Queries", 1980).
#include <algorithm>

#include "collide/broadphase/kernels/small_frame.hpp"
#include "collide/broadphase/sweep/covariance.hpp"
#include "collide/broadphase/sweep/delimiter_sort.hpp"
#include "collide/broadphase/sweep/length_rows.hpp"
#include "collide/broadphase/sweep/swept_line.hpp"

namespace phasebox {
namespace {

enum class TreeSweep : std::uint8_t { x, y, max_variance };
constexpr std::array<std::string_view, 3> kSweepNames{"x", "y", "max-variance"};

struct IntervalTreeParams {
  TreeSweep axis = TreeSweep::max_variance;
};

constexpr std::array kIntervalTreeRows{
    choice<&IntervalTreeParams::axis>("axis", kSweepNames,
                                      "Axis that is swept, the tree stands on the other; "
                                      "max-variance takes the one along which the centers are "
                                      "spread most.")
        .tuned(),
};

/// A hierarchical bitset over [0, n): a bit of each level says whether a word of the level below
/// has members, so `next` takes O(log64 n).
class ActiveSet {
 public:
  /// Empties the set, for numbers below n. Allocates only when `n` is larger than before.
  void reset(std::size_t n) {
    levels_ = 0;
    std::size_t words = 0;
    do {
      start_[levels_++] = words;
      n = n / 64 + 1;
      words += n;
    } while (n > 1);
    words_.assign(words, 0);
  }
  void add(std::uint32_t i) {
    for (std::size_t level = 0; level < levels_; ++level, i /= 64) word(level, i) |= bit(i);
  }
  void remove(std::uint32_t i) {
    for (std::size_t level = 0; level < levels_; ++level, i /= 64)
      if ((word(level, i) &= ~bit(i)) != 0) return;
  }
  /// Returns the first member that is at least `from`, or `end` if there is none below that.
  std::uint32_t next(std::uint32_t from, std::uint32_t end) const {
    std::size_t level = 0;
    std::uint32_t i = from;
    for (; level < levels_; ++level, i = i / 64 + 1) {
      if (start_[level] + i / 64 >= level_end(level)) return end;
      const std::uint64_t rest = words_[start_[level] + i / 64] >> (i % 64);
      if (rest == 0) continue;
      i += static_cast<std::uint32_t>(std::countr_zero(rest));
      while (level-- > 0)
        i = i * 64 + static_cast<std::uint32_t>(std::countr_zero(words_[start_[level] + i]));
      return std::min(i, end);
    }
    return end;
  }

 private:
  static std::uint64_t bit(std::uint32_t i) { return std::uint64_t{1} << (i % 64); }
  std::uint64_t& word(std::size_t level, std::uint32_t i) { return words_[start_[level] + i / 64]; }
  std::size_t level_end(std::size_t level) const {
    return level + 1 < levels_ ? start_[level + 1] : words_.size();
  }

  std::array<std::size_t, 7> start_{};  // [level] its first word
  std::size_t levels_ = 0;
  std::vector<std::uint64_t> words_;
};

/// The extent of a box on the tree's axis, in ranks. A rank is the number of a low edge among all
/// low edges in ascending order, with flat boxes before others at equal positions.
struct Span {
  std::uint32_t own;    ///< rank of its low edge
  std::uint32_t peers;  ///< first rank of a box with extent and the same low edge
  std::uint32_t first;  ///< first rank of a higher low edge
  std::uint32_t end;    ///< first rank of a low edge at or above its high edge
  std::uint32_t node;   ///< the rank in [first, end) divisible by the most powers of 2; 0: none
};

/// A sweep along one axis that keeps the open boxes in an interval tree on the other. A box that
/// begins overlaps two kinds of open boxes on the tree's axis: those whose low edge lies within it,
/// which are a run of the low edges in order; and those that its own low edge stabs.
///
/// The tree answers stabs. All points that are ever asked are low edges, so its nodes are their
/// ranks: a box covers the ranks strictly inside it, and belongs to the topmost node, a rank, that
/// it covers. The nodes above a rank are found by its bits. Each node lists its boxes twice, by
/// first rank upwards and by last rank downwards. A stab left of the node takes the boxes of the
/// first list until one begins behind it, a stab right of the node those of the second list. The
/// lists hold all boxes and do not change; sets of the open boxes find the next member of a list.
///
/// Only boxes that really overlap are found and compared. Touching boxes are not open together, as
/// ends come first. A box without extent along the sweep searches the tree but is never open; one
/// without extent on the tree's axis covers no rank.
///
/// Cost: build O(n) (radix sorts), sweep O(n log n + k) for k overlapping pairs, wherever the boxes
/// lie: also when they all share a stretch of the swept axis. Query O(log n + boxes that overlap
/// on one axis, or nearly), the first of a frame O(n) more: the tree knows ranks only, so
/// boxes are laid out in rows for it, see LengthRows. Memory O(n), 100 bytes per box, 40 more once
/// a query has come. Keeps between frames: only its memory. Source: H. Edelsbrunner, "Dynamic Data
/// Structures for Orthogonal Intersection Queries", 1980; H.-W. Six and D. Wood, "The Rectangle
/// Intersection Problem Revisited", 1980; Brown CS notes, "two-dimensional intersection tests".
class IntervalTree final
    : public BroadphaseOf<IntervalTree, IntervalTreeParams, kIntervalTreeRows> {
 public:
  void reset(const Frame& f) override {
    resize(f.size());
    axis_ = Axis::x;
    spans_.clear();
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    axis_ = p_.axis == TreeSweep::max_variance ? covariance_of(f).widest()
            : p_.axis == TreeSweep::x          ? Axis::x
                                               : Axis::y;
    resize(f.size());
    query_rows_.clear();
    along_axis(other(axis_), [&](auto see) { build(f, see, trace); });
    along_axis(axis_, [&](auto see) { sweep(f, see, out, trace); });
  }

  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    assert(spans_.size() == f.size() && "query comes after find_pairs of the same frame");
    query_rows_.of(f).query(box, out, log);
  }

 private:
  static std::uint32_t count(std::size_t n) { return static_cast<std::uint32_t>(n); }

  void resize(std::size_t n) {
    spans_.resize(n);
    low_.resize(n);
    by_low_.resize(n);
    left_.resize(n);
    right_.resize(n);
    left_place_.resize(n);
    right_place_.resize(n);
    open_in_.assign(n + 1, 0);
    first_.assign(n + 2, 0);
    begins_.reserve(n);
    sort_.reserve(n);
    open_low_.reset(n);
    open_left_.reset(n);
    open_right_.reset(n);
  }

  template <class Line, class T>
  void build(const Frame& f, Line see, T& trace) {
    rank_low_edges(f, see);
    const auto ends = sort_.ends(f, see);
    rank_high_edges(ends);
    list_by_node(ends);
    if constexpr (T::on) trace_tree(f, ends, trace);
  }

  /// Ranks the low edges of the boxes as `see` turns them, and sets the members `own`, `peers` and
  /// `first` of each span.
  template <class Line>
  void rank_low_edges(const Frame& f, Line see) {
    std::uint32_t rank = 0;
    for (const Delimiter d : sort_.begins(f, see)) {
      by_low_[rank] = d.id;
      low_[rank++] = see(f.boxes[d.id]).min.x;
    }
    for (std::uint32_t from = 0, to = 0; from < rank; from = to) {
      std::uint32_t peers = from;
      for (to = from; to < rank && low_[to] == low_[from]; ++to)
        peers += is_flat(see(f.boxes[by_low_[to]]));
      for (std::uint32_t r = from; r < to; ++r) spans_[by_low_[r]] = {r, peers, to, 0, 0};
    }
  }

  /// Sets the members `end` and `node` of each span, by the sorted high edges of the boxes.
  void rank_high_edges(std::span<const Delimiter> ends) {
    std::uint32_t rank = 0;
    for (const Delimiter d : ends) {
      while (rank < low_.size() && ordered(low_[rank]) < d.position) ++rank;
      Span& s = spans_[d.id];
      s.end = rank;
      if (s.first >= s.end) continue;
      // All ranks from first to end - 1 share the leading bits of first - 1 and end - 1; the first
      // bit in which these two differ is where the highest node between them parts them.
      const auto level = static_cast<unsigned>(std::bit_width((s.first - 1) ^ (s.end - 1))) - 1;
      s.node = (s.end - 1) >> level << level;
    }
  }

  /// Lists the boxes of each node twice: ascending by `Span::first`, and descending by `Span::end`.
  void list_by_node(std::span<const Delimiter> ends) {
    for (const Span& s : spans_) ++first_[s.node + 1];
    first_[1] = 0;  // node 0 is none
    for (std::size_t m = 2; m < first_.size(); ++m) first_[m] += first_[m - 1];
    first_[0] = 0;
    const auto rewind = [&] { std::copy_backward(first_.begin(), first_.end() - 1, first_.end()); };
    for (const SpriteId id : by_low_) place(id, left_, left_place_);
    rewind();
    for (std::size_t k = ends.size(); k-- > 0;) place(ends[k].id, right_, right_place_);
    rewind();
  }
  /// Puts a box at the next place of its node's list, which `first_` counts: when all boxes are
  /// placed, `first_` of a node is the first place of the next node.
  void place(SpriteId id, std::vector<SpriteId>& list, std::vector<std::uint32_t>& places) {
    const std::uint32_t node = spans_[id].node;
    if (node == 0) return;
    places[id] = first_[node]++;
    list[places[id]] = id;
  }

  /// Opens and closes the boxes in the order of the sweep, and emits the pairs of each as it
  /// begins.
  template <class Line, class T>
  void sweep(const Frame& f, Line see, PairSink& out, T& trace) {
    const auto sorted = sort_.begins(f, see);
    begins_.assign(sorted.begin(), sorted.end());
    const auto ends = sort_.ends(f, see);
    if constexpr (T::on) trace_delimiters(f, axis_, begins_, ends, trace);
    std::size_t end = 0;
    std::uint32_t open = 0;
    const auto step = [&]([[maybe_unused]] SpriteId id, [[maybe_unused]] bool is_end) {
      if constexpr (T::on)
        trace.add({EventKind::order, axis_, 0, id, open, edge(f.boxes[id], axis_, is_end)});
    };
    for (const Delimiter begin : begins_) {
      if (is_stopped(f)) return;
      for (; end < ends.size() && ends[end].position <= begin.position; ++end) {
        if (is_flat(see(f.boxes[ends[end].id]))) continue;
        close(ends[end].id);
        --open;
        step(ends[end].id, true);
      }
      find_open(f, begin.id, out, trace);
      if (!is_flat(see(f.boxes[begin.id]))) {
        stand_open(begin.id);
        ++open;
      }
      step(begin.id, false);
    }
  }

  /// Emits the pairs of a sprite, whose box begins here in the sweep, with those open boxes that it
  /// overlaps on the tree's axis.
  template <class T>
  void find_open(const Frame& f, SpriteId id, PairSink& out, T& trace) {
    const Span& s = spans_[id];
    const auto met = [&](SpriteId other_id) { test_pair(f, other_id, id, out, trace); };
    for (std::uint32_t r = s.peers; (r = open_low_.next(r, s.end)) < s.end; ++r) met(by_low_[r]);
    const auto visit = [&]([[maybe_unused]] std::uint32_t node) {
      if constexpr (T::on)
        trace.add(
            {EventKind::visit, other(axis_), depth_of(node), node, open_in_[node], bounds_[node]});
    };
    each_stabbed(s.own, visit, met);
  }

  /// Calls `met` with each open box that covers the rank, that is whose span has it in [first,
  /// end), and `visit` with each node visited.
  template <class Visit, class Met>
  void each_stabbed(std::uint32_t rank, Visit visit, Met met) const {
    for (std::uint32_t bit = std::bit_floor(count(spans_.size())); bit > 0; bit >>= 1) {
      const std::uint32_t node = (rank & ~(2 * bit - 1)) | bit;
      if (!is_visited(node)) continue;
      visit(node);
      const std::uint32_t end = first_[node + 1];
      if (rank <= node) {
        for (std::uint32_t at = first_[node]; (at = open_left_.next(at, end)) < end; ++at) {
          if (spans_[left_[at]].first > rank) break;
          met(left_[at]);
        }
      } else {
        for (std::uint32_t at = first_[node]; (at = open_right_.next(at, end)) < end; ++at) {
          if (spans_[right_[at]].end <= rank) break;
          met(right_[at]);
        }
      }
      if (rank == node) return;
    }
  }
  bool is_visited(std::uint32_t node) const { return node < spans_.size() && open_in_[node] > 0; }

  void stand_open(SpriteId id) {
    open_low_.add(spans_[id].own);
    if (spans_[id].node == 0) return;
    ++open_in_[spans_[id].node];
    open_left_.add(left_place_[id]);
    open_right_.add(right_place_[id]);
  }
  void close(SpriteId id) {
    open_low_.remove(spans_[id].own);
    if (spans_[id].node == 0) return;
    --open_in_[spans_[id].node];
    open_left_.remove(left_place_[id]);
    open_right_.remove(right_place_[id]);
  }

  /// The depth of a node below the root of a tree over all ranks.
  std::uint16_t depth_of(std::uint32_t node) const {
    return static_cast<std::uint16_t>(std::countr_zero(std::bit_floor(count(spans_.size()))) -
                                      std::countr_zero(node));
  }
  Aabb bounds_of_node(const Frame& f, std::uint32_t node) const {
    Aabb box = f.boxes[left_[first_[node]]];
    for (std::uint32_t at = first_[node]; at < first_[node + 1]; ++at)
      box = united(box, f.boxes[left_[at]]);
    return box;
  }

  template <class T>
  void trace_tree(const Frame& f, std::span<const Delimiter> ends, T& trace) {
    begins_.clear();
    for (const SpriteId id : by_low_) begins_.push_back({0, id});
    trace_delimiters(f, other(axis_), begins_, ends, trace);
    bounds_.resize(spans_.size());
    if (!spans_.empty()) trace_node(f, std::bit_floor(count(spans_.size())), trace);
  }
  /// Logs a node and those below it, parents before children. There are no ranks from n on, but
  /// nodes with such numbers may lead to lower ones.
  template <class T>
  void trace_node(const Frame& f, std::uint32_t node, T& trace) {
    const std::uint32_t below = (node & (~node + 1)) / 2;
    if (node < spans_.size()) trace_members(f, node, trace);
    if (below == 0) return;
    trace_node(f, node - below, trace);
    if (node < spans_.size()) trace_node(f, node + below, trace);
  }
  template <class T>
  void trace_members(const Frame& f, std::uint32_t node, T& trace) {
    const std::uint32_t size = first_[node + 1] - first_[node];
    if (size == 0) return;
    const std::uint16_t depth = depth_of(node);
    bounds_[node] = bounds_of_node(f, node);
    trace.add({EventKind::node, other(axis_), depth, node, size, bounds_[node]});
    for (std::uint32_t at = first_[node]; at < first_[node + 1]; ++at)
      trace.add({EventKind::member, other(axis_), depth, left_[at], node, f.boxes[left_[at]]});
  }
  template <class T>
  void trace_delimiters(const Frame& f, Axis axis, std::span<const Delimiter> begins,
                        std::span<const Delimiter> ends, T& trace) const {
    for (const Delimiter d : begins)
      trace.add({EventKind::boundary, axis, 0, d.id, 1, edge(f.boxes[d.id], axis, false)});
    for (const Delimiter d : ends)
      trace.add({EventKind::boundary, axis, 0, d.id, 0, edge(f.boxes[d.id], axis, true)});
  }
  /// Returns the side with which a box begins or ends on the axis, as a line for the log.
  static Aabb edge(const Aabb& box, Axis axis, bool is_end) {
    return line_across(box, axis, is_end ? high(box, axis) : low(box, axis));
  }

  Axis axis_ = Axis::x;
  DelimiterSort sort_;
  std::vector<Delimiter> begins_;
  std::vector<Span> spans_;             // [sprite]
  std::vector<float> low_;              // [rank] low edge, px
  std::vector<SpriteId> by_low_;        // [rank] the sprite of that edge
  std::vector<std::uint32_t> first_;    // [node] its first place in the lists
  std::vector<SpriteId> left_, right_;  // [place] the lists of all nodes, one after
                                        // the other: by first, by end downwards
  std::vector<std::uint32_t> left_place_, right_place_;  // [sprite] its place in these lists
  std::vector<std::uint32_t> open_in_;                   // [node] number of its open boxes
  // The open boxes: the ranks of their low edges, and their places in `left_` and in `right_`.
  ActiveSet open_low_, open_left_, open_right_;
  std::vector<Aabb> bounds_;  // [node] around its boxes, for the log
  LengthRows query_rows_;     // the boxes, once a query has come
};

constexpr auto kIntervalTreeCode = std::to_array<CodeLine>({
    {"sort where boxes begin and end, on both axes", EventKind::boundary},
    {"the tree: nodes at places across the sweep", EventKind::node},
    {"  a box is in the topmost one it covers", EventKind::member},
    {"a box begins: which open ones it meets", {EventKind::order, EventPhase::opens}},
    {"  nodes with open boxes at its low edge", EventKind::visit},
    {"  compare with one of them", EventKind::test | EventKind::skip},
    {"    they overlap: a candidate pair", EventKind::hit},
    {"a box ends: the tree forgets it", {EventKind::order, EventPhase::closes}},
    {"  nothing is open now: a void", {EventKind::order, EventPhase::empties}},
    kSmallFrameLine,
});

}  // namespace

extern const BroadphaseEntry interval_tree_entry{
    "interval-tree",
    "Sweep with interval tree",
    "Sweeps along one axis with the open boxes in an interval tree on the other, so that only real "
    "overlaps are visited.",
    "H. Edelsbrunner, 1980; H.-W. Six and D. Wood, 1980; Brown CS course notes on "
    "collision detection",
    make_broadphase<IntervalTree, SmallFrame>,
    {.code = kIntervalTreeCode, .part = "node", .counted = "node"},
    false,
    6};

}  // namespace phasebox
