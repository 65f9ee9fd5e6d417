// SPDX-License-Identifier: MIT
// Vectors of one lane, with what the library uses of the interface of Highway, for which they stand
// in where there is none: so every loop is written once, and the answers are the same to the bit.
#pragma once
// The build puts this folder on the include path in Highway's place.
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
#define HWY_INLINE inline
#define HWY_ATTR
#define HWY_LIKELY(condition) (condition)
#define HWY_UNLIKELY(condition) (condition)
#define HWY_BEFORE_NAMESPACE() static_assert(true)
#define HWY_AFTER_NAMESPACE() static_assert(true)
#define HWY_EXPORT(function) static_assert(true)
#define HWY_DYNAMIC_DISPATCH(function) HWY_NAMESPACE::function

namespace hwy {

/// Nothing is chosen at run time.
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

template <class T>
struct Tag {
  using Lane = T;
};
template <class T>
struct Value {
  using Lane = T;
  T raw;
};
template <class T>
struct Bool {
  bool raw;
};

template <class T>
using ScalableTag = Tag<T>;
template <class T, std::size_t>
using CappedTag = Tag<T>;
template <class D>
using Vec = Value<typename D::Lane>;
template <class D>
using Mask = Bool<typename D::Lane>;
template <class V>
using DFromV = Tag<typename V::Lane>;
template <class T, class>
using Rebind = Tag<T>;

namespace detail {
template <std::size_t bytes>
using UnsignedOf = std::conditional_t<bytes == 8, std::uint64_t, std::uint32_t>;
template <class T>
using Bits = UnsignedOf<sizeof(T)>;
/// As vector instructions convert: numbers out of range become the nearest one.
template <class F>
std::int32_t to_whole(F value) {
  constexpr F kLowest = static_cast<F>(std::numeric_limits<std::int32_t>::min());
  if (!(value >= kLowest)) return std::numeric_limits<std::int32_t>::min();
  return value < -kLowest ? static_cast<std::int32_t>(value)
                          : std::numeric_limits<std::int32_t>::max();
}
}  // namespace detail

template <class D>
using RebindToUnsigned = Tag<detail::Bits<typename D::Lane>>;
template <class D>
using RebindToSigned = Tag<std::make_signed_t<detail::Bits<typename D::Lane>>>;

template <class D>
constexpr std::size_t Lanes(D) {
  return 1;
}

// Made from numbers and memory.
template <class T, class U>
Value<T> Set(Tag<T>, U value) {
  return {static_cast<T>(value)};
}
template <class T>
Value<T> Zero(Tag<T>) {
  return {T{}};
}
template <class T, class U>
Value<T> Iota(Tag<T>, U first) {
  return {static_cast<T>(first)};
}
template <class T>
Bool<T> FirstN(Tag<T>, std::size_t n) {
  return {n > 0};
}
template <class T>
Value<T> LoadU(Tag<T>, const T* from) {
  return {*from};
}
template <class T>
void StoreU(Value<T> v, Tag<T>, T* to) {
  *to = v.raw;
}
template <class T>
void LoadInterleaved4(Tag<T>, const T* from, Value<T>& a, Value<T>& b, Value<T>& c, Value<T>& d) {
  a.raw = from[0], b.raw = from[1], c.raw = from[2], d.raw = from[3];
}
template <class T>
void StoreInterleaved2(Value<T> a, Value<T> b, Tag<T>, T* to) {
  to[0] = a.raw, to[1] = b.raw;
}

// Arithmetic.
template <class T>
Value<T> Add(Value<T> a, Value<T> b) {
  return {static_cast<T>(a.raw + b.raw)};
}
template <class T>
Value<T> Sub(Value<T> a, Value<T> b) {
  return {static_cast<T>(a.raw - b.raw)};
}
template <class T>
Value<T> Mul(Value<T> a, Value<T> b) {
  return {static_cast<T>(a.raw * b.raw)};
}
template <class T>
Value<T> Neg(Value<T> a) {
  return {-a.raw};
}
template <class T>
Value<T> Min(Value<T> a, Value<T> b) {
  return a.raw < b.raw ? a : b;
}
template <class T>
Value<T> Max(Value<T> a, Value<T> b) {
  return a.raw > b.raw ? a : b;
}
template <class T>
Value<T> Floor(Value<T> a) {
  return {std::floor(a.raw)};
}
template <class T>
T GetLane(Value<T> a) {
  return a.raw;
}
template <class T>
Value<T> MinOfLanes(Tag<T>, Value<T> a) {
  return a;
}
template <class T>
Value<T> MaxOfLanes(Tag<T>, Value<T> a) {
  return a;
}

// Bits.
template <class T>
Value<T> And(Value<T> a, Value<T> b) {
  return {static_cast<T>(a.raw & b.raw)};
}
template <class T>
Value<T> Or(Value<T> a, Value<T> b) {
  return {static_cast<T>(a.raw | b.raw)};
}
template <class T>
Value<T> Xor(Value<T> a, Value<T> b) {
  return {static_cast<T>(a.raw ^ b.raw)};
}
/// Of `b`, without what is in `a`.
template <class T>
Value<T> AndNot(Value<T> a, Value<T> b) {
  return {static_cast<T>(~a.raw & b.raw)};
}
template <int by, class T>
Value<T> ShiftLeft(Value<T> a) {
  return {static_cast<T>(a.raw << by)};
}
template <int by, class T>
Value<T> ShiftRight(Value<T> a) {
  return {static_cast<T>(a.raw >> by)};
}
template <class T>
Value<T> ShiftLeftSame(Value<T> a, int by) {
  return {static_cast<T>(a.raw << by)};
}
template <class T>
Value<T> ShiftRightSame(Value<T> a, int by) {
  return {static_cast<T>(a.raw >> by)};
}

// Comparisons, and what is chosen by them.
template <class T>
Bool<T> Lt(Value<T> a, Value<T> b) {
  return {a.raw < b.raw};
}
template <class T>
Bool<T> Le(Value<T> a, Value<T> b) {
  return {a.raw <= b.raw};
}
template <class T>
Bool<T> Gt(Value<T> a, Value<T> b) {
  return {a.raw > b.raw};
}
template <class T>
Bool<T> Eq(Value<T> a, Value<T> b) {
  return {a.raw == b.raw};
}
template <class T>
Bool<T> Ne(Value<T> a, Value<T> b) {
  return {a.raw != b.raw};
}
template <class T>
Bool<T> And(Bool<T> a, Bool<T> b) {
  return {a.raw && b.raw};
}
template <class T>
Bool<T> AndNot(Bool<T> a, Bool<T> b) {
  return {!a.raw && b.raw};
}
template <class T, class U>
Bool<T> RebindMask(Tag<T>, Bool<U> mask) {
  return {mask.raw};
}
template <class T>
Value<T> IfThenElse(Bool<T> mask, Value<T> yes, Value<T> no) {
  return mask.raw ? yes : no;
}
template <class T>
Value<T> IfThenElseZero(Bool<T> mask, Value<T> yes) {
  return {mask.raw ? yes.raw : T{}};
}
/// The lanes that are true first: the rest may be anything.
template <class T>
Value<T> Compress(Value<T> v, Bool<T>) {
  return v;
}
template <class T>
std::size_t CountTrue(Tag<T>, Bool<T> mask) {
  return mask.raw ? 1 : 0;
}
template <class T>
bool AllTrue(Tag<T>, Bool<T> mask) {
  return mask.raw;
}
template <class T>
bool AllFalse(Tag<T>, Bool<T> mask) {
  return !mask.raw;
}
template <class T>
std::intptr_t FindFirstTrue(Tag<T>, Bool<T> mask) {
  return mask.raw ? 0 : -1;
}

// Other types.
template <class T, class U>
Value<T> BitCast(Tag<T>, Value<U> v) {
  return {std::bit_cast<T>(v.raw)};
}
template <class T, class U>
Value<T> PromoteTo(Tag<T>, Value<U> v) {
  return {static_cast<T>(v.raw)};
}
inline Value<std::int32_t> DemoteTo(Tag<std::int32_t>, Value<double> v) {
  return {detail::to_whole(v.raw)};
}
inline Value<std::int32_t> ConvertTo(Tag<std::int32_t>, Value<float> v) {
  return {detail::to_whole(v.raw)};
}
inline Value<float> ConvertTo(Tag<float>, Value<std::int32_t> v) {
  return {static_cast<float>(v.raw)};
}

}  // namespace one_lane
}  // namespace hwy
