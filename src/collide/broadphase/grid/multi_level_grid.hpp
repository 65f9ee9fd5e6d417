// SPDX-License-Identifier: MIT
// Multi-level grids: boxes sorted by cell, cell sizes from a histogram, the broadphase around them.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collide/broadphase/kernels/small_frame.hpp"
#include "collide/broadphase/kernels/static_split.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"

namespace phasebox {

// Equal cells over the plane, and the slot of a table in which each of them lies.

/// Cells by column and row, ends included.
struct CellRange {
  std::int32_t left = 0, top = 0, right = 0, bottom = 0;
};

/// Equal cells from the plane's origin. A cell has slot `(column + row * stride + offset) & mask`,
/// so neighbors in a row lie side by side: what a box meets in a row is one run of slots.
///
/// A *direct* grid has bounds and a slot for each cell within them. A *wrapped* grid (a spatial
/// hash) has none: its slots are a power of two, and cells far apart may share one.
///
/// A box is kept once, by its min corner; the owner ensures at most `reach` more cells per axis.
struct CellGrid {
  static constexpr float kFarthest = 0x1p29f;  ///< columns and rows beyond lie in the last one

  Vec2 cell;    ///< px, width and height; 0: one cell holds the whole plane
  Vec2 per_px;  ///< cells per px
  std::uint32_t reach = 0;
  std::uint32_t stride = 1;  ///< slots from a cell to the one below it
  std::uint32_t offset = 0;
  std::uint32_t mask = ~0u;
  std::uint32_t slots = 1;
  std::uint32_t first_slot = 0;  ///< in the table that several grids share
  /// Of a direct grid, edge cells keep what lies outside; of a wrapped one, the cells in use now.
  CellRange bounds;
  Vec2 lowest{-kFarthest, -kFarthest}, highest{kFarthest, kFarthest};  ///< of a direct grid

  bool is_wrapped() const { return mask != ~0u; }

  /// Never decreases as `x` grows; so it orders what lies left and right even where floats are too
  /// coarse to tell cells apart, and at the edges of the grid. So does `row`.
  std::int32_t column(float x) const { return line(x * per_px.x, lowest.x, highest.x); }
  std::int32_t row(float y) const { return line(y * per_px.y, lowest.y, highest.y); }

  /// Within the grid's own slots; neighbors of cells in a direct grid's bounds have slots too.
  std::uint32_t slot(std::int32_t column, std::int32_t row) const {
    return (static_cast<std::uint32_t>(column) + static_cast<std::uint32_t>(row) * stride +
            offset) &
           mask;
  }

  /// Whether a cell is as wide and as high as the box.
  bool is_as_large_as(const Aabb& box) const {
    return extent(box).x <= cell.x && extent(box).y <= cell.y;
  }
  /// Whether the box may be kept here.
  bool fits(const Aabb& box) const {
    const auto most = static_cast<std::int32_t>(reach);
    return column(box.max.x) - column(box.min.x) <= most && row(box.max.y) - row(box.min.y) <= most;
  }

  /// The cells that keep every box overlapping `box`. For such a box b, `b.min < box.max` and
  /// `box.min < b.max` give `column(b.min) <= column(box.max)` and
  /// `column(box.min) <= column(b.max) <= column(b.min) + reach`; the same for rows.
  CellRange around(const Aabb& box) const {
    const auto most = static_cast<std::int32_t>(reach);
    return {std::max(column(box.min.x) - most, bounds.left),
            std::max(row(box.min.y) - most, bounds.top), std::min(column(box.max.x), bounds.right),
            std::min(row(box.max.y), bounds.bottom)};
  }

  /// Of `around` the bounds of a segment, the columns whose cells in one row keep boxes that the
  /// segment may meet: these lie within `reach` more rows and what `row` rounds off.
  CellRange along(const SegmentBand& band, const CellRange& around, std::int32_t row) const {
    if (per_px.y == 0) return around;
    constexpr double kRounded = 1e-6;  // of a coordinate, more than a few units in the last place
    const auto edge = [&](double at, double side) {
      const double y = at * static_cast<double>(cell.y);
      return y + side * kRounded * std::abs(y);
    };
    const auto at = static_cast<float>(row);
    const double top = at <= lowest.y ? -HUGE_VAL : edge(row, -1);
    const double bottom =
        at + static_cast<float>(reach) >= highest.y ? HUGE_VAL : edge(double{1} + row + reach, 1);
    const SegmentBand::Stretch part = band.between(top, bottom);
    return {std::max(column(part.left) - static_cast<std::int32_t>(reach), around.left), row,
            std::min(column(part.right), around.right), row};
  }

  Aabb box_of(std::int32_t column, std::int32_t row) const {
    const Vec2 at{static_cast<float>(column), static_cast<float>(row)};
    return {at * cell, (at + Vec2{1, 1}) * cell};
  }

 private:
  static std::int32_t line(float cells, float from, float to) {
    return static_cast<std::int32_t>(std::floor(std::clamp(cells, from, to)));
  }
};

// The vector loops of the grids: boxes into slots, and the pairs within and between grids.

/// One of the grids that share a table, with its boxes.
struct GridBoxes {
  const CellGrid& grid;
  const BoxColumns& boxes;      ///< in the order of slots
  const std::uint32_t* slots;   ///< [box], in the shared table
  const std::uint32_t* starts;  ///< [slots of the grid + 1], where each slot's boxes begin
  std::uint16_t number;         ///< of the grid
  std::uint32_t first_cell;     ///< where the numbers of the table's cells begin in the event log
  const Aabb& bounds;           ///< of all boxes of the table

  bool is_catch_all() const { return grid.per_px == Vec2{}; }
  Run run() const { return {starts[0], starts[grid.slots]}; }
  /// What shares the slot of a box.
  Run slot_of(std::uint32_t at) const {
    const std::uint32_t slot = slots[at] - grid.first_slot;
    return {starts[slot], starts[slot + 1]};
  }
};

/// Whether to look at all `boxes` of the grid, not row by row at those in `cells`: better where a
/// wrapped grid has fewer slots than the range has cells, necessary where fewer than columns.
inline bool is_worth_scan(const CellRange& cells, const CellGrid& grid, std::uint32_t boxes) {
  constexpr std::int64_t kBoxesPerRow = 16;  // that are compared in the time a row takes
  const std::int64_t rows = std::int64_t{cells.bottom} - cells.top + 1;
  const std::int64_t columns = std::int64_t{cells.right} - cells.left + 1;
  if (rows <= 0 || columns <= 0) return false;
  return (grid.is_wrapped() && rows * columns > grid.slots) || rows * kBoxesPerRow > boxes;
}

/// Calls `f` with each run of boxes in `count` slots from `slot` on, around the table's end.
template <class F>
void each_run(const GridBoxes& in, std::uint32_t slot, std::uint32_t count, F f) {
  const std::uint32_t past = slot + count, slots = in.grid.slots;
  f(Run{in.starts[slot], in.starts[past > slots ? slots : past]});
  if (past > slots) f(Run{in.starts[0], in.starts[past - slots]});
}

/// Calls `f` with each run of boxes that the one at `at` looks at within its own grid.
template <class F>
void each_neighbor_run(const GridBoxes& in, std::uint32_t at, F f) {
  const CellGrid& grid = in.grid;
  const std::uint32_t own = in.slots[at] - grid.first_slot;
  f(Run{at + 1, in.starts[own + 1]});
  if (grid.reach == 0) return;
  each_run(in, (own + 1) & grid.mask, grid.reach, f);
  for (std::uint32_t row = 1; row <= grid.reach; ++row)
    each_run(in, (own + row * grid.stride - grid.reach) & grid.mask, 2 * grid.reach + 1, f);
}

inline constexpr std::size_t kMaxLevels = 13;  ///< grids that share a table, the catch-all included

/// The slot of the shared table for a box: that of its min corner in the first grid with cells as
/// wide and high as it. If it reaches too far there (floats far from the origin are coarser than
/// small cells): the last grid's only cell. Of two grids the first only checks that.
inline std::uint32_t shared_slot(const Aabb& box, std::span<const CellGrid> grids) {
  std::size_t grid = 0;
  if (grids.size() > 2)
    while (grid + 1 < grids.size() && !grids[grid].is_as_large_as(box)) ++grid;
  const CellGrid& g = grids[grid].fits(box) ? grids[grid] : grids.back();
  return g.first_slot + g.slot(g.column(box.min.x), g.row(box.min.y));
}

/// Writes the `shared_slot` of each box.
void place_boxes(std::span<const Aabb> boxes, std::span<const CellGrid> grids,
                 std::uint32_t* slots);

/// Around the min corners of the boxes of a run, which is not empty.
Aabb begins_of(const BoxColumns& boxes, Run run);

/// Emits the pairs of each box of the run, in the grid, with those after it in its own row of cells
/// and all in the `reach` rows below. No slot met may lie beyond the table's ends.
void emit_neighbors(const Frame& frame, const GridBoxes& in, Run run, PairSink& out);

/// The same, slower, of boxes whose slots are met around the table's end.
void emit_wrap_around(const Frame& frame, const GridBoxes& in, Run run, PairSink& out);

/// Appends the grid's sprites overlapping `box`, once each: by rows of cells, or all if less work.
void find_overlapping(const GridBoxes& in, const Aabb& box, Sink<SpriteId>& out);

/// The same for what the band may meet: in each row only the cells along it.
void find_along(const GridBoxes& in, const SegmentBand& band, Sink<SpriteId>& out);

/// Looking at a row of cells takes as long as so many comparisons.
inline constexpr std::uint32_t kTestsPerRow = 8;

/// Emits pairs of `from`'s run with another grid; returns boxes compared + `kTestsPerRow` per row.
std::uint64_t emit_covered(const Frame& frame, const BoxColumns& from, Run run, const GridBoxes& in,
                           PairSink& out);

// A counting sort of boxes by slot in two steps, for tables that no cache holds and for threads.

/// Where sorted boxes go.
struct SlotTable {
  BoxColumns& boxes;                     ///< in the order of slots
  std::span<std::uint32_t> slot_of_box;  ///< [box of that order]
  std::span<std::uint32_t> starts;       ///< [slots + 2], where each slot's boxes begin
};

/// Scatters boxes to a thousand stretches of the table, then sorts each. Boxes are read in order,
/// and random access stays within a cache; a counting sort at once would fetch a line of memory for
/// nearly every box, three times. Threads share the stretches; none writes where another does.
/// Boxes of a slot keep their order, so the result is that of one step, for any number of threads.
///
/// Cost: O(n + slots), wakes threads three times. Keeps 28 bytes per box.
class CellScatter {
 public:
  /// Whether two steps take less time than one: smaller tables lie in the caches.
  static bool is_worth(std::size_t n) { return n >= kManyBoxes; }

  void reserve(std::size_t n) { scattered_.reserve(n), order_.reserve(n); }
  /// Sorts `boxes[k]`, in slot `slots[k]`, of sprite `ids[k]` or k. Allocates at a new maximum.
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

/// The work expected in a grid; the unit is one comparison of vectors.
struct GridWork {
  double within = 0;    ///< to find the pairs of its boxes
  double per_look = 0;  ///< of another box that looks at the cells around it
  double in_cell = 0;   ///< boxes, where they are
};

/// Some boxes of a frame, ascending by the octave of their longer side. Each size is judged by
/// where its own boxes lie: many in a clump need smaller cells than as many apart.
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
  /// The work that the boxes for which these samples stand make in cells of that size.
  GridWork work_of(std::span<const Aabb> samples, Vec2 cell) const;
  /// The work for those to look into such cells with `boxes` in all, `in_cell` each where any.
  double cost_of_covered(std::span<const Aabb> samples, Vec2 cell, double boxes,
                         double in_cell) const;
  /// To compare so many boxes with each other, and with all of the others.
  static double cost_of_all(double boxes, double others = 0) {
    return boxes * (boxes + 2 * others) / kPerLarge;
  }
  double boxes_of(std::span<const Aabb> samples) const {
    return static_cast<double>(samples.size()) * boxes_per_sample_;
  }
  /// As wide and high as all of them, square if about so; not below float precision where most are.
  Vec2 cell_around(std::span<const Aabb> boxes) const;
  /// px, above 0: the cell of least expected work; square unless most are long and thin alike.
  Vec2 best_cell() const;

 private:
  static constexpr double kPerLarge = 16;

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

/// Where most boxes begin, without a few far from all others or too large. By a sample of 64.
Aabb core_of(std::span<const Aabb> boxes);

/// How many boxes a sweep along the axis compares two by two, by a sample of 256.
double tests_of_sweep(std::span<const Aabb> boxes, Axis axis);

/// The grids of frames until boxes are many more or fewer, or meet far more than in the first one.
struct GridPlan {
  struct Level {
    Vec2 cell;
    std::uint32_t reach = 1;
    double boxes = 0;  ///< expected
    Aabb begins{};     ///< around the min corners of most of them
  };

  std::array<Level, kMaxLevels - 1> levels;
  std::size_t count = 0;
  double in_catch_all = 0;    ///< boxes expected there
  std::optional<Axis> swept;  ///< a sweep along it takes less time than the grids

  bool has_room() const { return count < levels.size(); }
  void add(const Level& level) { levels[count++] = level; }
  bool serves(std::size_t n) const {
    return age_ < max_age() && n - boxes_ + boxes_ / 8 <= boxes_ / 4;
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
    if (tests > 2 * tests_ + 4 * boxes_) age_ = kOld;
  }
  /// The next frames are swept, with about so many comparisons.
  void sweep(Axis axis, double tests) {
    swept = axis, swept_tests_ = static_cast<std::uint64_t>(tests);
  }
  /// A frame was swept; far fewer comparisons than in an earlier one may be fewer in grids again.
  void note_swept(std::uint64_t tests) {
    ++age_, most_swept_ = std::max(most_swept_, tests);
    if (tests > 2 * swept_tests_ + 4 * boxes_ || 2 * tests + 4 * boxes_ < most_swept_) age_ = kOld;
  }

 private:
  static constexpr std::uint32_t kOld = 1u << 16;

  /// Frames that a plan serves: making it may take the time of some thousand boxes.
  std::uint32_t max_age() const {
    constexpr std::size_t kLeast = 32, kMost = 512, kBoxes = 1u << 17;
    return static_cast<std::uint32_t>(
        std::clamp(kBoxes / std::max<std::size_t>(boxes_, 1), kLeast, kMost));
  }

  std::size_t boxes_ = 0, large_ = 0;
  std::uint64_t tests_ = 0, swept_tests_ = 0, most_swept_ = 0;  // of its first frame; of sweeps:
                                                                // as expected, and at most
  std::uint32_t age_ = kOld;
};

/// For sizes a little above the largest of a sample.
inline constexpr float kSlack = 1 + 1.0f / 64;

/// How many times larger cells must be at least for so many to cover the bounds.
double times_to_cover(const Aabb& bounds, Vec2 cell, double cells);

// One or several grids over the same boxes, sorted into one table; what the sector methods share.

/// Grids by area of cell; last a *catch-all* of one cell for the boxes too large for the others.
///
/// A box is kept once, by its min corner, in the first grid with cells as wide and high as it. One
/// counting sort fills the slots of all grids; then boxes are laid side by side in slot order.
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
/// Each of several threads takes an equal share of every grid's boxes and emits into its own list;
/// lists are joined by share, so the number of threads changes only the order of the result.
///
/// Memory: at most `kSlotsPerBox` slots per box however boxes spread, 44 bytes (more only by
/// `allow`), 28 more if `CellScatter` sorts them; per further thread as much as all pairs take.
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
  /// Lets the grids of this frame have `slots` together, if these are more than `max_slots`.
  void allow(std::size_t slots);
  /// Gives back the memory of a table that is larger than this frame is allowed; before `build`.
  void trim();
  /// Adds a grid with a slot for each cell in `bounds`; false if `max_slots` are too few.
  bool add_direct(Vec2 cell, std::uint32_t reach, const Aabb& bounds, std::size_t max_slots);
  /// Adds a grid of unbounded extent with `slots` slots, rounded to a power of two that is enough
  /// for the reach, at most `kMaxWrappedReach`, and not more than what is left.
  void add_wrapped(Vec2 cell, std::uint32_t reach, std::size_t slots);
  /// Sorts `boxes[k]` of sprite `ids[k]`, or k, into grids; logged cells begin at `first_cell`.
  void build(const Frame& frame, std::span<const Aabb> boxes, std::span<const SpriteId> ids,
             const Aabb& bounds, std::uint32_t first_cell = 0);

  /// What a search has done: how many comparisons, and whether that was too much.
  struct Work {
    std::uint64_t tests = 0;
    bool is_over = false;
  };
  /// Its boxes' pairs with each other and with `kept`, which holds others. After more than
  /// `max_tests` comparisons per box and overlapping pair the search ends early: discard its pairs.
  /// Without `is_counted` they are known roughly.
  Work find_pairs(const Frame& frame, const MultiLevelGrid* kept, PairSink& out,
                  std::uint64_t max_tests, bool is_counted = false);
  /// The same comparisons one by one, as events.
  void find_pairs(const Frame& frame, const MultiLevelGrid* kept, PairSink& out,
                  Recorder& trace) const;
  /// Appends its sprites whose boxes overlap `box`, each once; `frame` is that of the last `build`.
  /// O(rows of cells covered + boxes in them); the boxes of the catch-all, where they are many, lie
  /// in rows for it from the first query of a frame on (`LengthRows`).
  void query(const Frame& frame, const Aabb& box, Sink<SpriteId>& out, Recorder* log);
  /// The same for what the band may meet, by the rows of cells that it crosses.
  void query_along(const SegmentBand& band, Sink<SpriteId>& out) const;

  /// Without the catch-all.
  std::span<const CellGrid> grids() const { return {grids_.data(), grids_.size() - 1}; }
  std::size_t size() const { return slot_.size(); }
  std::uint32_t boxes_in_catch_all() const { return boxes_of(grids_.size() - 1).run().size(); }
  Vec2 largest() const;  ///< width and height of those, at most
  /// Of the table, whose slots all grids share.
  std::size_t bytes() const { return slots() * kBytesPerSlot; }
  std::size_t slots() const { return starts_.size(); }
  /// The largest number of boxes in one slot of `grids()`.
  std::uint32_t fullest_slot() const;

 private:
  void add(CellGrid grid);
  void sort(std::size_t n);
  void bound_wrapped();
  GridBoxes boxes_of(std::size_t grid) const;
  template <class F>
  void each_look(const MultiLevelGrid* kept, std::size_t grid, F f) const;
  Work emit_part(const Frame& frame, const MultiLevelGrid* kept, unsigned part,
                 PairSink& out) const;
  bool is_over(std::uint64_t tests, const PairSink& found) const {
    return tests / max_tests_ > searched_ + found.offered();
  }

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
  std::uint32_t counted_each_ = 64;             // ... its comparisons are counted by one of so many
  LengthRows large_;                            // those in the catch-all, for queries
  Aabb bounds_;
  std::uint32_t first_cell_ = 0;  // its number in the event log
};

// What the sector methods share: the run, the size of cells, and what to say about them.

/// Further cells a box may span: 1, or what keeps most in cells of `wanted` px, up to `max_reach`.
std::uint32_t reach_for(float wanted, const SizeSample& sample,
                        std::uint32_t max_reach = MultiLevelGrid::kMaxWrappedReach);

/// Of a table: "4.1 MB", "48 kB".
std::string memory_text(std::size_t bytes);

/// One sentence: cells, boxes too large, memory; a warning if most share a cell or are too large.
void add_remarks(const MultiLevelGrid& stack, std::vector<Remark>& out);

/// Base of the algorithms whose grids are made again for each frame; where at least half of the
/// sprites are static, those of the static ones only when one of them changes. Then the moving
/// sprites are compared with each other and with the static ones; two static ones never meet.
///
/// **The bound.** With automatic cells, a frame of n boxes and k overlapping pairs takes O((n + k)
/// log n), whatever the boxes: a search that compares more than `kMaxTests` times n + k boxes ends,
/// at O(n + k), and grids are planned again. If that fails, `Rescue` finds the pairs, which must
/// have that bound, and the grids are not tried for some frames. The first such frame allocates. So
/// does the first that is swept, where `Self` has `choose_sweep`; a sweep ends likewise.
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
    is_reset_ = true, is_swept_ = false;
    moving_.plan = {}, kept_ = {};
    pause_ = 0, next_pause_ = 1;
    if (frame.is_static.empty()) return;
    split_.make_room(frame.size()), kept_.grid.begin(0, frame.size());
  }
  /// The plan still serves if the boxes are about as many.
  void edit(const Frame&, std::span<const Edit>) final {}

  void query(const Frame& frame, const Aabb& box, Sink<SpriteId>& out, Recorder* log) final {
    is_asked_ = true;
    if (is_swept_) return swept_.of(frame, moving_.plan.swept).query(box, out, log);
    grid().query(frame, box, out, log);
    if (split_.is_split()) kept_.grid.query(frame, box, out, log);
  }

  bool query_along(const Frame&, const SegmentBand& band, Sink<SpriteId>& out) final {
    is_asked_ = true;
    if (is_swept_) return false;
    grid().query_along(band, out);
    if (split_.is_split()) kept_.grid.query_along(band, out);
    return true;
  }

  void remark(const Frame& frame, std::vector<Remark>& out) const final {
    if (is_swept_) {
      out.push_back({false, "The boxes are swept along one axis: grids take longer."});
      return;
    }
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
             std::span<const SpriteId> ids, std::uint32_t first_cell = 0) const {
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
    to.grid.build(frame, boxes, ids, bounds, first_cell);
    if (to.plan.has_outgrown(to.grid.boxes_in_catch_all())) {
      to.plan = {};
      return build(to, frame, boxes, ids, first_cell);
    }
    if constexpr (requires(const Self& self) { self.add_large(to.plan, Vec2(), 0.0); }) {
      const double large = to.grid.boxes_in_catch_all() - 2 * to.plan.in_catch_all;
      if (to.plan.is_new() && large > 0 && 16 * large < to.plan.boxes())
        self().add_large(to.plan, to.grid.largest(), large);
    }
  }

  void build_moving(const Frame& frame) {
    if (!split_.is_split()) return build(moving_, frame, frame.boxes, {});
    build(moving_, frame, split_.moving_boxes(), split_.moving(),
          static_cast<std::uint32_t>(kept_.grid.size()));
  }

  template <class T>
  void search(const Frame& frame, PairSink& out, T& trace) {
    const bool was_asked = std::exchange(is_asked_, false);  // a grid answers queries at once
    is_swept_ = !T::on && !was_asked && !split_.is_split() && moving_.plan.swept &&
                moving_.plan.serves(frame.size());
    if (is_swept_ && sweep(frame, out)) return;
    build_moving(frame);
    if (pause_ > 0) {
      --pause_;
      return rescue(frame, out, trace);
    }
    const bool is_split = split_.is_split(), is_new = moving_.plan.is_new();
    const Frame seen = is_split ? without_flags(frame) : frame;
    const MultiLevelGrid* const kept = is_split ? &kept_.grid : nullptr;
    const std::size_t before = out.size();
    const auto work =
        grid().find_pairs(seen, kept, out, self().is_automatic() ? kMaxTests : kNoBound, is_new);
    if (is_stopped(frame)) return;
    moving_.plan.note(work.tests);
    if (work.is_over || T::on) out.clear(), out.commit(before);
    if (work.is_over) {
      moving_.plan = {};
      if constexpr (T::on) trace.tally(EventKind::test, work.tests);
      if (!is_new) return search(frame, out, trace);
      pause_ = std::exchange(next_pause_, std::min(4 * next_pause_, kMaxPause)) - 1;
      return rescue(frame, out, trace);
    }
    next_pause_ = 1;
    if constexpr (T::on) grid().find_pairs(seen, kept, out, trace);
    if constexpr (requires { &Self::choose_sweep; })
      if (is_new && !is_split)
        self().choose_sweep(frame.boxes, grid(), static_cast<double>(work.tests), moving_.plan);
  }

  /// False where that takes too many comparisons; nothing has then been found.
  bool sweep(const Frame& frame, PairSink& out) {
    const std::size_t before = out.size();
    const auto most = static_cast<std::int64_t>(kMaxTests * frame.size());
    std::atomic<std::int64_t> left = most;
    along_axis(*moving_.plan.swept, [&](auto see) {
      const auto every = [](std::size_t k) { return static_cast<SpriteId>(k); };
      row_.fill(frame, sort_.begins(frame, frame.size(), every, see), see);
      row_.find_pairs(frame, SweepRow::Check::rules, out, {}, &left);
    });
    swept_.clear();
    moving_.plan.note_swept(static_cast<std::uint64_t>(most - left));
    if (left >= 0) return true;
    out.clear(), out.commit(before);
    moving_.plan = {}, is_swept_ = false;
    return false;
  }

  template <class T>
  void rescue(const Frame& frame, PairSink& out, T& trace) {
    if (!rescue_) rescue_ = Rescue.make();
    find_with(*rescue_, frame, out, trace, true);
  }

  Planned moving_;  // of all sprites, or of those that move
  Planned kept_;    // of static sprites, where these are apart
  StaticSplit split_{2};
  DelimiterSort sort_;                        // of frames that are swept
  SweepRow row_;                              // ... their boxes
  LengthRows swept_;                          // ... and those for queries
  std::unique_ptr<Broadphase> rescue_;        // once it was needed
  std::uint32_t pause_ = 0, next_pause_ = 1;  // frames for which the grids are not tried
  bool is_reset_ = true;                      // since the last frame
  bool is_swept_ = false, is_asked_ = false;  // the last frame
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
