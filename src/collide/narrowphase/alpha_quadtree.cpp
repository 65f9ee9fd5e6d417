// SPDX-License-Identifier: MIT
// Alpha quadtree: a quadtree tells for each part of an image whether it is opaque; those of both
// images are descended together.
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "collide/narrowphase.hpp"
#include "collide/narrowphase/pixels/pixel_circle.hpp"
#include "collide/narrowphase/pixels/pixel_lattice.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"

namespace phasebox {
namespace {

struct AlphaQuadtreeParams {
  std::int32_t alpha_threshold = 128;
  std::int32_t leaf_size = 16;
  bool circle_reject = false;  // off, as the trees show at once that two corners are empty
};

constexpr std::array kRows{
    param<&AlphaQuadtreeParams::alpha_threshold>(
        "alpha-threshold", 1, 255, "", "A pixel is opaque when its alpha is at least this."),
    param<&AlphaQuadtreeParams::leaf_size>(
        "leaf-size", 1, 64, "px",
        "Side of the smallest cells, whose pixels are looked up; rounded down to a power of two."),
    flag<&AlphaQuadtreeParams::circle_reject>("circle-reject", kCircleRejectHelp),
};

/// Tells whether no pixel of a part of an image is opaque, some are (or it is not known), or all.
enum class Cover : std::uint8_t { empty, mixed, full };

/// The quadtree of an image, stored level by level. The cells of level 0 are the leaves, and the
/// side of cells doubles with each level up. A cell's parent follows from its place, so there are
/// no pointers. Cells below an empty or full one are never visited. Memory: 4/3 byte per leaf.
class CoverTree {
 public:
  CoverTree(const Image& image, int threshold, int leaf_bits)
      : leaf_bits_(leaf_bits), width_(image.width), height_(image.height) {
    add_level();
    for (int y = 0; y < levels_[0].height; ++y)
      for (int x = 0; x < levels_[0].width; ++x) cover_.push_back(leaf(image, threshold, x, y));
    while (top().width > 1 || top().height > 1) raise();
  }

  /// Returns the common cover of the cells, at most four, that contain a part of the image, px. The
  /// cells are of the first level on which they are at least as large as the part. What lies
  /// outside of the image counts as empty.
  Cover cover(const PixelRect& part) const {
    const PixelRect inside = intersection(part, {0, 0, width_, height_});
    if (inside.empty()) return Cover::empty;
    const auto side = static_cast<unsigned>(std::max(inside.width(), inside.height()) - 1);
    const int level = std::clamp(static_cast<int>(std::bit_width(side)) - leaf_bits_, 0, top_);
    const int bits = leaf_bits_ + level;
    const Level& cells = levels_[static_cast<std::size_t>(level)];
    const auto at = [&](int x, int y) { return cover_[cells.start + index(x, y, cells.width)]; };
    const int x0 = inside.x0 >> bits, x1 = (inside.x1 - 1) >> bits;
    const int y0 = inside.y0 >> bits, y1 = (inside.y1 - 1) >> bits;
    const Cover all = joined(joined(at(x0, y0), at(x1, y0)), joined(at(x0, y1), at(x1, y1)));
    const bool cut = inside.width() < part.width() || inside.height() < part.height();
    return cut ? joined(all, Cover::empty) : all;
  }

 private:
  static constexpr int kMaxLevels = 1 + std::bit_width(static_cast<unsigned>(kMaxImageSide));
  struct Level {
    std::size_t start;
    int width, height;  // cells
  };

  static std::size_t index(int x, int y, int width) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  const Level& top() const { return levels_[static_cast<std::size_t>(top_)]; }
  static constexpr Cover joined(Cover a, Cover b) { return a == b ? a : Cover::mixed; }

  void add_level() {
    const int bits = leaf_bits_ + ++top_, round_up = (1 << bits) - 1;
    levels_[static_cast<std::size_t>(top_)] = {cover_.size(), (width_ + round_up) >> bits,
                                               (height_ + round_up) >> bits};
  }
  // Returns the cover of a leaf. A leaf at the right or lower edge counts only its pixels inside of
  // the image.
  Cover leaf(const Image& image, int threshold, int x, int y) const {
    const int side = 1 << leaf_bits_;
    const PixelRect r{x * side, y * side, std::min((x + 1) * side, width_),
                      std::min((y + 1) * side, height_)};
    int opaque = 0;
    for (int v = r.y0; v < r.y1; ++v)
      for (int u = r.x0; u < r.x1; ++u) opaque += image.alpha[index(u, v, width_)] >= threshold;
    if (opaque == 0) return Cover::empty;
    return opaque == r.width() * r.height() ? Cover::full : Cover::mixed;
  }
  // Adds the next level up. A cell is empty or full when all its quarters are, and else mixed.
  void raise() {
    const Level below = top();
    add_level();
    const Level cells = top();
    for (int y = 0; y < cells.height; ++y)
      for (int x = 0; x < cells.width; ++x) {
        const auto at = [&](int dx, int dy) {
          const int u = std::min(2 * x + dx, below.width - 1),
                    v = std::min(2 * y + dy, below.height - 1);
          return cover_[below.start + index(u, v, below.width)];
        };
        cover_.push_back(joined(joined(at(0, 0), at(1, 0)), joined(at(0, 1), at(1, 1))));
      }
  }

  int leaf_bits_, width_, height_;
  int top_ = -1;
  std::array<Level, kMaxLevels> levels_{};
  std::vector<Cover> cover_;
};

/// The tree of an image as a sprite places it in the world.
struct PlacedTree {
  const CoverTree& tree;
  PixelView view;

  /// Returns the cover of the image pixels that these world pixels show, perhaps with some around
  /// them: `empty` and `full` are certain, `mixed` may be.
  Cover cover(const PixelRect& r) const {
    if (view.is_plain())
      return tree.cover(
          {r.x0 - view.left(), r.y0 - view.top(), r.x1 - view.left(), r.y1 - view.top()});
    // The map is linear, so the outermost image points belong to the corner pixels.
    const PixelView::Point first = view.at(r.x0, r.y0), right = view.step_right(),
                           down = view.step_down();
    const auto [u0, u1] = range(first.u, right.u * (r.width() - 1), down.u * (r.height() - 1));
    const auto [v0, v1] = range(first.v, right.v * (r.width() - 1), down.v * (r.height() - 1));
    return tree.cover({u0, v0, u1, v1});
  }

 private:
  static std::pair<int, int> range(std::int64_t from, std::int64_t right, std::int64_t down) {
    const std::int64_t least =
        from + std::min<std::int64_t>(right, 0) + std::min<std::int64_t>(down, 0);
    const std::int64_t most =
        from + std::max<std::int64_t>(right, 0) + std::max<std::int64_t>(down, 0);
    return {static_cast<int>(least >> 32), static_cast<int>(most >> 32) + 1};
  }
};

/// One descent of two trees, which finds the first world pixel in row order that is opaque in both.
/// Rectangles of the world wait on a stack, the upper and left ones on top. After a hit, what lies
/// behind it in row order is cut off from the rectangles that still wait.
template <class T>
class Descent {
 public:
  Descent(const PlacedTree& a, const PlacedTree& b, int threshold, int leaf_size, T& trace)
      : a_(a), b_(b), threshold_(threshold), leaf_size_(leaf_size), trace_(trace) {}

  std::optional<Spot> run(const PixelRect& overlap) {
    push(overlap, 0);
    while (size_ > 0) {
      Job job = jobs_[--size_];
      if (cut(job.rect)) look(job);
    }
    return first_;
  }

 private:
  struct Job {
    PixelRect rect;
    std::uint32_t depth;
  };

  void push(const PixelRect& rect, std::uint32_t depth) {
    assert(size_ < kMaxJobs && "sides of 32 bits are halved at most 32 times each");
    if (!rect.empty()) jobs_[size_++] = {rect, depth};
  }

  /// Cuts off from `rect` what lies behind the first hit so far in row order; returns false when
  /// nothing remains.
  bool cut(PixelRect& rect) const {
    if (!first_) return true;
    rect.y1 = std::min(rect.y1, first_->y + 1);
    if (rect.y0 == first_->y) rect.x1 = std::min(rect.x1, first_->x);
    return !rect.empty();
  }

  void look(const Job& job) {
    const PixelRect& r = job.rect;
    if constexpr (T::on)
      trace_.add({EventKind::cell, Axis::x, static_cast<std::uint16_t>(job.depth), cells_++, 2,
                  world_box(r)});
    const Cover a = a_.cover(r);
    if (a == Cover::empty) return;
    const Cover b = b_.cover(r);
    if (b == Cover::empty) return;
    if (a == Cover::full && b == Cover::full) return keep({r.x0, r.y0});
    if (std::max(r.width(), r.height()) <= leaf_size_) {
      if (const auto found = first_sample(a_.view, b_.view, r, 1, threshold_, trace_)) keep(*found);
      return;
    }
    // The upper and the left quarters are pushed last and so come first. A narrow rectangle is only
    // halved.
    const int x = r.width() > r.height() / 2 ? r.x0 + r.width() / 2 : r.x1;
    const int y = r.height() > r.width() / 2 ? r.y0 + r.height() / 2 : r.y1;
    push({x, y, r.x1, r.y1}, job.depth + 1);
    push({r.x0, y, x, r.y1}, job.depth + 1);
    push({x, r.y0, r.x1, y}, job.depth + 1);
    push({r.x0, r.y0, x, y}, job.depth + 1);
  }

  /// Keeps a hit if it is the first so far in row order.
  void keep(Spot spot) {
    const bool is_first =
        !first_ || spot.y < first_->y || (spot.y == first_->y && spot.x < first_->x);
    if (is_first) first_ = spot;
  }

  // The stack's size: each of up to 64 divisions takes one rectangle away and adds up to four.
  static constexpr std::size_t kMaxJobs = 200;

  const PlacedTree &a_, &b_;
  int threshold_, leaf_size_;
  T& trace_;
  std::array<Job, kMaxJobs> jobs_;
  std::size_t size_ = 0;
  std::uint32_t cells_ = 0;
  std::optional<Spot> first_;
};

/// Divides the overlap into quarters again and again, and reads the cover of each part in both
/// trees, one level further down each time. A part that is empty in either tree is done; a part
/// that is full in both is a hit. Only in parts as small as leaves are pixels read, by the map that
/// n-sampled pixels use. The answer is always theirs with n = 1.
/// Cost: build O(pixels) per image; a pair O(cells along both outlines where they are close) in
/// practice, in the worst case as n = 1. It keeps the trees. It is here to show the idea: a plain
/// loop compares small sprites faster, and the bit mask all sprites. Source: fogleman/Quads, 2014,
/// for the tree of an image; the common descent: H. Samet, "The Design and Analysis of Spatial Data
/// Structures", 1990.
class AlphaQuadtree : public NarrowphaseOf<AlphaQuadtree, AlphaQuadtreeParams, kRows> {
 public:
  void reset(const Frame&) override { trees_.clear(); }
  /// Builds the trees of images that were added since the last frame.
  void prepare(const Frame& frame, std::size_t) {
    const int leaf_bits = static_cast<int>(std::bit_width(static_cast<unsigned>(p_.leaf_size))) - 1;
    while (trees_.size() < frame.images->size())
      trees_.emplace_back((*frame.images)[trees_.size()], p_.alpha_threshold, leaf_bits);
  }

  template <class T>
  bool touch(const Frame& frame, Pair pair, Contact& contact, T& trace) const {
    if (p_.circle_reject && rejected_by_circles(frame, pair, trace)) return false;
    const PlacedTree a = placed(frame, pair.a), b = placed(frame, pair.b);
    const PixelRect overlap =
        intersection(reachable(frame, pair.a, a.view), reachable(frame, pair.b, b.view));
    if (overlap.empty()) return false;
    Descent<T> descent(a, b, p_.alpha_threshold, p_.leaf_size, trace);
    const auto found = descent.run(overlap);
    if (found) contact.point = middle(*found);
    return found.has_value();
  }

 private:
  PlacedTree placed(const Frame& frame, SpriteId i) const {
    return {trees_[frame.image_of[i]], pixel_view(frame, i)};
  }

  std::vector<CoverTree> trees_;  // [image] its quadtree
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"for each candidate pair", EventKind::enter},
    {"  the circles around both lie apart: done", EventKind::skip},
    {"  visit a part of the overlap in both trees", EventKind::cell},
    {"    empty in one of them: done with it"},
    {"    full in both: a hit; mixed: divide it"},
    {"  a part as small as a leaf: read the first", {EventKind::read, EventPhase::first}},
    {"    opaque: read the second as well", {EventKind::read, EventPhase::second}},
    {"  a pixel opaque in both: a collision", EventKind::hit},
    {"  no part is left: none", EventKind::leave},
});

}  // namespace

extern const NarrowphaseEntry alpha_quadtree_entry{
    "alpha-quadtree",
    "Alpha quadtree",
    "Descends the quadtrees of both opaque areas together; exact. It is there for the X-ray: bit "
    "mask is faster.",
    "Image quadtree after fogleman/Quads, https://github.com/fogleman/Quads",
    make_narrowphase<AlphaQuadtree>,
    {.code = kCode, .part = "part"}};

}  // namespace phasebox
