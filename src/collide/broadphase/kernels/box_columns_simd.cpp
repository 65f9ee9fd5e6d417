// SPDX-License-Identifier: MIT
// The instruction set that is used, and the extremes of boxes (Highway; compiled once per
// instruction set).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/kernels/box_columns_simd.cpp"
#include <algorithm>
#include <bit>
#include <limits>

#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/kernels/vector_target.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

namespace {

// The instruction set that is used, and the extremes of boxes (Highway; compiled once per
// instruction set).

// Asked of the compiled targets themselves, as the loops are chosen (Highway).

VectorTarget ThisTarget() {
  const hwy::HWY_NAMESPACE::ScalableTag<float> floats;
  return {hwy::TargetName(HWY_TARGET), hwy::HWY_NAMESPACE::Lanes(floats)};
}

// The vector loops over boxes as they come (Highway).

using Floats = hn::ScalableTag<float>;
using FloatVec = hn::Vec<Floats>;

const float* floats_of(const Aabb* boxes) { return &boxes->min.x; }

/// What `Extremes` needs, in every lane for other boxes.
struct ExtremeVecs {
  FloatVec min_x, min_y, max_x, max_y, size;
};

HWY_INLINE void include(std::span<const Aabb> boxes, std::size_t at, ExtremeVecs& all) {
  FloatVec min_x, min_y, max_x, max_y;
  hn::LoadInterleaved4(Floats(), floats_of(&boxes[at]), min_x, min_y, max_x, max_y);
  all.min_x = hn::Min(all.min_x, min_x), all.min_y = hn::Min(all.min_y, min_y);
  all.max_x = hn::Max(all.max_x, max_x), all.max_y = hn::Max(all.max_y, max_y);
  const auto size = hn::Max(hn::Sub(max_x, min_x), hn::Sub(max_y, min_y));
  all.size = hn::Max(all.size, size);
}

Extremes plain_extremes_of(std::span<const Aabb> boxes) {
  Extremes all{boxes[0], 0};
  for (const Aabb& box : boxes)
    all = {united(all.bounds, box), std::max(all.largest, size_of(box))};
  return all;
}

/// The last vector overlaps the one before it: looking at a box twice changes nothing.
Extremes ExtremesOf(std::span<const Aabb> boxes) {
  const Floats d;
  const std::size_t step = hn::Lanes(d), n = boxes.size();
  if (n < step) return plain_extremes_of(boxes);
  const auto most = hn::Set(d, std::numeric_limits<float>::infinity());
  ExtremeVecs all{most, most, hn::Neg(most), hn::Neg(most), hn::Zero(d)};
  for (std::size_t at = 0; at + step <= n; at += step) include(boxes, at, all);
  include(boxes, n - step, all);
  const auto least_of = [&](FloatVec v) { return hn::GetLane(hn::MinOfLanes(d, v)); };
  const auto most_of = [&](FloatVec v) { return hn::GetLane(hn::MaxOfLanes(d, v)); };
  return {{{least_of(all.min_x), least_of(all.min_y)}, {most_of(all.max_x), most_of(all.max_y)}},
          most_of(all.size)};
}

/// Infinite sizes, the padding among them, lie in no octave.
OctaveTally TallyOctave(const float* sizes, std::size_t n, float first) {
  const Floats d;
  const std::uint32_t octave = std::bit_cast<std::uint32_t>(first) >> 23;
  const auto from = hn::Set(d, std::bit_cast<float>(octave << 23));
  const auto end = hn::Set(d, std::bit_cast<float>((octave + 1) << 23));
  const auto none = hn::Set(d, std::numeric_limits<float>::infinity());
  std::size_t count = 0;
  auto largest = hn::Zero(d), next = none;
  for (std::size_t at = 0; at < n; at += hn::Lanes(d)) {
    const auto size = hn::LoadU(d, sizes + at);
    const auto is_below = hn::Lt(size, end);
    const auto within = hn::And(is_below, hn::Le(from, size));
    count += hn::CountTrue(d, within);
    largest = hn::Max(largest, hn::IfThenElseZero(within, size));
    next = hn::Min(next, hn::IfThenElse(is_below, none, size));
  }
  return {static_cast<std::uint32_t>(count), hn::GetLane(hn::MaxOfLanes(d, largest)),
          hn::GetLane(hn::MinOfLanes(d, next))};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(ThisTarget);

VectorTarget vector_target() { return HWY_DYNAMIC_DISPATCH(ThisTarget)(); }

HWY_EXPORT(ExtremesOf);
HWY_EXPORT(TallyOctave);

Extremes extremes_of(std::span<const Aabb> boxes) {
  return HWY_DYNAMIC_DISPATCH(ExtremesOf)(boxes);
}

OctaveTally tally_octave(const float* sizes, std::size_t n, float first) {
  return HWY_DYNAMIC_DISPATCH(TallyOctave)(sizes, n, first);
}

void PairWriter::flush(const Frame& f, Check check, Sink<Pair>& out, std::size_t n) {
  if (n == 0) return;
  Pair* const pairs = out.room(n);
  if (check == Check::rules) n = keep_eligible<false>(f, pairs, n, pairs);
  if (check == Check::rules_and_boxes) n = keep_eligible<true>(f, pairs, n, pairs);
  out.commit(n);
}

Pair* PairWriter::next_block(const Frame& f, Check check, Sink<Pair>& out, std::size_t full) {
  flush(f, check, out, full);
  return out.room(kBlock);
}

void PairWriter::append(std::span<const Pair> pairs) {
  while (!pairs.empty()) {
    prepare();
    const auto now = pairs.first(std::min<std::size_t>(pairs.size(), kRun));
    std::ranges::copy(now, at_);
    keep(now.size());
    pairs = pairs.subspan(now.size());
  }
}

/// Each sink gets room for all pairs: the next frame may have as many, all of them in one part.
void PairParts::join(unsigned parts, PairSink& out) {
  const auto others = std::span(others_).first(parts - 1);
  for (PairSink& other : others) {
    Pair* const to = out.room(other.size());
    for_each_part(parts, [&](unsigned part) {
      const std::size_t begin = part_begin(other.size(), parts, part);
      const std::size_t end = part_begin(other.size(), parts, part + 1);
      std::copy_n(other.items().data() + begin, end - begin, to + begin);
    });
    out.commit(other.size());
    other.clear();
  }
  for (PairSink& other : others) other.room(out.size() + PairWriter::kBlock);
}

}  // namespace phasebox
#endif
