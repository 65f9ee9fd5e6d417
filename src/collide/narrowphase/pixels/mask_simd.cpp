// SPDX-License-Identifier: MIT
// Strips of two masks ANDed, several rows at a time, and blocks of turned masks; compiled once per
// instruction set (Highway).
#include "collide/narrowphase/pixels/mask_simd.hpp"

#include <algorithm>
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

HWY_INLINE CommonBit first_of(const MaskOverlap& o) {
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

void first_common(std::span<const MaskOverlap> overlaps, CommonBit* found) {
  for (const MaskOverlap& overlap : overlaps) *found++ = first_of(overlap);
}

// Where a placed block lies in its mask, on one axis: whole pixels.
struct Extent {
  std::int64_t first, last;

  Extent(std::int64_t from, std::int64_t min, std::int64_t max)
      : first((from + min) >> 32), last((from + max) >> 32) {}
  bool is_outside(int size) const { return last < 0 || first >= size; }
};

// Pixel by pixel, for every block.
std::uint64_t looked_up(const PlacedBlock& placed) {
  const MaskBlock& block = placed.block;
  const auto pixel = [&mask = placed.mask](std::int64_t u, std::int64_t v) {
    const auto x = static_cast<std::uint64_t>(u >> 32), y = static_cast<std::uint64_t>(v >> 32);
    const bool inside =
        x < static_cast<std::uint64_t>(mask.width) && y < static_cast<std::uint64_t>(mask.height);
    return inside ? mask.strip(static_cast<int>(x >> 6))[y] >> (x & 63) & 1 : 0;
  };
  std::uint64_t bits = 0;
  for (int y = 0; y < MaskBlock::kSide; ++y)
    for (int x = 0; x < MaskBlock::kSide; ++x)
      bits |= pixel(placed.u + block.right_u * x + block.down_u * y,
                    placed.v + block.right_v * x + block.down_v * y)
              << (y * MaskBlock::kSide + x);
  return bits;
}

#if HWY_TARGET <= HWY_AVX2 && HWY_TARGET != HWY_SCALAR
constexpr std::uint32_t kLanes = HWY_TARGET <= HWY_AVX3 ? 16 : 8;
const hn::ScalableTag<std::uint32_t> kPixels;  // 8 or 16: one or two rows of a block
const hn::ScalableTag<std::uint64_t> kWords;   // half as many
using Pixels = hn::Vec<decltype(kPixels)>;

// Rows of 32 pixels out of a mask.
struct WindowRows {
  const std::uint64_t *low, *high;
  int shift;

  // From row down.first on, with bits that begin at pixel across.first. Rows past the last may be
  // read, but are not used.
  HWY_INLINE WindowRows(const OpacityMask& mask, const Extent& across, const Extent& down)
      : low(mask.strip(static_cast<int>(across.first >> 6)) + down.first),
        // The next strip stays out of the cache where the window ends in this one.
        high(across.first >> 6 == across.last >> 6 ? low : low + mask.pitch),
        shift(static_cast<int>(across.first & 63)) {}

  // As many as there are lanes.
  HWY_INLINE Pixels load(std::size_t y) const {
    const std::size_t half = hn::Lanes(kWords);
    return hn::ConcatEven(kPixels, hn::BitCast(kPixels, words(y + half)),
                          hn::BitCast(kPixels, words(y)));
  }

 private:
  HWY_INLINE hn::Vec<decltype(kWords)> words(std::size_t y) const {
    const auto left = hn::ShiftLeft<1>(hn::LoadU(kWords, high + y));
    return hn::Or(hn::ShiftRightSame(hn::LoadU(kWords, low + y), shift),
                  hn::ShiftLeftSame(left, 63 - shift));
  }
};

// A part of a mask: 32 pixels of 16 rows, or of 32 where it is tall.
#if HWY_TARGET <= HWY_AVX3
template <bool kTall>
class WindowInRegisters {
 public:
  HWY_INLINE explicit WindowInRegisters(const WindowRows& rows) : upper_(rows.load(0)) {
    if constexpr (kTall) lower_ = rows.load(16);
  }
  HWY_INLINE Pixels row(Pixels y) const {
    // A pixel that is not used may lie outside; Highway checks in builds without optimization.
    const Pixels last = hn::Set(kPixels, std::uint32_t{15});
    const auto index = hn::IndicesFromVec(kPixels, hn::And(y, last));
    if constexpr (!kTall) return hn::TableLookupLanes(upper_, index);
    return hn::IfThenElse(hn::Gt(y, last), hn::TableLookupLanes(lower_, index),
                          hn::TableLookupLanes(upper_, index));
  }

 private:
  Pixels upper_, lower_;
};
template <bool kTall>
using Window = WindowInRegisters<kTall>;
#else
template <bool kTall>
class WindowInMemory {
 public:
  HWY_INLINE explicit WindowInMemory(const WindowRows& rows) {
    for (std::size_t y = 0; y < kRowCount; y += 8) hn::Store(rows.load(y), kPixels, rows_ + y);
  }
  HWY_INLINE Pixels row(Pixels y) const {
    return hn::GatherIndex(kPixels, rows_, hn::BitCast(hn::RebindToSigned<decltype(kPixels)>(), y));
  }

 private:
  static constexpr std::size_t kRowCount = kTall ? 32 : 16;
  alignas(32) std::uint32_t rows_[kRowCount];
};
template <bool kTall>
using Window = WindowInMemory<kTall>;
#endif

// Places of a block's pixels on one axis of a window. What start and steps lack in bits adds up to
// less than kSlack; a place that close below a whole pixel may belong to the next one.
class Places {
 public:
  static constexpr int kFraction = 26;  // bits
  static constexpr std::uint32_t kSlack = 16, kWhole = 1u << kFraction;

  HWY_INLINE Places(std::int64_t from, std::int64_t right, std::int64_t down)
      : down_(hn::Set(kPixels, shortened(down) * (kLanes / MaskBlock::kSide))) {
    const Pixels lane = hn::Iota(kPixels, 0);
    const Pixels x = hn::And(lane, hn::Set(kPixels, std::uint32_t{MaskBlock::kSide - 1}));
    const Pixels y = hn::ShiftRight<3>(lane);
    at_ = hn::Add(hn::Set(kPixels, shortened(from)),
                  hn::Add(hn::Mul(x, hn::Set(kPixels, shortened(right))),
                          hn::Mul(y, hn::Set(kPixels, shortened(down)))));
  }
  HWY_INLINE Pixels whole() const { return hn::ShiftRight<kFraction>(at_); }
  HWY_INLINE Pixels fraction() const { return hn::And(at_, hn::Set(kPixels, kWhole - 1)); }
  HWY_INLINE void next() { at_ = hn::Add(at_, down_); }

 private:
  static HWY_INLINE std::uint32_t shortened(std::int64_t p) {
    return static_cast<std::uint32_t>(p >> (32 - kFraction));
  }
  Pixels at_, down_;
};

// The bits of a block in a window; false where the places are too coarse to tell them.
template <bool kTall>
HWY_INLINE bool bits_in_window(const PlacedBlock& placed, const Extent& across, const Extent& down,
                               std::uint64_t& bits) {
  const MaskBlock& block = placed.block;
  const Window<kTall> window(WindowRows(placed.mask, across, down));
  Places u(placed.u - (across.first << 32), block.right_u, block.down_u);
  Places v(placed.v - (down.first << 32), block.right_v, block.down_v);
  const Pixels one = hn::Set(kPixels, std::uint32_t{1});
  Pixels largest = hn::Zero(kPixels);
  bits = 0;
  for (std::size_t k = 0; k < 64; k += kLanes, u.next(), v.next()) {
    largest = hn::Max(largest, hn::Max(u.fraction(), v.fraction()));
    const Pixels bit = hn::And(hn::Shr(window.row(v.whole()), u.whole()), one);
    std::uint8_t bytes[8] = {};  // so many may be written
    hn::StoreMaskBits(kPixels, hn::Eq(bit, one), bytes);
    bits |= std::uint64_t{bytes[0]} << k;
    if constexpr (kLanes > 8) bits |= std::uint64_t{bytes[1]} << (k + 8);
  }
  return hn::AllTrue(kPixels, hn::Lt(largest, hn::Set(kPixels, Places::kWhole - Places::kSlack)));
}

HWY_INLINE std::uint64_t block_bits(const PlacedBlock& placed) {
  const auto& [mask, block, u, v] = placed;
  const Extent across(u, block.min_u, block.max_u), down(v, block.min_v, block.max_v);
  if (across.is_outside(mask.width) || down.is_outside(mask.height)) return 0;
  constexpr int kMargin = OpacityMask::kMargin;
  const bool fits = across.last - across.first < 32 && across.first >= -64 &&
                    down.last - down.first < 32 && down.first >= -kMargin &&
                    down.last < mask.height + kMargin;
  std::uint64_t bits = 0;
  const bool is_tall = down.last - down.first >= 16;
  const bool known = fits && (is_tall ? bits_in_window<true>(placed, across, down, bits)
                                      : bits_in_window<false>(placed, across, down, bits));
  return known ? bits : looked_up(placed);
}
#else
std::uint64_t block_bits(const PlacedBlock& placed) {
  const auto& [mask, block, u, v] = placed;
  const Extent across(u, block.min_u, block.max_u), down(v, block.min_v, block.max_v);
  if (across.is_outside(mask.width) || down.is_outside(mask.height)) return 0;
  return looked_up(placed);
}
#endif

std::uint64_t common_bits(const PlacedBlock& a, const PlacedBlock& b) {
  const std::uint64_t bits = block_bits(a);
  return bits == 0 ? 0 : bits & block_bits(b);
}

}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(first_common);
HWY_EXPORT(common_bits);

MaskBlock::MaskBlock(std::int64_t step_u, std::int64_t step_v, std::int64_t below_u,
                     std::int64_t below_v)
    : right_u(step_u), right_v(step_v), down_u(below_u), down_v(below_v) {
  constexpr std::int64_t kLast = kSide - 1, kNone = 0;
  min_u = std::min(kNone, right_u * kLast) + std::min(kNone, down_u * kLast);
  max_u = std::max(kNone, right_u * kLast) + std::max(kNone, down_u * kLast);
  min_v = std::min(kNone, right_v * kLast) + std::min(kNone, down_v * kLast);
  max_v = std::max(kNone, right_v * kLast) + std::max(kNone, down_v * kLast);
}

const MaskKernels& mask_kernels() {
  static const MaskKernels kBest = [] {
    // Before the first update the tables' entries are those that choose, at every call.
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return MaskKernels{&HWY_DYNAMIC_DISPATCH(first_common), &HWY_DYNAMIC_DISPATCH(common_bits)};
  }();
  return kBest;
}

}  // namespace phasebox
#endif
