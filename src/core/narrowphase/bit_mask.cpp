// SPDX-License-Identifier: MIT
// Bit mask: 64 pixels of both images compared with one AND.
#include <array>
#include <bit>
#include <optional>
#include <vector>

#include "core/narrowphase/mask_simd.hpp"
#include "core/narrowphase/narrowphase.hpp"
#include "core/narrowphase/opacity_mask.hpp"
#include "core/narrowphase/pixels.hpp"
#include "core/narrowphase/row_walk.hpp"

namespace phasebox {
namespace {

struct BitMaskParams {
  std::int32_t alpha_threshold = 128;
};

constexpr std::array kRows{
    param<&BitMaskParams::alpha_threshold>("alpha-threshold", 1, 255, "",
                                           "A pixel is opaque when its alpha is at least this."),
};

/// A mask in the world.
struct PosedMask {
  const OpacityMask& mask;
  PixelView view;

  PixelRect part() const {
    return {mask.left, mask.top, mask.left + mask.width, mask.top + mask.height};
  }
  /// World pixels that a plain mask covers.
  PixelRect rect() const {
    const int x = view.left() + mask.left, y = view.top() + mask.top;
    return {x, y, x + mask.width, y + mask.height};
  }
};

/// The bits of a turned or scaled mask along a row of world pixels.
class MaskWalk {
 public:
  explicit MaskWalk(const PosedMask& posed)
      : posed_(posed), by_(posed.view.step_right()), clip_(posed.part(), by_) {}

  /// Goes to the row of world pixels that begins at (x, y).
  void start(int x, int y, Steps& steps) {
    start_ = posed_.view.at(x, y);
    clip_.narrow(start_, steps);
    start_.u -= static_cast<std::int64_t>(posed_.mask.left) << 32;
    start_.v -= static_cast<std::int64_t>(posed_.mask.top) << 32;
  }

  /// Up to 64 pixels from step `from` on; lowest bit is leftmost.
  std::uint64_t bits(int from, int count) const {
    const OpacityMask& mask = posed_.mask;
    const auto width = static_cast<std::uint64_t>(mask.width),
               height = static_cast<std::uint64_t>(mask.height);
    std::int64_t u = start_.u + by_.u * from, v = start_.v + by_.v * from;
    std::uint64_t bits = 0;
    for (int k = 0; k < count; ++k, u += by_.u, v += by_.v) {
      const auto x = static_cast<std::uint64_t>(u >> 32), y = static_cast<std::uint64_t>(v >> 32);
      // Read something in any case: an outline would make a branch go wrong.
      const std::uint64_t inside = (x < width) & (y < height);
      const std::uint64_t keep = 0 - inside;
      bits |= (inside & mask.is_set(x & keep, y & keep)) << k;
    }
    return bits;
  }

 private:
  const PosedMask& posed_;
  PixelView::Point by_, start_{};
  RowClip clip_;
};

/// Two sprites collide when a bit is set in both masks. For sprites neither rotated nor scaled, the
/// masks' strips are shifted over each other and ANDed, several rows of 64 px with one instruction.
/// Others are walked row by row with the fixed-point map, each bit looked up, 64 of them ANDed.
/// Always the answer of pixel samples with n = 1.
/// Cost: O(overlap area / 64) per pair, divided by the rows a vector holds; turned sprites O(area
/// of the rows' common stretch). Keeps one bit per pixel of every image. Source: per-pixel
/// collision by shifted masks, as in 8-bit sprite hardware and in pygame's mask (U. Matthey,
/// "bitmask", 2002).
class BitMask : public NarrowphaseOf<BitMask, BitMaskParams, kRows> {
 public:
  void reset(const Frame& frame) override {
    masks_.clear();
    if (frame.images) prepare(frame, 0);
  }
  /// Images may have come since the last frame.
  void prepare(const Frame& frame, std::size_t) {
    while (masks_.size() < frame.images->size())
      masks_.push_back(make_opacity_mask((*frame.images)[masks_.size()], p_.alpha_threshold));
  }

  template <class T>
  bool touch(const Frame& frame, Pair pair, Contact& contact, T& trace) const {
    const PosedMask a = posed(frame, pair.a), b = posed(frame, pair.b);
    if (a.mask.empty() || b.mask.empty()) return false;
    const auto found = a.view.is_plain() && b.view.is_plain()
                           ? first_shifted(a, b, trace)
                           : first_walked(frame, pair, a, b, trace);
    if (found) contact.point = middle(*found);
    return found.has_value();
  }

 private:
  PosedMask posed(const Frame& frame, SpriteId i) const {
    return {masks_[frame.world->images()[i]], pixel_view(frame, i)};
  }

  template <class T>
  std::optional<Spot> first_shifted(const PosedMask& a, const PosedMask& b, T& trace) const {
    const PixelRect at_a = a.rect(), at_b = b.rect(), common = intersection(at_a, at_b);
    if (common.empty()) return std::nullopt;
    const MaskOverlap overlap{&a.mask,
                              &b.mask,
                              common.x0 - at_a.x0,
                              common.y0 - at_a.y0,
                              common.x0 - at_b.x0,
                              common.y0 - at_b.y0,
                              common.width(),
                              common.height()};
    const CommonBit bit = first_common_bit_(overlap);
    if constexpr (T::on) trace_rows(common, bit.x < 0 ? common.height() : bit.y + 1, trace);
    if (bit.x < 0) return std::nullopt;
    return Spot{common.x0 + bit.x, common.y0 + bit.y};
  }

  template <class T>
  std::optional<Spot> first_walked(const Frame& frame, Pair pair, const PosedMask& a,
                                   const PosedMask& b, T& trace) const {
    const PixelRect overlap =
        intersection(pixel_rect(frame, pair.a, a.view), pixel_rect(frame, pair.b, b.view));
    MaskWalk walk_a(a), walk_b(b);
    for (int y = overlap.y0; y < overlap.y1; ++y) {
      Steps steps{0, overlap.width()};
      walk_a.start(overlap.x0, y, steps);
      walk_b.start(overlap.x0, y, steps);
      for (int k = steps.first; k < steps.last; k += 64) {
        const int count = std::min(64, steps.last - k), x = overlap.x0 + k;
        if constexpr (T::on) trace_word(0, {x, y, x + count, y + 1}, trace);
        std::uint64_t bits = walk_a.bits(k, count);
        if (bits == 0) continue;
        if constexpr (T::on) trace_word(1, {x, y, x + count, y + 1}, trace);
        bits &= walk_b.bits(k, count);
        if (bits != 0) return Spot{x + std::countr_zero(bits), y};
      }
    }
    return std::nullopt;
  }

  /// The words of a shifted test, row by row down to the hit.
  template <class T>
  static void trace_rows(const PixelRect& common, int rows, T& trace) {
    for (int y = common.y0; y < common.y0 + rows; ++y)
      for (int x = common.x0; x < common.x1; x += 64)
        for (const std::uint32_t which : {0u, 1u})
          trace_word(which, {x, y, std::min(x + 64, common.x1), y + 1}, trace);
  }
  template <class T>
  static void trace_word(std::uint32_t which, const PixelRect& r, T& trace) {
    const Vec2 from{static_cast<float>(r.x0), static_cast<float>(r.y0)};
    const Vec2 to{static_cast<float>(r.x1), static_cast<float>(r.y1)};
    trace.add({Mark::read, Axis::x, 0, 0, which, {from, to}});
  }

  std::vector<OpacityMask> masks_;  // [image]
  FirstCommonBit first_common_bit_ = first_common_bit();
};

}  // namespace

extern const NarrowphaseEntry bit_mask_entry{
    "bit-mask", "Bit mask", "Compares 64 pixels of both images with one AND; exact.",
    "Shifted one-bit masks, as in pygame's bitmask", make_narrowphase<BitMask>};

}  // namespace phasebox
