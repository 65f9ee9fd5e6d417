// SPDX-License-Identifier: MIT
// Several grids over the same boxes, which are sorted into one table.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collide/broadphase/grid/cell_scatter.hpp"
#include "collide/broadphase/grid/grid_kernels.hpp"
#include "collide/broadphase/sweep/length_rows.hpp"

namespace phasebox {

/// Several grids, ascending by the area of their cells, and a last one of a single cell, the
/// *catch-all*, for the boxes that are too large for the others.
///
/// A box is kept once, by its min corner, in the first grid with cells as wide and high as it. One
/// counting sort fills the slots of all grids; then boxes are laid side by side in slot order.
///
/// **Each pair is found once.** Take two boxes of one grid with reach r that overlap. Their rows
/// differ by at most r, and so do their columns (`CellGrid::around`). If the rows differ, the upper
/// box looks r columns to either side in each of the r rows below its own and meets the other
/// there; the lower one does not look up. If the rows are the same, the box that comes first in the
/// order looks at all that follow it in its own cell and in the r cells to the right; the other
/// does not look left. So each pair has one owner, and the owner looks at each cell once. In a
/// wrapped grid a box could still be met twice, or by both, if two of the cells so looked at, `(dx,
/// dy)` apart with `|dx|, |dy| <= 2r`, shared a slot: if `dx + dy * stride` were 0 modulo the
/// table. `CellGrid::wrapped` chooses the stride such that none is. Cells further apart may share
/// slots: the boxes in them do not overlap, and comparing them shows it.
///
/// Take two boxes of two grids. The boxes of one grid look at all cells of the other that can keep
/// a box they overlap, row by row, and only at the boxes kept in that very row; so each is met
/// once. The expected work decides which of the two grids looks: rows of cells, and boxes in them.
///
/// Two multi-level grids over different sprites find the pairs between them in the same way
/// (`find_pairs` with `kept`), so static sprites need not be sorted again.
///
/// Each of several threads takes an equal share of every grid's boxes and emits into its own list;
/// lists are joined by share, so the number of threads changes only the order of the result.
///
/// Memory: at most `kSlotsPerBox` slots per box and `kSpareSlots`, however boxes spread (more only
/// after `allow`); 44 bytes per box in all, 28 more if `CellScatter` sorts them; for each further
/// thread as much as all pairs take.
class MultiLevelGrid {
 public:
  static constexpr std::size_t kSlotsPerBox = 4, kSpareSlots = 2048, kMaxGrids = kMaxLevels - 1;
  static constexpr std::size_t kBytesPerSlot = sizeof(std::uint32_t);
  static constexpr std::uint32_t kFewLarge = 256;  ///< boxes in the catch-all up to which a query
                                                   ///< compares with all of them

  /// The number of slots that all grids of a frame of `n` boxes may have together.
  static constexpr std::size_t max_slots(std::size_t n) { return kSlotsPerBox * n + kSpareSlots; }

  /// Begins a frame of `n` boxes. The caller then adds grids, from small cells to large ones, and
  /// calls `build`. Reserves memory for `most` boxes, or `n` if that is more.
  void begin(std::size_t n, std::size_t most = 0);
  /// Lets the grids of this frame have `slots` together, if these are more than `max_slots`.
  /// Allocates when that is more than ever.
  void allow(std::size_t slots);
  /// Frees the memory of a table that is larger than this frame may use. To be called between
  /// `begin` and `build`.
  void trim();
  /// Adds a grid with a slot for each cell in `bounds`. Returns false, and adds nothing, if that
  /// takes more than `max_slots` or more than are left.
  bool add_direct(Vec2 cell, std::uint32_t reach, const Aabb& bounds, std::size_t max_slots);
  /// Adds a grid of unbounded extent. Its number of slots is `slots` rounded up to a power of two,
  /// or fewer if fewer are left, and enough for the reach, which is at most
  /// `CellGrid::kMaxWrappedReach`.
  void add_wrapped(Vec2 cell, std::uint32_t reach, std::size_t slots);
  /// Sorts the boxes into the grids and the catch-all, which it adds. `boxes[k]` is that of sprite
  /// `ids[k]`, or k where `ids` is empty; `bounds` are those of all boxes. The event log numbers
  /// the cells from `first_cell` on.
  void build(const Frame& frame, std::span<const Aabb> boxes, std::span<const SpriteId> ids,
             const Aabb& bounds, std::uint32_t first_cell = 0);

  /// How much work a search was.
  struct Work {
    std::uint64_t tests = 0;  ///< comparisons, estimated by a sample
    bool is_over = false;     ///< whether these were too many, so that the search ended early
  };
  /// Emits the eligible overlapping pairs of the boxes with each other and with those of `kept`,
  /// which holds other sprites or is null. The search ends early after more than `max_tests` times
  /// as many comparisons as there are boxes and pairs found; discard its pairs then. With
  /// `is_counted` every fourth box is sampled for the number of comparisons, else every 64th.
  Work find_pairs(const Frame& frame, const MultiLevelGrid* kept, PairSink& out,
                  std::uint64_t max_tests, bool is_counted = false);
  /// Emits the same pairs by comparing boxes one by one, and logs the cells, the visits and the
  /// comparisons.
  void find_pairs(const Frame& frame, const MultiLevelGrid* kept, PairSink& out,
                  Recorder& trace) const;
  /// Appends the sprites whose boxes overlap `box`, each once; `frame` is that of the last `build`.
  /// O(rows of cells covered + boxes in them). A catch-all of many boxes is laid out in rows by the
  /// first query of a frame (`LengthRows`), which may allocate.
  void query(const Frame& frame, const Aabb& box, Sink<SpriteId>& out, Recorder* log);
  /// Appends the sprites whose boxes the band may meet, each once. O(rows of cells crossed + boxes
  /// in them + boxes of the catch-all).
  void query_along(const SegmentBand& band, Sink<SpriteId>& out) const;

  /// The grids without the catch-all; valid after `build`.
  std::span<const CellGrid> grids() const { return {grids_.data(), grids_.size() - 1}; }
  /// The number of boxes of the last `build`.
  std::size_t size() const { return slot_.size(); }
  std::uint32_t boxes_in_catch_all() const { return boxes_of(grids_.size() - 1).run().size(); }
  /// The greatest width and the greatest height of the boxes in the catch-all, px.
  /// 0 where it is empty.
  Vec2 largest() const;
  /// The memory of the table that all grids share, in bytes.
  std::size_t bytes() const { return slots() * kBytesPerSlot; }
  /// The slots of all grids together, and two more for the sort.
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
  unsigned parts_ = 1;                      // shares of the work, one for each thread
  std::size_t slots_left_ = 0;              // slots that further grids of this frame may have
  std::size_t most_ = 0;                    // boxes for which memory is reserved
  std::size_t most_slots_ = 0;              // slots for which memory is reserved
  std::vector<std::uint32_t> slot_;         // [box as given] its slot in the table
  std::vector<std::uint32_t> starts_;       // [slot + 2] where the boxes of a slot begin
  BoxColumns boxes_;                        // the boxes in the order of slots
  std::vector<std::uint32_t> slot_of_box_;  // [box in that order] its slot
  CellScatter scatter_;
  PairParts pair_parts_;
  std::vector<Work> works_;                     // [part]
  std::uint64_t max_tests_ = 1, searched_ = 0;  // of the last search: its bound, and how many boxes
  std::uint32_t counted_each_ = 64;             // of this many boxes one is sampled for `Work`
  LengthRows large_;                            // the boxes of a large catch-all, for queries
  Aabb bounds_;
  std::uint32_t first_cell_ = 0;  // the number of the first cell in the event log
};

}  // namespace phasebox
