// SPDX-License-Identifier: MIT
// Hierarchical grid: one grid per class of sizes (C. Ericson, "Real-Time Collision Detection",
// 2005, section 7.2).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "collide/broadphase.hpp"
#include "collide/broadphase/grid/grid_of.hpp"
#include "collide/broadphase/grid/multi_level_grid.hpp"
#include "collide/broadphase/grid/size_histogram.hpp"
#include "collide/broadphase/kernels/short_way.hpp"

namespace phasebox {
namespace {

struct HierarchicalGridParams {
  float finest_cell = 0;
  float ratio = 8;
};

constexpr std::array kHierarchicalGridRows{
    param<&HierarchicalGridParams::finest_cell>(
        "finest-cell", 0, 10000, "px",
        "Side of the smallest cells; 0 chooses it from the sizes of the boxes.")
        .tuned(0.5, 8, TuneRange::Scale::box_size)
        .zero_means("auto"),
    param<&HierarchicalGridParams::ratio>("ratio", 2, 64, "",
                                          "How many times larger the cells of the next level are.")
        .tuned(2, 32)};

/// Several grids, each with cells some times larger than the one before; a box is kept in the first
/// whose cells are as large as it, in the cell of its min corner. So in no grid does a box span
/// more than two cells per axis, nor does a cell hold many boxes much smaller than itself. Boxes
/// are compared within their grid as in the uniform grid, and between two grids: either the few
/// large ones look at the small cells that they cover, or the few small ones at the large cells
/// around them, whichever is less work. Which box of a pair finds the other, and why only once: see
/// `MultiLevelGrid`.
///
/// Levels without boxes are left out. A level whose boxes lie close together has a slot for each
/// cell within their bounds; where that would be too many, its cells share slots as in the spatial
/// hash. So memory depends on the number of boxes alone, and the world has no bounds.
///
/// Cost: build O(n); pairs O(n * levels + k), for any mix of sizes as long as boxes do not crowd
/// around one place without touching; worst case n(n-1)/2. Query O(levels * boxes per cell + cells
/// covered), at most O(n).
/// Keeps between frames: only its memory.
/// Source: C. Ericson, "Real-Time Collision Detection", 2005, section 7.2.1 ("Hierarchical grids");
/// B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, section 2.3 (a hash
/// table per resolution).
class HierarchicalGrid final
    : public GridOf<HierarchicalGrid, HierarchicalGridParams, kHierarchicalGridRows> {
 public:
  void add_grids(MultiLevelGrid& grid, const SizeHistogram& histogram, std::size_t) const {
    float below = -1, cell = p_.finest_cell > 0 ? p_.finest_cell : finest_for(histogram);
    while (grid.has_room()) {
      const double boxes = histogram.count(below, cell);
      if (boxes > 0) add_level(grid, cell, boxes, histogram);
      if (cell >= histogram.largest()) break;
      below = cell;
      cell = std::min(cell * p_.ratio, std::numeric_limits<float>::max());
    }
  }

 private:
  /// Small levels are wrapped into at least this many slots.
  static constexpr std::size_t kMinSlots = 64;
  static_assert(2 * kMinSlots * MultiLevelGrid::kMaxGrids <= MultiLevelGrid::kSpareSlots);

  /// As large as most boxes, and where these lie far apart, somewhat larger: two cells per box are
  /// enough.
  static float finest_for(const SizeHistogram& histogram) {
    constexpr float kMax = 3;
    const float cell = histogram.best_cell();
    const float apart = finest_cell(histogram.core(), 2 * histogram.boxes());
    return std::max(cell, std::min(apart, kMax * cell));
  }

  static void add_level(MultiLevelGrid& grid, float cell, double boxes,
                        const SizeHistogram& histogram) {
    const std::size_t slots = std::max(kMinSlots, static_cast<std::size_t>(boxes));
    if (!grid.add_direct(cell, 1, histogram.bounds(), 2 * slots)) grid.add_wrapped(cell, 1, slots);
  }
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"choose a cell size by the boxes"},
    {"a grid per size class: count the boxes", on(EventKind::cell)},
    {"  each in the cell of its min corner", on(EventKind::member)},
    {"for each cell: beside it, and in other grids", on(EventKind::visit)},
    {"  for each two boxes there:"},
    {"    compare the two", on(EventKind::test) | on(EventKind::skip)},
    {"      they overlap: a candidate pair", on(EventKind::hit)},
    kShortWayLine,
});

}  // namespace

extern const BroadphaseEntry hierarchical_grid_entry{
    "hierarchical-grid",
    "Hierarchical grid",
    "One grid per class of sizes, each with cells a few times larger than the one before, so that "
    "large and small boxes do not hinder each other.",
    "C. Ericson, Real-Time Collision Detection, 2005, 7.2",
    make_broadphase<HierarchicalGrid, ShortWay>,
    {.code = kCode, .part = "cell", .counted = "cell"},
    false,
    4};

}  // namespace phasebox
