// SPDX-License-Identifier: MIT
// The sweep with vector instructions, compiled for each kind of processor and chosen at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/broadphase/sweep_kernel.cpp"
#include "core/broadphase/sweep_kernel.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most kMostLanes at a time, for this many are padded behind the row.
using Floats = hn::CappedTag<float, kMostLanes>;
using Ids = hn::RebindToUnsigned<Floats>;

/// Keeps the ids of those that met, next to `id`; smaller id first. How many there were.
template <class Mask>
std::size_t store_pairs(Mask met, const SpriteId* ids, SpriteId id, Pair* to) {
  const Ids d;
  const auto theirs = hn::Compress(hn::LoadU(d, ids), hn::RebindMask(d, met));
  const auto own = hn::Set(d, id);
  hn::StoreInterleaved2(hn::Min(own, theirs), hn::Max(own, theirs), d, &to->a);
  return hn::CountTrue(Floats(), met);
}

/// A branch on each comparison would come out either way; here one asks whether anyone of many met,
/// and one whether the row goes on.
void sweep(const SweepRow& row, std::size_t from, std::size_t to, PairBatch& out) {
  const Floats d;
  for (std::size_t i = from; i < to; ++i) {
    const auto end = hn::Set(d, row.end[i]);
    const auto low = hn::Set(d, row.low[i]), high = hn::Set(d, row.high[i]);
    for (std::size_t j = i + 1;; j += hn::Lanes(d)) {
      const auto begun = hn::Lt(hn::LoadU(d, row.begin + j), end);
      const auto across =
          hn::And(hn::Lt(hn::LoadU(d, row.low + j), high), hn::Lt(low, hn::LoadU(d, row.high + j)));
      const auto met = hn::And(begun, across);
      if (!hn::AllFalse(d, met)) out.commit(store_pairs(met, row.id + j, row.id[i], out.room()));
      if (!hn::AllTrue(d, begun)) break;
    }
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
    const auto along =
        hn::And(hn::Lt(hn::LoadU(d, row.begin + j), end), hn::Lt(begin, hn::LoadU(d, row.end + j)));
    const auto across =
        hn::And(hn::Lt(hn::LoadU(d, row.low + j), high), hn::Lt(low, hn::LoadU(d, row.high + j)));
    const auto met = hn::And(hn::And(along, across), hn::FirstN(d, to - j));
    hn::StoreU(hn::Compress(hn::LoadU(di, row.id + j), hn::RebindMask(di, met)), di, out + found);
    found += hn::CountTrue(d, met);
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
