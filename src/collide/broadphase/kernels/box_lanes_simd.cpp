// SPDX-License-Identifier: MIT
// The vector loops of the grids (Highway; compiled once per instruction set, chosen at run time).
#include <algorithm>

#include "collide/broadphase/kernels/box_lanes.hpp"
#include "collide/broadphase/kernels/compress_table.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/kernels/box_lanes_simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Ids = hn::ScalableTag<std::uint32_t>;
using Lines = hn::ScalableTag<std::int32_t>;
/// Where few boxes are met at a time: of the widest vectors nearly every one would cross a cache
/// line.
using FewFloats = hn::CappedTag<float, 8>;
using FloatVec = hn::Vec<Floats>;
using LineVec = hn::Vec<Lines>;
using IdVec = hn::Vec<Ids>;
using Hits = hn::Mask<Floats>;

const float* floats_of(const Aabb* boxes) { return &boxes->min.x; }

/// The arrays of the lanes, as pointers that no store of a pair can change.
struct Edges {
  explicit Edges(const BoxLanes& lanes)
      : min_x(lanes.min_x.data()),
        min_y(lanes.min_y.data()),
        max_x(lanes.max_x.data()),
        max_y(lanes.max_y.data()),
        id(lanes.id.data()) {}

  const float *min_x, *min_y, *max_x, *max_y;
  const SpriteId* id;
};

/// Writes the first `count` pairs at least. There are seldom more than half a vector, and stores
/// are what emission waits for: nearly every one crosses a cache line.
template <class D, class V>
HWY_INLINE void store([[maybe_unused]] D ids, V lower, V higher, [[maybe_unused]] std::size_t count,
                      std::uint32_t* to) {
#if HWY_TARGET == HWY_SCALAR
  hn::StoreInterleaved2(lower, higher, ids, to);
#else
  const hn::Half<D> d;
  hn::StoreInterleaved2(hn::LowerHalf(d, lower), hn::LowerHalf(d, higher), d, to);
  if (HWY_LIKELY(count <= hn::Lanes(d))) return;
  hn::StoreInterleaved2(hn::UpperHalf(d, lower), hn::UpperHalf(d, higher), d,
                        to + 2 * hn::Lanes(d));
#endif
}

/// The lanes of `v` that are hits, first; the rest may be anything.
template <class D, class V>
HWY_INLINE V compressed([[maybe_unused]] D floats, V v, hn::Mask<D> hits) {
  const hn::RebindToUnsigned<D> d;
#if HWY_TARGET == HWY_AVX2
  std::uint8_t bits[8];
  hn::StoreMaskBits(floats, hits, bits);
  const auto lanes = hn::Shr(hn::Set(d, kCompressTable[bits[0]]), hn::ShiftLeft<2>(hn::Iota(d, 0)));
  return hn::TableLookupLanes(v, hn::IndicesFromVec(d, hn::And(lanes, hn::Set(d, 7))));
#else
  return hn::Compress(v, hn::RebindMask(d, hits));
#endif
}

/// Where pairs are written: free memory of the sink, taken in blocks so that the inner loop calls
/// nothing. With `kRules` it leaves out what is not eligible.
template <bool kRules>
class Writer {
 public:
  static constexpr std::uint32_t kRun = 512;  ///< boxes that may be compared after one `prepare`

  Writer(const Frame& frame, PairSink& out) : frame_(frame), out_(out) { refill(); }
  ~Writer() {
    commit();
    out_.spare(kSparePairs);  // so that a later frame with as many pairs finds a whole block free
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  HWY_INLINE void prepare() {
    if (HWY_UNLIKELY(end_ - at_ < std::ptrdiff_t{kRun + BoxLanes::kPadding})) commit(), refill();
  }

  /// Emits `id` with each of `others` that is a hit. Writes a whole vector and keeps the hits: a
  /// branch on whether there are any would cost more.
  template <class D, class V>
  HWY_INLINE void emit(D floats, V id, V others, hn::Mask<D> hits) {
    const hn::RebindToUnsigned<D> d;
    const auto met = compressed(floats, others, hits);
    const std::size_t count = hn::CountTrue(floats, hits);
    store(d, hn::Min(id, met), hn::Max(id, met), count, &at_->a);
    at_ += kRules ? keep_eligible(count) : count;
  }

 private:
  // Once only, though taking the next block may throw.
  void commit() {
    out_.commit(static_cast<std::size_t>(at_ - begin_));
    begin_ = at_;
  }
  void refill() {
    begin_ = at_ = out_.room(kSparePairs);
    end_ = begin_ + kSparePairs;
  }
  std::size_t keep_eligible(std::size_t count) const {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count; ++k) {
      at_[kept] = at_[k];
      kept += eligible(frame_, at_[kept].a, at_[kept].b);
    }
    return kept;
  }

  const Frame& frame_;
  PairSink& out_;
  Pair *begin_, *at_, *end_;
};

/// One box in every lane.
template <class D>
struct Spread {
  HWY_INLINE Spread(const Edges& lanes, std::uint32_t at)
      : min_x(hn::Set(D(), lanes.min_x[at])),
        min_y(hn::Set(D(), lanes.min_y[at])),
        max_x(hn::Set(D(), lanes.max_x[at])),
        max_y(hn::Set(D(), lanes.max_y[at])),
        id(hn::Set(hn::RebindToUnsigned<D>(), lanes.id[at])) {}

  hn::Vec<D> min_x, min_y, max_x, max_y;
  hn::Vec<hn::RebindToUnsigned<D>> id;
};

/// `overlaps`, for the box and all of a vector.
template <class D>
HWY_INLINE hn::Mask<D> overlaps_each(const Spread<D>& box, const Edges& lanes, std::uint32_t at) {
  const D d;
  const auto x = hn::And(hn::Lt(hn::LoadU(d, lanes.min_x + at), box.max_x),
                         hn::Lt(box.min_x, hn::LoadU(d, lanes.max_x + at)));
  const auto y = hn::And(hn::Lt(hn::LoadU(d, lanes.min_y + at), box.max_y),
                         hn::Lt(box.min_y, hn::LoadU(d, lanes.max_y + at)));
  return hn::And(x, y);
}

/// Emits the pairs of the box at `at` with those hits of a run that `keep(position, hits)` keeps.
/// Always looks at one vector at least: most runs are shorter, and whether one is empty is a branch
/// that cannot be predicted. The box is spread only after `prepare`, which may call the sink:
/// vector registers do not outlive a call.
template <class W, class Keep>
HWY_INLINE void emit_run(const Edges& lanes, std::uint32_t at, Run run, W& out, Keep keep) {
  const Floats d;
  const auto step = static_cast<std::uint32_t>(hn::Lanes(d));
  do {
    out.prepare();
    const Spread<Floats> box(lanes, at);
    const std::uint32_t end = std::min(run.end, run.begin + W::kRun);
    do {
      const auto hits =
          hn::And(hn::FirstN(d, end - run.begin), overlaps_each(box, lanes, run.begin));
      out.emit(d, box.id, hn::LoadU(Ids(), lanes.id + run.begin), keep(run.begin, hits));
      run.begin += step;
    } while (run.begin < end);
  } while (run.begin < run.end);
}
template <class W>
HWY_INLINE void emit_run(const Edges& lanes, std::uint32_t at, Run run, W& out) {
  emit_run(lanes, at, run, out, [](std::uint32_t, Hits hits) { return hits; });
}

/// The same for a run for which `prepare` was called, with a box spread before.
template <class D, class W>
HWY_INLINE void emit_prepared(const Edges& lanes, const Spread<D>& box, Run run, W& out) {
  const D d;
  const hn::RebindToUnsigned<D> ids;
  const hn::RebindToSigned<D> numbers;
  do {
    const auto left = hn::Set(numbers, static_cast<std::int32_t>(run.end - run.begin));
    const auto hits = hn::And(hn::RebindMask(d, hn::Lt(hn::Iota(numbers, 0), left)),
                              overlaps_each(box, lanes, run.begin));
    out.emit(d, box.id, hn::LoadU(ids, lanes.id + run.begin), hits);
    run.begin += static_cast<std::uint32_t>(hn::Lanes(d));
  } while (HWY_UNLIKELY(run.begin < run.end));
}

/// `emit_neighbors` where the reach is 1, as it nearly always is: one box looks at two runs, and
/// as both are short, it asks for room only once.
template <class D, bool kRules>
HWY_INLINE void emit_adjacent(const Frame& frame, const GridLanes& in, Run run, PairSink& out) {
  const Edges lanes(in.lanes);
  const std::uint32_t *const slots = in.lanes.slot.data(), *const starts = in.starts;
  const std::uint32_t first_slot = in.grid.first_slot, stride = in.grid.stride, mask = in.grid.mask;
  Writer<kRules> writer(frame, out);
  for (std::uint32_t at = run.begin; at < run.end; ++at) {
    const std::uint32_t slot = slots[at] - first_slot, below = (slot + stride) & mask;
    const Run row{at + 1, starts[slot + 2]}, next_row{starts[below - 1], starts[below + 2]};
    const std::uint32_t met = row.end - row.begin + next_row.end - next_row.begin;
    if (HWY_UNLIKELY(met > Writer<kRules>::kRun)) {
      emit_run(lanes, at, row, writer), emit_run(lanes, at, next_row, writer);
      continue;
    }
    writer.prepare();
    const Spread<D> box(lanes, at);
    emit_prepared(lanes, box, row, writer), emit_prepared(lanes, box, next_row, writer);
  }
}

/// Whether nearly all boxes meet no more in the row below than a short vector holds; by a sample.
bool few_are_met(const GridLanes& in, Run run) {
  constexpr std::uint32_t kMax = 64, kEach = 16, kFew = 8;
  const std::uint32_t step = std::max(kEach, (run.end - run.begin) / kMax);
  std::uint32_t samples = 0, crowded = 0;
  for (std::uint32_t at = run.begin; at < run.end; at += step, ++samples) {
    const std::uint32_t slot = in.lanes.slot[at] - in.grid.first_slot;
    const std::uint32_t below = (slot + in.grid.stride) & in.grid.mask;
    crowded += in.starts[below + 2] - in.starts[below - 1] > kFew;
  }
  return crowded * kEach <= samples;
}

template <bool kRules>
HWY_INLINE void emit_neighbors_as(const Frame& frame, const GridLanes& in, Run run, PairSink& out) {
  if (run.begin >= run.end) return;
  if (in.grid.reach == 1)
    return few_are_met(in, run) ? emit_adjacent<FewFloats, kRules>(frame, in, run, out)
                                : emit_adjacent<Floats, kRules>(frame, in, run, out);
  const Edges lanes(in.lanes);
  const std::uint32_t *const slots = in.lanes.slot.data(), *const starts = in.starts;
  const std::uint32_t first_slot = in.grid.first_slot, stride = in.grid.stride, mask = in.grid.mask,
                      reach = in.grid.reach;
  Writer<kRules> writer(frame, out);
  for (std::uint32_t at = run.begin; at < run.end; ++at) {
    std::uint32_t slot = slots[at] - first_slot;
    emit_run(lanes, at, {at + 1, starts[slot + reach + 1]}, writer);
    for (std::uint32_t row = 0; row < reach; ++row) {
      slot = (slot + stride) & mask;
      emit_run(lanes, at, {starts[slot - reach], starts[slot + reach + 1]}, writer);
    }
  }
}

bool has_rules(const Frame& frame) { return !frame.filters.empty() || !frame.is_static.empty(); }

void EmitNeighbors(const Frame& frame, const GridLanes& in, Run run, PairSink& out) {
  has_rules(frame) ? emit_neighbors_as<true>(frame, in, run, out)
                   : emit_neighbors_as<false>(frame, in, run, out);
}

/// As `CellGrid::column` and `row`.
HWY_INLINE LineVec lines_of(FloatVec x, FloatVec per_px, FloatVec lowest, FloatVec highest) {
  const auto scaled = hn::Min(hn::Max(hn::Mul(x, per_px), lowest), highest);
  return hn::ConvertTo(Lines(), hn::Floor(scaled));
}

/// The boxes of the run kept in `row`: cells of other rows may share their slots.
template <class W>
HWY_INLINE void emit_row(const GridLanes& in, std::uint32_t at, Run run, std::int32_t row, W& out) {
  const CellGrid& grid = in.grid;
  emit_run(Edges(in.lanes), at, run, out, [&](std::uint32_t other, Hits hits) {
    const Floats d;
    const auto rows = lines_of(hn::LoadU(d, &in.lanes.min_y[other]), hn::Set(d, grid.per_px),
                               hn::Set(d, grid.lowest.y), hn::Set(d, grid.highest.y));
    return hn::And(hits, hn::RebindMask(d, hn::Eq(rows, hn::Set(Lines(), row))));
  });
}

template <class W>
HWY_INLINE void emit_cells(const GridLanes& in, std::uint32_t at, const CellRange& cells, W& out) {
  if (cells.right < cells.left) return;
  const auto columns = static_cast<std::uint32_t>(cells.right - cells.left) + 1;
  for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
    each_run(in, in.grid.slot(cells.left, row), columns,
             [&](Run run) { emit_row(in, at, run, row, out); });
}

template <bool kRules>
HWY_INLINE void emit_covered_as(const Frame& frame, Run run, const GridLanes& in, PairSink& out) {
  Writer<kRules> writer(frame, out);
  const Run all{in.starts[0], in.starts[in.grid.slots]};
  for (std::uint32_t at = run.begin; at < run.end; ++at) {
    const CellRange cells = in.grid.around(in.lanes.box(at));
    if (is_worth_scan(cells, in.grid, all.end - all.begin))
      emit_run(Edges(in.lanes), at, all, writer);
    else
      emit_cells(in, at, cells, writer);
  }
}

void EmitCovered(const Frame& frame, Run run, const GridLanes& in, PairSink& out) {
  has_rules(frame) ? emit_covered_as<true>(frame, run, in, out)
                   : emit_covered_as<false>(frame, run, in, out);
}

/// What `slots_of` needs of a grid: one grid in all lanes, or each its own.
struct GridVec {
  FloatVec per_px, left, top, right, bottom;
  IdVec stride, offset, mask, first_slot;
  LineVec reach;
};
HWY_INLINE GridVec same_grid(const CellGrid& g) {
  const Floats f;
  const Ids d;
  return {hn::Set(f, g.per_px),     hn::Set(f, g.lowest.x),
          hn::Set(f, g.lowest.y),   hn::Set(f, g.highest.x),
          hn::Set(f, g.highest.y),  hn::Set(d, g.stride),
          hn::Set(d, g.offset),     hn::Set(d, g.mask),
          hn::Set(d, g.first_slot), hn::Set(Lines(), static_cast<std::int32_t>(g.reach))};
}
/// `yes` in the lanes where `hits`, else `no`.
HWY_INLINE GridVec chosen(Hits hits, const GridVec& yes, const GridVec& no) {
  const auto floats = [&](FloatVec y, FloatVec n) { return hn::IfThenElse(hits, y, n); };
  const auto ids = hn::RebindMask(Ids(), hits);
  const auto words = [&](IdVec y, IdVec n) { return hn::IfThenElse(ids, y, n); };
  return {floats(yes.per_px, no.per_px),
          floats(yes.left, no.left),
          floats(yes.top, no.top),
          floats(yes.right, no.right),
          floats(yes.bottom, no.bottom),
          words(yes.stride, no.stride),
          words(yes.offset, no.offset),
          words(yes.mask, no.mask),
          words(yes.first_slot, no.first_slot),
          hn::IfThenElse(hn::RebindMask(Lines(), hits), yes.reach, no.reach)};
}

/// In each lane the first grid with cells as large as the box; the last takes all.
HWY_INLINE GridVec grid_for(FloatVec size, std::span<const CellGrid> grids) {
  GridVec grid = same_grid(grids[0]);
  for (std::size_t k = 1; k < grids.size(); ++k) {
    const auto too_large = hn::Gt(size, hn::Set(Floats(), grids[k - 1].cell));
    grid = chosen(too_large, same_grid(grids[k]), grid);
  }
  return grid;
}

/// The slots of a vector of boxes; those that reach too far for their grid go into the last grid's
/// only one.
HWY_INLINE IdVec slots_of(FloatVec min_x, FloatVec min_y, FloatVec max_x, FloatVec max_y,
                          const GridVec& g, std::uint32_t last_slot) {
  const Ids d;
  const auto column_of = [&](FloatVec x) { return lines_of(x, g.per_px, g.left, g.right); };
  const auto row_of = [&](FloatVec y) { return lines_of(y, g.per_px, g.top, g.bottom); };
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
  const GridVec only = same_grid(grids.front());
  std::size_t i = 0;
  for (; i + step <= boxes.size(); i += step) {
    FloatVec min_x, min_y, max_x, max_y;
    hn::LoadInterleaved4(d, floats_of(&boxes[i]), min_x, min_y, max_x, max_y);
    const auto size = hn::Max(hn::Sub(max_x, min_x), hn::Sub(max_y, min_y));
    const GridVec grid = grids.size() <= 2 ? only : grid_for(size, grids);
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

HWY_EXPORT(EmitNeighbors);
HWY_EXPORT(EmitCovered);
HWY_EXPORT(PlaceBoxes);

void emit_neighbors(const Frame& frame, const GridLanes& in, Run run, PairSink& out) {
  HWY_DYNAMIC_DISPATCH(EmitNeighbors)(frame, in, run, out);
}
void emit_covered(const Frame& frame, Run run, const GridLanes& in, PairSink& out) {
  HWY_DYNAMIC_DISPATCH(EmitCovered)(frame, run, in, out);
}
void place_boxes(std::span<const Aabb> boxes, std::span<const CellGrid> grids,
                 std::uint32_t* slots) {
  HWY_DYNAMIC_DISPATCH(PlaceBoxes)(boxes, grids, slots);
}

}  // namespace phasebox
#endif
