// SPDX-License-Identifier: MIT
// Bit mask: 64 pixels of both images compared with one AND.
#include <array>
#include <bit>
#include <optional>
#include <vector>

#include "collide/narrowphase.hpp"
#include "collide/narrowphase/pixels/circle_reject.hpp"
#include "collide/narrowphase/pixels/mask_simd.hpp"
#include "collide/narrowphase/pixels/opacity_mask.hpp"
#include "collide/narrowphase/pixels/pixels.hpp"
#include "collide/narrowphase/pixels/row_walk.hpp"

namespace phasebox {
namespace {

struct BitMaskParams {
  std::int32_t alpha_threshold = 128;
  bool circle_reject = false;  // costs as much as a sixth of a plain pair
};

constexpr std::array kRows{
    param<&BitMaskParams::alpha_threshold>("alpha-threshold", 1, 255, "",
                                           "A pixel is opaque when its alpha is at least this."),
    flag<&BitMaskParams::circle_reject>("circle-reject", kCircleRejectHelp),
};

/// A turned or scaled mask, walked along rows of world pixels, downwards.
class MaskRows {
 public:
  /// (x, y): the world pixel where the first row begins.
  MaskRows(const OpacityMask& mask, const PixelView& view, int x, int y, const MaskKernels& kernels)
      : mask_(mask),
        kernels_(kernels),
        start_(view.at(x, y)),
        right_(view.step_right()),
        down_(view.step_down()),
        clip_({0, 0, mask.width, mask.height}, right_),
        leaps_(std::max({right_.u, -right_.u, right_.v, -right_.v}) > kMaxPerStep) {
    start_.u -= static_cast<std::int64_t>(mask.left + view.image().pivot_x) << 32;
    start_.v -= static_cast<std::int64_t>(mask.top + view.image().pivot_y) << 32;
  }

  /// Narrows the steps along the row to those within the mask or its margin.
  void narrow(StepRange& steps) const {
    clip_.narrow(start_, steps);
    if (!leaps_) return;
    while (!steps.empty() && !is_inside(steps.first)) ++steps.first;
    while (!steps.empty() && !is_inside(steps.last - 1)) --steps.last;
  }
  /// Up to 64 pixels of the row from step `from` on.
  std::uint64_t bits(int from, int count) const {
    return kernels_.bits_along(
        mask_, {start_.u + right_.u * from, start_.v + right_.v * from, right_.u, right_.v}, count);
  }
  void next() { start_.u += down_.u, start_.v += down_.v; }

 private:
  // The clip is one step too wide at most; so many px, 32.32, are still within the margin.
  static constexpr std::int64_t kMaxPerStep = static_cast<std::int64_t>(OpacityMask::kMargin / 2)
                                              << 32;
  bool is_inside(int step) const {
    const std::int64_t u = (start_.u + right_.u * step) >> 32,
                       v = (start_.v + right_.v * step) >> 32;
    return u >= 0 && u < mask_.width && v >= 0 && v < mask_.height;
  }

  const OpacityMask& mask_;
  const MaskKernels& kernels_;
  PixelView::Point start_, right_, down_;
  RowClip clip_;
  bool leaps_;
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
    const OpacityMask &a = mask(frame, pair.a), &b = mask(frame, pair.b);
    if (a.empty() || b.empty()) return false;
    if (p_.circle_reject && rejected_by_circles(frame, pair, trace)) return false;
    const bool plain = is_plain(frame, pair.a) && is_plain(frame, pair.b);
    const auto found = plain ? first_shifted(a, rect(a, frame.transforms[pair.a]), b,
                                             rect(b, frame.transforms[pair.b]), trace)
                             : first_walked(frame, pair, trace);
    if (found) contact.point = middle(*found);
    return found.has_value();
  }

 private:
  const OpacityMask& mask(const Frame& frame, SpriteId i) const {
    return masks_[frame.image_of[i]];
  }
  static bool is_plain(const Frame& frame, SpriteId i) {
    return PixelView::is_plain(frame.transforms[i].rotation, frame.scales[i]);
  }
  /// World pixels that a plain mask covers.
  static PixelRect rect(const OpacityMask& mask, const Transform& transform) {
    const int x = PixelView::nearest_pixel(transform.position.x) + mask.left;
    const int y = PixelView::nearest_pixel(transform.position.y) + mask.top;
    return {x, y, x + mask.width, y + mask.height};
  }

  template <class T>
  std::optional<Spot> first_shifted(const OpacityMask& a, const PixelRect& at_a,
                                    const OpacityMask& b, const PixelRect& at_b, T& trace) const {
    const PixelRect common = intersection(at_a, at_b);
    if (common.empty()) return std::nullopt;
    // The one that begins further right comes first; chosen by index, for a branch on it would be
    // wrong every other time.
    const std::array<const OpacityMask*, 2> masks{&a, &b};
    const std::array<const PixelRect*, 2> rects{&at_a, &at_b};
    const std::size_t right = at_a.x0 < at_b.x0, left = 1 - right;
    const CommonBit bit = kernels_.first_common(
        {masks[right], masks[left], common.y0 - rects[right]->y0, common.x0 - rects[left]->x0,
         common.y0 - rects[left]->y0, common.width(), common.height()});
    if constexpr (T::on) trace_rows(common, bit.x < 0 ? common.height() : bit.y + 1, trace);
    if (bit.x < 0) return std::nullopt;
    return Spot{common.x0 + bit.x, common.y0 + bit.y};
  }

  template <class T>
  std::optional<Spot> first_walked(const Frame& frame, Pair pair, T& trace) const {
    const PixelView a = pixel_view(frame, pair.a), b = pixel_view(frame, pair.b);
    const PixelRect overlap =
        intersection(reachable(frame, pair.a, a), reachable(frame, pair.b, b));
    const int x0 = overlap.x0, y0 = overlap.y0;
    MaskRows rows_a(mask(frame, pair.a), a, x0, y0, kernels_);
    MaskRows rows_b(mask(frame, pair.b), b, x0, y0, kernels_);
    for (int y = y0; y < overlap.y1; ++y, rows_a.next(), rows_b.next()) {
      StepRange steps{0, overlap.width()};
      rows_a.narrow(steps);
      rows_b.narrow(steps);
      for (int k = steps.first; k < steps.last; k += 64) {
        const int count = std::min(64, steps.last - k), x = x0 + k;
        const std::uint64_t bits_a = rows_a.bits(k, count);
        if constexpr (T::on) trace_word(0, {x, y, x + count, y + 1}, trace);
        if (bits_a == 0) continue;
        // Only from the first to the last pixel that could be common.
        const int from = std::countr_zero(bits_a), to = 64 - std::countl_zero(bits_a);
        const std::uint64_t common = bits_a & rows_b.bits(k + from, to - from) << from;
        if constexpr (T::on) trace_word(1, {x + from, y, x + to, y + 1}, trace);
        if (common != 0) return Spot{x + std::countr_zero(common), y};
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
    trace.add({EventKind::read, Axis::x, 0, 0, which, {from, to}});
  }

  std::vector<OpacityMask> masks_;  // [image]
  const MaskKernels& kernels_ = mask_kernels();
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"for each candidate pair", on(EventKind::enter)},
    {"  the circles around both lie apart: done", on(EventKind::skip)},
    {"  for every row of the common part:"},
    {"    64 pixels of the first, a bit each", on(EventKind::read, EventPhase::first)},
    {"    the same of the second, shifted", on(EventKind::read, EventPhase::second)},
    {"    a common bit: a collision, and done", on(EventKind::hit)},
    {"  no common bit: none", on(EventKind::leave)},
});

}  // namespace

extern const NarrowphaseEntry bit_mask_entry{
    "bit-mask",
    "Bit mask",
    "Compares 64 pixels of both images with one AND; exact.",
    "Shifted one-bit masks, as in pygame's bitmask",
    make_narrowphase<BitMask>,
    {.code = kCode, .part = "pair"}};

}  // namespace phasebox
