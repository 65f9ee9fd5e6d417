// SPDX-License-Identifier: MIT
// Strips of two masks ANDed, several rows at a time, and walks through masks; compiled once per
// instruction set (Highway).
#include "collide/narrowphase/pixels/mask_simd.hpp"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/narrowphase/pixels/mask_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most 8 rows: two vectors per step then stay within the zeros below each strip.
const hn::CappedTag<std::uint64_t, OpacityMask::kMargin / 2> kRows;
using Rows = hn::Vec<decltype(kRows)>;

// What lies over a strip: pixels that begin in one strip of the other mask, at bit `shift`, and go
// on in the next.
struct Across {
  const std::uint64_t *low, *high;
  int shift;

  // The shift to the left in two steps, since one by 64 has no meaning.
  HWY_INLINE Rows rows(int y) const {
    const Rows left = hn::ShiftLeft<1>(hn::LoadU(kRows, high + y));
    return hn::Or(hn::ShiftRightSame(hn::LoadU(kRows, low + y), shift),
                  hn::ShiftLeftSame(left, 63 - shift));
  }
  std::uint64_t row(int y) const { return low[y] >> shift | high[y] << 1 << (63 - shift); }
};

// The first row below `end` where the strip and what lies over it have a common bit, or one past
// it.
HWY_INLINE int first_row(const std::uint64_t* strip, const Across& other, int end) {
  const int lanes = static_cast<int>(hn::Lanes(kRows));
  const auto common = [&](int y)
                          HWY_ATTR { return hn::And(hn::LoadU(kRows, strip + y), other.rows(y)); };
  const auto none = hn::Zero(kRows);
  for (int y = 0; y < end; y += 2 * lanes) {
    const Rows upper = common(y), lower = common(y + lanes);
    if (hn::AllTrue(kRows, hn::Eq(hn::Or(upper, lower), none))) continue;
    // Both are asked, since a branch between them would be guessed.
    const auto up = static_cast<int>(hn::FindFirstTrue(kRows, hn::Ne(upper, none)));
    const auto low = static_cast<int>(hn::FindFirstTrue(kRows, hn::Ne(lower, none)));
    return y + (up >= 0 ? up : lanes + low);
  }
  return end;
}

CommonBit first_common(const MaskOverlap& o) {
  CommonBit first;
  int end = o.height;
  for (int x = 0; x < o.width; x += 64) {
    const std::uint64_t* strip = o.a->strip(x >> 6) + o.ay;
    const std::uint64_t* low = o.b->strip((o.bx + x) >> 6) + o.by;
    const Across other{low, low + o.b->pitch, o.bx & 63};
    const int y = first_row(strip, other, end);
    if (y >= end) continue;
    const std::uint64_t bits = strip[y] & other.row(y);
    first = {x + static_cast<int>(hwy::Num0BitsBelowLS1Bit_Nonzero64(bits)), y};
    // A strip further right is first only in a row further up.
    end = y;
  }
  return first;
}

std::uint64_t bits_along(const OpacityMask& mask, const MaskWalk& walk, int count) {
  const std::uint64_t* words = mask.strip(0);
  const std::int64_t pitch = mask.pitch;
  std::int64_t x = walk.x, y = walk.y;
  std::uint64_t bits = 0;
  for (int k = 0; k < count; ++k, x += walk.by_x, y += walk.by_y) {
    const std::uint64_t word = words[(x >> 38) * pitch + (y >> 32)];
    bits |= (word >> (x >> 32 & 63) & 1) << k;
  }
  return bits;
}

}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(first_common);
HWY_EXPORT(bits_along);

const MaskKernels& mask_kernels() {
  static const MaskKernels kBest = [] {
    // Before the first update the tables' entries are those that choose, at every call.
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return MaskKernels{&HWY_DYNAMIC_DISPATCH(first_common), &HWY_DYNAMIC_DISPATCH(bits_along)};
  }();
  return kBest;
}

}  // namespace phasebox
#endif
