// SPDX-License-Identifier: MIT
// Codes of many boxes at once (Highway; compiled once per instruction set, chosen at run time).
#include "collide/broadphase/tree/quad_cells.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/tree/quad_cells_simd.cpp"
#include <hwy/foreach_target.h>
// After foreach_target, by Highway's rule.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
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

/// As `cell` and `cell_of_end`, in numbers with fractions: they hold all that is asked of them.
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

/// As `spread_bits`.
HWY_INLINE WordVec spread(WordVec v) {
  const Words d;
  v = hn::And(hn::Or(v, hn::ShiftLeft<8>(v)), hn::Set(d, 0x00FF00FFu));
  v = hn::And(hn::Or(v, hn::ShiftLeft<4>(v)), hn::Set(d, 0x0F0F0F0Fu));
  v = hn::And(hn::Or(v, hn::ShiftLeft<2>(v)), hn::Set(d, 0x33333333u));
  return hn::And(hn::Or(v, hn::ShiftLeft<1>(v)), hn::Set(d, 0x55555555u));
}

/// All bits from the highest one down; for 16 bits.
HWY_INLINE WordVec filled(WordVec v) {
  v = hn::Or(v, hn::ShiftRight<1>(v));
  v = hn::Or(v, hn::ShiftRight<2>(v));
  v = hn::Or(v, hn::ShiftRight<4>(v));
  return hn::Or(v, hn::ShiftRight<8>(v));
}

/// How many low bits are set, in a number with no others, below 2^24: the exponent of the next
/// number says it.
HWY_INLINE WordVec count_filled(WordVec v) {
  const auto above = hn::Add(hn::BitCast(Whole{}, v), hn::Set(Whole{}, 1));
  const auto exponent = hn::ShiftRight<23>(hn::BitCast(Words{}, hn::ConvertTo(Floats{}, above)));
  return hn::Sub(exponent, hn::Set(Words{}, 127u));
}

HWY_INLINE void code_at(const Aabb* boxes, std::size_t at, const QuadCells::Scale& s, Coded* to) {
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

/// The last vector overlaps the one before it: to code a box twice changes nothing.
void CodeTightly(std::span<const Aabb> boxes, Run run, const QuadCells& cells, Coded* to) {
  const std::size_t step = hn::Lanes(Doubles{}), end = run.end;
  if (run.size() < step) {
    for (SpriteId i = run.begin; i < end; ++i) to[i] = {cells.tight_code(boxes[i]), i};
    return;
  }
  for (std::size_t at = run.begin; at + step <= end; at += step)
    code_at(boxes.data(), at, cells.scale(), to);
  code_at(boxes.data(), end - step, cells.scale(), to);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(CodeTightly);

void code_tightly(std::span<const Aabb> boxes, Run run, const QuadCells& cells, Coded* to) {
  HWY_DYNAMIC_DISPATCH(CodeTightly)(boxes, run, cells, to);
}

}  // namespace phasebox
#endif
