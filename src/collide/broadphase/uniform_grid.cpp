// SPDX-License-Identifier: MIT
// Uniform grid: boxes counted into the cells of one grid over all (Brown CS, "sector method").
#include "collide/broadphase/grid/sector_method.hpp"

namespace phasebox {
namespace {

struct UniformGridParams {
  float cell_size = 0;
};

constexpr std::array kUniformGridRows{
    param<&UniformGridParams::cell_size>("cell-size", 0, 10000, "px",
                                         "Side of a cell; 0 chooses it from the sizes of the "
                                         "boxes. Small cells take memory and time; those whose "
                                         "table would take more than 256 MB are made larger.")
        .tuned(0.5, 16, TuneRange::Scale::box_size)
        .zero_means("auto")};

/// The bounds of all boxes (or of nearly all, where a few are very far away) are divided into equal
/// cells. A counting sort brings the boxes into the order of their cells, row by row; each is kept
/// once, in the cell of its min corner, and looks for its partners in the cells right of it and
/// below. `MultiLevelGrid` says which box of a pair finds the other, and why only once.
///
/// Most boxes span a few cells; much larger ones are kept apart, compared with each other, and look
/// at all cells that they cover. With `cell-size` 0 the cells are as large as most boxes (the size
/// with the least work expected, see `SizeSample`), not square where most of these are long and
/// thin the same way, and larger where boxes lie so far apart that the table would have more than
/// about one cell per box. So memory depends on the number of boxes alone. Cells of a given size
/// are square, and used as they are as long as the table takes at most 256 MB. Half the size means
/// four times as many cells to count and to look at.
///
/// Cost: build O(n + cells); pairs O(n * (boxes per cell + rows of cells spanned) + k) for boxes of
/// about one size, spread evenly; at most O((n + k) log n) for k overlapping pairs with automatic
/// cells, see `GridOf`; worst case n(n-1)/2 with others, when all share a cell. Query O(cells
/// covered + boxes in them).
/// Keeps between frames: its memory, the size of its cells, and the grid of static sprites where
/// these are most; of what is reserved for cells of a given size, what the table covers. Source:
/// Brown University CS, "Collision detection" notes, sector method; J. L. Bentley and J. H.
/// Friedman, "Data Structures for Range Searching", 1979, section 2.3.
class UniformGrid final
    : public GridOf<UniformGrid, UniformGridParams, kUniformGridRows, interval_tree_entry> {
 public:
  bool is_automatic() const { return p_.cell_size <= 0; }

  void plan(const SizeSample& sample, GridPlan& plan) const {
    plan.add(only_level(p_.cell_size, sample, CellGrid::kMaxReach));
  }

  /// Adds one grid, whose cells are made larger until the table has room for them. Where a few
  /// boxes far away would make all cells far too large, the grid covers the area of most boxes
  /// (`core_of`), and the others lie in cells at its edge.
  void add_grids(MultiLevelGrid& grid, const GridPlan& plan, std::span<const Aabb> boxes,
                 const Aabb& all) const {
    const std::size_t slots = is_automatic() ? boxes.size() + kSpareSlots : kMaxSlots;
    if (!is_automatic()) grid.allow(slots);
    const GridPlan::Level& level = plan.levels[0];
    const auto times_for = [&](const Aabb& within) {
      return times_to_cover(within, level.cell, static_cast<double>(slots));
    };
    const Aabb bounds = times_for(all) > kTooLarge ? core_of(boxes) : all;
    auto times = static_cast<float>(std::max(1.0, times_for(bounds)));
    const auto reach = [&] {
      return std::max(1.0f, std::ceil(static_cast<float>(level.reach) / times));
    };
    while (!grid.add_direct(level.cell * times, static_cast<std::uint32_t>(reach()), bounds, slots))
      times *= 1.05f;
  }

  /// Appends a warning if the parameter asks for cells so small that the table had no room for
  /// them.
  void add_limit(const MultiLevelGrid& grid, std::vector<Remark>& out) const {
    if (!is_automatic() && grid.grids()[0].cell.x > p_.cell_size)
      out.push_back(
          {true, {"Smaller cells would need a table of more than {}.", {memory_text(kMaxBytes)}}});
  }

 private:
  static constexpr double kTooLarge = 4;  // times by which cells must not grow to cover all boxes
  // The slots beyond one per box that automatic cells may have. More cells would save box tests,
  // but a table that is not in the cache costs more than they do.
  static constexpr std::size_t kSpareSlots = 64;
  static constexpr std::size_t kMaxBytes = 256'000'000;
  static constexpr std::size_t kMaxSlots = kMaxBytes / MultiLevelGrid::kBytesPerSlot - kSpareSlots;
};

constexpr auto kCode = grid_code("count the boxes into cells");

}  // namespace

extern const BroadphaseEntry uniform_grid_entry{
    "uniform-grid",
    "Uniform grid",
    "Counts the boxes into the equal cells of one grid over the whole field; each visits the "
    "cells next to its own.",
    "Brown CS course notes on collision detection, sector method",
    make_broadphase<UniformGrid, SmallFrame>,
    {.code = kCode, .part = "cell", .counted = "cell"},
    false,
    2};

}  // namespace phasebox
