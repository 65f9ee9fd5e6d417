// SPDX-License-Identifier: MIT
// Vectors of boxes in columns: the overlap mask, and how hits become pairs (Highway; a header for
// files that are compiled once per instruction set).
#if defined(PHASEBOX_BOX_COLUMNS_SIMD) == defined(HWY_TARGET_TOGGLE)
#ifdef PHASEBOX_BOX_COLUMNS_SIMD
#undef PHASEBOX_BOX_COLUMNS_SIMD
#else
#define PHASEBOX_BOX_COLUMNS_SIMD
#endif

#include <algorithm>
#include <array>
#include <bit>

#include <hwy/highway.h>

#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/segment.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The widest vectors of the machine, limited to the padding of `BoxColumns`.
using Floats = hn::CappedTag<float, BoxColumns::kPadding>;
using Ids = hn::RebindToUnsigned<Floats>;
using FloatVec = hn::Vec<Floats>;
using IdVec = hn::Vec<Ids>;
using Hits = hn::Mask<Floats>;

/// The columns as pointers in local variables: the compiler knows that storing a pair does not
/// change them.
struct Columns {
  explicit Columns(const BoxColumns& boxes)
      : min_x(boxes.min_x.data()),
        min_y(boxes.min_y.data()),
        max_x(boxes.max_x.data()),
        max_y(boxes.max_y.data()),
        id(boxes.id.data()) {}

  const float *min_x, *min_y, *max_x, *max_y;
  const SpriteId* id;
};

/// One box, with its edges and its sprite's id repeated in every lane.
template <class D>
struct SpreadBox {
  HWY_INLINE SpreadBox(const Columns& boxes, std::size_t at)
      : min_x(hn::Set(D(), boxes.min_x[at])),
        min_y(hn::Set(D(), boxes.min_y[at])),
        max_x(hn::Set(D(), boxes.max_x[at])),
        max_y(hn::Set(D(), boxes.max_y[at])),
        id(hn::Set(hn::RebindToUnsigned<D>(), boxes.id[at])) {}
  HWY_INLINE explicit SpreadBox(const Aabb& box, SpriteId sprite = 0)
      : min_x(hn::Set(D(), box.min.x)),
        min_y(hn::Set(D(), box.min.y)),
        max_x(hn::Set(D(), box.max.x)),
        max_y(hn::Set(D(), box.max.y)),
        id(hn::Set(hn::RebindToUnsigned<D>(), sprite)) {}

  hn::Vec<D> min_x, min_y, max_x, max_y;
  hn::Vec<hn::RebindToUnsigned<D>> id;
};

/// Returns the lanes in which the box overlaps the vector of boxes at `at` on the y axis.
template <class D>
HWY_INLINE hn::Mask<D> overlaps_along_y(const SpreadBox<D>& box, const Columns& boxes,
                                        std::size_t at) {
  const D d;
  return hn::And(hn::Lt(hn::LoadU(d, boxes.min_y + at), box.max_y),
                 hn::Lt(box.min_y, hn::LoadU(d, boxes.max_y + at)));
}

/// Returns the lanes in which the box overlaps the vector of boxes at `at`, as `overlaps` does.
template <class D>
HWY_INLINE hn::Mask<D> overlaps_each(const SpreadBox<D>& box, const Columns& boxes,
                                     std::size_t at) {
  const D d;
  const auto x = hn::And(hn::Lt(hn::LoadU(d, boxes.min_x + at), box.max_x),
                         hn::Lt(box.min_x, hn::LoadU(d, boxes.max_x + at)));
  return hn::And(x, overlaps_along_y(box, boxes, at));
}

/// One band, with its members repeated in every lane.
struct SpreadBand {
  HWY_INLINE explicit SpreadBand(const SegmentBand& band)
      : min_x(hn::Set(Floats(), band.bounds.min.x)),
        min_y(hn::Set(Floats(), band.bounds.min.y)),
        max_x(hn::Set(Floats(), band.bounds.max.x)),
        max_y(hn::Set(Floats(), band.bounds.max.y)),
        from_x(hn::Set(Floats(), band.from.x)),
        from_y(hn::Set(Floats(), band.from.y)),
        normal_x(hn::Set(Floats(), band.normal.x)),
        normal_y(hn::Set(Floats(), band.normal.y)),
        slack(hn::Set(Floats(), band.slack)) {}

  FloatVec min_x, min_y, max_x, max_y, from_x, from_y, normal_x, normal_y, slack;
};

/// Returns the lanes in which the band may meet the vector of boxes at `at`, as
/// `SegmentBand::may_meet` does.
HWY_INLINE Hits overlaps_each(const SpreadBand& band, const Columns& boxes, std::size_t at) {
  const Floats d;
  const auto left = hn::Max(hn::LoadU(d, boxes.min_x + at), band.min_x);
  const auto right = hn::Min(hn::LoadU(d, boxes.max_x + at), band.max_x);
  const auto top = hn::Max(hn::LoadU(d, boxes.min_y + at), band.min_y);
  const auto bottom = hn::Min(hn::LoadU(d, boxes.max_y + at), band.max_y);
  const auto above = hn::Mul(band.normal_y, hn::Sub(top, band.from_y));
  const auto below = hn::Mul(band.normal_y, hn::Sub(bottom, band.from_y));
  const auto least =
      hn::Add(hn::Mul(band.normal_x, hn::Sub(left, band.from_x)), hn::Min(above, below));
  const auto most =
      hn::Add(hn::Mul(band.normal_x, hn::Sub(right, band.from_x)), hn::Max(above, below));
  const auto in_bounds = hn::And(hn::Le(left, right), hn::Le(top, bottom));
  const auto not_beyond = hn::AndNot(hn::Gt(least, band.slack), in_bounds);
  return hn::AndNot(hn::Lt(most, hn::Neg(band.slack)), not_beyond);
}

#if HWY_TARGET == HWY_WASM
/// Returns the mask as bits, the lowest for the first lane. Highway's own function (1.0) writes
/// them to memory and reads them again.
template <class D>
HWY_INLINE std::uint32_t bits_of(D d, hn::Mask<D> hits) {
  static_assert(sizeof(hn::TFromD<D>) == 4);
  return static_cast<std::uint32_t>(wasm_i32x4_bitmask(hits.raw)) & ((1u << hn::Lanes(d)) - 1);
}

/// A table [mask of four lanes] that tells how to move the lanes set in the mask to the front, in
/// order: for each byte of the result, the byte of the vector that it comes from.
inline constexpr auto kCompressBytes = [] {
  std::array<std::array<std::uint8_t, 16>, 16> table{};
  for (unsigned mask = 0; mask < 16; ++mask) {
    std::size_t to = 0;
    for (unsigned lane = 0; lane < 4; ++lane)
      for (unsigned byte = 0; (mask >> lane & 1) && byte < 4; ++byte)
        table[mask][to++] = static_cast<std::uint8_t>(4 * lane + byte);
  }
  return table;
}();
#endif

/// Returns the number of lanes that are hits.
template <class D>
HWY_INLINE std::size_t count_of(D d, hn::Mask<D> hits) {
#if HWY_TARGET == HWY_WASM
  return static_cast<std::size_t>(std::popcount(bits_of(d, hits)));
#else
  return hn::CountTrue(d, hits);
#endif
}
template <class D>
HWY_INLINE bool is_none(D d, hn::Mask<D> hits) {
#if HWY_TARGET == HWY_WASM
  return bits_of(d, hits) == 0;
#else
  return hn::AllFalse(d, hits);
#endif
}

/// Returns the lanes of `v` that are hits, moved to the front; the other lanes hold any values.
template <class D, class V>
HWY_INLINE V compressed([[maybe_unused]] D floats, V v, hn::Mask<D> hits) {
  const hn::DFromV<V> d;
#if HWY_TARGET == HWY_AVX2
  std::uint8_t bits[8];
  hn::StoreMaskBits(floats, hits, bits);
  const hn::RebindToUnsigned<D> ids;
  const auto lanes =
      hn::Shr(hn::Set(ids, kCompressTable[bits[0]]), hn::ShiftLeft<2>(hn::Iota(ids, 0)));
  return hn::TableLookupLanes(v, hn::IndicesFromVec(d, hn::And(lanes, hn::Set(ids, 7))));
#elif HWY_TARGET == HWY_WASM
  static_cast<void>(d);
  return V{wasm_i8x16_swizzle(v.raw, wasm_v128_load(kCompressBytes[bits_of(floats, hits)].data()))};
#else
  return hn::Compress(v, hn::RebindMask(d, hits));
#endif
}

/// Writes pairs (first[k], second[k]) to `to`: at least the first `count`, and perhaps some more
/// without a meaning. The second half of the vectors is stored only when it is needed, which is
/// seldom: emission waits for stores, nearly every one of which crosses a cache line.
template <class D, class V>
HWY_INLINE void store_pairs([[maybe_unused]] D ids, V first, V second,
                            [[maybe_unused]] std::size_t count, std::uint32_t* to) {
#if HWY_TARGET == HWY_SCALAR
  hn::StoreInterleaved2(first, second, ids, to);
#else
  const hn::Half<D> d;
  hn::StoreInterleaved2(hn::LowerHalf(d, first), hn::LowerHalf(d, second), d, to);
  if (HWY_LIKELY(count <= hn::Lanes(d))) return;
  hn::StoreInterleaved2(hn::UpperHalf(d, first), hn::UpperHalf(d, second), d,
                        to + 2 * hn::Lanes(d));
#endif
}

/// Emits the pairs of the sprite `id`, which is in every lane, with each of `others` whose lane is
/// a hit. `PairWriter::prepare` must have been called. Returns the number of pairs.
template <class D, class V>
HWY_INLINE std::size_t emit_hits(D floats, V id, V others, hn::Mask<D> hits, PairWriter& out) {
  const hn::RebindToUnsigned<D> d;
  const auto met = compressed(floats, others, hits);
  const std::size_t count = count_of(floats, hits);
  if (out.sorts())
    store_pairs(d, hn::Min(id, met), hn::Max(id, met), count, &out.at()->a);
  else
    store_pairs(d, id, met, count, &out.at()->a);
  out.keep(count);
  return count;
}

/// Emits the pairs of a box with those boxes of a run that it overlaps and that `keep(position,
/// hits)` leaves in the mask of hits. The run is no longer than `PairWriter::kRun`, and
/// `PairWriter::prepare` must have been called. One vector at least is compared, also for an empty
/// run: most runs are short, and whether one is empty is a branch that cannot be predicted.
template <class D, class Keep>
HWY_INLINE void emit_short_run(const SpreadBox<D>& box, const Columns& boxes, Run run,
                               PairWriter& out, Keep keep) {
  const D d;
  const hn::RebindToUnsigned<D> ids;
  do {
    const auto hits = hn::And(hn::FirstN(d, run.size()), overlaps_each(box, boxes, run.begin));
    emit_hits(d, box.id, hn::LoadU(ids, boxes.id + run.begin), keep(run.begin, hits), out);
    run.begin += static_cast<std::uint32_t>(hn::Lanes(d));
  } while (run.begin < run.end);
}

/// Emits the pairs of the box at position `at` of `from` with those boxes of a run of any length
/// that it overlaps and that `keep(position, hits)` leaves in the mask of hits. The box is loaded
/// into registers only after `prepare`, which may call the sink: vector registers do not outlive a
/// call.
template <class Keep>
HWY_INLINE void emit_run(const Columns& from, std::uint32_t at, const Columns& boxes, Run run,
                         PairWriter& out, Keep keep) {
  do {
    out.prepare();
    const Run part{run.begin, std::min(run.end, run.begin + PairWriter::kRun)};
    emit_short_run(SpreadBox<Floats>(from, at), boxes, part, out, keep);
    run.begin = part.end;
  } while (run.begin < run.end);
}

/// The filter for `emit_run`, `emit_short_run` and `append_run` that leaves all hits in the mask.
struct KeepAll {
  template <class Mask>
  HWY_INLINE Mask operator()(std::uint32_t, Mask hits) const {
    return hits;
  }
};

/// Appends the sprites of a run whose boxes `box` overlaps (a SpreadBox) or may meet (a
/// SpreadBand), as far as `keep(position, hits)` leaves them in the mask of hits. They are gathered
/// first, so that `out` grows by no more than the number found.
template <class Spread, class Keep>
HWY_INLINE void append_run(const Spread& box, const Columns& boxes, Run run, Keep keep,
                           Sink<SpriteId>& out) {
  const Floats d;
  constexpr std::uint32_t kAtOnce = 256;
  std::array<SpriteId, kAtOnce + BoxColumns::kPadding> gathered;
  while (run.begin < run.end) {
    const std::uint32_t end = std::min(run.end, run.begin + kAtOnce);
    std::size_t found = 0;
    for (; run.begin < end; run.begin += static_cast<std::uint32_t>(hn::Lanes(d))) {
      const auto met = hn::And(overlaps_each(box, boxes, run.begin),
                               hn::FirstN(d, std::size_t{end} - run.begin));
      const auto hits = keep(run.begin, met);
      const auto ids = hn::LoadU(Ids(), boxes.id + run.begin);
      hn::StoreU(compressed(d, ids, hits), Ids(), gathered.data() + found);
      found += count_of(d, hits);
    }
    run.begin = end;
    std::copy_n(gathered.data(), found, out.room(found));
    out.commit(found);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#endif
