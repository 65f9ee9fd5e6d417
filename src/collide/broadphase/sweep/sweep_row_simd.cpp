// SPDX-License-Identifier: MIT
// The loops of a sweep (Highway; compiled once per instruction set, chosen at run time).
#include <algorithm>

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

/// Stops where boxes begin behind the asked one.
std::size_t Query(const BoxColumns& row, const Aabb& seen, std::size_t from, std::size_t to,
                  SpriteId* out) {
  const Floats d;
  const Columns boxes(row);
  const SpreadBox<Floats> box(seen);
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
HWY_EXPORT(Query);

void SweepRow::find_pairs(const Frame& f, Check check, PairSink& out) {
  constexpr std::uint32_t kBlock = 4096;  // boxes; each may meet all that follow
  const unsigned parts = PairParts::parts_for(f, size());
  pair_parts_.find(f, parts, out, [&](unsigned part, PairSink& found) {
    PairWriter writer(f, found, check);
    for (Run run = part_of(parts, part); run.begin < run.end;) {
      check_limit(f);
      const Run block{run.begin, std::min(run.begin + kBlock, run.end)};
      HWY_DYNAMIC_DISPATCH(Sweep)(boxes_, block, writer);
      run.begin = block.end;
    }
  });
}

std::size_t SweepRow::query(const Aabb& seen, std::size_t from, std::size_t to,
                            SpriteId* out) const {
  return HWY_DYNAMIC_DISPATCH(Query)(boxes_, seen, from, to, out);
}

}  // namespace phasebox
#endif
