// SPDX-License-Identifier: MIT
// Compares rows and blocks of two masks (Highway; compiled once per instruction set).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/narrowphase/pixels/mask_kernels_simd.cpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "collide/narrowphase/pixels/mask_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

namespace {

// A vector has at most 8 rows, so that the two vectors of a step stay within the zeros below each
// strip.
const hn::CappedTag<std::uint64_t, OpacityMask::kMargin / 2> kRows;
using Rows = hn::Vec<decltype(kRows)>;

// The pixels of the other mask that lie over a strip: they begin at bit `shift` of one of its
// strips and continue in the next one.
struct Across {
  const std::uint64_t *low, *high;
  int shift;

  // Returns the rows from y on. The shift to the left takes two steps, since a shift by 64 has no
  // meaning.
  HWY_INLINE Rows rows(int y) const {
    const Rows left = hn::ShiftLeft<1>(hn::LoadU(kRows, high + y));
    return hn::Or(hn::ShiftRightSame(hn::LoadU(kRows, low + y), shift),
                  hn::ShiftLeftSame(left, 63 - shift));
  }
  std::uint64_t row(int y) const { return low[y] >> shift | high[y] << 1 << (63 - shift); }
};

// Returns the first row in which the strip and the pixels over it share a bit, if that lies before
// `end`; else `end` or a row past it. It reads whole vectors, so also some rows past `end`.
HWY_INLINE int first_row(const std::uint64_t* strip, const Across& other, int end) {
  const int lanes = static_cast<int>(hn::Lanes(kRows));
  const auto common = [&](int y)
                          HWY_ATTR { return hn::And(hn::LoadU(kRows, strip + y), other.rows(y)); };
  const auto none = hn::Zero(kRows);
  for (int y = 0; y < end; y += 2 * lanes) {
    const Rows upper = common(y), lower = common(y + lanes);
    if (hn::AllTrue(kRows, hn::Eq(hn::Or(upper, lower), none))) continue;
    // Both vectors are searched, since a branch on which one has the bit would be mispredicted.
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
    // A bit of a strip further right comes first only in a row further up.
    end = y;
  }
  return first;
}

void first_common(std::span<const MaskOverlap> overlaps, CommonBit* found) {
  for (const MaskOverlap& overlap : overlaps) *found++ = first_of(overlap);
}

// The range of whole pixels that a placed block covers in its mask, on one axis.
struct Extent {
  std::int64_t first, last;

  Extent(std::int64_t from, std::int64_t min, std::int64_t max)
      : first((from + min) >> 32), last((from + max) >> 32) {}
  bool is_outside(int size) const { return last < 0 || first >= size; }
};

// Reads the bits of a block pixel by pixel, wherever it lies.
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
const hn::ScalableTag<std::uint32_t> kPixels;  // 8 or 16 lanes: one or two rows of a block
const hn::ScalableTag<std::uint64_t> kWords;   // half as many lanes of 64 bits
using Pixels = hn::Vec<decltype(kPixels)>;

// Reads rows of 32 pixels out of a mask, from any pixel on.
struct WindowRows {
  const std::uint64_t *low, *high;
  int shift;

  // The rows begin at row down.first, and their bits at pixel across.first. Rows past the last may
  // be read, but are not used.
  HWY_INLINE WindowRows(const OpacityMask& mask, const Extent& across, const Extent& down)
      : low(mask.strip(static_cast<int>(across.first >> 6)) + down.first),
        // The next strip stays out of the cache where the window ends in this one.
        high(across.first >> 6 == across.last >> 6 ? low : low + mask.pitch),
        shift(static_cast<int>(across.first & 63)) {}

  // Loads one row per lane, from row y on.
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

// A part of a mask in registers or on the stack: 32 pixels wide, with 16 rows, or 32 if it is tall.
// `row` looks up one row per lane.
#if HWY_TARGET <= HWY_AVX3
template <bool kTall>
class Window {
 public:
  HWY_INLINE explicit Window(const WindowRows& rows) : upper_(rows.load(0)) {
    if constexpr (kTall) lower_ = rows.load(16);
  }
  HWY_INLINE Pixels row(Pixels y) const {
    // The index is masked, as a pixel that is not used may lie outside of the table, which Highway
    // checks in builds without optimization.
    const Pixels last = hn::Set(kPixels, std::uint32_t{15});
    const auto index = hn::IndicesFromVec(kPixels, hn::And(y, last));
    if constexpr (!kTall) return hn::TableLookupLanes(upper_, index);
    return hn::IfThenElse(hn::Gt(y, last), hn::TableLookupLanes(lower_, index),
                          hn::TableLookupLanes(upper_, index));
  }

 private:
  Pixels upper_, lower_;
};
#else
template <bool kTall>
class Window {
 public:
  HWY_INLINE explicit Window(const WindowRows& rows) {
    for (std::size_t y = 0; y < kRowCount; y += 8) hn::Store(rows.load(y), kPixels, rows_ + y);
  }
  HWY_INLINE Pixels row(Pixels y) const {
    return hn::GatherIndex(kPixels, rows_, hn::BitCast(hn::RebindToSigned<decltype(kPixels)>(), y));
  }

 private:
  static constexpr std::size_t kRowCount = kTall ? 32 : 16;
  alignas(32) std::uint32_t rows_[kRowCount];
};
#endif

// The places of a block's pixels on one axis of a window, with kFraction bits after the point. The
// bits that the start and the steps lack add up to less than kSlack. A place that lies so close
// below a whole pixel may belong to the next one.
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

// Reads the bits of a block through a window. Returns false where the shortened places are too
// coarse to say which pixel they lie in; `bits` then has no meaning.
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
    std::uint8_t bytes[8] = {};  // StoreMaskBits may write all 8
    hn::StoreMaskBits(kPixels, hn::Eq(bit, one), bytes);
    bits |= std::uint64_t{bytes[0]} << k;
    if constexpr (kLanes > 8) bits |= std::uint64_t{bytes[1]} << (k + 8);
  }
  return hn::AllTrue(kPixels, hn::Lt(largest, hn::Set(kPixels, Places::kWhole - Places::kSlack)));
}

#endif

// Reads the bits of a block through a window where it fits one, else pixel by pixel.
HWY_INLINE std::uint64_t block_bits(const PlacedBlock& placed) {
  const auto& [mask, block, u, v] = placed;
  const Extent across(u, block.min_u, block.max_u), down(v, block.min_v, block.max_v);
  if (across.is_outside(mask.width) || down.is_outside(mask.height)) return 0;
#if HWY_TARGET <= HWY_AVX2 && HWY_TARGET != HWY_SCALAR
  constexpr int kMargin = OpacityMask::kMargin;
  const bool fits = across.last - across.first < 32 && across.first >= -64 &&
                    down.last - down.first < 32 && down.first >= -kMargin &&
                    down.last < mask.height + kMargin;
  std::uint64_t bits = 0;
  const bool is_tall = down.last - down.first >= 16;
  if (fits && (is_tall ? bits_in_window<true>(placed, across, down, bits)
                       : bits_in_window<false>(placed, across, down, bits)))
    return bits;
#endif
  return looked_up(placed);
}

std::uint64_t common_bits(const PlacedBlock& a, const PlacedBlock& b) {
  const std::uint64_t bits = block_bits(a);
  return bits == 0 ? 0 : bits & block_bits(b);
}

}  // namespace
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
    // Before the first update the tables hold functions that choose the target at every call.
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return MaskKernels{&HWY_DYNAMIC_DISPATCH(first_common), &HWY_DYNAMIC_DISPATCH(common_bits)};
  }();
  return kBest;
}

}  // namespace phasebox
#endif
