// SPDX-License-Identifier: MIT
// Hierarchical grid: a grid per class of sizes (C. Ericson, "Real-Time Collision Detection", 7.2).
#include "collide/broadphase/grid/sector_method.hpp"

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
    param<&HierarchicalGridParams::ratio>(
        "ratio", 2, 64, "",
        "How many times larger the cells of the next level are, where the smallest are given.")
        .tuned(2, 32)};

/// Several grids, ascending by the area of their cells; a box is kept in the first whose cells are
/// as wide and high as it, in the cell of its min corner. So in its grid a box spans at most two
/// cells per axis, and a cell seldom holds many boxes much smaller than itself.
///
/// The sizes that share a grid and the size of its cells are chosen from a sample so that the least
/// work is expected, see `SizeSample`. Where small boxes crowd, they get small cells of their own,
/// and where few lie apart, one grid is enough for all. Boxes that are long and thin (walls,
/// floors, beams) get grids with cells as long and as thin: square ones would be crowded.
///
/// Within a grid, boxes are compared as in the uniform grid. Between two grids, either the boxes of
/// one look at the cells of the other around them, or the other way round, whichever is less work.
/// Boxes too large for all grids are compared with each other and look at the cells they cover.
/// `MultiLevelGrid` says which box of a pair finds the other, and why only once.
///
/// After the first frame of a plan its comparisons are known. Where a sweep along an axis is then
/// expected to take less time (boxes in a row, or nearly all in contact), the next frames are swept
/// until they are planned again. A traced frame, and one after a query, is always one of grids.
///
/// A level whose boxes lie close together has a slot for each cell within the bounds of all, or of
/// some of its boxes; where that would be too many, its cells share slots as in the spatial hash.
/// So memory depends on the number of boxes alone, and the world has no bounds.
///
/// Cost: build O(n); pairs O(n * levels + k), for any mix of sizes as long as boxes do not crowd
/// around one place without touching; at most O((n + k) log n) for k overlapping pairs with
/// automatic cells, see `GridOf`. Query O(levels * boxes per cell + cells covered), at most O(n),
/// also the first after a swept frame.
/// Keeps between frames: its memory, the sizes of its cells, and the grids of static sprites where
/// these are most.
/// Source: C. Ericson, "Real-Time Collision Detection", 2005, section 7.2.1 ("Hierarchical grids");
/// B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, section 2.3 (a hash
/// table per resolution).
class HierarchicalGrid final : public GridOf<HierarchicalGrid, HierarchicalGridParams,
                                             kHierarchicalGridRows, interval_tree_entry> {
 public:
  bool is_automatic() const { return p_.finest_cell <= 0; }

  void plan(const SizeSample& sample, GridPlan& plan) const {
    if (is_automatic()) return plan_best(sample, plan);
    plan_ladder(sample, plan);
    settle(sample, plan);
  }

  void add_grids(MultiLevelGrid& grid, const GridPlan& plan, std::span<const Aabb> boxes,
                 const Aabb& bounds) const {
    const auto levels = std::span(plan.levels).first(plan.count);
    const auto strays = strays_of(levels, boxes);
    for (std::size_t k = 0; k < levels.size(); ++k) {
      const GridPlan::Level& level = levels[k];
      const std::size_t slots = std::max(kMinSlots, static_cast<std::size_t>(level.boxes));
      const std::size_t most = 9 * slots / 4;
      if (grid.add_direct(level.cell, 1, bounds, most)) continue;
      if (strays[k] > 0 || !grid.add_direct(level.cell, 1, level.begins, most))
        grid.add_wrapped(level.cell, 1, slots);
    }
  }

  /// Changes the plan for `boxes` boxes of at most `size` px that were too large for all levels.
  /// The last level gets larger cells if that is at most twice the area. Otherwise the boxes get a
  /// level of their own, if they are so many that it is worth the looks of all other boxes into it.
  void add_large(GridPlan& plan, Vec2 size, double boxes) const {
    constexpr float kLittle = 2;
    constexpr double kWorth = 128;
    const Vec2 last = plan.levels[plan.count - 1].cell, most = size * kSlack;
    const Vec2 wider = common_cell(last, most);
    if (wider.x / last.x * (wider.y / last.y) <= kLittle)
      plan.levels[plan.count - 1].cell = wider;
    else if (boxes > kWorth && plan.has_room())
      plan.add({.cell = wider, .boxes = boxes, .begins = plan.levels[plan.count - 1].begins});
  }

  /// Lets the next frames be swept if that is expected to take less time than a frame of `tests`
  /// comparisons in the grids took. A sweep compares more or fewer boxes, in longer runs, and has
  /// no slots, but must sort.
  void choose_sweep(std::span<const Aabb> boxes, const MultiLevelGrid& grid, double tests,
                    GridPlan& plan) const {
    if (!is_automatic() || boxes.empty() || CellScatter::is_worth(boxes.size())) return;
    const double grids = tests +
                         SearchCosts::kLevelBox * plan.boxes() * static_cast<double>(plan.count) +
                         SearchCosts::kSlot * static_cast<double>(grid.slots());
    const double sort = SearchCosts::kSweptBox * plan.boxes();
    if (grids <= sort) return;
    const double x = tests_of_sweep(boxes, Axis::x), y = tests_of_sweep(boxes, Axis::y);
    if (sort + SearchCosts::kSweptTest * std::min(x, y) < grids)
      plan.sweep(x <= y ? Axis::x : Axis::y, std::min(x, y));
  }

 private:
  /// The least number of slots of a wrapped level.
  static constexpr std::size_t kMinSlots = 64;
  static_assert(9 * kMinSlots / 4 * MultiLevelGrid::kMaxGrids <= MultiLevelGrid::kSpareSlots);

  /// Returns for each level a number that is above 0 if more than a third of its boxes in a sample
  /// have moved out of the area planned for them. The sample has at most 32 boxes of all levels.
  static std::array<int, kMaxLevels> strays_of(std::span<const GridPlan::Level> levels,
                                               std::span<const Aabb> boxes) {
    constexpr std::size_t kSamples = 32;
    std::array<int, kMaxLevels> strays{};
    for (std::size_t at = 0; at < boxes.size(); at += boxes.size() / kSamples + 1) {
      const Aabb& box = boxes[at];
      const auto level = std::ranges::find_if(
          levels, [&](const GridPlan::Level& l) { return is_as_large_as(l.cell, box); });
      if (level == levels.end()) continue;
      strays[static_cast<std::size_t>(level - levels.begin())] +=
          contains(level->begins, box.min) ? -1 : 2;
    }
    return strays;
  }

  /// Plans square cells of side `finest-cell`, and of `ratio` times, `ratio`^2 times, ... that
  /// side, as far as there are boxes for a level.
  void plan_ladder(const SizeSample& sample, GridPlan& plan) const {
    float cell = p_.finest_cell;
    for (std::size_t first = 0; first < sample.octaves() && plan.has_room(); cell *= p_.ratio) {
      std::size_t end = first;
      while (end < sample.octaves() && largest_of(sample.octaves(end, end + 1)) <= cell) ++end;
      if (end == first) continue;
      plan.add({.cell = {cell, cell}});
      first = end;
    }
  }

  /// Plans the levels with the least expected work. Wide boxes, high ones and others get levels of
  /// their own if that is clearly less work.
  void plan_best(const SizeSample& sample, GridPlan& plan) const {
    constexpr float kThin = 8;
    constexpr double kWorth = 1.0 / 32, kClearly = 0.9;
    const auto is_wide = [](const Aabb& box) { return extent(box).x > kThin * extent(box).y; };
    const auto is_high = [](const Aabb& box) { return extent(box).y > kThin * extent(box).x; };
    GridPlan apart = plan;
    plan_levels(sample, plan);
    const double cost = settle(sample, plan);
    const SizeSample wide(sample, is_wide), high(sample, is_high);
    if (wide.boxes() + high.boxes() <= kWorth * sample.all()) return;
    const SizeSample others(sample, [&](const Aabb& b) { return !is_wide(b) && !is_high(b); });
    for (const SizeSample* alike : {&wide, &high, &others}) plan_levels(*alike, apart);
    if (settle(sample, apart) < kClearly * cost) plan = apart;
  }

  /// The best levels found for the boxes of the octaves before a given one.
  struct Best {
    double cost = 0;                // work of all these levels, in comparisons of vectors
    std::size_t first = 0;          // the octave at which the last level begins
    Vec2 cell{};                    // px, of that level
    double boxes = 0, in_cell = 0;  // boxes in that level, and in one of its cells
  };

  /// Adds the levels with the least expected work, found by dynamic programming over the octaves of
  /// sizes. The largest boxes may be left to the catch-all, where all are compared with all.
  void plan_levels(const SizeSample& sample, GridPlan& plan) const {
    std::array<Best, 257> best;
    best[0] = {};
    for (std::size_t end = 1; end <= sample.octaves(); ++end) {
      best[end].cost = std::numeric_limits<double>::infinity();
      for (std::size_t first = end; first-- > 0;) {
        const auto members = sample.octaves(first, end);
        const Vec2 cell = sample.cell_around(members);
        const GridWork work = sample.work_of(members, cell);
        const double own = cost_of(sample, members, work);
        if (own >= best[end].cost) break;  // further octaves only add work to this level
        const double cost =
            best[first].cost + own + cost_of_looks(sample, members, work.per_look, first, best);
        if (cost < best[end].cost)
          best[end] = {cost, first, cell, sample.boxes_of(members), work.in_cell};
      }
    }
    std::size_t kept = sample.octaves();
    double least = best[kept].cost;
    const double others = sample.all() - sample.boxes();
    for (std::size_t end = sample.octaves(); end-- > 1;) {
      const auto large = sample.octaves(end, sample.octaves());
      const double cost = best[end].cost + SizeSample::cost_of_all(sample.boxes_of(large), others) +
                          cost_of_looks(sample, large, HUGE_VAL, end, best);
      if (cost < least) {
        least = cost;
        kept = end;
      }
    }
    for (std::size_t end = kept; end > 0 && plan.has_room(); end = best[end].first) {
      const auto members = sample.octaves(best[end].first, end);
      plan.add({.cell = roomy_cell(sample, members)});
    }
  }

  /// Returns the expected work, in comparisons of vectors, of the pairs between the boxes for which
  /// `members` stand and all levels that `best` has planned for the octaves before `end`.
  static double cost_of_looks(const SizeSample& sample, std::span<const Aabb> members,
                              double per_look, std::size_t end, std::span<const Best> best) {
    double cost = 0;
    for (; end > 0; end = best[end].first)
      cost += cost_of_look(sample, members, per_look, best[end].cell, best[end].boxes,
                           best[end].in_cell);
    return cost;
  }

  /// Returns the expected work, in comparisons of vectors, of the pairs between the boxes for which
  /// `members` stand and a level of smaller cells, which keeps `boxes` boxes: either the members
  /// look at the cells they cover there, or the boxes of that level look at the members' cells.
  static double cost_of_look(const SizeSample& sample, std::span<const Aabb> members,
                             double per_look, Vec2 cell, double boxes, double in_cell) {
    return std::min(boxes * per_look, sample.cost_of_covered(members, cell, boxes, in_cell));
  }

  /// Returns the expected work, in comparisons of vectors, of a level of its own for the members,
  /// and of the looks into it by boxes of the frame that this sample leaves out.
  static double cost_of(const SizeSample& sample, std::span<const Aabb> members,
                        const GridWork& work) {
    const double others = std::min(sample.boxes_of(members), sample.all() - sample.boxes());
    return cost_of_grid(sample) + work.within + others * work.per_look;
  }
  /// Returns the work, in comparisons of vectors, that one more grid costs in each frame.
  static double cost_of_grid(const SizeSample& sample) {
    return PlanCosts::kGrid + PlanCosts::kGridBox * sample.all();
  }

  /// Returns the cell of a level, px. It is as large as the members, and up to three times larger
  /// where these lie far apart: one or two cells per box are enough, and fewer where most boxes are
  /// in other levels. Cells of long and thin members that lie very far apart are square, as a box
  /// that looks at them would pass many empty cells. The larger cell is not used where members
  /// would crowd in it.
  static Vec2 roomy_cell(const SizeSample& sample, std::span<const Aabb> members) {
    constexpr double kMax = 3, kWorth = 1.5;
    const Vec2 cell = sample.cell_around(members);
    const double boxes = sample.boxes_of(members),
                 cells = boxes * (2 * boxes > sample.all() ? 1.5 : 0.5);
    const Aabb core = core_of(members);
    const float longer = std::max(cell.x, cell.y);
    const bool are_lost = times_to_cover(core, {longer, longer}, cells) >= kMax;
    const Vec2 least = are_lost ? Vec2{longer, longer} : cell;
    const double times = times_to_cover(core, least, cells);
    const Vec2 roomy = least * static_cast<float>(std::clamp(times, 1.0, kMax));
    return sample.work_of(members, roomy).within < kWorth * sample.work_of(members, cell).within
               ? roomy
               : cell;
  }

  /// Sorts the levels, notes how many boxes each keeps and where, and returns the work of the plan.
  /// A box is kept in the first level whose cells are large enough, whichever it was planned for,
  /// so this is known only when all levels are.
  static double settle(const SizeSample& sample, GridPlan& plan) {
    const auto levels = std::span(plan.levels).first(plan.count);
    std::ranges::sort(levels, {}, [](const GridPlan::Level& level) {
      const Vec2 cell = level.cell;
      return std::pair(static_cast<double>(cell.x) * static_cast<double>(cell.y), cell.x);
    });
    std::array<Aabb, SizeSample::kMax> left;
    std::span<Aabb> rest(left.begin(), std::ranges::copy(sample.samples(), left.begin()).out);
    std::array<GridWork, kMaxLevels> works;
    double cost = 0;
    for (std::size_t k = 0; k < levels.size(); ++k) {
      GridPlan::Level& level = levels[k];
      const auto larger = std::partition(rest.begin(), rest.end(), [&](const Aabb& box) {
        return is_as_large_as(level.cell, box);
      });
      const auto members = std::span<const Aabb>(rest.begin(), larger);
      rest = {larger, rest.end()};
      works[k] = sample.work_of(members, level.cell);
      level.boxes = sample.boxes_of(members);
      if (!members.empty()) level.begins = around_most(members, level.cell);
      cost += cost_of_grid(sample) + works[k].within;
      for (std::size_t finer = 0; finer < k; ++finer)
        cost += cost_of_look(sample, members, works[k].per_look, levels[finer].cell,
                             levels[finer].boxes, works[finer].in_cell);
    }
    plan.in_catch_all = sample.boxes_of(rest);
    for (std::size_t k = 0; k < levels.size(); ++k)
      cost += sample.cost_of_covered(rest, levels[k].cell, levels[k].boxes, works[k].in_cell);
    return cost + SizeSample::cost_of_all(plan.in_catch_all);
  }

  /// Returns the area in which most boxes begin, px, without those that are far from the others. It
  /// is widened by a margin, which is larger for few samples: these do not show how far boxes
  /// spread.
  static Aabb around_most(std::span<const Aabb> boxes, Vec2 cell) {
    constexpr std::size_t kFew = 64, kEach = 64;
    std::array<float, SizeSample::kMax> xs, ys;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      xs[k] = boxes[k].min.x;
      ys[k] = boxes[k].min.y;
    }
    const auto most_of = [&](std::span<float> row) {
      const auto out = static_cast<std::ptrdiff_t>(row.size() / kEach + (row.size() > kEach / 8));
      std::ranges::nth_element(row, row.begin() + out);
      std::ranges::nth_element(row, row.end() - 1 - out);
      return std::pair(row[static_cast<std::size_t>(out)], *(row.end() - 1 - out));
    };
    const auto [left, right] = most_of(std::span(xs).first(boxes.size()));
    const auto [top, bottom] = most_of(std::span(ys).first(boxes.size()));
    const Aabb most{{left, top}, {right, bottom}};
    const Vec2 margin = extent(most) * (boxes.size() < kFew ? 1.0f : 1.0f / 16) + cell;
    return {most.min - margin, most.max + margin};
  }

  static float largest_of(std::span<const Aabb> boxes) {
    float largest = 0;
    for (const Aabb& box : boxes) largest = std::max(largest, size_of(box));
    return largest;
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
