// SPDX-License-Identifier: MIT
// The loops of the trees (Highway; compiled once per instruction set, chosen at run time).
#include "collide/broadphase/tree/join_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/tree/join_simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "collide/broadphase/kernels/box_columns_simd.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {
namespace {

using OneBox = SpreadBox<Floats>;

constexpr std::uint32_t kCachedBoxes = 1024;  // boxes that stay in the cache while many meet them

HWY_INLINE std::uint32_t lanes() { return static_cast<std::uint32_t>(hn::Lanes(Floats())); }

/// A short run, held in registers while box after box is compared with it.
struct Held {
  HWY_INLINE Held(const Columns& boxes, Run run)
      : min_x(hn::LoadU(Floats(), boxes.min_x + run.begin)),
        min_y(hn::LoadU(Floats(), boxes.min_y + run.begin)),
        max_x(hn::LoadU(Floats(), boxes.max_x + run.begin)),
        max_y(hn::LoadU(Floats(), boxes.max_y + run.begin)),
        id(hn::LoadU(Ids(), boxes.id + run.begin)),
        all(hn::FirstN(Floats(), run.size())) {}

  FloatVec min_x, min_y, max_x, max_y;
  IdVec id;
  Hits all;
};

/// Emits the box with those of the held boxes that `which` names.
HWY_INLINE void emit_held(const OneBox& a, const Held& b, Hits which, PairWriter& out) {
  const auto x = hn::And(hn::Lt(a.min_x, b.max_x), hn::Lt(b.min_x, a.max_x));
  const auto y = hn::And(hn::Lt(a.min_y, b.max_y), hn::Lt(b.min_y, a.max_y));
  const auto hits = hn::And(hn::And(x, y), which);
  if (!hn::AllFalse(Floats(), hits)) emit_hits(Floats(), a.id, b.id, hits, out);
}

std::uint32_t Keep(const BoxColumns& from, Run run, const Aabb& around, BoxColumns& to,
                   std::uint32_t at) {
  const Floats d;
  const OneBox box(around);
  const Columns in(from);
  const std::uint32_t start = at;
  for (std::uint32_t next = run.begin; next < run.end; next += lanes()) {
    auto hits = overlaps_each(box, in, next);
    if (next + lanes() > run.end) hits = hn::And(hits, hn::FirstN(d, run.end - next));
    if (hn::AllFalse(d, hits)) continue;
    const auto copy = [&](auto tag, const auto* column, auto* kept) {
      hn::StoreU(compressed(d, hn::LoadU(tag, column + next), hits), tag, kept + at);
    };
    copy(d, in.min_x, to.min_x.data()), copy(d, in.min_y, to.min_y.data());
    copy(d, in.max_x, to.max_x.data()), copy(d, in.max_y, to.max_y.data());
    copy(Ids(), in.id, to.id.data());
    at += static_cast<std::uint32_t>(hn::CountTrue(d, hits));
  }
  return at - start;
}

void across_block(const Columns& a, Run left, const Columns& b, Run block, PairWriter& out) {
  if (block.size() > lanes()) {
    for (std::uint32_t at = left.begin; at < left.end; ++at)
      emit_run(a, at, b, block, out, KeepAll());
    return;
  }
  const Held few(b, block);
  for (std::uint32_t at = left.begin; at < left.end; ++at) {
    out.prepare();
    emit_held(OneBox(a, at), few, few.all, out);
  }
}

void within_block(const Columns& boxes, Run block, PairWriter& out) {
  if (block.size() > lanes()) {
    for (std::uint32_t at = block.begin; at < block.end; ++at)
      emit_run(boxes, at, boxes, {at + 1, block.end}, out, KeepAll());
    return;
  }
  const Held few(boxes, block);
  for (std::uint32_t at = block.begin; at < block.end; ++at) {
    out.prepare();
    const auto later = hn::AndNot(hn::FirstN(Floats(), at + 1 - block.begin), few.all);
    emit_held(OneBox(boxes, at), few, later, out);
  }
}

/// Calls `f` with one part of the run after the other.
template <class F>
HWY_INLINE void in_blocks(Run run, F f) {
  for (; run.begin < run.end; run.begin = std::min(run.begin + kCachedBoxes, run.end))
    f(Run{run.begin, std::min(run.begin + kCachedBoxes, run.end)});
}

void Across(const BoxColumns& a, Run left, const BoxColumns& b, Run right, PairWriter& out) {
  in_blocks(right, [&](Run block) { across_block(Columns(a), left, Columns(b), block, out); });
}

void Within(const BoxColumns& boxes, Run run, PairWriter& out) {
  in_blocks(run, [&](Run block) {
    within_block(Columns(boxes), block, out);
    Across(boxes, block, boxes, {block.end, run.end}, out);
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(Keep);
HWY_EXPORT(Across);
HWY_EXPORT(Within);

std::uint32_t keep_overlapping(const BoxColumns& from, Run run, const Aabb& box, BoxColumns& to,
                               std::uint32_t at) {
  return HWY_DYNAMIC_DISPATCH(Keep)(from, run, box, to, at);
}

void join_across(const BoxColumns& a, Run left, const BoxColumns& b, Run right, PairWriter& out) {
  HWY_DYNAMIC_DISPATCH(Across)(a, left, b, right, out);
}

void join_within(const BoxColumns& boxes, Run run, PairWriter& out) {
  HWY_DYNAMIC_DISPATCH(Within)(boxes, run, out);
}

}  // namespace phasebox
#endif
