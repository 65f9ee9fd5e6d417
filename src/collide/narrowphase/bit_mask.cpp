// SPDX-License-Identifier: MIT
// Bit mask: 64 pixels of both images compared with one AND.
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "collide/narrowphase.hpp"
#include "collide/narrowphase/pixels/block_search.hpp"
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

struct PlainOverlap {
  MaskOverlap masks;
  PixelRect common;  // world px
};

/// Some pairs in a row. Of plain ones the masks are asked for when they are added, and read when
/// all are there.
class Batch {
 public:
  static std::size_t take(std::size_t pairs) { return std::min(pairs, kPairs); }

  /// The answer of pair k.
  void keep(std::size_t k, const std::optional<Spot>& spot) {
    if (spot) spots_[k] = *spot, is_hit_[k] = true;
  }
  /// Pair k is plain.
  void add(std::size_t k, const PlainOverlap& overlap) {
    overlaps_[count_] = overlap.masks;
    spots_[k] = {overlap.common.x0, overlap.common.y0};
    pair_[count_] = k;
    count_ += !overlap.common.empty();
    const MaskOverlap& m = overlap.masks;
    if (overlap.common.empty()) return;
    __builtin_prefetch(m.a->strip(0) + m.ay);
    __builtin_prefetch(m.b->strip(m.bx >> 6) + m.by);
  }
  void test(const MaskKernels& kernels) {
    kernels.first_common({overlaps_.data(), count_}, bits_.data());
    for (std::size_t n = 0; n < count_; ++n) {
      const std::size_t k = pair_[n];
      is_hit_[k] = bits_[n].x >= 0;
      spots_[k] = {spots_[k].x + bits_[n].x, spots_[k].y + bits_[n].y};
    }
  }
  bool is_hit(std::size_t k) const { return is_hit_[k]; }
  Spot spot(std::size_t k) const { return spots_[k]; }
  void clear() { count_ = 0, is_hit_.fill(false); }

 private:
  static constexpr std::size_t kPairs = 64;
  std::array<MaskOverlap, kPairs> overlaps_;  // [count_]
  std::array<CommonBit, kPairs> bits_;        // [count_]
  std::array<std::size_t, kPairs> pair_;      // [count_]
  std::array<Spot, kPairs> spots_{};          // [pair]
  std::array<bool, kPairs> is_hit_{};         // [pair]
  std::size_t count_ = 0;
};

/// Two sprites collide when a bit is set in both masks. For sprites neither rotated nor scaled, the
/// masks' strips are shifted over each other and ANDed, several rows of 64 px with one instruction;
/// such pairs are gathered first and tested together, so that their masks are on the way from
/// memory meanwhile. For others the overlap is divided into blocks, and those are left out in which
/// one of the images has no opaque pixel near; 64 px of a block that is left are looked up
/// together. Always the answer of pixel samples with n = 1. Cost: O(overlap area / 64) per plain
/// pair, divided by the rows a vector holds; turned and scaled pairs O(length along which both
/// outlines are close). Keeps one bit per pixel of every image, and half a bit more of those that
/// were turned or scaled. Source: per-pixel collision by shifted masks, as in 8-bit sprite hardware
/// and in pygame's mask (U. Matthey, "bitmask", 2002); the distances: A. Rosenfeld and J. Pfaltz,
/// "Distance functions on digital pictures", 1968.
class BitMask : public NarrowphaseOf<BitMask, BitMaskParams, kRows> {
 public:
  void reset(const Frame& frame) override {
    masks_.clear();
    if (frame.images) prepare(frame, 0);
  }
  /// Images may have come since the last frame.
  void prepare(const Frame& frame, std::size_t) {
    while (masks_.size() < frame.images->size())
      masks_.push_back({make_opacity_mask((*frame.images)[masks_.size()], p_.alpha_threshold), {}});
  }

  template <class T>
  bool touch(const Frame& frame, Pair pair, Contact& contact, T& trace) {
    if (p_.circle_reject && rejected_by_circles(frame, pair, trace)) return false;
    const auto found = is_plain(frame, pair) ? first_shifted(frame, pair, trace)
                                             : first_in_blocks(frame, pair, trace);
    if (found) contact.point = middle(*found);
    return found.has_value();
  }

  /// What `touch` finds of many pairs: the plain ones among them together.
  void touch_all(const Frame& frame, std::span<const Pair> candidates, Sink<Contact>& out) {
    for (; !candidates.empty(); candidates = candidates.subspan(batch_.take(candidates.size()))) {
      if (frame.limit && frame.limit->is_stopped()) return;
      const auto pairs = candidates.first(batch_.take(candidates.size()));
      for (std::size_t k = 0; k < pairs.size(); ++k) gather(frame, pairs[k], k);
      batch_.test(kernels_);
      emit(pairs, out);
      batch_.clear();
    }
  }

 private:
  /// Every contact is written, and counts where it is one: a branch would be guessed.
  void emit(std::span<const Pair> pairs, Sink<Contact>& out) const {
    Contact* contacts = out.room(pairs.size());
    std::size_t hits = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      contacts[hits] = {.pair = pairs[k], .point = middle(batch_.spot(k)), .normal = {}};
      hits += batch_.is_hit(k);
    }
    out.commit(hits);
  }
  const OpacityMask& mask(const Frame& frame, SpriteId i) const {
    return masks_[frame.image_of[i]].mask;
  }
  static bool is_plain(const Frame& frame, Pair pair) {
    const auto is = [&frame](SpriteId i) {
      return PixelView::is_plain(frame.transforms[i].rotation, frame.scales[i]);
    };
    return is(pair.a) && is(pair.b);
  }
  /// World pixels that a plain mask covers.
  static PixelRect rect(const OpacityMask& mask, const Transform& transform) {
    const int x = PixelView::nearest_pixel(transform.position.x) + mask.left;
    const int y = PixelView::nearest_pixel(transform.position.y) + mask.top;
    return {x, y, x + mask.width, y + mask.height};
  }
  /// Two plain masks as they lie one on the other. Where nothing of them is common, the overlap has
  /// no pixel.
  PlainOverlap plain_overlap(const Frame& frame, Pair pair) const {
    const std::array<const OpacityMask*, 2> masks{&mask(frame, pair.a), &mask(frame, pair.b)};
    const std::array<PixelRect, 2> rects{rect(*masks[0], frame.transforms[pair.a]),
                                         rect(*masks[1], frame.transforms[pair.b])};
    const PixelRect common = intersection(rects[0], rects[1]);
    // The one that begins further right comes first; chosen by index, for a branch on it would be
    // wrong every other time.
    const std::size_t right = rects[0].x0 < rects[1].x0, left = 1 - right;
    return {{masks[right], masks[left], common.y0 - rects[right].y0, common.x0 - rects[left].x0,
             common.y0 - rects[left].y0, common.width(), common.height()},
            common};
  }

  void gather(const Frame& frame, Pair pair, std::size_t k) {
    NoTrace off;
    if (p_.circle_reject && circles_apart(frame, pair)) return;
    if (is_plain(frame, pair))
      batch_.add(k, plain_overlap(frame, pair));
    else
      batch_.keep(k, first_in_blocks(frame, pair, off));
  }

  template <class T>
  std::optional<Spot> first_shifted(const Frame& frame, Pair pair, T& trace) const {
    const auto [overlap, common] = plain_overlap(frame, pair);
    if (common.empty()) return std::nullopt;
    CommonBit bit;
    kernels_.first_common({&overlap, 1}, &bit);
    if constexpr (T::on) trace_rows(common, bit.x < 0 ? common.height() : bit.y + 1, trace);
    if (bit.x < 0) return std::nullopt;
    return Spot{common.x0 + bit.x, common.y0 + bit.y};
  }

  template <class T>
  std::optional<Spot> first_in_blocks(const Frame& frame, Pair pair, T& trace) {
    const FieldMask &mask_a = with_field(frame, pair.a), &mask_b = with_field(frame, pair.b);
    if (mask_a.mask.empty() || mask_b.mask.empty()) return std::nullopt;
    const PixelView a = pixel_view(frame, pair.a), b = pixel_view(frame, pair.b);
    const PixelRect overlap =
        intersection(reachable(frame, pair.a, a), reachable(frame, pair.b, b));
    if (overlap.empty()) return std::nullopt;
    return BlockSearch<T>({mask_a, a, overlap.x0, overlap.y0}, {mask_b, b, overlap.x0, overlap.y0},
                          overlap, trace)
        .run();
  }
  /// Images that are never turned or scaled need no field.
  const FieldMask& with_field(const Frame& frame, SpriteId i) {
    FieldMask& image = masks_[frame.image_of[i]];
    if (image.field.columns == 0) image.field = make_distance_field(image.mask);
    return image;
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

  std::vector<FieldMask> masks_;  // [image]
  Batch batch_;
  const MaskKernels& kernels_ = mask_kernels();
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"for each candidate pair", on(EventKind::enter)},
    {"  the circles around both lie apart: done", on(EventKind::skip)},
    {"  turned, scaled: for every block of both", on(EventKind::cell)},
    {"    nothing opaque near in either image: skip it"},
    {"    larger than 8 px: its four parts instead"},
    {"  not turned: for every row of the common part"},
    {"    64 pixels of the first, a bit each", on(EventKind::read, EventPhase::first)},
    {"    the same of the second", on(EventKind::read, EventPhase::second)},
    {"    a common bit: a collision, the first by rows", on(EventKind::hit)},
    {"  no common bit: none", on(EventKind::leave)},
});

}  // namespace

extern const NarrowphaseEntry bit_mask_entry{
    "bit-mask",
    "Bit mask",
    "Compares 64 pixels of both images with one AND, where both are near; exact.",
    "Shifted one-bit masks, as in pygame's bitmask",
    make_narrowphase<BitMask>,
    {.code = kCode, .part = "pair"}};

}  // namespace phasebox
