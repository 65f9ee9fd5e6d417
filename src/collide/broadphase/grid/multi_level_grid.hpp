// SPDX-License-Identifier: MIT
// One or several grids over the same boxes, sorted into one table; what the sector methods share.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/broadphase/grid/cell_grid.hpp"
#include "collide/broadphase/grid/grid_simd.hpp"
#include "collide/broadphase/grid/slot_deal.hpp"
#include "collide/broadphase/kernels/pair_writer.hpp"
#include "collide/broadphase/sweep/length_rows.hpp"

namespace phasebox {

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
/// only where `allow` asks for it; 28 bytes more where boxes are so many that `SlotDeal` sorts
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
  bool add_direct(float cell, std::uint32_t reach, const Aabb& bounds, std::size_t max_slots) {
    return add_direct(Vec2{cell, cell}, reach, bounds, max_slots);
  }
  /// Adds a grid of unbounded extent with `slots` slots, rounded to a power of two that is enough
  /// for the reach, at most `kMaxWrappedReach`, and not more than what is left.
  void add_wrapped(Vec2 cell, std::uint32_t reach, std::size_t slots);
  void add_wrapped(float cell, std::uint32_t reach, std::size_t slots) {
    add_wrapped(Vec2{cell, cell}, reach, slots);
  }
  /// Sorts the boxes of the frame into the grids.
  void build(const Frame& frame, const Aabb& bounds) { build(frame, frame.boxes, {}, bounds); }
  /// Sorts some boxes into the grids: `boxes[k]` is that of sprite `ids[k]`, or k without `ids`.
  void build(const Frame& frame, std::span<const Aabb> boxes, std::span<const SpriteId> ids,
             const Aabb& bounds);

  /// The pairs of its boxes with each other, and with those of `kept`, which holds others.
  void find_pairs(const Frame& frame, const MultiLevelGrid* kept, PairSink& out, const NoTrace&);
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
  void emit_part(const Frame& frame, const MultiLevelGrid* kept, unsigned part,
                 PairSink& out) const;
  void emit_within(const Frame& frame, std::size_t grid, Run share, PairSink& out) const;
  void emit_wrap_around(const Frame& frame, const GridBoxes& in, Run run, PairSink& out) const;
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
  SlotDeal deal_;
  PairParts pair_parts_;
  LengthRows large_;  // those in the catch-all, for queries
  Aabb bounds_;
  std::uint32_t first_number_ = 0;  // of its cells, in the event log
};

}  // namespace phasebox
