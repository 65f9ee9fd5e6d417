// SPDX-License-Identifier: MIT
// Hierarchical grid: one grid per class of sizes (C. Ericson, "Real-Time Collision Detection",
// 2005, section 7.2).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "collide/broadphase.hpp"
#include "collide/broadphase/grid/multi_level_grid.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"

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
/// whose cells are as wide and as high as it, in the cell of its min corner. So in no grid does a
/// box span more than two cells per axis, nor does a cell hold many boxes much smaller than itself.
/// Where many boxes of a level are long and thin (walls, floors, beams), those get grids with cells
/// as long and as thin: of square ones each would hold a crowd that never meets.
///
/// Boxes are compared within their grid as in the uniform grid, and between two grids: either the
/// boxes of one look at the cells of the other around them, or the other way round, whichever is
/// less work. Which box of a pair finds the other, and why only once: see `MultiLevelGrid`.
///
/// Levels without boxes are left out. A level whose boxes lie close together has a slot for each
/// cell within the bounds of all, or of some of its boxes; where that would be too many, its cells
/// share slots as in the spatial hash. So memory depends on the number of boxes alone, and the
/// world has no bounds.
///
/// Cost: build O(n); pairs O(n * levels + k), for any mix of sizes as long as boxes do not crowd
/// around one place without touching; worst case n(n-1)/2. Query O(levels * boxes per cell + cells
/// covered), at most O(n).
/// Keeps between frames: its memory, and the grids of static sprites where these are most.
/// Source: C. Ericson, "Real-Time Collision Detection", 2005, section 7.2.1 ("Hierarchical grids");
/// B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, section 2.3 (a hash
/// table per resolution).
class HierarchicalGrid final
    : public GridOf<HierarchicalGrid, HierarchicalGridParams, kHierarchicalGridRows> {
 public:
  void add_grids(MultiLevelGrid& grid, const SizeHistogram& histogram, std::size_t) const {
    Plan plan;
    float cell = p_.finest_cell > 0 ? p_.finest_cell : finest_for(histogram);
    for (std::size_t level = 0; level < plan.cells.size(); ++level) {
      plan.cells[level] = cell;
      plan_level(plan, level, histogram);
      if (cell >= histogram.largest()) break;
      cell = std::min(cell * p_.ratio, std::numeric_limits<float>::max());
    }
    const auto planned = std::span(plan.grids).first(plan.count);
    std::ranges::sort(planned, {}, [](const Planned& g) {
      return std::pair(static_cast<double>(g.cell.x) * static_cast<double>(g.cell.y), g.cell.x);
    });
    for (const Planned& g : planned) add_level(grid, g.cell, g.boxes, histogram);
  }

 private:
  static constexpr Vec2 kNone{-1, -1};

  struct Planned {
    Vec2 cell;
    double boxes;
  };
  struct Plan {
    std::array<float, MultiLevelGrid::kMaxGrids> cells;  // sides, by level
    std::array<Planned, MultiLevelGrid::kMaxGrids> grids;
    std::size_t count = 0;

    bool has_room() const { return count < grids.size(); }
    void add(Vec2 cell, double boxes) { grids[count++] = {cell, boxes}; }
  };

  /// Adds what the boxes of a level need: one grid of square cells, and if too many boxes would
  /// meet there, such with long thin cells.
  static void plan_level(Plan& plan, std::size_t level, const SizeHistogram& histogram) {
    const float cell = plan.cells[level], below = level > 0 ? plan.cells[level - 1] : -1;
    double boxes = histogram.count(below, cell);
    if (is_crowded(boxes, cell, histogram)) {
      boxes = histogram.count(kNone, {cell, cell}) - histogram.count(kNone, {below, below});
      const double worth = boxes / 8;
      for (std::size_t thin = 0; thin < level; ++thin)
        for (const bool is_wide : {true, false}) {
          const float side = plan.cells[thin], above = thin > 0 ? plan.cells[thin - 1] : -1;
          const Vec2 least = is_wide ? Vec2{below, above} : Vec2{above, below};
          const Vec2 most = is_wide ? Vec2{cell, side} : Vec2{side, cell};
          const double some = histogram.count(least, most);
          if (some < worth || !plan.has_room()) continue;
          plan.add(most, some);
          boxes -= some;
        }
    }
    if (boxes > 0.5 && plan.has_room()) plan.add({cell, cell}, boxes);
  }

  /// Whether the boxes of a level would meet each other in square cells more often than a quarter
  /// of all boxes in vectors, which is what one more grid costs.
  static bool is_crowded(double boxes, float cell, const SizeHistogram& histogram) {
    constexpr double kCells = 3, kPerVector = 8;
    const auto share = [&](float low, float high) {
      const double length = static_cast<double>(high) - static_cast<double>(low);
      return std::min(1.0, kCells * static_cast<double>(cell) / length);
    };
    const Aabb& bounds = histogram.bounds();
    const double met =
        boxes * share(bounds.min.x, bounds.max.x) * share(bounds.min.y, bounds.max.y);
    return boxes * met / kPerVector > histogram.boxes() / 4;
  }

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

  static void add_level(MultiLevelGrid& grid, Vec2 cell, double boxes,
                        const SizeHistogram& histogram) {
    const std::size_t slots = std::max(kMinSlots, static_cast<std::size_t>(boxes));
    if (grid.add_direct(cell, 1, histogram.bounds(), 2 * slots)) return;
    if (grid.add_direct(cell, 1, histogram.begins(cell), 2 * slots)) return;
    grid.add_wrapped(cell, 1, slots);
  }
};

constexpr auto kCode = grid_code("a grid per size class: count the boxes",
                                 "for each cell: beside it, and in other grids");

}  // namespace

extern const BroadphaseEntry hierarchical_grid_entry{
    "hierarchical-grid",
    "Hierarchical grid",
    "One grid per class of sizes, each with cells a few times larger than the one before, so that "
    "large and small boxes do not hinder each other.",
    "C. Ericson, Real-Time Collision Detection, 2005, 7.2",
    make_broadphase<HierarchicalGrid, SmallFrame>,
    {.code = kCode, .part = "cell", .counted = "cell"},
    false,
    4};

}  // namespace phasebox
