// SPDX-License-Identifier: MIT
// Spatial hash: the cells of an unbounded grid share the slots of a table (M. Teschner et al.,
// "Optimized Spatial Hashing for Collision Detection of Deformable Objects", 2003).
#include "collide/broadphase/grid/sector_method.hpp"

namespace phasebox {
namespace {

struct SpatialHashParams {
  float cell_size = 0;
  float table_load = 1;
};

constexpr std::array kSpatialHashRows{
    param<&SpatialHashParams::cell_size>(
        "cell-size", 0, 10000, "px", "Side of a cell; 0 chooses it from the sizes of the boxes.")
        .tuned(0.5, 16, TuneRange::Scale::box_size)
        .zero_means("auto"),
    param<&SpatialHashParams::table_load>(
        "table-load", 0.5, 16, "sprites",
        "Sprites per slot of the table at most; the number of slots is a power of two. Fewer slots "
        "take less memory, but more cells share one.")
        .tuned(0.5, 8)};

/// A grid of equal cells over the whole plane; its cells share the slots of a table whose size
/// depends on the number of boxes alone, so it does not matter how far apart they lie. The hash of
/// a cell is `column + row * stride` modulo the table: cells side by side lie side by side, and a
/// box's neighbors in one row are one run of memory. The stride is near the table's golden
/// section, which scatters the rows and keeps the slots of neighboring cells apart.
///
/// Each box is kept once, in the cell of its min corner, and looks for its partners in the cells
/// right of it and below. `MultiLevelGrid` says which box of a pair finds the other, and why only
/// once, although cells share slots. Boxes that share a slot by chance are compared in vain. Boxes
/// larger than a cell are kept apart, compared with each other, and look at the cells they cover.
///
/// Cost: build O(n); pairs O(n * (boxes per cell + table load) + k) for boxes of about one size; at
/// most O((n + k) log n) for k overlapping pairs with automatic cells, see `GridOf`; worst case
/// n(n-1)/2 with others, when all share a cell or are larger than one. Query O(cells covered +
/// boxes in them), at most O(n). Keeps between frames: its memory, the size of its cells, and the
/// table of static sprites where these are most. Source: M. Teschner, B. Heidelberger, M. Mueller,
/// D. Pomeranets, M. Gross, "Optimized Spatial Hashing for Collision Detection of Deformable
/// Objects", 2003; Brown CS notes, sector method.
class SpatialHash final
    : public GridOf<SpatialHash, SpatialHashParams, kSpatialHashRows, interval_tree_entry> {
 public:
  bool is_automatic() const { return p_.cell_size <= 0; }

  void plan(const SizeSample& sample, GridPlan& plan) const {
    plan.add(only_level(p_.cell_size, sample, CellGrid::kMaxWrappedReach));
  }
  void add_grids(MultiLevelGrid& grid, const GridPlan& plan, std::span<const Aabb> boxes,
                 const Aabb&) const {
    grid.add_wrapped(plan.levels[0].cell, plan.levels[0].reach, slots_for(boxes.size()));
  }

 private:
  std::size_t slots_for(std::size_t n) const {
    return static_cast<std::size_t>(static_cast<double>(n) / static_cast<double>(p_.table_load)) +
           1;
  }
};

constexpr auto kCode = grid_code("count the boxes into cells: slots of a table");

}  // namespace

extern const BroadphaseEntry spatial_hash_entry{
    "spatial-hash",
    "Spatial hash",
    "An unbounded grid of equal cells that share the slots of one table; memory does not depend on "
    "the size of the world.",
    "Teschner et al., Optimized Spatial Hashing for Collision Detection of Deformable Objects, "
    "2003",
    make_broadphase<SpatialHash, SmallFrame>,
    {.code = kCode, .part = "cell", .counted = "cell"},
    false,
    3};

}  // namespace phasebox
