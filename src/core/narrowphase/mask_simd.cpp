// SPDX-License-Identifier: MIT
// Strips of two masks ANDed, several rows at a time; compiled once per instruction set (Highway).
#include "core/narrowphase/mask_simd.hpp"

#include <algorithm>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/narrowphase/mask_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most 8 rows: two vectors per step then stay within the zeros below each strip.
const hn::CappedTag<std::uint64_t, OpacityMask::kRowsBelow / 2> kRows;
using Rows = hn::Vec<decltype(kRows)>;

// What a strip of one mask meets in the other: the pixels that begin within its strip `low`, at bit
// `shift`, and go on in the next one, `high`.
struct Across {
  const std::uint64_t *low, *high;
  int shift;
};

struct LowOnly {
  static HWY_INLINE Rows rows(const Across& q, int y) {
    return hn::ShiftRightSame(hn::LoadU(kRows, q.low + y), q.shift);
  }
  static std::uint64_t row(const Across& q, int y) { return q.low[y] >> q.shift; }
};
struct HighOnly {
  static HWY_INLINE Rows rows(const Across& q, int y) {
    return hn::ShiftLeftSame(hn::LoadU(kRows, q.high + y), 64 - q.shift);
  }
  static std::uint64_t row(const Across& q, int y) { return q.high[y] << (64 - q.shift); }
};
struct Both {
  static HWY_INLINE Rows rows(const Across& q, int y) {
    return hn::Or(LowOnly::rows(q, y), HighOnly::rows(q, y));
  }
  static std::uint64_t row(const Across& q, int y) {
    return LowOnly::row(q, y) | HighOnly::row(q, y);
  }
};

// The first row below `end` where the strip and what it meets have a common bit, or `end`.
template <class Part>
HWY_INLINE int first_row(const std::uint64_t* strip, const Across& q, int end) {
  const int lanes = static_cast<int>(hn::Lanes(kRows));
  const auto common = [&](int y) { return hn::And(hn::LoadU(kRows, strip + y), Part::rows(q, y)); };
  for (int y = 0; y < end; y += 2 * lanes) {
    const Rows any = hn::Or(common(y), common(y + lanes));
    if (hn::AllTrue(kRows, hn::Eq(any, hn::Zero(kRows)))) continue;
    while (y < end && (strip[y] & Part::row(q, y)) == 0) ++y;
    return y;
  }
  return end;
}

CommonBit first_common(const MaskOverlap& o) {
  CommonBit first;
  int end = o.height;
  const int shift = (o.bx - o.ax) & 63;
  for (int s = o.ax >> 6; s <= (o.ax + o.width - 1) >> 6; ++s) {
    // Bits of this strip within the overlap, and the column of b that lies on its bit 0.
    const int from = std::max(o.ax - s * 64, 0), to = std::min(o.ax + o.width - s * 64, 64);
    const int column = s * 64 - o.ax + o.bx, t = column >> 6;
    const std::uint64_t* strip = o.a->strip(s) + o.ay;
    const Across q{o.b->strip(t) + o.by, o.b->strip(t) + o.b->pitch + o.by, shift};
    int y;
    if (to <= 64 - shift)
      y = first_row<LowOnly>(strip, q, end);
    else if (from >= 64 - shift)
      y = first_row<HighOnly>(strip, q, end);
    else
      y = first_row<Both>(strip, q, end);
    if (y >= end) continue;
    const std::uint64_t bits = strip[y] & (shift == 0 ? LowOnly::row(q, y) : Both::row(q, y));
    first = {s * 64 - o.ax + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero64(bits)), y};
    // A strip further right is first only in a row further up.
    end = y;
  }
  return first;
}

}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(first_common);

FirstCommonBit first_common_bit() {
  // Before the first update the table's entry is the one that chooses, at every call.
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return &HWY_DYNAMIC_DISPATCH(first_common);
}

}  // namespace phasebox
#endif
