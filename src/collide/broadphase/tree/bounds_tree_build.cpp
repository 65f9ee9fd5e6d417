// SPDX-License-Identifier: MIT
// The bounds tree built at once: leaves in Z order, split where their codes differ first.
#include <algorithm>
#include <bit>
#include <cassert>

#include "collide/broadphase/tree/bounds_tree.hpp"

namespace phasebox {
namespace {

constexpr unsigned kGridBits = 10;  // columns and rows that centers are counted in

/// Counts centers in columns and rows of the box that they lie in.
class CenterGrid {
 public:
  explicit CenterGrid(const Aabb& field)
      : x_(static_cast<double>(field.min.x)), y_(static_cast<double>(field.min.y)) {
    const double width = static_cast<double>(field.max.x) - x_;
    const double height = static_cast<double>(field.max.y) - y_;
    if (width > 0) per_x_ = kCells / width;
    if (height > 0) per_y_ = kCells / height;
  }
  std::uint32_t code(Vec2 center) const {
    return z_order(cell((static_cast<double>(center.x) - x_) * per_x_),
                   cell((static_cast<double>(center.y) - y_) * per_y_));
  }

 private:
  static constexpr std::uint32_t kCells = 1u << kGridBits;
  static std::uint32_t cell(double at) {
    return std::min(static_cast<std::uint32_t>(at), kCells - 1);
  }
  double x_, y_, per_x_ = 0, per_y_ = 0;
};

}  // namespace

void BoundsTree::build(std::span<const Aabb> boxes) {
  leaves_ = boxes.size();
  free_ = kNone;
  reserve(leaves_);
  slot_.resize(leaves_);
  if (leaves_ == 0) return clear();
  nodes_.resize(leaves_ - 1);
  lone_box_ = boxes[0];
  sort(boxes);
  build_run(boxes, 0, static_cast<std::uint32_t>(leaves_), kRootSlot);
  rows_.gather(boxes, {0, static_cast<std::uint32_t>(leaves_)},
               [&](std::uint32_t at) { return order_.rows()[at].id; });
}

void BoundsTree::sort(std::span<const Aabb> boxes) {
  order_.resize(boxes.size());
  Aabb field{center(boxes[0]), center(boxes[0])};
  for (const Aabb& box : boxes) field = united(field, {center(box), center(box)});
  const CenterGrid grid(field);
  for (SpriteId i = 0; i < boxes.size(); ++i) order_.rows()[i] = {grid.code(center(boxes[i])), i};
  order_.sort(2 * kGridBits);
}

/// A crowd in one cell of the grid gets a grid of its own. False when all centers are one.
bool BoundsTree::recode(std::span<const Aabb> boxes, std::uint32_t begin, std::uint32_t end) {
  const auto rows = std::span(order_.rows()).subspan(begin, end - begin);
  const Vec2 first = center(boxes[rows[0].id]);
  Aabb field{first, first};
  for (const Coded& c : rows) field = united(field, {center(boxes[c.id]), center(boxes[c.id])});
  if (field.min == field.max) return false;
  const CenterGrid grid(field);
  for (Coded& c : rows) c.code = grid.code(center(boxes[c.id]));
  std::sort(rows.begin(), rows.end(), [](const Coded& a, const Coded& b) {
    return a.code != b.code ? a.code < b.code : a.id < b.id;
  });
  return rows.front().code != rows.back().code;
}

/// Where the second part of leaves [begin, end) begins: at the first one whose code has the highest
/// bit in which they differ; in the middle where none does.
std::uint32_t BoundsTree::split(std::span<const Aabb> boxes, std::uint32_t begin,
                                std::uint32_t end) {
  constexpr std::uint32_t kCrowd = 32;
  std::vector<Coded>& rows = order_.rows();
  if (rows[begin].code == rows[end - 1].code &&
      (end - begin <= kCrowd || !recode(boxes, begin, end)))
    return begin + (end - begin) / 2;
  const auto bit = static_cast<unsigned>(std::bit_width(rows[begin].code ^ rows[end - 1].code)) - 1;
  const auto part = std::span(rows).subspan(begin, end - begin);
  const auto second = std::ranges::partition_point(
      part, [bit](const Coded& c) { return (c.code >> bit & 1) == 0; });
  return begin + static_cast<std::uint32_t>(second - part.begin());
}

/// Recursion is at most some 100 deep: each level takes a bit off the codes (a crowd's own codes
/// too, and a crowd has less than a thousandth of its parent's extent), or half of the leaves.
Aabb BoundsTree::build_run(std::span<const Aabb> boxes, std::uint32_t begin, std::uint32_t end,
                           std::uint32_t slot) {
  if (end - begin == 1) {
    const SpriteId id = order_.rows()[begin].id;
    put(slot, id | kLeafBit);
    return boxes[id];
  }
  const std::uint32_t second = split(boxes, begin, end), number = second - 1;
  put(slot, number);
  const Aabb left = build_run(boxes, begin, second, number * 2);
  const Aabb right = build_run(boxes, second, end, number * 2 + 1);
  nodes_[number].box = {left, right};
  return united(left, right);
}

}  // namespace phasebox
