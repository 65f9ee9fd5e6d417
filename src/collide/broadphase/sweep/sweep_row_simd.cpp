// SPDX-License-Identifier: MIT
// The loops of a sweep (Highway; compiled once per instruction set, chosen at run time).
#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

#include "collide/broadphase/sweep/sweep_row.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/sweep/sweep_row_simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "collide/broadphase/kernels/box_columns_simd.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {
namespace {

/// Box i against those behind it, many at a time: a branch asks whether any of them met, one
/// whether the row goes on. That each ends behind the begin of box i is known from the order.
/// Returns the number of pairs. With `Often` the first few, mostly all, are stored without a
/// branch, which would be unpredictable where every other box has a pair.
template <bool Often>
HWY_INLINE std::size_t sweep_from(const Columns& boxes, std::size_t i, PairWriter& out) {
  const Floats d;
  const SpreadBox<Floats> box(boxes, i);
  std::size_t found = 0;
  for (std::size_t j = i + 1;; j += hn::Lanes(d)) {
    const auto begun = hn::Lt(hn::LoadU(d, boxes.min_x + j), box.max_x);
    const auto met = hn::And(begun, overlaps_along_y(box, boxes, j));
    if ((Often && j == i + 1) || !hn::AllFalse(d, met)) {
      out.prepare();
      found += emit_hits(d, box.id, hn::LoadU(Ids(), boxes.id + j), met, out);
    }
    if (!hn::AllTrue(d, begun)) return found;
  }
}

/// The last block says how the next one is best taken; the pairs are the same.
void Sweep(const BoxColumns& row, Run run, PairWriter& out) {
  constexpr std::uint32_t kBlock = 128, kOften = kBlock / 6;
  const Columns boxes(row);
  std::size_t found = 0;
  while (run.begin < run.end) {
    const std::uint32_t end = std::min(run.begin + kBlock, run.end);
    std::size_t count = 0;
    if (found > kOften)
      for (; run.begin < end; ++run.begin) count += sweep_from<true>(boxes, run.begin, out);
    else
      for (; run.begin < end; ++run.begin) count += sweep_from<false>(boxes, run.begin, out);
    found = count;
  }
}

/// Emits the box with those of the other row from `at` on that begin before it ends. Both edges are
/// compared: which flat boxes come first is known within a row only.
HWY_INLINE void meet(const SpreadBox<Floats>& box, const Columns& boxes, std::size_t at,
                     PairWriter& out) {
  const Floats d;
  for (;; at += hn::Lanes(d)) {
    const auto met = overlaps_each(box, boxes, at);
    if (!hn::AllFalse(d, met)) {
      out.prepare();
      emit_hits(d, box.id, hn::LoadU(Ids(), boxes.id + at), met, out);
    }
    if (!hn::AllTrue(d, hn::Lt(hn::LoadU(d, boxes.min_x + at), box.max_x))) return;
  }
}

/// Boxes of one row against those of another, from the first that may reach them. `reach` grows, so
/// what ends before one of the boxes ends before the next.
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

/// Boxes of one row against those of another that begin behind them, before they end. At equal
/// begins the first row's come first, if it `is_first`. Two passes, each with the other row first,
/// meet all pairs once.
void SweepBetween(const BoxColumns& row, Run run, const BoxColumns& other, bool is_first,
                  PairWriter& out) {
  const Columns from(row), to(other);
  const float* const end = to.min_x + other.size();
  const auto behind = [&](const float* at, float begin) {
    return is_first ? std::lower_bound(at, end, begin) : std::upper_bound(at, end, begin);
  };
  const float* next = behind(to.min_x, from.min_x[run.begin]);
  for (std::uint32_t i = run.begin; i < run.end; ++i) {
    const float begin = from.min_x[i];
    while (next < end && (is_first ? *next < begin : *next <= begin)) ++next;
    meet(SpreadBox<Floats>(from, i), to, static_cast<std::size_t>(next - to.min_x), out);
  }
}

/// Stops where boxes begin at the end of `seen` or behind.
std::size_t Query(const BoxColumns& row, const Aabb& seen, std::size_t from, std::size_t to,
                  SpriteId* out) {
  const Floats d;
  const SpreadBox<Floats> box(seen);
  const Columns boxes(row);
  std::size_t found = 0;
  for (; from < to && boxes.min_x[from] < seen.max.x; from += hn::Lanes(d)) {
    const auto met = hn::And(overlaps_each(box, boxes, from), hn::FirstN(d, to - from));
    if (hn::AllFalse(d, met)) continue;
    hn::StoreU(compressed(d, hn::LoadU(Ids(), boxes.id + from), met), Ids(), out + found);
    found += hn::CountTrue(d, met);
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
HWY_EXPORT(SweepBetween);
HWY_EXPORT(Query);

namespace {

/// Calls `sweep` with one block of the run after the other, and asks before each whether to go on:
/// each box may meet all that follow.
template <class Sweep>
void in_sweep_blocks(const Frame& f, Run run, Sweep sweep) {
  constexpr std::uint32_t kBlock = 4096;
  for (; run.begin < run.end; run.begin = std::min(run.begin + kBlock, run.end)) {
    check_limit(f);
    sweep(Run{run.begin, std::min(run.begin + kBlock, run.end)});
  }
}

}  // namespace

void SweepRow::note_reach() {
  reach_.resize(size());
  float furthest = -std::numeric_limits<float>::infinity();
  for (std::size_t k = 0; k < size(); ++k) reach_[k] = furthest = std::max(furthest, end(k));
}

void SweepRow::find_pairs(const Frame& f, Check check, PairSink& out) {
  const unsigned parts = PairParts::parts_for(f, size());
  pair_parts_.find(f, parts, out, [&](unsigned part, PairSink& found) {
    PairWriter writer(f, found, check);
    in_sweep_blocks(f, part_of(size(), parts, part), [&](Run block) {
      HWY_DYNAMIC_DISPATCH(Sweep)(boxes_, block, writer);
    });
  });
}

void SweepRow::find_pairs(const Frame& f, Check check, const SweepRow& narrow, const SweepRow& wide,
                          PairSink& out) {
  assert(narrow.reach_.size() == narrow.size() && "its reach is noted");
  const unsigned parts = PairParts::parts_for(f, size() + narrow.size() + wide.size());
  pair_parts_.find(f, parts, out, [&](unsigned part, PairSink& found) {
    PairWriter writer(f, found, check);
    in_sweep_blocks(f, part_of(size(), parts, part), [&](Run block) {
      HWY_DYNAMIC_DISPATCH(Sweep)(boxes_, block, writer);
      HWY_DYNAMIC_DISPATCH(SweepReaching)(boxes_, block, narrow.boxes_, narrow.reach_, writer);
      HWY_DYNAMIC_DISPATCH(SweepBetween)(boxes_, block, wide.boxes_, true, writer);
    });
    in_sweep_blocks(f, part_of(wide.size(), parts, part), [&](Run block) {
      HWY_DYNAMIC_DISPATCH(SweepBetween)(wide.boxes_, block, boxes_, false, writer);
    });
  });
}

std::size_t SweepRow::query(const Aabb& seen, std::size_t from, std::size_t to,
                            SpriteId* out) const {
  return HWY_DYNAMIC_DISPATCH(Query)(boxes_, seen, from, to, out);
}

}  // namespace phasebox
#endif
