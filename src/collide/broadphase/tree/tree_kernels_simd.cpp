// SPDX-License-Identifier: MIT
// The loops over the boxes of trees (Highway; compiled once per instruction set).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/tree/tree_kernels_simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "collide/broadphase/kernels/box_columns_simd.hpp"
#include "collide/broadphase/tree/tree_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {

namespace {

using OneBox = SpreadBox<Floats>;

// A run is compared in blocks of this many boxes, which stay in the cache while many boxes are
// compared with them.
constexpr std::uint32_t kCachedBoxes = 1024;

HWY_INLINE std::uint32_t lanes() { return static_cast<std::uint32_t>(hn::Lanes(Floats())); }

/// The boxes of a run of at most one vector, held in registers while box after box is compared with
/// them.
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

/// Emits the pairs of the box with those of the held boxes in the lanes of `which` that it
/// overlaps.
HWY_INLINE void emit_held(const OneBox& a, const Held& b, Hits which, PairWriter& out) {
  const auto x = hn::And(hn::Lt(a.min_x, b.max_x), hn::Lt(b.min_x, a.max_x));
  const auto y = hn::And(hn::Lt(a.min_y, b.max_y), hn::Lt(b.min_y, a.max_y));
  const auto hits = hn::And(hn::And(x, y), which);
  if (!is_none(Floats(), hits)) emit_hits(Floats(), a.id, b.id, hits, out);
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
    if (is_none(d, hits)) continue;
    const auto copy = [&](auto tag, const auto* column, auto* kept) {
      hn::StoreU(compressed(d, hn::LoadU(tag, column + next), hits), tag, kept + at);
    };
    copy(d, in.min_x, to.min_x.data());
    copy(d, in.min_y, to.min_y.data());
    copy(d, in.max_x, to.max_x.data());
    copy(d, in.max_y, to.max_y.data());
    copy(Ids(), in.id, to.id.data());
    at += static_cast<std::uint32_t>(count_of(d, hits));
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

/// Calls `f` with blocks of at most `kCachedBoxes` boxes of the run, in order.
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

// The walk of a query down a tree.

/// Returns 1 if the boxes overlap, else 0. Without `&&` there is one branch instead of four, and
/// none where the caller only adds the result to a counter.
HWY_INLINE std::size_t is_met(const Aabb& a, const Aabb& b) {
  return static_cast<std::size_t>(a.min.x < b.max.x) & static_cast<std::size_t>(b.min.x < a.max.x) &
         static_cast<std::size_t>(a.min.y < b.max.y) & static_cast<std::size_t>(b.min.y < a.max.y);
}

HWY_INLINE std::size_t is_met(const Aabb& a, const SegmentBand& band) { return band.may_meet(a); }

/// Appends the sprites of the tree whose boxes overlap `asked`, or may meet it if it is a band.
/// `Spread` is the type that holds `asked` repeated in every lane. The tree has a node.
template <class Spread, class Asked>
HWY_INLINE void find_below(const BoxColumns& rows, std::span<const Subtree> nodes,
                           const Asked& asked, Sink<SpriteId>& out) {
  const Columns boxes(rows);
  const Spread spread(asked);
  std::array<std::uint32_t, kMaxWaiting> waiting;
  waiting[0] = 0;
  std::size_t size = is_met(nodes[0].bounds, asked);
  while (size > 0) {
    const Subtree& node = nodes[waiting[--size]];
    append_run(spread, boxes, {node.begin, node.own_end}, KeepAll(), out);
    for (std::uint32_t child = node.first_child + node.children; child-- > node.first_child;) {
      waiting[size] = child;
      size += is_met(nodes[child].bounds, asked);
    }
  }
}

void FindInSubtrees(const BoxColumns& rows, std::span<const Subtree> nodes, const Aabb& asked,
                    Sink<SpriteId>& out) {
  find_below<SpreadBox<Floats>>(rows, nodes, asked, out);
}

void FindAlongSubtrees(const BoxColumns& rows, std::span<const Subtree> nodes,
                       const SegmentBand& band, Sink<SpriteId>& out) {
  find_below<SpreadBand>(rows, nodes, band, out);
}

// Codes of many boxes at once.

#if HWY_HAVE_FLOAT64
using Doubles = hn::ScalableTag<double>;
using Floats = hn::Rebind<float, Doubles>;
using Words = hn::Rebind<std::uint32_t, Doubles>;
using Whole = hn::Rebind<std::int32_t, Doubles>;
using DoubleVec = hn::Vec<Doubles>;
using WordVec = hn::Vec<Words>;

/// First and last column of a vector of boxes, or first and last row.
struct Ends {
  WordVec first, last;
};

HWY_INLINE WordVec words(DoubleVec v) { return hn::BitCast(Words{}, hn::DemoteTo(Whole{}, v)); }

/// Returns first and last columns, or rows, as `QuadCells::cell` and `cell_of_end` do. Whole
/// numbers stay in doubles, which hold them exactly.
HWY_INLINE Ends ends_of(hn::Vec<Floats> low, hn::Vec<Floats> high, double from, double per,
                        unsigned levels) {
  const Doubles d;
  const auto origin = hn::Set(d, from), scale = hn::Set(d, per);
  const auto most = hn::Set(d, static_cast<double>((1u << levels) - 1));
  const auto begin = hn::Mul(hn::Sub(hn::PromoteTo(d, low), origin), scale);
  const auto end = hn::Mul(hn::Sub(hn::PromoteTo(d, high), origin), scale);
  const auto first = hn::Min(hn::Floor(begin), most), whole = hn::Floor(end);
  const auto is_on_edge = hn::And(hn::Gt(whole, first), hn::Eq(whole, end));
  const auto last = hn::Sub(whole, hn::IfThenElseZero(is_on_edge, hn::Set(d, 1.0)));
  return {words(first), words(hn::Min(last, most))};
}

/// Returns `spread_bits` of each lane.
HWY_INLINE WordVec spread(WordVec v) {
  const Words d;
  v = hn::And(hn::Or(v, hn::ShiftLeft<8>(v)), hn::Set(d, 0x00FF00FFu));
  v = hn::And(hn::Or(v, hn::ShiftLeft<4>(v)), hn::Set(d, 0x0F0F0F0Fu));
  v = hn::And(hn::Or(v, hn::ShiftLeft<2>(v)), hn::Set(d, 0x33333333u));
  return hn::And(hn::Or(v, hn::ShiftLeft<1>(v)), hn::Set(d, 0x55555555u));
}

/// Sets all bits below the highest one that is set, in numbers of 16 bits.
HWY_INLINE WordVec filled(WordVec v) {
  v = hn::Or(v, hn::ShiftRight<1>(v));
  v = hn::Or(v, hn::ShiftRight<2>(v));
  v = hn::Or(v, hn::ShiftRight<4>(v));
  return hn::Or(v, hn::ShiftRight<8>(v));
}

/// Returns k in each lane whose number is 2^k - 1, for numbers below 2^24: the exponent of the next
/// number as a float.
HWY_INLINE WordVec count_filled(WordVec v) {
  const auto above = hn::Add(hn::BitCast(Whole{}, v), hn::Set(Whole{}, 1));
  const auto exponent = hn::ShiftRight<23>(hn::BitCast(Words{}, hn::ConvertTo(Floats{}, above)));
  return hn::Sub(exponent, hn::Set(Words{}, 127u));
}

HWY_INLINE void code_at(const Aabb* boxes, std::size_t at, const QuadCells& s, Coded* to) {
  const Floats f;
  const Words d;
  hn::Vec<Floats> min_x, min_y, max_x, max_y;
  hn::LoadInterleaved4(f, &boxes[at].min.x, min_x, min_y, max_x, max_y);
  const Ends x = ends_of(min_x, max_x, s.origin_x, s.per_x, s.levels);
  const Ends y = ends_of(min_y, max_y, s.origin_y, s.per_y, s.levels);
  const auto inner = filled(hn::Or(hn::Xor(x.first, x.last), hn::Xor(y.first, y.last)));
  const auto place = hn::Or(spread(hn::AndNot(inner, x.first)),
                            hn::ShiftLeft<1>(spread(hn::AndNot(inner, y.first))));
  const auto level = hn::Sub(hn::Set(d, std::uint32_t{s.levels}), count_filled(inner));
  const auto code = hn::Or(hn::ShiftLeft<QuadCells::kLevelBits>(place), level);
  hn::StoreInterleaved2(code, hn::Iota(d, static_cast<std::uint32_t>(at)), d, &to[at].code);
}

/// Does the work of `code_tightly`. The last vector overlaps the one before it, as a box that is
/// coded twice gets the same code.
void CodeTightly(std::span<const Aabb> boxes, Run run, const QuadCells& cells, Coded* to) {
  const std::size_t step = hn::Lanes(Doubles{}), end = run.end;
  if (run.size() < step) {
    for (SpriteId i = run.begin; i < end; ++i) to[i] = {cells.tight_code(boxes[i]), i};
    return;
  }
  for (std::size_t at = run.begin; at + step <= end; at += step)
    code_at(boxes.data(), at, cells, to);
  code_at(boxes.data(), end - step, cells, to);
}
#else
void CodeTightly(std::span<const Aabb> boxes, Run run, const QuadCells& cells, Coded* to) {
  for (SpriteId i = run.begin; i < run.end; ++i) to[i] = {cells.tight_code(boxes[i]), i};
}
#endif

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(Keep);
HWY_EXPORT(Across);
HWY_EXPORT(Within);
HWY_EXPORT(FindInSubtrees);
HWY_EXPORT(FindAlongSubtrees);
HWY_EXPORT(CodeTightly);

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

void find_in_subtrees(const BoxColumns& rows, std::span<const Subtree> nodes, const Aabb& box,
                      Sink<SpriteId>& out) {
  if (!nodes.empty()) HWY_DYNAMIC_DISPATCH(FindInSubtrees)(rows, nodes, box, out);
}

void find_in_subtrees(const BoxColumns& rows, std::span<const Subtree> nodes,
                      const SegmentBand& band, Sink<SpriteId>& out) {
  if (!nodes.empty()) HWY_DYNAMIC_DISPATCH(FindAlongSubtrees)(rows, nodes, band, out);
}

void code_tightly(std::span<const Aabb> boxes, Run run, const QuadCells& cells, Coded* to) {
  HWY_DYNAMIC_DISPATCH(CodeTightly)(boxes, run, cells, to);
}

}  // namespace phasebox
#endif
