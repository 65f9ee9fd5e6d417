// SPDX-License-Identifier: MIT
// Bits, distances and thickness of opaque areas, and blocks of two masks against each other
// (Highway; compiled once per instruction set).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/narrowphase/pixels/opacity_mask_simd.cpp"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "collide/narrowphase/pixels/opacity_mask.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

namespace {

// At most 8 rows: two vectors per step then stay within the zeros below each strip.
const hn::CappedTag<std::uint64_t, OpacityMask::kMargin / 2> kRows;
using Rows = hn::Vec<decltype(kRows)>;

// What lies over a strip: pixels from bit `shift` of a strip of the other mask on, and the next.
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

// The first row below `end` where the strip and what lies over it share a bit, or one past it.
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
class Window {
 public:
  HWY_INLINE explicit Window(const WindowRows& rows) : upper_(rows.load(0)) {
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

#endif

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
    // Before the first update the tables' entries are those that choose, at every call.
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return MaskKernels{&HWY_DYNAMIC_DISPATCH(first_common), &HWY_DYNAMIC_DISPATCH(common_bits)};
  }();
  return kBest;
}

namespace {

const std::uint8_t* row_of(const Image& image, int y) {
  return image.alpha.data() + static_cast<std::ptrdiff_t>(y) * image.width;
}

// Sets the bounds; leaves them empty when no pixel is opaque.
void crop(OpacityMask& mask, const Image& image, int threshold) {
  int left = image.width, right = 0, top = image.height, bottom = 0;
  for (int y = 0; y < image.height; ++y) {
    const std::uint8_t* row = row_of(image, y);
    for (int x = 0; x < image.width; ++x) {
      if (row[x] < threshold) continue;
      left = std::min(left, x), right = std::max(right, x + 1);
      top = std::min(top, y), bottom = y + 1;
    }
  }
  if (left >= right) return;
  mask.left = left - image.pivot_x, mask.width = right - left;
  mask.top = top - image.pivot_y, mask.height = bottom - top;
}

using Field = DistanceField;

constexpr int kFar = (Field::kMaxDistance + Field::kPerPixel - 1) / Field::kPerPixel;  // px

/// Px between two stretches of a line; 0 where they touch.
constexpr int between(int a0, int a1, int b0, int b1) { return std::max({0, b0 - a1, a0 - b1}); }

/// For each cell of row y of pixels: how far its nearest opaque pixel of that row lies to the left
/// or right, px, at most kFar. Two passes: from the left and from the right.
void find_row_distances(const OpacityMask& mask, int y, std::span<std::uint8_t> out) {
  constexpr int kFirst = -Field::kMargin * Field::kCell, kBeyond = 2 * kFar - kFirst;  // px
  const auto held = [](int distance) {
    return static_cast<std::uint8_t>(std::min(distance, kFar));
  };
  int x = kFirst, last = -kBeyond;  // the opaque pixel passed last
  for (std::uint8_t& cell : out) {
    for (const int end = x + Field::kCell; x < end; ++x)
      if (mask.is_opaque(x, y)) last = x;
    cell = held(between(last, last + 1, x - Field::kCell, x));
  }
  last = mask.width + kBeyond;
  for (std::size_t c = out.size(); c-- > 0;) {
    for (const int end = x - Field::kCell; x > end; --x)
      if (mask.is_opaque(x - 1, y)) last = x - 1;
    out[c] = std::min(out[c], held(between(last, last + 1, x, x + Field::kCell)));
  }
}

/// The distance of a cell, halves of a px, from those along the rows of pixels: rows further and
/// further away, until none can be nearer.
std::uint8_t distance(const std::uint8_t* along, int columns, int height, int top) {
  constexpr int kFarSquare = kFar * kFar;
  int best = kFarSquare;
  const auto look = [&](int y) {
    if (y < 0 || y >= height) return;
    const int dx = along[static_cast<std::ptrdiff_t>(y) * columns];
    const int dy = between(y, y + 1, top, top + Field::kCell);
    best = std::min(best, dx * dx + dy * dy);
  };
  for (int y = top; y < top + Field::kCell; ++y) look(y);
  for (int dy = 0; dy * dy < best; ++dy) look(top - 1 - dy), look(top + Field::kCell + dy);
  const double halves = std::sqrt(static_cast<double>(best)) * Field::kPerPixel;
  return static_cast<std::uint8_t>(std::min<double>(halves, Field::kMaxDistance));
}

/// For each pixel the side of the largest opaque square whose lower right corner it is.
class Squares {
 public:
  Squares(const Image& image, int threshold)
      : width_(static_cast<std::size_t>(image.width)), sides_(image.alpha.size()) {
    for (std::size_t i = 0; i < sides_.size(); ++i)
      if (image.alpha[i] >= threshold) sides_[i] = ending_at(i);
  }

  int largest() const { return *std::ranges::max_element(sides_); }

  /// Whether every opaque pixel lies in an opaque square of that side: one that ends no more than
  /// side - 1 px to the right of it and below. Counts down from the ends, backwards.
  bool cover_all(int side) const {
    std::vector<int> below(width_, 0);
    for (std::size_t i = sides_.size(), right = 0; i-- > 0;) {
      const std::size_t x = i % width_;
      if (x + 1 == width_) right = 0;
      if (sides_[i] >= side) right = static_cast<std::size_t>(side);
      if (right > 0) below[x] = side, --right;
      if (below[x] == 0 && sides_[i] > 0) return false;
      if (below[x] > 0) --below[x];
    }
    return true;
  }

 private:
  std::uint16_t ending_at(std::size_t i) const {
    if (i < width_ || i % width_ == 0) return 1;
    const std::uint16_t others[] = {sides_[i - 1], sides_[i - width_], sides_[i - width_ - 1]};
    return static_cast<std::uint16_t>(1 + *std::ranges::min_element(others));
  }

  std::size_t width_;
  std::vector<std::uint16_t> sides_;
};

}  // namespace

OpacityMask make_opacity_mask(const Image& image, int alpha_threshold) {
  OpacityMask mask;
  crop(mask, image, alpha_threshold);
  if (mask.empty()) return mask;
  constexpr int kMargin = OpacityMask::kMargin;
  mask.pitch = mask.height + kMargin;
  mask.words.assign(
      static_cast<std::size_t>(kMargin + (mask.strips() + 2) * mask.pitch + OpacityMask::kPastEnd),
      0);
  for (int y = 0; y < mask.height; ++y) {
    const std::uint8_t* row =
        row_of(image, image.pivot_y + mask.top + y) + image.pivot_x + mask.left;
    for (int x = 0; x < mask.width; ++x) {
      const std::uint64_t bit = row[x] >= alpha_threshold;
      mask.words[static_cast<std::size_t>(kMargin + (x / 64 + 1) * mask.pitch + y)] |= bit
                                                                                       << (x % 64);
    }
  }
  return mask;
}

DistanceField make_distance_field(const OpacityMask& mask) {
  DistanceField field;
  if (mask.empty()) return field;
  const auto cells = [](int side) {
    return (side + Field::kCell - 1) / Field::kCell + 2 * Field::kMargin;
  };
  field.columns = cells(mask.width), field.rows = cells(mask.height);
  const auto columns = static_cast<std::size_t>(field.columns);
  std::vector<std::uint8_t> along(columns * static_cast<std::size_t>(mask.height));  // [row][cell]
  for (int y = 0; y < mask.height; ++y)
    find_row_distances(mask, y,
                       std::span(along).subspan(static_cast<std::size_t>(y) * columns, columns));
  field.distances.reserve(columns * static_cast<std::size_t>(field.rows));
  for (int r = 0; r < field.rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      field.distances.push_back(
          distance(&along[c], field.columns, mask.height, (r - Field::kMargin) * Field::kCell));
  return field;
}

int opaque_thickness(const Image& image, int alpha_threshold) {
  const Squares squares(image, alpha_threshold);
  int covered = 0, uncovered = squares.largest() + 1;
  if (uncovered > 1) covered = 1;
  // What squares of a side cover, smaller ones cover as well.
  while (uncovered - covered > 1) {
    const int side = (covered + uncovered) / 2;
    (squares.cover_all(side) ? covered : uncovered) = side;
  }
  return covered;
}

int safe_step(int thickness, Rotation rotation, Vec2 scale) {
  // Rotations know 1e-6: so close to a quarter turn, pixels still show pixels.
  const float turn = std::abs(rotation.c) + std::abs(rotation.s);
  const bool is_upright = turn < 1 + 3e-6f;
  double side = static_cast<double>(thickness) * static_cast<double>(std::min(scale.x, scale.y));
  // A little less than computed, for the rounding of the map.
  if (!is_upright || scale != Vec2{1, 1})
    side *= (1 - 1e-5) / static_cast<double>(is_upright ? 1 : turn);
  return std::max(1, static_cast<int>(side));
}

int step_by_size(int n, const Image& image, Vec2 scale) {
  constexpr double kUnit = 64;  // px
  const Vec2 size = extent(image.opaque) * scale;
  const double side = static_cast<double>(std::min(size.x, size.y));
  return std::max(1, static_cast<int>(n * side / kUnit));
}

}  // namespace phasebox
#endif
