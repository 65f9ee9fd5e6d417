// SPDX-License-Identifier: MIT
// Grids of several levels: boxes sorted by cell, cell sizes from a histogram, and the broadphase
// around a grid.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/geometry.hpp"
#include "collide/broadphase.hpp"
#include "collide/broadphase/grid/grid_search_simd.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "collide/broadphase/kernels/static_split.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"

namespace phasebox {

// A counting sort of boxes by slot in two steps, for tables that no cache holds and for several
// threads.

/// Where sorted boxes go.
struct SlotTable {
  BoxColumns& boxes;                     ///< in the order of slots
  std::span<std::uint32_t> slot_of_box;  ///< [box of that order]
  std::span<std::uint32_t> starts;       ///< [slots + 2], where each slot's boxes begin
};

/// Scatters boxes to stretches of the table, a thousand of them, and then sorts those one by one.
/// Boxes are read as they come, and what is read or written in any order is what a cache holds; a
/// counting sort at once would fetch a line of memory for nearly every box, three times. Threads
/// share the stretches, and none writes where another one does. Boxes of a slot keep their order,
/// so the result is that of one step, whatever the number of threads.
///
/// Cost: O(n + slots), wakes threads three times. Keeps 28 bytes per box.
class CellScatter {
 public:
  /// Whether two steps take less time than one: smaller tables lie in the caches.
  static bool is_worth(std::size_t n) { return n >= kManyBoxes; }

  void reserve(std::size_t n) { scattered_.reserve(n), order_.reserve(n); }
  /// Sorts `boxes[k]`, which are in slot `slots[k]` and those of sprite `ids[k]`, or k without
  /// `ids`. Allocates when there are more boxes or parts than ever.
  void sort(std::span<const Aabb> boxes, std::span<const SpriteId> ids,
            std::span<const std::uint32_t> slots, unsigned parts, const SlotTable& to);

 private:
  static constexpr std::size_t kManyBoxes = 1u << 18;
  static constexpr unsigned kStretchBits = 10;
  static constexpr std::size_t kStretches = 1u << kStretchBits;

  struct PlacedBox {
    Aabb box;
    std::uint32_t slot;
    SpriteId id;
  };

  std::size_t stretch_of(std::uint32_t slot) const { return slot >> shift_; }
  void count(std::span<const std::uint32_t> slots, unsigned parts);
  void start_from_counts(unsigned parts);
  void scatter(std::span<const Aabb> boxes, std::span<const SpriteId> ids,
               std::span<const std::uint32_t> slots, unsigned parts);
  void sort_part(unsigned parts, unsigned part, const SlotTable& to);
  void sort_stretch(std::size_t stretch, std::uint32_t* order, const SlotTable& to) const;

  unsigned shift_ = 0;  // from a slot to its stretch
  std::vector<PlacedBox> scattered_;
  std::vector<std::uint32_t> order_;   // of the stretch that each part sorts
  std::vector<std::uint32_t> counts_;  // [part][stretch], then where the part's next box goes
  std::vector<std::uint32_t> begins_;  // [stretch + 1]
};

// A sample of the boxes of a frame, and the cells that suit them.

/// Some boxes of a frame, ascending by the octave of their longer side. Each size is judged by
/// where its own boxes lie: many that crowd in a clump need smaller cells than as many that lie
/// apart.
class SizeSample {
 public:
  static constexpr std::size_t kMax = 512;

  /// O(kMax). `bounds` are those of all boxes.
  SizeSample(std::span<const Aabb> boxes, const Aabb& bounds);
  /// Those of another sample that `keeps(box)`.
  template <class Keeps>
  SizeSample(const SizeSample& of, Keeps keeps)
      : bounds_(of.bounds_),
        origin_(of.origin_),
        boxes_per_sample_(of.boxes_per_sample_),
        all_(of.all_),
        smallest_cell_(of.smallest_cell_) {
    for (const Aabb& box : of.samples())
      if (keeps(box)) samples_[size_++] = box;
    find_octaves();
  }

  /// About how many boxes it stands for, and how many the frame has.
  double boxes() const { return boxes_of(samples()); }
  double all() const { return all_; }
  const Aabb& bounds() const { return bounds_; }
  std::span<const Aabb> samples() const { return {samples_.data(), size_}; }
  /// The number of octaves that occur, and the samples of octaves [first, end).
  std::size_t octaves() const { return octaves_; }
  std::span<const Aabb> octaves(std::size_t first, std::size_t end) const {
    return samples().subspan(begins_[first], begins_[end] - begins_[first]);
  }
  /// The work to find the pairs among the boxes that these samples stand for, in cells of that
  /// size, and to look into these for so many others; the unit is one comparison of vectors.
  double cost_of(std::span<const Aabb> samples, Vec2 cell, double looks = 0) const;
  double boxes_of(std::span<const Aabb> samples) const {
    return static_cast<double>(samples.size()) * boxes_per_sample_;
  }
  /// As wide and as high as all of these boxes, square if that is about the same; not so small that
  /// floats could not tell the cells apart where most boxes are.
  Vec2 cell_around(std::span<const Aabb> boxes) const;
  /// px, above 0: the one size of cell with the least work expected. Square, unless most boxes are
  /// long and thin the same way.
  Vec2 best_cell() const;

 private:
  void find_octaves();
  double crowd(std::span<const Aabb> samples, Vec2 cell) const;

  std::array<Aabb, kMax> samples_;
  std::array<std::uint16_t, 257> begins_;  // [octave that occurs + 1]
  std::size_t size_ = 0, octaves_ = 0;
  Aabb bounds_{};
  Vec2 origin_{};
  double boxes_per_sample_ = 1, all_ = 0;
  float smallest_cell_ = 0;
};

/// Where most of the boxes begin: without the few that are far from all others, or so large that
/// they begin there. By a sample of 64.
Aabb core_of(std::span<const Aabb> boxes);

/// The grids of a frame, and of those that follow as long as they do: until boxes have become many
/// more or fewer, or meet far more others than in the first frame.
struct GridPlan {
  struct Level {
    Vec2 cell;
    std::uint32_t reach = 1;
    double boxes = 0;  ///< expected
    Aabb begins{};     ///< around the min corners of most of them
  };

  std::array<Level, kMaxLevels - 1> levels;
  std::size_t count = 0;

  bool has_room() const { return count < levels.size(); }
  void add(const Level& level) { levels[count++] = level; }
  bool serves(std::size_t n) const {
    return age_ < kMaxAge && n - boxes_ + boxes_ / 8 <= boxes_ / 4;
  }
  void begin(std::size_t n) { boxes_ = n, age_ = 0; }
  /// So many boxes were too large for all levels; whether that is far more than in the first frame.
  bool has_outgrown(std::size_t large) {
    if (is_new()) large_ = large;
    return large > large_ + boxes_ / 64;
  }
  bool is_new() const { return age_ == 0; }
  double boxes() const { return static_cast<double>(boxes_); }
  /// A frame has compared so many boxes two by two.
  void note(std::uint64_t tests) {
    if (age_++ == 0) tests_ = tests;
    if (tests > 2 * tests_ + 4 * boxes_) age_ = kMaxAge;
  }

 private:
  static constexpr std::uint32_t kMaxAge = 32;
  std::size_t boxes_ = 0, large_ = 0;
  std::uint64_t tests_ = 0;  // of its first frame
  std::uint32_t age_ = kMaxAge;
};

/// For sizes a little above the largest of a sample.
inline constexpr float kSlack = 1 + 1.0f / 64;

/// How many times larger cells must be at least for so many to cover the bounds.
double times_to_cover(const Aabb& bounds, Vec2 cell, double cells);

// One or several grids over the same boxes, sorted into one table; what the sector methods share.

/// Grids ordered by area of cell, and last a *catch-all* of one cell that holds the whole plane and
/// takes the boxes too large for the others.
///
/// Each box is kept once, in the cell of its min corner, in the first grid whose cells are as wide
/// and as high as it. All slots of all grids are counted, summed and filled in one counting sort;
/// then the boxes are laid side by side in the order of their slots.
///
/// **Each pair is found once.** Take two boxes of one grid with reach r that overlap. Their rows
/// differ by at most r, and so do their columns (`CellGrid::around`). If the rows differ, the upper
/// box looks r columns to either side in each of the r rows below its own and meets the other
/// there; the lower one does not look up. If the rows are the same, the one that comes first in the
/// order looks at all that follow it in its own cell and in the r cells to the right; the other
/// does not look left. So each pair has one owner, and the owner looks at each cell once. In a
/// wrapped grid a box could still be met twice, or by both, if two of the cells so looked at, `(dx,
/// dy)` apart with
/// `|dx|, |dy| <= 2r`, shared a slot: if `dx + dy * stride` were 0 modulo the table. `add_wrapped`
/// chooses the stride such that none is. Cells further apart may share slots: what lies in them
/// does not overlap, and the comparison of the boxes says so. Two boxes of two grids: one grid's
/// boxes look at all cells of the other grid that can keep a box they overlap, each in its turn,
/// and only at the boxes kept in that very row; so each is met once. Which of the two looks is
/// decided by the work expected: rows of cells, and boxes in them.
///
/// Two of these over different sprites find the pairs between them in the same way
/// (`find_pairs` with `kept`): so sprites that stand still need not be sorted again.
///
/// With several threads, each works on an equal share of the boxes of every grid and emits into a
/// list of its own; the lists are joined in the order of the shares, so the result depends on the
/// number of threads in nothing but its order.
///
/// Memory: at most `kSlotsPerBox` slots per box, so nothing grows when boxes spread: 44 bytes; more
/// only where `allow` asks for it; 28 bytes more where boxes are so many that `CellScatter` sorts
/// them. For each further thread as much as all pairs take.
class MultiLevelGrid {
 public:
  static constexpr std::size_t kSlotsPerBox = 4, kSpareSlots = 2048, kMaxGrids = kMaxLevels - 1;
  static constexpr std::uint32_t kMaxReach = 1u << 20, kMaxWrappedReach = 4;
  static constexpr std::size_t kBytesPerSlot = sizeof(std::uint32_t);
  static constexpr std::uint32_t kFewLarge = 256;  ///< boxes of the catch-all a query compares

  /// Slots that all grids of a frame of `n` boxes may have together.
  static constexpr std::size_t max_slots(std::size_t n) { return kSlotsPerBox * n + kSpareSlots; }

  /// Begins a frame of `n` boxes; then come `add_...` from small cells to large ones, and `build`.
  /// Allocates when there is no memory for `most`, or `n`, boxes.
  void begin(std::size_t n, std::size_t most = 0);
  bool has_room() const { return grids_.size() < kMaxGrids; }

  /// Lets the grids of this frame have `slots` together, if these are more than `max_slots`.
  void allow(std::size_t slots);
  /// Gives back the memory of a table that is larger than this frame is allowed; before `build`.
  void trim();
  /// Adds a grid with a slot for each cell within `bounds` and returns true, if `max_slots` are
  /// enough.
  bool add_direct(Vec2 cell, std::uint32_t reach, const Aabb& bounds, std::size_t max_slots);
  /// Adds a grid of unbounded extent with `slots` slots, rounded to a power of two that is enough
  /// for the reach, at most `kMaxWrappedReach`, and not more than what is left.
  void add_wrapped(Vec2 cell, std::uint32_t reach, std::size_t slots);
  /// Sorts the boxes of the frame into the grids.
  void build(const Frame& frame, const Aabb& bounds) { build(frame, frame.boxes, {}, bounds); }
  /// Sorts some boxes into the grids: `boxes[k]` is that of sprite `ids[k]`, or k without `ids`.
  void build(const Frame& frame, std::span<const Aabb> boxes, std::span<const SpriteId> ids,
             const Aabb& bounds);

  /// The pairs of its boxes with each other, and with those of `kept`, which holds others. A search
  /// that compares more than `max_tests` times as many boxes as there are boxes and overlapping
  /// pairs ends before it is done; its pairs are then to be thrown away.
  void find_pairs(const Frame& frame, const MultiLevelGrid* kept, PairSink& out,
                  std::uint64_t max_tests);
  /// Comparisons of the last search.
  std::uint64_t tests() const { return work_.tests; }
  bool was_ended() const { return work_.is_over; }
  /// The same comparisons one by one, as events.
  void find_pairs(const Frame& frame, const MultiLevelGrid* kept, PairSink& out,
                  Recorder& trace) const;
  /// Appends its sprites whose boxes overlap `box`, each once; `frame` is that of the last `build`.
  /// O(rows of cells covered + boxes in them); the boxes of the catch-all, where they are many, lie
  /// in rows for it from the first query of a frame on (`LengthRows`).
  void query(const Frame& frame, const Aabb& box, Sink<SpriteId>& out, Recorder* log);
  /// The same for what the band may meet, by the rows of cells that it crosses.
  void query_along(const SegmentBand& band, Sink<SpriteId>& out) const;

  /// The numbers of its cells in the event log begin there.
  void number_cells_from(std::uint32_t number) { first_number_ = number; }

  /// Without the catch-all.
  std::span<const CellGrid> grids() const { return {grids_.data(), grids_.size() - 1}; }
  std::size_t size() const { return slot_.size(); }
  std::uint32_t boxes_in(std::size_t grid) const;
  std::uint32_t boxes_in_catch_all() const { return boxes_in(grids_.size() - 1); }
  Vec2 largest() const;  ///< width and height of those, at most
  /// Of the table, whose slots all grids share.
  std::size_t bytes() const { return starts_.size() * kBytesPerSlot; }
  /// The largest number of boxes in one slot of `grids()`.
  std::uint32_t fullest_slot() const;

 private:
  // One of the grids.
  struct Level {
    const MultiLevelGrid* stack;
    std::size_t grid;

    GridBoxes boxes() const { return stack->boxes_of(grid); }
    Run run() const { return stack->run_of(grid); }
    bool is_catch_all() const { return grid + 1 == stack->grids_.size(); }
  };
  // What a search has done, and whether that was too much.
  struct Work {
    std::uint64_t tests = 0;
    bool is_over = false;
  };
  // Of two grids, the one whose boxes look at the other, and the other.
  struct Look {
    Level from, at;
  };

  void add(CellGrid grid);
  static Look cheaper_look(const Level& one, const Level& other);
  template <class F>
  void each_look(const MultiLevelGrid* kept, std::size_t grid, F f) const;
  void sort(std::size_t n);
  GridBoxes boxes_of(std::size_t grid) const;
  Run run_of(std::size_t grid) const;
  Level level(std::size_t grid) const { return {this, grid}; }
  double cost_of_look(std::size_t grid, const Level& at) const;
  Work emit_part(const Frame& frame, const MultiLevelGrid* kept, unsigned part,
                 PairSink& out) const;
  template <class Emit>
  void emit_within(std::size_t grid, Run share, Emit emit) const;
  void emit_wrap_around(const Frame& frame, const GridBoxes& in, Run run, PairSink& out) const;
  bool is_over(std::uint64_t tests, const PairSink& found) const {
    return tests / max_tests_ > searched_ + found.offered();
  }
  bool has_many_large() const { return boxes_in_catch_all() > kFewLarge; }
  void query(std::size_t grid, const Aabb& box, Sink<SpriteId>& out, Recorder* log) const;
  void trace_cells(std::size_t grid, Recorder& trace) const;
  void trace_visit(std::size_t grid, std::uint32_t at, Recorder& trace) const;
  void trace_query(std::size_t grid, const Aabb& box, Sink<SpriteId>& out, Recorder& trace) const;
  void trace_within(const Frame& frame, std::size_t grid, PairSink& out, Recorder& trace) const;
  static void trace_covered(const Frame& frame, const Look& look, PairSink& out, Recorder& trace);
  Aabb cell_of(std::size_t grid, std::uint32_t at) const;
  std::uint32_t first_of_cell(std::size_t grid, std::uint32_t at) const;

  std::vector<CellGrid> grids_;
  unsigned parts_ = 1;  // that threads work on at the same time
  std::size_t slots_left_ = 0;
  std::size_t most_ = 0;                    // boxes that a frame may have
  std::size_t most_slots_ = 0;              // that frames like this one may have
  std::vector<std::uint32_t> slot_;         // [sprite], in the table
  std::vector<std::uint32_t> starts_;       // [slot + 2]
  BoxColumns boxes_;                        // in the order of slots
  std::vector<std::uint32_t> slot_of_box_;  // [box of that order]
  CellScatter scatter_;
  PairParts pair_parts_;
  std::vector<Work> works_;                     // [part]
  std::uint64_t max_tests_ = 1, searched_ = 0;  // of a search: its bound, and its boxes
  Work work_;                                   // of the last search
  LengthRows large_;                            // those in the catch-all, for queries
  Aabb bounds_;
  std::uint32_t first_number_ = 0;  // of its cells, in the event log
};

// What the sector methods share: the run, the size of cells, and what to say about them.

/// How many further cells a box may span: 1, or as many as keep most boxes in a grid of cells of
/// `wanted` px, at most `max_reach`.
std::uint32_t reach_for(float wanted, const SizeSample& sample,
                        std::uint32_t max_reach = MultiLevelGrid::kMaxWrappedReach);

/// Of a table: "4.1 MB", "48 kB".
std::string memory_text(std::size_t bytes);

/// One sentence with the cells in use, the boxes too large for them and the memory of the table; a
/// warning if most boxes share a cell or are too large for one.
void add_remarks(const MultiLevelGrid& stack, std::vector<Remark>& out);

/// Base of the algorithms whose grids are made again for each frame; where at least half of the
/// sprites are static, those of the static ones only when one of them changes. Then the moving
/// sprites are compared with each other and with the static ones; two static ones never meet.
///
/// **The bound.** Where cells are chosen automatically, a frame of n boxes and k overlapping pairs
/// takes O((n + k) log n), whatever the boxes: a search that compares more than `kMaxTests` times
/// n + k boxes ends, which has cost O(n + k), and the grids are planned again. Where that does not
/// help, `Rescue` finds the pairs, which must have that bound, and the grids are not tried for some
/// frames. The first frame so finished allocates.
///
/// `Self` plans and adds its grids: `void plan(const SizeSample&, GridPlan&) const`,
/// `void add_grids(MultiLevelGrid&, const GridPlan&, std::span<const Aabb> boxes, const Aabb&
/// bounds) const`,
/// `bool is_automatic() const`; it may say what kept it from the cells asked for:
/// `void add_limit(const MultiLevelGrid&, std::vector<Remark>&)`.
template <class Self, class P, const auto& Rows, const BroadphaseEntry& Rescue>
class GridOf : public BroadphaseOf<Self, P, Rows> {
 public:
  static constexpr std::uint64_t kMaxTests = 2048;

  template <class T>
  void run(const Frame& frame, PairSink& out, T& trace) {
    const bool are_others = split_.update(frame), is_split = split_.is_split();
    if (is_split && are_others) {
      build(kept_, frame, split_.static_boxes(), split_.statics());
      kept_.plan.note(0);
    }
    search(frame, out, trace);
    is_reset_ = false;
  }

  void reset(const Frame& frame) final {
    split_.forget();
    is_reset_ = true;
    moving_.plan = {}, kept_ = {};
    pause_ = 0, next_pause_ = 1;
    if (frame.is_static.empty()) return;
    split_.make_room(frame.size()), kept_.grid.begin(0, frame.size());
  }
  /// The plan still serves if the boxes are about as many.
  void edit(const Frame&, std::span<const Edit>) final {}

  void query(const Frame& frame, const Aabb& box, Sink<SpriteId>& out, Recorder* log) final {
    grid().query(frame, box, out, log);
    if (split_.is_split()) kept_.grid.query(frame, box, out, log);
  }

  bool query_along(const Frame&, const SegmentBand& band, Sink<SpriteId>& out) final {
    grid().query_along(band, out);
    if (split_.is_split()) kept_.grid.query_along(band, out);
    return true;
  }

  void remark(const Frame& frame, std::vector<Remark>& out) const final {
    const MultiLevelGrid& grid = moving_.grid;
    const std::size_t kept = split_.is_split() ? kept_.grid.size() : 0;
    if (grid.size() + kept != frame.size() || frame.size() < 2) return;
    split_.remark(out);
    if (grid.size() == 0) return;
    add_remarks(grid, out);
    if constexpr (requires(const Self& self) { self.add_limit(grid, out); })
      self().add_limit(grid, out);
  }

 private:
  static constexpr std::uint32_t kMaxPause = 64;
  static constexpr std::uint64_t kNoBound = std::uint64_t{1} << 62;

  struct Planned {
    MultiLevelGrid grid;
    GridPlan plan;
  };

  const Self& self() const { return static_cast<const Self&>(*this); }
  MultiLevelGrid& grid() { return moving_.grid; }

  void build(Planned& to, const Frame& frame, std::span<const Aabb> boxes,
             std::span<const SpriteId> ids) const {
    const Aabb bounds = bounds_of(boxes);
    if (is_reset_ || !to.plan.serves(boxes.size())) {
      to.plan = {};
      to.plan.begin(boxes.size());
      self().plan(SizeSample(boxes, bounds), to.plan);
    }
    to.grid.begin(boxes.size(), frame.size());
    self().add_grids(to.grid, to.plan, boxes, bounds);
    // Not in `reset`: it would give back, and take again, what cells of the same size need.
    if (is_reset_) to.grid.trim();
    to.grid.build(frame, boxes, ids, bounds);
    to.grid.number_cells_from(0);
    if (to.plan.has_outgrown(to.grid.boxes_in_catch_all())) {
      to.plan = {};
      return build(to, frame, boxes, ids);
    }
    if constexpr (requires(const Self& self) { self.add_large(to.plan, Vec2(), 0.0); }) {
      const double large = to.grid.boxes_in_catch_all();
      if (to.plan.is_new() && large > 0 && 16 * large < to.plan.boxes())
        self().add_large(to.plan, to.grid.largest(), large);
    }
  }

  void build_moving(const Frame& frame) {
    if (!split_.is_split()) return build(moving_, frame, frame.boxes, {});
    build(moving_, frame, split_.moving_boxes(), split_.moving());
    grid().number_cells_from(static_cast<std::uint32_t>(kept_.grid.size()));
  }

  template <class T>
  void search(const Frame& frame, PairSink& out, T& trace) {
    build_moving(frame);
    if (pause_ > 0) {
      --pause_;
      return rescue(frame, out, trace);
    }
    const bool is_split = split_.is_split(), is_new = moving_.plan.is_new();
    const Frame seen = is_split ? without_flags(frame) : frame;
    const MultiLevelGrid* const kept = is_split ? &kept_.grid : nullptr;
    const std::size_t before = out.size();
    grid().find_pairs(seen, kept, out, self().is_automatic() ? kMaxTests : kNoBound);
    moving_.plan.note(grid().tests());
    const bool was_ended = grid().was_ended();
    if (was_ended || T::on) out.clear(), out.commit(before);
    if (was_ended) {
      moving_.plan = {};
      if constexpr (T::on) trace.tally(EventKind::test, grid().tests());
      if (!is_new) return search(frame, out, trace);
      pause_ = std::exchange(next_pause_, std::min(4 * next_pause_, kMaxPause)) - 1;
      return rescue(frame, out, trace);
    }
    next_pause_ = 1;
    if constexpr (T::on) grid().find_pairs(seen, kept, out, trace);
  }

  template <class T>
  void rescue(const Frame& frame, PairSink& out, T& trace) {
    if (!rescue_) rescue_ = Rescue.make();
    find_with(*rescue_, frame, out, trace, true);
  }

  Planned moving_;  // of all sprites, or of those that move
  Planned kept_;    // of static sprites, where these are apart
  StaticSplit split_{2};
  std::unique_ptr<Broadphase> rescue_;        // once it was needed
  std::uint32_t pause_ = 0, next_pause_ = 1;  // frames for which the grids are not tried
  bool is_reset_ = true;                      // since the last frame
};

/// The pseudocode of a grid.
constexpr std::array<CodeLine, 8> grid_code(
    std::string_view count, std::string_view look = "for each cell: it, those right and below") {
  return {{{"choose a cell size by the boxes"},
           {count, on(EventKind::cell)},
           {"  each in the cell of its min corner", on(EventKind::member)},
           {look, on(EventKind::visit)},
           {"  for each two boxes there:"},
           {"    compare the two", on(EventKind::test) | on(EventKind::skip)},
           {"      they overlap: a candidate pair", on(EventKind::hit)},
           kSmallFrameLine}};
}

}  // namespace phasebox
