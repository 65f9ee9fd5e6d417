// SPDX-License-Identifier: MIT
// Vectors of one lane, with the part of Highway's interface that the library uses. They stand in
// for Highway in builds without it, so that every loop is written once and the answers are the same
// to the bit.
#pragma once
// The build puts this folder on the include path in place of Highway's.
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#define HWY_SCALAR 1
#define HWY_AVX2 2
#define HWY_TARGET HWY_SCALAR
#define HWY_NAMESPACE one_lane
#define HWY_ONCE 1
#define HWY_HAVE_FLOAT64 1
#define HWY_INLINE inline
#define HWY_ATTR
#define HWY_LIKELY(condition) (condition)
#define HWY_UNLIKELY(condition) (condition)
#define HWY_BEFORE_NAMESPACE() static_assert(true)
#define HWY_AFTER_NAMESPACE() static_assert(true)
#define HWY_EXPORT(function) static_assert(true)
#define HWY_DYNAMIC_DISPATCH(function) HWY_NAMESPACE::function

namespace hwy {

/// The chosen instruction set. There is only one, so that `Update` has nothing to choose.
struct ChosenTarget {
  void Update(int) const {}
};
inline ChosenTarget GetChosenTarget() { return {}; }
inline int SupportedTargets() { return HWY_SCALAR; }
inline const char* TargetName(int) { return "one lane"; }

inline std::size_t Num0BitsBelowLS1Bit_Nonzero64(std::uint64_t bits) {
  return static_cast<std::size_t>(std::countr_zero(bits));
}

namespace one_lane {

/// The tag of a vector type, which names the type of its lane. The vector is that value itself, and
/// a mask is a bool.
template <class T>
struct Tag {
  using Lane = T;
};
template <class T>
using ScalableTag = Tag<T>;
template <class T, std::size_t>
using CappedTag = Tag<T>;
template <class D>
using Vec = typename D::Lane;
template <class D>
using Mask = bool;
template <class V>
using DFromV = Tag<V>;
template <class T, class>
using Rebind = Tag<T>;
template <class D>
using RebindToUnsigned = Tag<std::conditional_t<sizeof(Vec<D>) == 8, std::uint64_t, std::uint32_t>>;
template <class D>
using RebindToSigned = Tag<std::make_signed_t<Vec<RebindToUnsigned<D>>>>;

constexpr std::size_t Lanes(auto) { return 1; }

// Vectors from numbers and memory.
auto Set(auto d, auto value) { return static_cast<Vec<decltype(d)>>(value); }
auto Zero(auto d) { return Vec<decltype(d)>{}; }
auto Iota(auto d, auto first) { return Set(d, first); }
bool FirstN(auto, std::size_t n) { return n > 0; }
auto LoadU(auto, const auto* from) { return *from; }
void StoreU(auto v, auto, auto* to) { *to = v; }
void LoadInterleaved4(auto, const auto* from, auto& a, auto& b, auto& c, auto& d) {
  a = from[0];
  b = from[1];
  c = from[2];
  d = from[3];
}
void StoreInterleaved2(auto a, auto b, auto, auto* to) {
  to[0] = a;
  to[1] = b;
}
void StoreInterleaved4(auto a, auto b, auto c, auto d, auto, auto* to) {
  to[0] = a;
  to[1] = b;
  to[2] = c;
  to[3] = d;
}

// Arithmetic.
auto Add(auto a, auto b) { return a + b; }
auto Sub(auto a, auto b) { return a - b; }
auto Mul(auto a, auto b) { return a * b; }
auto Div(auto a, auto b) { return a / b; }
auto Neg(auto a) { return -a; }
auto Min(auto a, decltype(a) b) { return a < b ? a : b; }
auto Max(auto a, decltype(a) b) { return a > b ? a : b; }
auto Floor(auto a) { return std::floor(a); }
auto GetLane(auto a) { return a; }
auto MinOfLanes(auto, auto a) { return a; }
auto MaxOfLanes(auto, auto a) { return a; }

// Bits, of masks too.
auto And(auto a, decltype(a) b) { return static_cast<decltype(a)>(a & b); }
auto Or(auto a, auto b) { return a | b; }
auto Xor(auto a, auto b) { return a ^ b; }
/// Returns the bits of `b` that are not in `a`.
auto AndNot(auto a, auto b) { return ~a & b; }
inline bool AndNot(bool a, bool b) { return !a && b; }
template <int by>
auto ShiftLeft(auto a) {
  return a << by;
}
template <int by>
auto ShiftRight(auto a) {
  return a >> by;
}
auto ShiftLeftSame(auto a, int by) { return a << by; }
auto ShiftRightSame(auto a, int by) { return a >> by; }

// Comparisons, and the selection of lanes by masks.
bool Lt(auto a, auto b) { return a < b; }
bool Le(auto a, auto b) { return a <= b; }
bool Gt(auto a, auto b) { return a > b; }
bool Eq(auto a, auto b) { return a == b; }
bool Ne(auto a, auto b) { return a != b; }
bool RebindMask(auto, bool mask) { return mask; }
auto IfThenElse(bool mask, auto yes, auto no) { return mask ? yes : no; }
auto IfThenElseZero(bool mask, auto yes) { return mask ? yes : decltype(yes){}; }
/// Moves the lanes whose mask is true to the front. The other lanes may be anything.
auto Compress(auto v, bool) { return v; }
std::size_t CountTrue(auto, bool mask) { return mask ? 1 : 0; }
bool AllTrue(auto, bool mask) { return mask; }
bool AllFalse(auto, bool mask) { return !mask; }
std::intptr_t FindFirstTrue(auto, bool mask) { return mask ? 0 : -1; }

// Conversions to other types.
auto BitCast(auto d, auto v) { return std::bit_cast<Vec<decltype(d)>>(v); }
auto PromoteTo(auto d, auto v) { return Set(d, v); }
/// Converts to whole numbers as Highway does: numbers out of range become the nearest one.
std::int32_t DemoteTo(Tag<std::int32_t>, auto value) {
  using Whole = std::numeric_limits<std::int32_t>;
  constexpr auto kLowest = static_cast<decltype(value)>(Whole::min());
  if (!(value >= kLowest)) return Whole::min();
  return value < -kLowest ? static_cast<std::int32_t>(value) : Whole::max();
}
inline std::int32_t ConvertTo(Tag<std::int32_t> d, float v) { return DemoteTo(d, v); }
inline float ConvertTo(Tag<float>, std::int32_t v) { return static_cast<float>(v); }

}  // namespace one_lane
}  // namespace hwy
