// SPDX-License-Identifier: MIT
// Bit mask: compares 64 pixels of both images by one AND, and turned or scaled masks in blocks that
// are divided down to 8 px.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "collide/narrowphase.hpp"
#include "collide/narrowphase/pixels/distance_field.hpp"
#include "collide/narrowphase/pixels/mask_kernels.hpp"
#include "collide/narrowphase/pixels/opacity_mask.hpp"
#include "collide/narrowphase/pixels/pixel_circle.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"

namespace phasebox {

/// An image as the block search reads it. The field is made when it is first needed; until then it
/// has no cells.
struct FieldMask {
  OpacityMask mask;
  DistanceField field;
};

/// One of the two sprites of a block search. It maps world pixels to places in the sprite's mask.
class BlockView {
 public:
  using Point = PixelView::Point;

  /// (x, y) is the world pixel that the search calls (0, 0).
  BlockView(const FieldMask& image, const PixelView& view, int x, int y)
      : mask_(&image.mask),
        field_(&image.field),
        start_(view.at(x, y)),
        right_{view.step_right().u / 2, view.step_right().v / 2},
        down_{view.step_down().u / 2, view.step_down().v / 2},
        block_(2 * right_.u, 2 * right_.v, 2 * down_.u, 2 * down_.v) {
    start_.u -= static_cast<std::int64_t>(mask_->left + view.image().pivot_x) << 32;
    start_.v -= static_cast<std::int64_t>(mask_->top + view.image().pivot_y) << 32;
    // A world pixel has two diagonals in the image; the longer one counts.
    const auto square = [](std::int64_t u, std::int64_t v) {
      const auto across = static_cast<double>(u), along = static_cast<double>(v);
      return across * across + along * along;
    };
    const double longer = std::max(square(right_.u + down_.u, right_.v + down_.v),
                                   square(right_.u - down_.u, right_.v - down_.v));
    diagonal_ = std::sqrt(longer) * (2 * 0x1p-32 * DistanceField::kPerPixel);
  }

  /// Returns the middle, in the mask, of a block of `side` by `side` world pixels whose top-left
  /// one is (x, y), counted from the search's first pixel.
  Point middle(int x, int y, int side) const {
    return start_ + right_ * (2 * x + side - 1) + down_ * (2 * y + side - 1);
  }
  /// Returns the largest side of a block, world px, whose image points stay within the number range
  /// of the map, even where it reaches beyond the overlap.
  int max_side() const {
    constexpr std::int64_t kRange = std::int64_t{1} << 60, kMost = 1 << 24;
    const std::int64_t longest = std::max({std::abs(right_.u), std::abs(right_.v),
                                           std::abs(down_.u), std::abs(down_.v), kRange / kMost});
    return static_cast<int>(kRange / longest);
  }
  /// The measures that all blocks of one size share in this sprite's mask.
  struct Size {
    int reach;  // radius of a block around its middle, halves of an image px, rounded down as the
                // distances of the field are
    Point right, down;  // from a block to the next one on the right and below, in the image
    Point extent;       // from a block's middle to its outermost pixels, on each image axis
  };
  /// Returns the size of blocks of that side, world px.
  Size size(int side) const {
    constexpr double kMost = 1 << 20, kRounding = 1 + 1e-6;
    const std::int64_t halves = side - 1;
    return {static_cast<int>(std::min(diagonal_ * (side - 1) * (0.5 * kRounding), kMost)),
            right_ * (2 * side),
            down_ * (2 * side),
            {(std::abs(right_.u) + std::abs(down_.u)) * halves,
             (std::abs(right_.v) + std::abs(down_.v)) * halves}};
  }
  /// Whether a block has no opaque pixel for certain: the nearest one is further from the middle
  /// than any pixel of the block. A block of few image pixels, as of a sprite that is scaled up,
  /// reads these pixels instead, since the cells of the distance field are too coarse for it.
  bool is_clear(Point middle, const Size& size) const {
    constexpr int kFewPixels = 2 * DistanceField::kPerPixel;
    if (field_->at(middle.u, middle.v) > size.reach) return true;
    return size.reach <= kFewPixels && !has_opaque(middle, size.extent);
  }

  /// Prefetches the rows of the mask around an image point, which `placed` of that point will read.
  void prefetch(Point p) const {
    constexpr std::int64_t kAround = MaskBlock::kSide;
    const auto x = std::clamp<std::int64_t>(p.u >> 32, 0, mask_->width - 1);
    const auto y = std::clamp<std::int64_t>((p.v >> 32) - kAround, 0, mask_->height - 1);
    const std::uint64_t* row = mask_->strip(static_cast<int>(x >> 6)) + y;
    __builtin_prefetch(row);
    __builtin_prefetch(row + kAround);
    __builtin_prefetch(row + 2 * kAround - 1);
  }
  /// Returns the block of MaskBlock::kSide by MaskBlock::kSide world pixels around an image point.
  PlacedBlock placed(Point middle) const {
    const Point first = middle + (right_ + down_) * (1 - MaskBlock::kSide);
    return {*mask_, block_, first.u, first.v};
  }

 private:
  bool has_opaque(Point middle, Point extent) const {
    const auto whole = [](std::int64_t p) { return static_cast<int>(p >> 32); };
    return mask_->has_opaque(whole(middle.u - extent.u), whole(middle.v - extent.v),
                             whole(middle.u + extent.u), whole(middle.v + extent.v));
  }

  const OpacityMask* mask_;
  const DistanceField* field_;
  // The image point under the search's first world pixel, from the mask's corner, and how far the
  // image point moves with half a world pixel to the right and down.
  Point start_, right_, down_;
  double diagonal_;  // the longer diagonal of a world pixel, halves of an image px
  MaskBlock block_;
};

/// Searches the overlap of two sprites, cut into square blocks, for the first pixel in row order
/// that is opaque in both. A block is skipped when the nearest opaque pixel of either image is
/// further from its middle than any of its pixels. Other blocks are divided, down to 8 px, whose
/// pixels are looked up together. Blocks are visited from the left to the right and downwards. Once
/// a hit is found, only rows above it are searched, so that the first hit in row order remains.
template <class T>
class BlockSearch {
 public:
  BlockSearch(const BlockView& a, const BlockView& b, const PixelRect& overlap, T& trace)
      : a_(a), b_(b), overlap_(overlap), trace_(trace), end_(overlap.height()) {}

  std::optional<Spot> run() {
    const int top = top_level(), side = kLeaf << top;
    for (int level = 0; level <= top; ++level)
      levels_[static_cast<std::size_t>(level)] = {a_.size(kLeaf << level), b_.size(kLeaf << level)};
    const Level& step = levels_[static_cast<std::size_t>(top)];
    for (int y = 0; y < end_; y += side) {
      Block block{0, y, a_.middle(0, y, side), b_.middle(0, y, side)};
      for (; block.x < overlap_.width(); block.x += side) {
        visit(block, top);
        block.a = block.a + step.a.right;
        block.b = block.b + step.b.right;
      }
    }
    if (first_x_ < 0) return std::nullopt;
    return Spot{overlap_.x0 + first_x_, overlap_.y0 + end_};
  }

 private:
  static constexpr int kLeaf = MaskBlock::kSide, kMaxLevels = 24;
  struct Block {
    int x, y;
    PixelView::Point a, b;  // the block's middle in both masks
  };
  using Size = BlockView::Size;
  struct Level {
    Size a, b;
  };

  int top_level() const {
    const int larger = std::max(overlap_.width(), overlap_.height());
    const int most = std::min(a_.max_side(), b_.max_side());
    int level =
        std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(larger) / (8 * kLeaf))));
    while (level > 1 && kLeaf << level > most) --level;
    return level;
  }
  void visit(const Block& block, int level) {
    if (block.x >= overlap_.width() || block.y >= end_) return;
    if constexpr (T::on)
      trace_.add({EventKind::cell, Axis::x, 0, blocks_++, 2, box(block, kLeaf << level)});
    const Level& at = levels_[static_cast<std::size_t>(level)];
    if (a_.is_clear(block.a, at.a) || b_.is_clear(block.b, at.b)) return;
    if (level == 0) return look_up(block);
    divide(block, level);
  }
  void divide(const Block& block, int level) {
    if (level == 1) {
      a_.prefetch(block.a);
      b_.prefetch(block.b);
    }
    const Level& part = levels_[static_cast<std::size_t>(level - 1)];
    const int half = kLeaf << (level - 1);
    Block left = {block.x, block.y, corner(block.a, part.a), corner(block.b, part.b)};
    for (int y = 0; y < 2; ++y) {
      visit(left, level - 1);
      visit({left.x + half, left.y, left.a + part.a.right, left.b + part.b.right}, level - 1);
      left.y += half;
      left.a = left.a + part.a.down;
      left.b = left.b + part.b.down;
    }
  }
  /// Returns the middle of the top-left quarter of a block, whose middle is `p`. `part` is the size
  /// of the quarters.
  static PixelView::Point corner(PixelView::Point p, const Size& part) {
    return {p.u - (part.right.u + part.down.u) / 2, p.v - (part.right.v + part.down.v) / 2};
  }
  void look_up(const Block& block) {
    const std::uint64_t common = kernels_.common_bits(a_.placed(block.a), b_.placed(block.b));
    if constexpr (T::on)
      for (const std::uint32_t which : {0u, 1u})
        trace_.add({EventKind::read, Axis::x, 0, 0, which, box(block, kLeaf)});
    if (common == 0) return;
    const int bit = std::countr_zero(common), x = block.x + bit % kLeaf, y = block.y + bit / kLeaf;
    if (y < end_) {
      first_x_ = x;
      end_ = y;
    }
  }

  Aabb box(const Block& block, int side) const {
    const int x = overlap_.x0 + block.x, y = overlap_.y0 + block.y;
    return world_box({x, y, x + side, y + side});
  }

  const BlockView &a_, &b_;
  const PixelRect overlap_;
  T& trace_;
  const MaskKernels& kernels_ = mask_kernels();
  std::array<Level, kMaxLevels> levels_;
  int end_;           // rows still searched, which is the row of the first hit
  int first_x_ = -1;  // column of the first hit, or -1
  std::uint32_t blocks_ = 0;
};

namespace {

struct BitMaskParams {
  std::int32_t alpha_threshold = 128;
  bool circle_reject = false;  // off, as it costs a sixth of the time of a plain pair
};

constexpr std::array kRows{
    param<&BitMaskParams::alpha_threshold>("alpha-threshold", 1, 255, "",
                                           "A pixel is opaque when its alpha is at least this."),
    flag<&BitMaskParams::circle_reject>("circle-reject", kCircleRejectHelp),
};

/// Two plain masks as they lie over each other, and their intersection in the world.
struct PlainOverlap {
  MaskOverlap masks;
  PixelRect common;  // world px
};

/// Up to 64 consecutive candidates, numbered from 0, which are answered together. The masks of a
/// plain pair (neither sprite is rotated or scaled) are prefetched when it is added, and read when
/// all pairs of the batch are there. Other pairs are answered at once and kept by `keep`.
class Batch {
 public:
  /// The number of pairs that the next batch takes, of those that are left.
  static std::size_t take(std::size_t pairs) { return std::min(pairs, kPairs); }

  /// Sets the answer of pair k, found elsewhere: the common pixel, or none.
  void keep(std::size_t k, const std::optional<Spot>& spot) {
    if (spot) {
      spots_[k] = *spot;
      is_hit_[k] = true;
    }
  }
  /// Adds pair k, which is plain, to those that `test` answers.
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
  /// Answers all pairs that were added.
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
  void clear() {
    count_ = 0;
    is_hit_.fill(false);
  }

 private:
  static constexpr std::size_t kPairs = 64;
  std::array<MaskOverlap, kPairs> overlaps_;  // [count_] the plain pairs that were added
  std::array<CommonBit, kPairs> bits_;        // [count_] their answers
  std::array<std::size_t, kPairs> pair_;      // [count_] their numbers in the batch
  std::array<Spot, kPairs> spots_{};          // [pair] a common pixel, if `is_hit_`
  std::array<bool, kPairs> is_hit_{};         // [pair] whether it collides
  std::size_t count_ = 0;                     // number of plain pairs that were added
};

/// Two sprites collide when a bit is set in both masks. For plain sprites, which are neither
/// rotated nor scaled, the masks' strips are shifted over each other and ANDed, several rows of 64
/// px with one instruction. Plain pairs are gathered first and tested together, so that their masks
/// come from memory meanwhile. For other pairs the overlap is divided into blocks. Blocks near
/// which one of the images has no opaque pixel are skipped; the 64 px of each block that is left
/// are looked up together. The answer is always that of n-sampled pixels with n = 1. Cost:
/// O(overlap area / 64) per plain pair, divided by the rows that a vector holds; for turned and
/// scaled pairs O(length along which both outlines are close), as a rule. It keeps one bit per
/// pixel of every image, and half a bit more for images that were turned or scaled. Source:
/// per-pixel collision by shifted masks, as in 8-bit sprite hardware and in pygame's mask (U.
/// Matthey, "bitmask", 2002); the distances: A. Rosenfeld and J. Pfaltz, "Distance functions on
/// digital pictures", 1968.
class BitMask : public NarrowphaseOf<BitMask, BitMaskParams, kRows> {
 public:
  void reset(const Frame&) override { masks_.clear(); }
  /// Makes the masks of images that were added since the last frame.
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

  /// Appends the contacts that `touch` would find. The plain pairs of each batch are tested
  /// together.
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
  /// Appends the contacts of a batch. Every pair is written, and the count moves on only after a
  /// contact, since a branch would be mispredicted.
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
  /// Returns the world pixels that a plain mask covers.
  static PixelRect rect(const OpacityMask& mask, const Transform& transform) {
    const int x = PixelView::nearest_pixel(transform.position.x) + mask.left;
    const int y = PixelView::nearest_pixel(transform.position.y) + mask.top;
    return {x, y, x + mask.width, y + mask.height};
  }
  /// Places two plain masks over each other. The intersection is empty where no pixels overlap.
  PlainOverlap plain_overlap(const Frame& frame, Pair pair) const {
    const std::array<const OpacityMask*, 2> masks{&mask(frame, pair.a), &mask(frame, pair.b)};
    const std::array<PixelRect, 2> rects{rect(*masks[0], frame.transforms[pair.a]),
                                         rect(*masks[1], frame.transforms[pair.b])};
    const PixelRect common = intersection(rects[0], rects[1]);
    // The mask further right comes first. It is chosen by an index, as a branch would be
    // mispredicted every other time.
    const std::size_t right = rects[0].x0 < rects[1].x0, left = 1 - right;
    return {{masks[right], masks[left], common.y0 - rects[right].y0, common.x0 - rects[left].x0,
             common.y0 - rects[left].y0, common.width(), common.height()},
            common};
  }

  /// Adds a plain pair to the batch, and answers any other pair at once.
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
  /// Returns the mask of a sprite's image with its distance field, which is made at the first use:
  /// images that are never turned or scaled need none.
  const FieldMask& with_field(const Frame& frame, SpriteId i) {
    FieldMask& image = masks_[frame.image_of[i]];
    if (image.field.columns == 0) image.field = make_distance_field(image.mask);
    return image;
  }

  /// Logs the words of both masks that a shifted test reads in the world rectangle `common`, in its
  /// first `rows` rows. (Vectors read a few rows more.)
  template <class T>
  static void trace_rows(const PixelRect& common, int rows, T& trace) {
    for (int y = common.y0; y < common.y0 + rows; ++y)
      for (int x = common.x0; x < common.x1; x += 64)
        for (const std::uint32_t which : {0u, 1u})
          trace.add({EventKind::read, Axis::x, 0, 0, which,
                     world_box({x, y, std::min(x + 64, common.x1), y + 1})});
  }

  std::vector<FieldMask> masks_;  // [image] its mask, and its field once that was needed
  Batch batch_;
  const MaskKernels& kernels_ = mask_kernels();
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"for each candidate pair", EventKind::enter},
    {"  the circles around both lie apart: done", EventKind::skip},
    {"  turned, scaled: for every block of both", EventKind::cell},
    {"    nothing opaque near in either image: skip it"},
    {"    larger than 8 px: its four parts instead"},
    {"  not turned: for every row of the common part"},
    {"    64 pixels of the first, a bit each", {EventKind::read, EventPhase::first}},
    {"    the same of the second", {EventKind::read, EventPhase::second}},
    {"    a common bit: a collision, the first by rows", EventKind::hit},
    {"  no common bit: none", EventKind::leave},
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
