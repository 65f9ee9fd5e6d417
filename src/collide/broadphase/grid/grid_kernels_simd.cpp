// SPDX-License-Identifier: MIT
// The vector loops of the grids (Highway; compiled once per instruction set, chosen at run time).
#include <cassert>

#include "collide/broadphase/grid/grid_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/grid/grid_kernels_simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "collide/broadphase/kernels/box_columns_simd.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {
namespace {

using Lines = hn::RebindToSigned<Floats>;
/// Vectors of at most 8 floats, used where few boxes are met at a time: nearly every load of a
/// wider vector would cross a cache line there.
using FewFloats = hn::CappedTag<float, 8>;
using LineVec = hn::Vec<Lines>;

Aabb BeginsOf(const BoxColumns& boxes, Run run) {
  const Floats d;
  const auto around = [&](const std::vector<float>& at) {
    const auto step = static_cast<std::uint32_t>(hn::Lanes(d));
    float least = at[run.begin], most = least;
    std::uint32_t k = run.begin;
    if (run.size() >= step) {
      FloatVec low = hn::LoadU(d, &at[k]), high = low;
      for (k += step; k + step <= run.end; k += step) {
        low = hn::Min(low, hn::LoadU(d, &at[k]));
        high = hn::Max(high, hn::LoadU(d, &at[k]));
      }
      least = hn::GetLane(hn::MinOfLanes(d, low));
      most = hn::GetLane(hn::MaxOfLanes(d, high));
    }
    for (; k < run.end; ++k) {
      least = std::min(least, at[k]);
      most = std::max(most, at[k]);
    }
    return std::pair(least, most);
  };
  const auto [left, right] = around(boxes.min_x);
  const auto [top, bottom] = around(boxes.min_y);
  return {{left, top}, {right, bottom}};
}

/// Does the work of `emit_neighbors` for reach 1, which most grids have. Both runs of a box are
/// short there as a rule, so memory for their pairs is reserved once.
template <class D>
HWY_INLINE void emit_adjacent(const Frame& frame, const GridBoxes& in, Run run, PairSink& out) {
  const Columns boxes(in.boxes);
  const std::uint32_t *const slots = in.slots, *const starts = in.starts;
  const std::uint32_t first_slot = in.grid.first_slot, stride = in.grid.stride, mask = in.grid.mask;
  PairWriter writer(frame, out);
  for (std::uint32_t at = run.begin; at < run.end; ++at) {
    const std::uint32_t slot = slots[at] - first_slot, below = (slot + stride) & mask;
    const Run row{at + 1, starts[slot + 2]}, next_row{starts[below - 1], starts[below + 2]};
    if (HWY_UNLIKELY(row.size() + next_row.size() > PairWriter::kRun)) {
      emit_run(boxes, at, boxes, row, writer, KeepAll());
      emit_run(boxes, at, boxes, next_row, writer, KeepAll());
      continue;
    }
    writer.prepare();
    const SpreadBox<D> box(boxes, at);
    emit_short_run(box, boxes, row, writer, KeepAll());
    emit_short_run(box, boxes, next_row, writer, KeepAll());
  }
}

/// Whether nearly all boxes of the run are compared with at most 8 boxes of the row below, as many
/// as a narrow vector holds; estimated from a sample. The grid's reach is 1.
bool few_are_met(const GridBoxes& in, Run run) {
  constexpr std::uint32_t kMax = 64, kEach = 16, kFew = 8;
  const std::uint32_t step = std::max(kEach, run.size() / kMax);
  std::uint32_t samples = 0, crowded = 0;
  for (std::uint32_t at = run.begin; at < run.end; at += step, ++samples) {
    const std::uint32_t slot = in.slots[at] - in.grid.first_slot;
    const std::uint32_t below = (slot + in.grid.stride) & in.grid.mask;
    crowded += in.starts[below + 2] - in.starts[below - 1] > kFew;
  }
  return crowded * kEach <= samples;
}

void EmitNeighbors(const Frame& frame, const GridBoxes& in, Run run, PairSink& out) {
  if (run.begin >= run.end) return;
  if (in.grid.reach == 1)
    return few_are_met(in, run) ? emit_adjacent<FewFloats>(frame, in, run, out)
                                : emit_adjacent<Floats>(frame, in, run, out);
  const Columns boxes(in.boxes);
  const std::uint32_t *const slots = in.slots, *const starts = in.starts;
  const std::uint32_t first_slot = in.grid.first_slot, stride = in.grid.stride, mask = in.grid.mask,
                      reach = in.grid.reach;
  PairWriter writer(frame, out);
  for (std::uint32_t at = run.begin; at < run.end; ++at) {
    std::uint32_t slot = slots[at] - first_slot;
    emit_run(boxes, at, boxes, {at + 1, starts[slot + reach + 1]}, writer, KeepAll());
    for (std::uint32_t row = 0; row < reach; ++row) {
      slot = (slot + stride) & mask;
      emit_run(boxes, at, boxes, {starts[slot - reach], starts[slot + reach + 1]}, writer,
               KeepAll());
    }
  }
}

void EmitWrapAround(const Frame& frame, const GridBoxes& in, Run run, PairSink& out) {
  const Columns boxes(in.boxes);
  PairWriter writer(frame, out);
  for (std::uint32_t at = run.begin; at < run.end; ++at)
    each_neighbor_run(in, at,
                      [&](Run others) { emit_run(boxes, at, boxes, others, writer, KeepAll()); });
}

/// Returns the columns, or rows, of the coordinates in the lanes: the same as `CellGrid::column`
/// and `row` of each.
HWY_INLINE LineVec lines_of(FloatVec x, FloatVec per_px, FloatVec lowest, FloatVec highest) {
  const auto scaled = hn::Min(hn::Max(hn::Mul(x, per_px), lowest), highest);
  return hn::ConvertTo(Lines(), hn::Floor(scaled));
}

/// A filter of hits for a wrapped grid: keeps the boxes that lie in cells of `row`, as cells of
/// other rows may share their slots.
struct InRow {
  HWY_INLINE Hits operator()(std::uint32_t other, Hits hits) const {
    const Floats d;
    const CellGrid& grid = in.grid;
    const auto rows = lines_of(hn::LoadU(d, &in.boxes.min_y[other]), hn::Set(d, grid.per_px.y),
                               hn::Set(d, grid.lowest.y), hn::Set(d, grid.highest.y));
    return hn::And(hits, hn::RebindMask(d, hn::Eq(rows, hn::Set(Lines(), row))));
  }

  const GridBoxes& in;
  std::int32_t row;
};

/// Emits the pairs of the box at position `at` of `from` with the boxes in `cells`, row by row.
/// Returns the number of boxes compared plus `SearchCosts::kRow` for each run of slots. A direct
/// grid needs no check of rows, as each of its cells has a slot of its own.
HWY_INLINE std::uint64_t emit_cells(const Columns& from, std::uint32_t at, const GridBoxes& in,
                                    const CellRange& cells, PairWriter& out) {
  if (cells.is_empty()) return 0;
  const std::uint32_t columns = cells.columns();
  const Columns boxes(in.boxes);
  std::uint64_t tests = 0;
  const auto emit = [&](Run run, auto keep) {
    tests += SearchCosts::kRow + run.size();
    emit_run(from, at, boxes, run, out, keep);
  };
  if (in.grid.is_wrapped()) {
    for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
      each_run(in, in.grid.slot(cells.left, row), columns, [&](Run run) {
        emit(run, InRow{in, row});
      });
    return tests;
  }
  const std::uint32_t* row = in.starts + in.grid.slot(cells.left, cells.top);
  for (std::int32_t rows = cells.rows(); rows > 0; --rows, row += in.grid.stride)
    emit({row[0], row[columns]}, KeepAll());
  return tests;
}

std::uint64_t EmitCovered(const Frame& frame, const BoxColumns& looking, Run run,
                          const GridBoxes& in, PairSink& out) {
  const Columns boxes(in.boxes), from(looking);
  PairWriter writer(frame, out);
  std::uint64_t tests = 0;
  const Run all = in.run();
  for (std::uint32_t at = run.begin; at < run.end; ++at) {
    const CellRange cells = in.grid.around(looking.box(at));
    if (!is_worth_scan(cells, in.grid, all.size())) {
      tests += emit_cells(from, at, in, cells, writer);
      continue;
    }
    tests += all.size();
    emit_run(from, at, boxes, all, writer, KeepAll());
  }
  return tests;
}

/// Appends the sprites whose boxes overlap `asked` (a SpreadBox), or may meet it (a SpreadBand).
/// `around` are the cells that may keep such boxes, and `cells_of(row)` those of one row. In a
/// wrapped grid cells of other rows may share their slots, so rows are checked; in a direct grid
/// they never do.
template <class Spread, class CellsOf>
HWY_INLINE void append_met(const GridBoxes& in, const Spread& asked, const CellRange& around,
                           Sink<SpriteId>& out, CellsOf cells_of) {
  const Columns boxes(in.boxes);
  if (is_worth_scan(around, in.grid, in.run().size()))
    return append_run(asked, boxes, in.run(), KeepAll(), out);
  for (std::int32_t row = around.top; row <= around.bottom; ++row) {
    const CellRange cells = cells_of(row);
    if (cells.is_empty()) continue;
    const std::uint32_t columns = cells.columns();
    const std::uint32_t slot = in.grid.slot(cells.left, row);
    if (!in.grid.is_wrapped()) {
      append_run(asked, boxes, {in.starts[slot], in.starts[slot + columns]}, KeepAll(), out);
      continue;
    }
    each_run(in, slot, columns, [&](Run run) {
      append_run(asked, boxes, run, InRow{in, row}, out);
    });
  }
}

void FindOverlapping(const GridBoxes& in, const Aabb& asked, Sink<SpriteId>& out) {
  const CellRange cells = in.grid.around(asked);
  append_met(in, SpreadBox<Floats>(asked), cells, out, [&](std::int32_t) { return cells; });
}

void FindAlong(const GridBoxes& in, const SegmentBand& asked, Sink<SpriteId>& out) {
  const CellRange cells = in.grid.around(asked.bounds);
  append_met(in, SpreadBand(asked), cells, out,
             [&](std::int32_t row) { return in.grid.along(asked, cells, row); });
}

/// The fields of a CellGrid that `slots_of` needs, as vectors: all lanes have the fields of one
/// grid, or each those of a grid of its own.
struct GridVec {
  FloatVec columns_per_px, rows_per_px, left, top, right, bottom;
  IdVec stride, offset, mask, first_slot;
  LineVec reach;
  FloatVec width, height;  // extent of a cell, px
};
HWY_INLINE GridVec same_grid(const CellGrid& g) {
  const auto floats = [](float v) { return hn::Set(Floats(), v); };
  const auto words = [](std::uint32_t v) { return hn::Set(Ids(), v); };
  return {floats(g.per_px.x),
          floats(g.per_px.y),
          floats(g.lowest.x),
          floats(g.lowest.y),
          floats(g.highest.x),
          floats(g.highest.y),
          words(g.stride),
          words(g.offset),
          words(g.mask),
          words(g.first_slot),
          hn::Set(Lines(), static_cast<std::int32_t>(g.reach)),
          floats(g.cell.x),
          floats(g.cell.y)};
}
/// Returns `yes` in the lanes where `hits` is set, else `no`. Width and height are always those of
/// `no`, as no caller reads them afterwards.
HWY_INLINE GridVec chosen(Hits hits, const GridVec& yes, const GridVec& no) {
  const auto floats = [&](FloatVec y, FloatVec n) { return hn::IfThenElse(hits, y, n); };
  const auto ids = hn::RebindMask(Ids(), hits);
  const auto words = [&](IdVec y, IdVec n) { return hn::IfThenElse(ids, y, n); };
  return {floats(yes.columns_per_px, no.columns_per_px),
          floats(yes.rows_per_px, no.rows_per_px),
          floats(yes.left, no.left),
          floats(yes.top, no.top),
          floats(yes.right, no.right),
          floats(yes.bottom, no.bottom),
          words(yes.stride, no.stride),
          words(yes.offset, no.offset),
          words(yes.mask, no.mask),
          words(yes.first_slot, no.first_slot),
          hn::IfThenElse(hn::RebindMask(Lines(), hits), yes.reach, no.reach),
          no.width,
          no.height};
}

/// Returns in each lane the first grid with cells as large as the box, or the last grid.
HWY_INLINE GridVec grid_for(FloatVec width, FloatVec height, std::span<const GridVec> grids) {
  GridVec grid = grids.back();
  for (std::size_t k = grids.size() - 1; k-- > 0;) {
    const auto fits = hn::And(hn::Le(width, grids[k].width), hn::Le(height, grids[k].height));
    grid = chosen(fits, grids[k], grid);
  }
  return grid;
}

/// Returns what `shared_slot` gives for each of a vector of boxes; `g` has in each lane the grid
/// for that box. Boxes that span too many cells get `last_slot`, the only slot of the last grid.
HWY_INLINE IdVec slots_of(FloatVec min_x, FloatVec min_y, FloatVec max_x, FloatVec max_y,
                          const GridVec& g, std::uint32_t last_slot) {
  const Ids d;
  const auto column_of = [&](FloatVec x) { return lines_of(x, g.columns_per_px, g.left, g.right); };
  const auto row_of = [&](FloatVec y) { return lines_of(y, g.rows_per_px, g.top, g.bottom); };
  const auto left = column_of(min_x), top = row_of(min_y);
  const auto right = column_of(max_x), bottom = row_of(max_y);
  const auto span = hn::Max(hn::Sub(right, left), hn::Sub(bottom, top));
  const auto down = hn::Mul(hn::BitCast(d, top), g.stride);
  const auto slot = hn::And(hn::Add(hn::Add(hn::BitCast(d, left), down), g.offset), g.mask);
  const auto is_far = hn::RebindMask(d, hn::Gt(span, g.reach));
  return hn::IfThenElse(is_far, hn::Set(d, last_slot), hn::Add(slot, g.first_slot));
}

void PlaceBoxes(std::span<const Aabb> boxes, std::span<const CellGrid> grids,
                std::uint32_t* slots) {
  const Floats d;
  const std::size_t step = hn::Lanes(d);
  const std::uint32_t last_slot = grids.back().first_slot;
  assert(grids.size() <= kMaxLevels && "levels are few");
  std::array<GridVec, kMaxLevels> vecs;
  for (std::size_t k = 0; k < grids.size(); ++k) vecs[k] = same_grid(grids[k]);
  const auto all = std::span<const GridVec>(vecs).first(grids.size());
  std::size_t i = 0;
  for (; i + step <= boxes.size(); i += step) {
    FloatVec min_x, min_y, max_x, max_y;
    hn::LoadInterleaved4(d, &boxes[i].min.x, min_x, min_y, max_x, max_y);
    const GridVec grid =
        grids.size() <= 2 ? vecs[0] : grid_for(hn::Sub(max_x, min_x), hn::Sub(max_y, min_y), all);
    hn::StoreU(slots_of(min_x, min_y, max_x, max_y, grid, last_slot), Ids(), slots + i);
  }
  for (; i < boxes.size(); ++i) slots[i] = shared_slot(boxes[i], grids);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(BeginsOf);
HWY_EXPORT(EmitNeighbors);
HWY_EXPORT(EmitWrapAround);
HWY_EXPORT(EmitCovered);
HWY_EXPORT(FindOverlapping);
HWY_EXPORT(FindAlong);
HWY_EXPORT(PlaceBoxes);

Aabb begins_of(const BoxColumns& boxes, Run run) {
  return HWY_DYNAMIC_DISPATCH(BeginsOf)(boxes, run);
}
void emit_neighbors(const Frame& frame, const GridBoxes& in, Run run, PairSink& out) {
  HWY_DYNAMIC_DISPATCH(EmitNeighbors)(frame, in, run, out);
}
void emit_wrap_around(const Frame& frame, const GridBoxes& in, Run run, PairSink& out) {
  HWY_DYNAMIC_DISPATCH(EmitWrapAround)(frame, in, run, out);
}
std::uint64_t emit_covered(const Frame& frame, const BoxColumns& from, Run run, const GridBoxes& in,
                           PairSink& out) {
  return HWY_DYNAMIC_DISPATCH(EmitCovered)(frame, from, run, in, out);
}
void find_overlapping(const GridBoxes& in, const Aabb& box, Sink<SpriteId>& out) {
  HWY_DYNAMIC_DISPATCH(FindOverlapping)(in, box, out);
}
void find_along(const GridBoxes& in, const SegmentBand& band, Sink<SpriteId>& out) {
  HWY_DYNAMIC_DISPATCH(FindAlong)(in, band, out);
}
void place_boxes(std::span<const Aabb> boxes, std::span<const CellGrid> grids,
                 std::uint32_t* slots) {
  HWY_DYNAMIC_DISPATCH(PlaceBoxes)(boxes, grids, slots);
}

}  // namespace phasebox
#endif
