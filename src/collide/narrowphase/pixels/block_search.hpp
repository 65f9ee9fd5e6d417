// SPDX-License-Identifier: MIT
// The first common pixel of two turned or scaled masks, by blocks that shrink where both are near.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "collide/narrowphase/pixels/distance_field.hpp"
#include "collide/narrowphase/pixels/mask_simd.hpp"
#include "collide/narrowphase/pixels/pixels.hpp"
#include "collide/narrowphase/pixels/row_walk.hpp"

namespace phasebox {

/// An image as the block search reads it.
struct FieldMask {
  OpacityMask mask;
  DistanceField field;
};

/// One of the two sprites of a block search: where world pixels lie in its mask.
class BlockView {
 public:
  using Point = PixelView::Point;

  /// (x, y): the world pixel from which the search counts.
  BlockView(const FieldMask& image, const PixelView& view, int x, int y)
      : mask_(&image.mask),
        field_(&image.field),
        start_(view.at(x, y)),
        right_{view.step_right().u / 2, view.step_right().v / 2},
        down_{view.step_down().u / 2, view.step_down().v / 2},
        block_(2 * right_.u, 2 * right_.v, 2 * down_.u, 2 * down_.v) {
    start_.u -= static_cast<std::int64_t>(mask_->left + view.image().pivot_x) << 32;
    start_.v -= static_cast<std::int64_t>(mask_->top + view.image().pivot_y) << 32;
    // The two diagonals of a pixel in the image; the longer one reaches furthest.
    const auto square = [](std::int64_t u, std::int64_t v) {
      const auto across = static_cast<double>(u), along = static_cast<double>(v);
      return across * across + along * along;
    };
    const double longer = std::max(square(right_.u + down_.u, right_.v + down_.v),
                                   square(right_.u - down_.u, right_.v - down_.v));
    diagonal_ = std::sqrt(longer) * (2 * 0x1p-32 * DistanceField::kPerPixel);
  }

  /// The middle of a block whose first pixel is (x, y), counted from the search's.
  Point middle(int x, int y, int side) const {
    return moved(start_, 2 * x + side - 1, 2 * y + side - 1);
  }
  /// That many halves of a world pixel to the right and down.
  Point moved(Point p, std::int64_t right, std::int64_t down) const {
    return {p.u + right_.u * right + down_.u * down, p.v + right_.v * right + down_.v * down};
  }
  /// No pixel of a block lies further than this from its middle, halves of an image px; rounded
  /// down, as distances are.
  int reach(int side) const {
    constexpr double kMost = 1 << 20, kRounding = 1 + 1e-6;
    return static_cast<int>(std::min(diagonal_ * (side - 1) * (0.5 * kRounding), kMost));
  }
  /// Blocks up to this side, world px, stay within the numbers of the map, even beyond the overlap.
  int max_side() const {
    constexpr std::int64_t kRange = std::int64_t{1} << 60, kMost = 1 << 24;
    const std::int64_t longest = std::max({std::abs(right_.u), std::abs(right_.v),
                                           std::abs(down_.u), std::abs(down_.v), kRange / kMost});
    return static_cast<int>(kRange / longest);
  }
  /// Of this sprite's blocks of one size.
  struct Size {
    int reach;          // halves of an image px
    Point right, down;  // to the next block, in the image
    Point extent;       // from the middle to the outermost pixels on each axis
  };
  Size size(int side) const {
    const std::int64_t halves = side - 1;
    return {reach(side),
            moved({0, 0}, 2 * side, 0),
            moved({0, 0}, 0, 2 * side),
            {(std::abs(right_.u) + std::abs(down_.u)) * halves,
             (std::abs(right_.v) + std::abs(down_.v)) * halves}};
  }
  /// Whether the nearest opaque pixel is further from the middle than any pixel of the block.
  /// Blocks of few image pixels, as those of sprites that are scaled up, look for an opaque one
  /// among them: cells are too coarse there.
  bool is_clear(Point middle, const Size& size) const {
    constexpr int kFewPixels = 2 * DistanceField::kPerPixel;
    if (field_->at(middle.u, middle.v) > size.reach) return true;
    return size.reach <= kFewPixels && !has_opaque(middle, size.extent);
  }

  /// Asks for the memory that the pixels around a point come from.
  void prefetch(Point p) const {
    constexpr std::int64_t kAround = MaskBlock::kSide;
    const auto x = std::clamp<std::int64_t>(p.u >> 32, 0, mask_->width - 1);
    const auto y = std::clamp<std::int64_t>((p.v >> 32) - kAround, 0, mask_->height - 1);
    const std::uint64_t* row = mask_->strip(static_cast<int>(x >> 6)) + y;
    __builtin_prefetch(row);
    __builtin_prefetch(row + kAround);
    __builtin_prefetch(row + 2 * kAround - 1);
  }
  /// The block of MaskBlock::kSide around a point.
  PlacedBlock placed(Point middle) const {
    const Point first = moved(middle, 1 - MaskBlock::kSide, 1 - MaskBlock::kSide);
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
  Point start_, right_, down_;  // right, down: half a world pixel
  double diagonal_;             // of a world pixel, halves of an image px
  MaskBlock block_;
};

/// The overlap is cut into square blocks. A block is left out when the nearest opaque pixel of
/// either image is further from its middle than any of its pixels; others are divided, down to 8
/// px, whose pixels are looked up together. Blocks come from the left to the right and downwards,
/// and once a hit is found only rows above it are searched, so what remains is the first in row
/// order.
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
        block.a = beside(block.a, step.a.right), block.b = beside(block.b, step.b.right);
      }
    }
    if (first_x_ < 0) return std::nullopt;
    return Spot{overlap_.x0 + first_x_, overlap_.y0 + end_};
  }

 private:
  static constexpr int kLeaf = MaskBlock::kSide, kMaxLevels = 24;
  struct Block {
    int x, y;
    PixelView::Point a, b;  // its middle in both masks
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
    if (level == 1) a_.prefetch(block.a), b_.prefetch(block.b);
    const Level& part = levels_[static_cast<std::size_t>(level - 1)];
    const int half = kLeaf << (level - 1);
    Block left = {block.x, block.y, corner(block.a, part.a), corner(block.b, part.b)};
    for (int y = 0; y < 2; ++y) {
      visit(left, level - 1);
      visit({left.x + half, left.y, beside(left.a, part.a.right), beside(left.b, part.b.right)},
            level - 1);
      left.y += half;
      left.a = beside(left.a, part.a.down), left.b = beside(left.b, part.b.down);
    }
  }
  /// The middle of the first quarter of a block.
  static PixelView::Point corner(PixelView::Point p, const Size& part) {
    return {p.u - (part.right.u + part.down.u) / 2, p.v - (part.right.v + part.down.v) / 2};
  }
  static PixelView::Point beside(PixelView::Point p, PixelView::Point step) {
    return {p.u + step.u, p.v + step.v};
  }
  void look_up(const Block& block) {
    const std::uint64_t common = kernels_.common_bits(a_.placed(block.a), b_.placed(block.b));
    if constexpr (T::on)
      for (const std::uint32_t which : {0u, 1u})
        trace_.add({EventKind::read, Axis::x, 0, 0, which, box(block, kLeaf)});
    if (common == 0) return;
    const int bit = std::countr_zero(common), x = block.x + bit % kLeaf, y = block.y + bit / kLeaf;
    if (y < end_) first_x_ = x, end_ = y;
  }

  Aabb box(const Block& block, int side) const {
    const Vec2 from{static_cast<float>(overlap_.x0 + block.x),
                    static_cast<float>(overlap_.y0 + block.y)};
    return {from, from + Vec2{1, 1} * static_cast<float>(side)};
  }

  const BlockView &a_, &b_;
  const PixelRect overlap_;
  T& trace_;
  const MaskKernels& kernels_ = mask_kernels();
  std::array<Level, kMaxLevels> levels_;
  int end_;           // rows still searched; the first hit's
  int first_x_ = -1;  // column of the first hit, or -1
  std::uint32_t blocks_ = 0;
};

}  // namespace phasebox
