// SPDX-License-Identifier: MIT
// The loops over rows of boxes (Highway; compiled once per instruction set).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/sweep/sweep_row_simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "collide/broadphase/kernels/box_columns_simd.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {

namespace {

/// Emits the pairs of box i with the boxes after it, a vector at a time: one branch asks whether
/// any of them overlaps, one whether the row goes on. The order already says that each of them ends
/// behind the begin of box i. Returns the number of pairs, and adds to `tests` how many boxes were
/// compared, but for the last vector about. With `Often` the hits of the first vector, mostly all,
/// are stored without a branch, which would be unpredictable where every other box has a pair.
template <bool Often>
HWY_INLINE std::size_t sweep_from(const Columns& boxes, std::size_t i, PairWriter& out,
                                  std::size_t& tests) {
  const Floats d;
  const SpreadBox<Floats> box(boxes, i);
  std::size_t found = 0;
  for (std::size_t j = i + 1;; j += hn::Lanes(d)) {
    const auto begun = hn::Lt(hn::LoadU(d, boxes.min_x + j), box.max_x);
    const auto met = hn::And(begun, overlaps_along_y(box, boxes, j));
    if ((Often && j == i + 1) || !is_none(d, met)) {
      out.prepare();
      found += emit_hits(d, box.id, hn::LoadU(Ids(), boxes.id + j), met, out);
    }
    if (hn::AllTrue(d, begun)) continue;
    tests += j - i;
    return found;
  }
}

/// Emits the pairs of each box of the run with the boxes after it in the row. The number of pairs
/// in a block decides by which variant of `sweep_from` the next block is swept; the pairs are the
/// same. Returns about how many boxes were compared.
std::int64_t Sweep(const BoxColumns& row, Run run, PairWriter& out) {
  constexpr std::uint32_t kBlock = 128, kOften = kBlock / 6;
  const Columns boxes(row);
  std::size_t found = 0, tests = 0;
  while (run.begin < run.end) {
    const std::uint32_t end = std::min(run.begin + kBlock, run.end);
    std::size_t count = 0;
    if (found > kOften)
      for (; run.begin < end; ++run.begin) count += sweep_from<true>(boxes, run.begin, out, tests);
    else
      for (; run.begin < end; ++run.begin) count += sweep_from<false>(boxes, run.begin, out, tests);
    found = count;
  }
  return static_cast<std::int64_t>(tests);
}

/// Emits the pairs of the box with those of the other row from `at` on, up to the first that begins
/// behind its end. All four edges are compared: which flat boxes come first is known within a row
/// only.
HWY_INLINE void meet(const SpreadBox<Floats>& box, const Columns& boxes, std::size_t at,
                     PairWriter& out) {
  const Floats d;
  for (;; at += hn::Lanes(d)) {
    const auto met = overlaps_each(box, boxes, at);
    if (!is_none(d, met)) {
      out.prepare();
      emit_hits(d, box.id, hn::LoadU(Ids(), boxes.id + at), met, out);
    }
    if (!hn::AllTrue(d, hn::Lt(hn::LoadU(d, boxes.min_x + at), box.max_x))) return;
  }
}

/// Emits the pairs of the boxes of a run with those of another row. `reach` are the furthest ends
/// noted for that row: as they never decrease, and boxes of the run begin one after the other, the
/// first box that may overlap only moves on.
void SweepReaching(const BoxColumns& row, Run run, const BoxColumns& other,
                   std::span<const float> reach, PairWriter& out) {
  constexpr std::size_t kStep = 8;
  const Columns from(row), to(other);
  std::size_t first = 0;
  for (std::size_t step = std::bit_floor(std::max(reach.size(), std::size_t{1})); step >= kStep;
       step /= 2)
    if (first + step <= reach.size() && reach[first + step - 1] <= from.min_x[run.begin])
      first += step;
  for (std::uint32_t i = run.begin; i < run.end; ++i) {
    while (first + kStep <= reach.size() && reach[first + kStep - 1] <= from.min_x[i])
      first += kStep;
    meet(SpreadBox<Floats>(from, i), to, first, out);
  }
}

/// Writes the ids of the boxes in [from, to) that overlap `seen`; returns how many. Stops where
/// boxes begin at the end of `seen` or behind it.
std::size_t Query(const BoxColumns& row, const Aabb& seen, std::size_t from, std::size_t to,
                  SpriteId* out) {
  const Floats d;
  const SpreadBox<Floats> box(seen);
  const Columns boxes(row);
  std::size_t found = 0;
  for (; from < to && boxes.min_x[from] < seen.max.x; from += hn::Lanes(d)) {
    const auto met = hn::And(overlaps_each(box, boxes, from), hn::FirstN(d, to - from));
    if (is_none(d, met)) continue;
    hn::StoreU(compressed(d, hn::LoadU(Ids(), boxes.id + from), met), Ids(), out + found);
    found += count_of(d, met);
  }
  return found;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(Sweep);
HWY_EXPORT(SweepReaching);
HWY_EXPORT(Query);

namespace {

/// Calls `sweep` with one block of the run after the other. Asks before each whether the search is
/// stopped: a block may take long, as each of its boxes may meet all that follow.
template <class Sweep>
void in_sweep_blocks(const Frame& f, Run run, Sweep sweep) {
  constexpr std::uint32_t kBlock = 1024;
  for (; run.begin < run.end; run.begin = std::min(run.begin + kBlock, run.end)) {
    if (is_stopped(f)) return;
    sweep(Run{run.begin, std::min(run.begin + kBlock, run.end)});
  }
}

}  // namespace

void SweepRow::note_reach(Run run) {
  reach_.resize(size());
  float furthest = -std::numeric_limits<float>::infinity();
  for (std::uint32_t k = run.begin; k < run.end; ++k)
    reach_[k] = furthest = std::max(furthest, end(k));
}

void SweepRow::find_pairs(const Frame& f, Check check, PairSink& out,
                          std::span<const SweepRow> others, std::atomic<std::int64_t>* left) {
  std::size_t all = size();
  for (const SweepRow& other : others) all += other.size();
  const unsigned parts = PairParts::parts_for(f, all);
  pair_parts_.find(f, parts, out, [&](unsigned part, PairSink& found) {
    PairWriter writer(f, found, check);
    in_sweep_blocks(f, part_of(size(), parts, part), [&](Run block) {
      if (left && *left < 0) return;
      const std::int64_t tests = HWY_DYNAMIC_DISPATCH(Sweep)(boxes_, block, writer);
      if (left) *left -= tests;
      for (const SweepRow& other : others)
        HWY_DYNAMIC_DISPATCH(SweepReaching)(boxes_, block, other.boxes_, other.reach_, writer);
    });
  });
}

std::size_t SweepRow::query(const Aabb& seen, std::size_t from, std::size_t to,
                            SpriteId* out) const {
  return HWY_DYNAMIC_DISPATCH(Query)(boxes_, seen, from, to, out);
}

}  // namespace phasebox
#endif
