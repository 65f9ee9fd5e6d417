// SPDX-License-Identifier: MIT
// Alpha quadtree: the opaque area of both images as quadtrees, descended together.
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/narrowphase/narrowphase.hpp"
#include "core/narrowphase/pixels.hpp"
#include "core/narrowphase/row_walk.hpp"

namespace phasebox {
namespace {

struct AlphaQuadtreeParams {
  std::int32_t alpha_threshold = 128;
  std::int32_t leaf_size = 8;
};

constexpr std::array kRows{
    param<&AlphaQuadtreeParams::alpha_threshold>(
        "alpha-threshold", 1, 255, "", "A pixel is opaque when its alpha is at least this."),
    param<&AlphaQuadtreeParams::leaf_size>(
        "leaf-size", 1, 64, "px",
        "Side of the smallest cells, whose pixels are looked up; rounded down to a power of two."),
};

enum class Cover : std::uint8_t { empty, mixed, full };

/// A cell: square number (x, y) of its level; level 0 are the leaves, the sides double upwards.
struct Cell {
  int level, x, y;
};

/// The quadtree of an image, stored level by level: which quarter of which cell a cell is follows
/// from its place, so there are no pointers. Cells below an empty or full one exist, but nobody
/// goes there. Memory: 4/3 byte per leaf.
class CoverTree {
 public:
  CoverTree(const Image& image, int threshold, int leaf_bits)
      : leaf_bits_(leaf_bits), width_(image.width), height_(image.height) {
    add_level(0);
    for (int y = 0; y < levels_[0].height; ++y)
      for (int x = 0; x < levels_[0].width; ++x) cover_.push_back(leaf(image, threshold, x, y));
    while (top() < kMaxLevels - 1 && (levels_[top_].width > 1 || levels_[top_].height > 1)) raise();
  }

  int top() const { return static_cast<int>(top_); }
  Cell root() const { return {top(), 0, 0}; }
  bool has(Cell c) const { return c.x < level(c).width && c.y < level(c).height; }
  std::size_t number(Cell c) const {
    return level(c).start + static_cast<std::size_t>(c.y * level(c).width + c.x);
  }
  Cover cover(Cell c) const { return cover_[number(c)]; }
  int side_bits(Cell c) const { return leaf_bits_ + c.level; }
  /// The cell in image px; cells at the right and lower edge are cut.
  PixelRect area(Cell c) const {
    const int bits = side_bits(c);
    return {c.x << bits, c.y << bits, std::min((c.x + 1) << bits, width_),
            std::min((c.y + 1) << bits, height_)};
  }

 private:
  static constexpr int kMaxLevels = std::bit_width(static_cast<unsigned>(kMaxImageSide));
  struct Level {
    std::size_t start;
    int width, height;  // cells
  };
  const Level& level(Cell c) const { return levels_[static_cast<std::size_t>(c.level)]; }

  void add_level(std::size_t at) {
    top_ = at;
    const int bits = leaf_bits_ + top(), round_up = (1 << bits) - 1;
    levels_[at] = {cover_.size(), (width_ + round_up) >> bits, (height_ + round_up) >> bits};
  }
  Cover leaf(const Image& image, int threshold, int x, int y) const {
    const PixelRect r = area({0, x, y});
    int opaque = 0;
    for (int v = r.y0; v < r.y1; ++v)
      for (int u = r.x0; u < r.x1; ++u)
        opaque += image.alpha[static_cast<std::size_t>(v * width_ + u)] >= threshold;
    if (opaque == 0) return Cover::empty;
    return opaque == r.width() * r.height() ? Cover::full : Cover::mixed;
  }
  // The next level up: a cell is uniform when its quarters are, all alike.
  void raise() {
    add_level(top_ + 1);
    const Level up = levels_[top_];
    for (int y = 0; y < up.height; ++y)
      for (int x = 0; x < up.width; ++x) cover_.push_back(joined(top() - 1, 2 * x, 2 * y));
  }
  Cover joined(int level, int x, int y) const {
    const Cover first = cover({level, x, y});
    for (const Cell c : {Cell{level, x + 1, y}, Cell{level, x, y + 1}, Cell{level, x + 1, y + 1}})
      if (has(c) && cover(c) != first) return Cover::mixed;
    return first;
  }

  int leaf_bits_, width_, height_;
  std::size_t top_ = 0;
  std::array<Level, kMaxLevels> levels_{};
  std::vector<Cover> cover_;
};

/// From parts of an image to the world pixels that can show them: the inverse of a PixelView, wide
/// enough for what both round.
class WorldBounds {
 public:
  WorldBounds(const PixelView& view, const Pose& pose, Vec2 scale)
      : across_(steps(view, pose, scale, Axis::x)), down_(steps(view, pose, scale, Axis::y)) {
    // In world px: half a unit of each coefficient here over the image's sides, and half a unit of
    // each of the view's over the sprite's, which scales up with it.
    const auto sum = [](const Row& r) { return std::abs(r.by_u) + std::abs(r.by_v); };
    const double sides = view.image().width + view.image().height;
    const double stretch = static_cast<double>(sum(across_) + sum(down_)) * 0x1p-32;
    slack_ = static_cast<std::int64_t>(stretch * (stretch * sides + 2) + sides + 16);
  }

  PixelRect of(const PixelRect& part) const {
    PixelRect r;
    across_.bounds(part, slack_, r.x0, r.x1);
    down_.bounds(part, slack_, r.y0, r.y1);
    return r;
  }

  /// The four quarters of a cell (0 to 3: x + 2 y), those that begin further up first.
  std::array<int, 4> quarters() const {
    const bool turned = std::abs(down_.by_u) > std::abs(down_.by_v);
    const auto [major, minor] = turned ? std::pair{1, 2} : std::pair{2, 1};
    const std::int64_t by_major = turned ? down_.by_u : down_.by_v;
    std::int64_t by_minor = turned ? down_.by_v : down_.by_u;
    if (by_minor == 0) by_minor = turned ? across_.by_v : across_.by_u;
    const int first = (by_major < 0 ? major : 0) + (by_minor < 0 ? minor : 0);
    return {first, first ^ minor, first ^ major, first ^ 3};
  }

 private:
  /// One world coordinate as a function of image coordinates, 32.32.
  struct Row {
    std::int64_t origin, by_u, by_v;

    void bounds(const PixelRect& part, std::int64_t slack, int& first, int& end) const {
      const auto [u_low, u_high] =
          by_u < 0 ? std::pair{part.x1, part.x0} : std::pair{part.x0, part.x1};
      const auto [v_low, v_high] =
          by_v < 0 ? std::pair{part.y1, part.y0} : std::pair{part.y0, part.y1};
      const std::int64_t low = origin + by_u * u_low + by_v * v_low - slack;
      const std::int64_t high = origin + by_u * u_high + by_v * v_high + slack;
      // Pixels whose middles lie between.
      first = static_cast<int>((low - kHalf + (kOne - 1)) >> 32);
      end = static_cast<int>((high - kHalf) >> 32) + 1;
    }
  };
  static constexpr std::int64_t kOne = std::int64_t{1} << 32, kHalf = kOne / 2;

  static Row steps(const PixelView& view, const Pose& pose, Vec2 scale, Axis axis) {
    const auto c = static_cast<double>(pose.rotation.c), s = static_cast<double>(pose.rotation.s);
    const auto stretch = [&](float side) {
      // A rotation in floats is not quite one; the view turns back by its transpose.
      return std::max(static_cast<double>(side), PixelView::kLeastScale) / (c * c + s * s);
    };
    const double turn_u = axis == Axis::x ? c : s, turn_v = axis == Axis::x ? -s : c;
    const auto fixed = [](double k) { return static_cast<std::int64_t>(k * 0x1p32); };
    Row row{static_cast<std::int64_t>(axis == Axis::x ? view.x() : view.y()) << 32,
            fixed(turn_u * stretch(scale.x)), fixed(turn_v * stretch(scale.y))};
    row.origin -= row.by_u * view.image().pivot_x + row.by_v * view.image().pivot_y;
    return row;
  }

  Row across_, down_;
  std::int64_t slack_ = 0;
};

/// A tree in the world.
struct PosedTree {
  const CoverTree& tree;
  PixelView view;
  WorldBounds bounds;
  std::array<int, 4> quarters;
  float stretch;  // px of the world per px of the image, along the more stretched axis
};

/// One descent of two trees. Pairs of cells wait on a stack that is as deep as two trees of 4096 px
/// can need; nearer the top of the world comes first, and whatever lies behind the first hit so far
/// is left out, so the first hit in row order is what remains.
template <class T>
class Descent {
 public:
  Descent(const PosedTree& a, const PosedTree& b, int threshold, T& trace)
      : trees_{&a, &b}, threshold_(threshold), trace_(trace) {}

  std::optional<Spot> run(const PixelRect& overlap) {
    Job root{{trees_[0]->tree.root(), trees_[1]->tree.root()}, overlap};
    for (const std::size_t which : {0u, 1u})
      if (!enter(root, which)) return std::nullopt;
    jobs_[size_++] = root;
    while (size_ > 0) {
      Job job = jobs_[--size_];
      if (cut(job.rect)) look(job);
    }
    return first_;
  }

 private:
  /// Two cells, and the world pixels that can show both.
  struct Job {
    std::array<Cell, 2> cells;
    PixelRect rect;
  };

  /// Leaves out what lies behind the first hit; false when nothing remains.
  bool cut(PixelRect& rect) const {
    if (!first_) return true;
    rect.y1 = std::min(rect.y1, first_->y + 1);
    if (rect.height() == 1 && rect.y0 == first_->y) rect.x1 = std::min(rect.x1, first_->x);
    return !rect.empty();
  }

  /// Narrows the job to a cell that has just been chosen; false when it has nothing to show.
  bool enter(Job& job, std::size_t which) {
    const PosedTree& posed = *trees_[which];
    const Cell cell = job.cells[which];
    const PixelRect bounds = posed.bounds.of(posed.tree.area(cell));
    job.rect = intersection(job.rect, bounds);
    if constexpr (T::on) trace_cell(posed.tree, cell, which, bounds);
    return !job.rect.empty() && posed.tree.cover(cell) != Cover::empty;
  }

  void look(const Job& job) {
    if (is_full(job, 0) && is_full(job, 1) && trees_[0]->view.is_plain() &&
        trees_[1]->view.is_plain())
      return keep({job.rect.x0, job.rect.y0});
    const std::size_t which = to_split(job);
    if (job.cells[which].level == 0 || job.rect.width() * job.rect.height() <= kFewPixels)
      return look_up(job.rect);
    const Cell cell = job.cells[which];
    // The stack gives back last what is put first.
    for (std::size_t k = 4; k-- > 0;) {
      const int quarter = trees_[which]->quarters[k];
      Job part = job;
      part.cells[which] = {cell.level - 1, 2 * cell.x + (quarter & 1), 2 * cell.y + (quarter >> 1)};
      if (trees_[which]->tree.has(part.cells[which]) && enter(part, which)) jobs_[size_++] = part;
    }
  }

  bool is_full(const Job& job, std::size_t which) const {
    return trees_[which]->tree.cover(job.cells[which]) == Cover::full;
  }
  /// The larger cell in the world, unless only the other one can be split.
  std::size_t to_split(const Job& job) const {
    const auto size = [&](std::size_t which) {
      const Cell cell = job.cells[which];
      if (cell.level == 0) return 0.0f;
      return static_cast<float>(1 << trees_[which]->tree.side_bits(cell)) * trees_[which]->stretch;
    };
    return size(1) > size(0) ? 1 : 0;
  }

  void look_up(const PixelRect& rect) {
    if constexpr (T::on) {
      const SampleResult found =
          sample_pixels(trees_[0]->view, trees_[1]->view, rect, 1, threshold_, trace_);
      if (found.hit) keep({found.x, found.y});
    } else {
      const auto found = first_sample(trees_[0]->view, trees_[1]->view, rect, 1, threshold_);
      if (found) keep(*found);
    }
  }
  void keep(Spot spot) {
    const bool is_first =
        !first_ || spot.y < first_->y || (spot.y == first_->y && spot.x < first_->x);
    if (is_first) first_ = spot;
  }

  void trace_cell(const CoverTree& tree, Cell cell, std::size_t which, const PixelRect& r) {
    const Vec2 from{static_cast<float>(r.x0), static_cast<float>(r.y0)};
    const Vec2 to{static_cast<float>(r.x1), static_cast<float>(r.y1)};
    trace_.add({Mark::cell,
                Axis::x,
                static_cast<std::uint16_t>(tree.top() - cell.level),
                static_cast<std::uint32_t>(tree.number(cell)),
                static_cast<std::uint32_t>(which),
                {from, to}});
  }

  // A rectangle of so few pixels is looked up at once: cells could not do it in fewer steps.
  static constexpr int kFewPixels = 16;
  // Each split takes one pair away and adds up to four; 2 x 12 splits on the way to two leaves.
  static constexpr std::size_t kMostJobs = 128;

  std::array<const PosedTree*, 2> trees_;
  int threshold_;
  T& trace_;
  std::array<Job, kMostJobs> jobs_;
  std::size_t size_ = 0;
  std::optional<Spot> first_;
};

/// Cells of one image are compared with cells of the other where both can show in the world; an
/// empty cell ends the matter for its whole area, and only in leaves are pixels looked up, by the
/// map of pixel samples: always the answer of n = 1.
/// Cost: build O(pixels) per image; a pair O(cells along both outlines where they are close) in
/// practice, worst case as n = 1. Keeps the trees.
/// Source: M. Fogleman, "Quads", 2014, for the tree of an image; the common descent: H. Samet, "The
/// Design and Analysis of Spatial Data Structures", 1990.
class AlphaQuadtree : public NarrowphaseOf<AlphaQuadtree, AlphaQuadtreeParams, kRows> {
 public:
  void reset(const Frame& frame) override {
    trees_.clear();
    if (frame.images) prepare(frame, 0);
  }
  /// Images may have come since the last frame.
  void prepare(const Frame& frame, std::size_t) {
    const int leaf_bits = static_cast<int>(std::bit_width(static_cast<unsigned>(p_.leaf_size))) - 1;
    while (trees_.size() < frame.images->size())
      trees_.emplace_back((*frame.images)[trees_.size()], p_.alpha_threshold, leaf_bits);
  }

  template <class T>
  bool touch(const Frame& frame, Pair pair, Contact& contact, T& trace) const {
    const PosedTree a = posed(frame, pair.a), b = posed(frame, pair.b);
    const PixelRect overlap =
        intersection(pixel_rect(frame, pair.a, a.view), pixel_rect(frame, pair.b, b.view));
    if (overlap.empty()) return false;
    Descent<T> descent(a, b, p_.alpha_threshold, trace);
    const auto found = descent.run(overlap);
    if (found) contact.point = middle(*found);
    return found.has_value();
  }

 private:
  PosedTree posed(const Frame& frame, SpriteId i) const {
    const PixelView view = pixel_view(frame, i);
    const Vec2 scale = frame.world->scales()[i];
    const WorldBounds bounds(view, frame.poses[i], scale);
    return {trees_[frame.world->images()[i]], view, bounds, bounds.quarters(),
            std::max(scale.x, scale.y)};
  }

  std::vector<CoverTree> trees_;  // [image]
};

}  // namespace

extern const NarrowphaseEntry alpha_quadtree_entry{
    "alpha-quadtree", "Alpha quadtree",
    "Descends the quadtrees of both opaque areas together; exact.", "M. Fogleman, Quads, 2014",
    make_narrowphase<AlphaQuadtree>};

}  // namespace phasebox
