// SPDX-License-Identifier: MIT
// The vector loops that look at all boxes before and after they are sorted into grids (Highway).
#include <algorithm>
#include <bit>
#include <limits>

#include "collide/broadphase/kernels/box_lanes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/kernels/box_lanes_gather_simd.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using FloatVec = hn::Vec<Floats>;

const float* floats_of(const Aabb* boxes) { return &boxes->min.x; }

void GatherBoxes(std::span<const Aabb> boxes, const std::uint32_t* slots, Run run,
                 BoxLanes& lanes) {
  constexpr std::uint32_t kAhead = 24;
  for (std::uint32_t at = run.begin; at < run.end; ++at) {
    const SpriteId next = lanes.id[std::min(at + kAhead, run.end - 1)];
    hwy::Prefetch(&boxes[next]), hwy::Prefetch(&slots[next]);
    const SpriteId id = lanes.id[at];
    const Aabb box = boxes[id];
    lanes.min_x[at] = box.min.x, lanes.min_y[at] = box.min.y;
    lanes.max_x[at] = box.max.x, lanes.max_y[at] = box.max.y;
    lanes.slot[at] = slots[id];
  }
}

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

HWY_EXPORT(GatherBoxes);
HWY_EXPORT(ExtremesOf);
HWY_EXPORT(TallyOctave);

void gather_boxes(std::span<const Aabb> boxes, const std::uint32_t* slots, Run run,
                  BoxLanes& lanes) {
  HWY_DYNAMIC_DISPATCH(GatherBoxes)(boxes, slots, run, lanes);
}
Extremes extremes_of(std::span<const Aabb> boxes) {
  return HWY_DYNAMIC_DISPATCH(ExtremesOf)(boxes);
}

OctaveTally tally_octave(const float* sizes, std::size_t n, float first) {
  return HWY_DYNAMIC_DISPATCH(TallyOctave)(sizes, n, first);
}

}  // namespace phasebox
#endif
