// SPDX-License-Identifier: MIT
// Builds the grids of a frame, and finds the pairs level by level.
#include "collide/broadphase/grid/multi_level_grid.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

#include "collide/broadphase.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kMaxWrapAroundSlots =
    2 * CellGrid::kMaxWrappedReach * (CellGrid::kMaxWrappedReach + 1);

/// Writes to `to`, ascending, the wrap-around slots of a wrapped grid: those whose boxes look at
/// cells on both sides of the table's end. Returns the part of `to` that was written.
std::span<const std::uint32_t> wrap_around_slots_of(
    const CellGrid& grid, std::array<std::uint32_t, kMaxWrapAroundSlots>& to) {
  auto end = to.begin();
  for (std::uint32_t row = 0; row <= grid.reach; ++row)
    for (std::uint32_t k = 0; k < 2 * grid.reach; ++k)
      *end++ = (k - grid.reach - row * grid.stride) & grid.mask;
  std::sort(to.begin(), end);
  return {to.begin(), std::unique(to.begin(), end)};
}

}  // namespace

void MultiLevelGrid::begin(std::size_t n, std::size_t most) {
  most_ = most = std::max(most, n);
  grids_.reserve(kMaxGrids + 1);
  most_slots_ = max_slots(most);
  starts_.reserve(most_slots_ + 3);
  slot_.reserve(most);
  slot_of_box_.reserve(most);
  if (boxes_.size() < most) boxes_.resize(most);
  grids_.clear();
  slots_left_ = max_slots(n);
}

/// Reserves all slots at once, so that no frame allocates however far boxes spread. Memory that is
/// not used is never written.
void MultiLevelGrid::allow(std::size_t slots) {
  slots_left_ = std::max(slots_left_, slots);
  most_slots_ = std::max(most_slots_, slots);
  starts_.reserve(most_slots_ + 3);
}

void MultiLevelGrid::trim() {
  if (starts_.capacity() <= most_slots_ + 3) return;
  starts_ = {};
  starts_.reserve(most_slots_ + 3);
}

void MultiLevelGrid::add(CellGrid grid) {
  assert(grid.slots <= slots_left_ && "the plan keeps to its number of slots");
  assert(grids_.size() <= kMaxGrids && "the plan keeps to its number of grids, and the catch-all");
  grid.first_slot = grids_.empty() ? 0 : grids_.back().end_slot();
  slots_left_ -= grid.slots;
  grids_.push_back(grid);
}

bool MultiLevelGrid::add_direct(Vec2 cell, std::uint32_t reach, const Aabb& bounds,
                                std::size_t max_slots) {
  const auto grid = CellGrid::direct(cell, reach, bounds, std::min(max_slots, slots_left_));
  if (grid) add(*grid);
  return grid.has_value();
}

void MultiLevelGrid::add_wrapped(Vec2 cell, std::uint32_t reach, std::size_t slots) {
  add(CellGrid::wrapped(cell, reach, std::min(std::bit_ceil(slots), std::bit_floor(slots_left_))));
}

void MultiLevelGrid::build(const Frame& frame, std::span<const Aabb> boxes,
                           std::span<const SpriteId> ids, const Aabb& bounds,
                           std::uint32_t first_cell) {
  const std::size_t n = boxes.size();
  bounds_ = bounds;
  first_cell_ = first_cell;
  large_.clear();
  slots_left_ += 1;  // the slot of the catch-all
  add(CellGrid{});
  slot_.resize(n);
  boxes_.resize(n);
  slot_of_box_.resize(n);
  parts_ = PairParts::parts_for(frame, n);
  for_each_run(n, parts_, [&](Run share) {
    place_boxes(boxes.subspan(share.begin, share.size()), grids_, slot_.data() + share.begin);
  });
  if (CellScatter::is_worth(n)) {
    starts_.resize(grids_.back().end_slot() + 2);
    scatter_.reserve(most_);
    scatter_.sort(boxes, ids, slot_, parts_, {boxes_, slot_of_box_, starts_});
    return bound_wrapped();
  }
  sort(n);
  for_each_run(n, parts_, [&](Run share) {
    boxes_.gather(boxes, share, [&](std::uint32_t at) { return boxes_.id[at]; });
    for (std::uint32_t at = share.begin; at < share.end; ++at)
      slot_of_box_[at] = slot_[boxes_.id[at]];
    if (ids.empty()) return;
    for (std::uint32_t at = share.begin; at < share.end; ++at) boxes_.id[at] = ids[boxes_.id[at]];
  });
  bound_wrapped();
}

/// Sets the bounds of wrapped grids to the cells in use, so that a box which looks into one does
/// not visit rows of cells beyond its boxes.
void MultiLevelGrid::bound_wrapped() {
  for (std::size_t k = 0; k < grids_.size(); ++k) {
    CellGrid& grid = grids_[k];
    const Run run = boxes_of(k).run();
    if (!grid.is_wrapped() || run.size() == 0) continue;
    grid.bounds = grid.cells_of(begins_of(boxes_, run));
  }
}

/// Sorts the boxes by slot in one step: afterwards `boxes_.id` holds, in that order, the numbers of
/// the boxes as given. It counts two slots ahead: `starts_[s + 1]` is where slot s begins after
/// summing, and where it ends once it is filled.
void MultiLevelGrid::sort(std::size_t n) {
  starts_.assign(grids_.back().end_slot() + 2, 0);
  for (std::size_t i = 0; i < n; ++i) ++starts_[slot_[i] + 2];
  std::uint32_t sum = 0;
  for (std::uint32_t& start : starts_) start = sum += start;
  for (std::size_t i = 0; i < n; ++i) boxes_.id[starts_[slot_[i] + 1]++] = static_cast<SpriteId>(i);
}

GridBoxes MultiLevelGrid::boxes_of(std::size_t grid) const {
  return {grids_[grid],
          boxes_,
          slot_of_box_.data(),
          starts_.data() + grids_[grid].first_slot,
          static_cast<std::uint16_t>(grid),
          first_cell_,
          bounds_};
}

Vec2 MultiLevelGrid::largest() const {
  const Run run = boxes_of(grids_.size() - 1).run();
  Vec2 most{};
  for (std::uint32_t at = run.begin; at < run.end; ++at)
    most = common_cell(most, extent(boxes_.box(at)));
  return most;
}

/// Steps from one slot with boxes to the next, not through all slots: most may be empty.
std::uint32_t MultiLevelGrid::fullest_slot() const {
  std::uint32_t most = 0;
  const std::uint32_t end = boxes_of(grids_.size() - 1).run().begin;
  for (std::uint32_t at = 0, next = 0; at < end; at = next) {
    next = starts_[slot_of_box_[at] + 1];
    most = std::max(most, next - at);
  }
  return most;
}

MultiLevelGrid::Work MultiLevelGrid::find_pairs(const Frame& frame, const MultiLevelGrid* kept,
                                                PairSink& out, std::uint64_t max_tests,
                                                bool is_counted) {
  max_tests_ = max_tests;
  counted_each_ = is_counted ? 4 : 64;
  searched_ = size() + (kept != nullptr ? kept->size() : 0);
  works_.resize(parts_);
  pair_parts_.find(frame, parts_, out, [&](unsigned part, PairSink& found) {
    works_[part] = emit_part(frame, kept, part, found);
  });
  Work all;
  for (const Work& part : works_) all = {all.tests + part.tests, all.is_over || part.is_over};
  return all;
}

namespace {

/// Compares the box at position `at` with the boxes that it looks at in its own grid, one by one.
void test_neighbors(const Frame& frame, const GridBoxes& in, std::uint32_t at, PairSink& out,
                    Recorder& trace) {
  const std::vector<SpriteId>& id = in.boxes.id;
  each_neighbor_run(in, at, [&](Run others) {
    for (std::uint32_t met = others.begin; met < others.end; ++met)
      test_pair(frame, id[at], id[met], out, trace, in.number);
  });
}

/// Returns about how many boxes those of the run are compared with in their own grid, by a sample
/// of one box in `each`, which is at most 64. A cell with more boxes than that is always sampled,
/// so a crowd, which makes most comparisons, cannot be missed.
std::uint64_t neighbors_of(const GridBoxes& in, Run run, std::uint32_t each) {
  std::uint64_t boxes = 0;
  for (std::uint32_t at = run.begin; at < run.end; at += each)
    each_neighbor_run(in, at, [&](Run others) { boxes += others.size(); });
  return std::min(each, run.size()) * boxes;
}

/// Calls `emit(run, wraps_around)` for the boxes of a thread's share, in order. The vector loop
/// must not cross the end of a wrapped table, so the boxes whose neighbors lie on both sides of it,
/// which are few, come in runs of their own, with `wraps_around` set.
template <class Emit>
void emit_within(const GridBoxes& in, Run share, Emit emit) {
  if (!in.grid.is_wrapped()) return emit(share, false);
  const auto clamped = [&](std::uint32_t at) { return std::clamp(at, share.begin, share.end); };
  std::array<std::uint32_t, kMaxWrapAroundSlots> slots;
  std::uint32_t next = share.begin;
  for (const std::uint32_t slot : wrap_around_slots_of(in.grid, slots)) {
    const Run wrap_around_slot{clamped(in.starts[slot]), clamped(in.starts[slot + 1])};
    emit({next, wrap_around_slot.begin}, false);
    emit(wrap_around_slot, true);
    next = wrap_around_slot.end;
  }
  emit({next, share.end}, false);
}

/// Returns the work expected, in comparisons of vectors (see PlanCosts), when each box of the grid
/// `from` looks at all cells of the grid `at` that may keep a box it overlaps. It counts rows of
/// cells and boxes in them, in a sample of boxes and rows.
double cost_of_look(const GridBoxes& from, const GridBoxes& at) {
  constexpr std::uint32_t kSamples = 64;
  constexpr std::int32_t kRows = 8;
  const Run run = from.run();
  const std::uint32_t all = at.run().size(), step = std::max(1u, run.size() / kSamples);
  double cost = 0;
  std::uint32_t samples = 0;
  for (std::uint32_t k = run.begin; k < run.end; k += step, ++samples) {
    const CellRange cells = at.grid.around(from.boxes.box(k));
    if (cells.is_empty()) continue;
    if (is_worth_scan(cells, at.grid, all)) {
      cost += all / PlanCosts::kVector;
      continue;
    }
    const std::int32_t rows = cells.rows(), rows_each = (rows + kRows - 1) / kRows;
    double met = 0;
    for (std::int32_t row = cells.top; row <= cells.bottom; row += rows_each)
      each_run(at, at.grid.slot(cells.left, row), cells.columns(),
               [&](Run others) { met += others.size(); });
    cost += PlanCosts::kRow * rows + rows_each * met / PlanCosts::kVector;
  }
  return cost * run.size() / samples;
}

/// Whether the boxes of `one` look at the cells of `other`, and not the other way round: the one
/// with less work. The boxes of a catch-all look at the small cells they cover; only another
/// catch-all looks at a catch-all.
bool should_look(const GridBoxes& one, const GridBoxes& other) {
  return one.is_catch_all() == other.is_catch_all()
             ? cost_of_look(one, other) < cost_of_look(other, one)
             : one.is_catch_all();
}

}  // namespace

/// Calls `f(from, at)` for each two grids that must be searched against each other: grid number
/// `grid` with each one after it, and with each of `kept`, if not null. The boxes of `from` then
/// look at the cells of `at`. Empty grids are left out.
template <class F>
void MultiLevelGrid::each_look(const MultiLevelGrid* kept, std::size_t grid, F f) const {
  const GridBoxes own = boxes_of(grid);
  if (own.run().size() == 0) return;
  const auto look = [&](const GridBoxes& other) {
    if (other.run().size() == 0) return;
    if (should_look(own, other))
      f(own, other);
    else
      f(other, own);
  };
  for (std::size_t after = grid + 1; after < grids_.size(); ++after) look(boxes_of(after));
  if (kept == nullptr) return;
  for (std::size_t other = 0; other < kept->grids_.size(); ++other) look(kept->boxes_of(other));
}

/// Emits the pairs of one thread's share of the boxes. It works in blocks, so that it notices soon
/// when there have been too many tests or the frame's limit stops it.
MultiLevelGrid::Work MultiLevelGrid::emit_part(const Frame& frame, const MultiLevelGrid* kept,
                                               unsigned part, PairSink& out) const {
  constexpr std::uint32_t kAtOnce = 1u << 14, kFewAtOnce = 512;
  constexpr std::uint64_t kLong = 1u << 26;  // a block of more tests, which take some ms, is halved
  std::uint64_t tests = 0;
  const auto in_blocks = [&](Run run, std::uint32_t most, auto emit) {
    while (run.begin < run.end && !is_over(tests, out) && !is_stopped(frame)) {
      const Run block{run.begin, run.begin + std::min(most, run.size())};
      run.begin = emit(block);
    }
  };
  for (std::size_t grid = 0; grid < grids_.size(); ++grid) {
    const GridBoxes own = boxes_of(grid);
    emit_within(own, part_of(own.run(), parts_, part), [&](Run run, bool wraps_around) {
      in_blocks(run, kAtOnce, [&](Run block) {
        std::uint64_t more = neighbors_of(own, block, counted_each_);
        for (; more > kLong && block.size() > 64; more = neighbors_of(own, block, counted_each_))
          block.end -= block.size() / 2;
        tests += more;
        if (is_over(tests, out)) return block.end;
        if (wraps_around)
          emit_wrap_around(frame, own, block, out);
        else
          emit_neighbors(frame, own, block, out);
        return block.end;
      });
    });
    each_look(kept, grid, [&](const GridBoxes& from, const GridBoxes& at) {
      in_blocks(part_of(from.run(), parts_, part), kFewAtOnce, [&](Run block) {
        tests += emit_covered(frame, from.boxes, block, at, out);
        return block.end;
      });
    });
  }
  return {tests, is_over(tests, out)};
}

void MultiLevelGrid::query_along(const SegmentBand& band, Sink<SpriteId>& out) const {
  for (std::size_t grid = 0; grid < grids_.size(); ++grid)
    if (boxes_of(grid).run().size() > 0) find_along(boxes_of(grid), band, out);
}

namespace {

// A traced frame makes the comparisons of the vector loops one by one and logs them as events.

/// Calls `f` with the position of each box of the grid that one of `cells` keeps.
template <class F>
void each_kept(const GridBoxes& in, const CellRange& cells, F f) {
  if (cells.is_empty()) return;
  for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
    each_run(in, in.grid.slot(cells.left, row), cells.columns(), [&](Run run) {
      for (std::uint32_t at = run.begin; at < run.end; ++at)
        if (in.grid.row(in.boxes.min_y[at]) == row) f(at);
    });
}

/// Calls `f` with the position of each box of the grid that may overlap `box`.
template <class F>
void each_near(const GridBoxes& in, const Aabb& box, F f) {
  const CellRange cells = in.grid.around(box);
  const Run all = in.run();
  if (!is_worth_scan(cells, in.grid, all.size())) return each_kept(in, cells, f);
  for (std::uint32_t at = all.begin; at < all.end; ++at) f(at);
}

/// Returns the area of the cell of the box at position `at`, px. A cell at the edge of a grid
/// reaches as far as the min corner of that box.
Aabb cell_of(const GridBoxes& in, std::uint32_t at) {
  if (in.is_catch_all()) return in.bounds;
  const Vec2 min = in.boxes.box(at).min;
  return united(in.grid.box_of(in.grid.column(min.x), in.grid.row(min.y)), {min, min});
}

/// Returns the position of the first box in the cell of the box at position `at`. Boxes of the same
/// slot are told apart by their cells, as cells of a wrapped grid may share a slot.
std::uint32_t first_of_cell(const GridBoxes& in, std::uint32_t at) {
  const auto cell = [&](std::uint32_t box) {
    return std::pair(in.grid.column(in.boxes.min_x[box]), in.grid.row(in.boxes.min_y[box]));
  };
  std::uint32_t first = in.slot_of(at).begin;
  while (cell(first) != cell(at)) ++first;
  return first;
}

/// Logs the grid's cells that have boxes, and their members. The number of a cell is the position
/// of its first box plus `first_cell`.
void trace_cells(const GridBoxes& in, Recorder& trace) {
  for (std::uint32_t at = in.run().begin; at < in.run().end; ++at) {
    if (first_of_cell(in, at) != at) continue;
    const std::uint32_t end = in.slot_of(at).end, cell = in.first_cell + at;
    const auto each_member = [&](auto use) {
      for (std::uint32_t k = at; k < end; ++k)
        if (first_of_cell(in, k) == at) use(k);
    };
    std::uint32_t members = 0;
    each_member([&](std::uint32_t) { ++members; });
    trace.add({EventKind::cell, Axis::x, in.number, cell, members, cell_of(in, at)});
    each_member([&](std::uint32_t k) {
      trace.add({EventKind::member, Axis::x, in.number, in.boxes.id[k], cell, in.boxes.box(k)});
    });
  }
}

void trace_visit(const GridBoxes& in, std::uint32_t at, Recorder& trace) {
  const std::uint32_t cell = in.first_cell + first_of_cell(in, at);
  trace.add({EventKind::visit, Axis::x, in.number, cell, 0, cell_of(in, at)});
}

/// Calls `look` with the position of each box of the grid, and logs a visit for each cell; boxes of
/// a cell that follow each other make one visit.
template <class Look>
void trace_looks(const Frame& frame, const GridBoxes& in, Recorder& trace, Look look) {
  const Run all = in.run();
  for (std::uint32_t at = all.begin; at < all.end && !is_stopped(frame); ++at) {
    const bool goes_on = at > all.begin && in.slots[at - 1] == in.slots[at] &&
                         first_of_cell(in, at - 1) == first_of_cell(in, at);
    if (!goes_on) trace_visit(in, at, trace);
    look(at);
  }
}

void trace_query(const GridBoxes& in, const Aabb& box, Sink<SpriteId>& out, Recorder& trace) {
  each_near(in, box, [&](std::uint32_t at) {
    const SpriteId id = in.boxes.id[at];
    if (first_of_cell(in, at) == at) trace_visit(in, at, trace);
    trace.add({EventKind::test, Axis::x, 0, id, id});
    if (overlaps(in.boxes.box(at), box)) out.push(id);
  });
}

}  // namespace

void MultiLevelGrid::find_pairs(const Frame& frame, const MultiLevelGrid* kept, PairSink& out,
                                Recorder& trace) const {
  for (const MultiLevelGrid* of : {kept, this})
    for (std::size_t grid = 0; of != nullptr && grid < of->grids_.size(); ++grid)
      trace_cells(of->boxes_of(grid), trace);
  for (std::size_t grid = 0; grid < grids_.size(); ++grid) {
    const GridBoxes own = boxes_of(grid);
    trace_looks(frame, own, trace,
                [&](std::uint32_t at) { test_neighbors(frame, own, at, out, trace); });
    each_look(kept, grid, [&](const GridBoxes& from, const GridBoxes& in) {
      trace_looks(frame, from, trace, [&](std::uint32_t at) {
        each_near(in, from.boxes.box(at), [&](std::uint32_t met) {
          test_pair(frame, from.boxes.id[at], in.boxes.id[met], out, trace, in.number);
        });
      });
    });
  }
}

void MultiLevelGrid::query(const Frame& frame, const Aabb& box, Sink<SpriteId>& out,
                           Recorder* log) {
  for (std::size_t grid = 0; grid < grids_.size(); ++grid) {
    const GridBoxes in = boxes_of(grid);
    const Run run = in.run();
    if (run.size() == 0) continue;
    if (in.is_catch_all() && run.size() > kFewLarge)
      large_.of(frame, std::span(boxes_.id).subspan(run.begin, run.size())).query(box, out, log);
    else if (log)
      trace_query(in, box, out, *log);
    else
      find_overlapping(in, box, out);
  }
}

}  // namespace phasebox
