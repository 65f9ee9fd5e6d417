// SPDX-License-Identifier: MIT
// The sweep with vector instructions, compiled for each kind of processor and chosen at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/sweep/sweep_kernel.cpp"
#include "collide/broadphase/sweep/sweep_kernel.hpp"

#include <algorithm>

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most kMaxLanes at a time, for this many are padded behind the row.
using Floats = hn::CappedTag<float, kMaxLanes>;
using Ids = hn::RebindToUnsigned<Floats>;

/// Keeps the ids of those that met, next to `id`; smaller id first. How many there were.
template <class Mask>
HWY_INLINE std::size_t store_pairs(Mask met, const SpriteId* ids, SpriteId id, Pair* to) {
  const Ids d;
  const auto theirs = hn::Compress(hn::LoadU(d, ids), hn::RebindMask(d, met));
  const auto own = hn::Set(d, id);
  hn::StoreInterleaved2(hn::Min(own, theirs), hn::Max(own, theirs), d, &to->a);
  return hn::CountTrue(Floats(), met);
}

/// Box i against those behind it, many at a time: a branch asks whether any of them met, one
/// whether the row goes on. Returns the number of pairs. With `Often` the first few, mostly all,
/// are stored without a branch, which would be unpredictable where every other box has a pair.
template <bool Often>
HWY_INLINE std::size_t sweep_from(const SweepRow& row, std::size_t i, PairBatch& out) {
  const Floats d;
  const auto end = hn::Set(d, row.end[i]);
  const auto low = hn::Set(d, row.low[i]), high = hn::Set(d, row.high[i]);
  std::size_t found = 0;
  for (std::size_t j = i + 1;; j += hn::Lanes(d)) {
    const auto begun = hn::Lt(hn::LoadU(d, row.begin + j), end);
    const auto across =
        hn::And(hn::Lt(hn::LoadU(d, row.low + j), high), hn::Lt(low, hn::LoadU(d, row.high + j)));
    const auto met = hn::And(begun, across);
    if ((Often && j == i + 1) || !hn::AllFalse(d, met)) {
      const std::size_t stored = store_pairs(met, row.id + j, row.id[i], out.room());
      out.commit(stored);
      found += stored;
    }
    if (!hn::AllTrue(d, begun)) return found;
  }
}

/// The last block says how the next one is best taken; the pairs are the same.
void sweep(const SweepRow& row, std::size_t from, std::size_t to, PairBatch& out) {
  constexpr std::size_t kBlock = 128, kOften = kBlock / 6;
  std::size_t found = 0;
  while (from < to) {
    const std::size_t end = std::min(from + kBlock, to);
    std::size_t count = 0;
    if (found > kOften)
      for (; from < end; ++from) count += sweep_from<true>(row, from, out);
    else
      for (; from < end; ++from) count += sweep_from<false>(row, from, out);
    found = count;
  }
}

std::size_t meet(const SweepRow& row, std::size_t from, std::size_t to, const Reach& box,
                 SpriteId* out) {
  const Floats d;
  const Ids di;
  const auto begin = hn::Set(d, box.begin), end = hn::Set(d, box.end);
  const auto low = hn::Set(d, box.low), high = hn::Set(d, box.high);
  std::size_t found = 0;
  for (std::size_t j = from; j < to; j += hn::Lanes(d)) {
    const auto begun = hn::Lt(hn::LoadU(d, row.begin + j), end);
    const auto along = hn::And(begun, hn::Lt(begin, hn::LoadU(d, row.end + j)));
    const auto across =
        hn::And(hn::Lt(hn::LoadU(d, row.low + j), high), hn::Lt(low, hn::LoadU(d, row.high + j)));
    const auto met = hn::And(hn::And(along, across), hn::FirstN(d, to - j));
    if (!hn::AllFalse(d, met)) {
      const auto ids = hn::LoadU(di, row.id + j);
      hn::StoreU(hn::Compress(ids, hn::RebindMask(di, met)), di, out + found);
      found += hn::CountTrue(d, met);
    }
    if (!hn::AllTrue(d, begun)) break;
  }
  return found;
}

}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {
namespace {
HWY_EXPORT(sweep);
HWY_EXPORT(meet);
}  // namespace

void sweep_row(const SweepRow& row, std::size_t from, std::size_t to, PairBatch& out) {
  HWY_DYNAMIC_DISPATCH(sweep)(row, from, to, out);
}

std::size_t meet_row(const SweepRow& row, std::size_t from, std::size_t to, const Reach& box,
                     SpriteId* out) {
  return HWY_DYNAMIC_DISPATCH(meet)(row, from, to, box, out);
}

}  // namespace phasebox
#endif
