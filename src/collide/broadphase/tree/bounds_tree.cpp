// SPDX-License-Identifier: MIT
// Changes of the bounds tree by one box (insert, remove, rotate), and its build at once.
#include "collide/broadphase/tree/bounds_tree.hpp"

#include <cassert>

namespace phasebox {
namespace {

// A build sorts the boxes by the cells of their centers, in a grid of 2^kGridBits columns and rows.
constexpr unsigned kGridBits = 10;

/// Returns a sixteenth of the perimeter of a box, px. It is scaled before the difference is taken,
/// so that it stays finite for every box.
float girth(const Aabb& box) {
  const Vec2 part = box.max * 0.125f - box.min * 0.125f;
  return part.x + part.y;
}

}  // namespace

void BoundsTree::reserve(std::size_t n) {
  nodes_.reserve(n);
  slot_.reserve(n);
  order_.reserve(n);
  rows_.resize(n);
  lists_.resize(n / 4 + 1024);  // n are needed only where most boxes overlap each other
}

void BoundsTree::clear() {
  nodes_.clear();
  slot_.clear();
  root_ = free_ = kNone;
  leaves_ = 0;
}

void BoundsTree::put(std::uint32_t slot, Ref ref) {
  if (slot == kRootSlot)
    root_ = ref;
  else
    nodes_[slot >> 1].child[slot & 1] = ref;
  (is_leaf(ref) ? slot_[sprite(ref)] : nodes_[ref].slot) = slot;
}

Aabb BoundsTree::box_at(std::uint32_t slot) const {
  if (slot != kRootSlot) return nodes_[slot >> 1].box[slot & 1];
  return is_leaf(root_) ? lone_box_ : bounds(root_);
}

std::uint32_t BoundsTree::take_node() {
  if (free_ != kNone) return std::exchange(free_, nodes_[free_].slot);
  nodes_.push_back({});
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void BoundsTree::insert(SpriteId id, const Aabb& box) {
  assert(!has(id) && "a sprite is in the tree once");
  link(id, box, kRootSlot);
}

void BoundsTree::move(SpriteId id, const Aabb& box) {
  std::uint32_t slot = unlink(id);
  while (slot != kRootSlot && !contains(nodes_[slot >> 1].box[slot & 1], box))
    slot = nodes_[slot >> 1].slot;
  link(id, box, slot);
}

void BoundsTree::rename(SpriteId from, SpriteId to) {
  if (has(from))
    put(slot_[from], to | kLeafBit);
  else
    slot_[to] = kNone;
  if (from != to) slot_[from] = kNone;
}

/// Takes a sprite out of the tree: its sibling takes the place of their parent. Returns the slot in
/// which the sibling is now, or kRootSlot where there is none.
std::uint32_t BoundsTree::unlink(SpriteId id) {
  assert(has(id) && "only what is in the tree can be taken out");
  const std::uint32_t slot = std::exchange(slot_[id], kNone);
  --leaves_;
  if (slot == kRootSlot) {
    root_ = kNone;
    return kRootSlot;
  }
  const Node parent = nodes_[slot >> 1];
  const unsigned side = (slot & 1) ^ 1;
  nodes_[slot >> 1].slot = std::exchange(free_, slot >> 1);
  put(parent.slot, parent.child[side]);
  if (parent.slot == kRootSlot) {
    lone_box_ = parent.box[side];
  } else {
    nodes_[parent.slot >> 1].box[parent.slot & 1] = parent.box[side];
    refit_above(parent.slot);
  }
  return parent.slot;
}

/// Sets the bounds of the node that holds a slot again, as its parent keeps them, and those of its
/// ancestors, up to the first that do not change.
void BoundsTree::refit_above(std::uint32_t slot) {
  for (;;) {
    const Node& from = nodes_[slot >> 1];
    slot = from.slot;
    if (slot == kRootSlot) return;
    Aabb& box = nodes_[slot >> 1].box[slot & 1];
    const Aabb fitted = united(from.box[0], from.box[1]);
    if (box == fitted) return;
    box = fitted;
  }
}

/// Puts a sprite below the node at `slot`, whose bounds contain the box unless it is the root.
///
/// Descends to the place where a new parent adds the least perimeter. Becoming the sibling of the
/// current node adds the perimeter of both together; going on adds the growth of that node. The
/// cheaper child is followed while it is cheaper than stopping. Bounds grow on the way down.
void BoundsTree::link(SpriteId id, const Aabb& box, std::uint32_t slot) {
  if (leaves_++ == 0) {
    lone_box_ = box;
    return put(kRootSlot, id | kLeafBit);
  }
  Ref sibling = at(slot);
  Aabb sibling_box = box_at(slot);
  while (!is_leaf(sibling)) {
    Node& node = nodes_[sibling];
    const float together = girth(united(sibling_box, box));
    const float growth = together - girth(sibling_box);
    std::array<float, 2> cost{};
    for (unsigned side = 0; side < 2; ++side) {
      const float joined = girth(united(node.box[side], box));
      cost[side] = growth + (is_leaf(node.child[side]) ? joined : joined - girth(node.box[side]));
    }
    const unsigned side = cost[1] < cost[0] ? 1 : 0;
    if (together < cost[side]) break;
    slot = sibling * 2 + side;
    sibling = node.child[side];
    sibling_box = node.box[side];
    node.box[side] = united(sibling_box, box);
  }
  const std::uint32_t parent = take_node();
  put(slot, parent);
  nodes_[parent].box = {sibling_box, box};
  put(parent * 2, sibling);
  put(parent * 2 + 1, id | kLeafBit);
  if (slot != kRootSlot) rotate_above(slot);
}

/// Rotates the node that holds a slot, and the three nodes above it.
void BoundsTree::rotate_above(std::uint32_t slot) {
  constexpr unsigned kLevels = 4;
  for (unsigned level = 0; level < kLevels && slot != kRootSlot; ++level) {
    rotate(slot >> 1);
    slot = nodes_[slot >> 1].slot;
  }
}

/// Exchanges a child of the node with a child of its other child, where that shrinks the perimeter
/// of the other child most. Returns false where no exchange shrinks it. The bounds of the node
/// itself do not change.
bool BoundsTree::rotate(std::uint32_t number) {
  Node& top = nodes_[number];
  float most = 0;
  unsigned best_side = 0, best_grandchild = 0;
  for (unsigned side = 0; side < 2; ++side) {
    if (is_leaf(top.child[side])) continue;
    const Node& low = nodes_[top.child[side]];
    for (unsigned k = 0; k < 2; ++k) {
      const float saved = girth(top.box[side]) - girth(united(top.box[side ^ 1], low.box[k ^ 1]));
      if (saved > most) {
        most = saved;
        best_side = side;
        best_grandchild = k;
      }
    }
  }
  if (!(most > 0)) return false;
  const Ref low_ref = top.child[best_side], up = nodes_[low_ref].child[best_grandchild];
  Node& low = nodes_[low_ref];
  std::swap(low.box[best_grandchild], top.box[best_side ^ 1]);
  top.box[best_side] = united(low.box[0], low.box[1]);
  put(low_ref * 2 + best_grandchild, top.child[best_side ^ 1]);
  put(number * 2 + (best_side ^ 1), up);
  return true;
}

// A tree is built at once from leaves in Z order, which are split where their codes first differ.

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
  const QuadCells grid(field, kGridBits);
  for (SpriteId i = 0; i < boxes.size(); ++i)
    order_.rows()[i] = {grid.place_of(center(boxes[i])), i};
  order_.sort(2 * kGridBits);
}

/// Gives the leaves [begin, end), which all lie in one cell of the grid, codes in a finer grid over
/// their own centers, and sorts them. Returns false when all have one code again, as when all
/// centers are the same.
bool BoundsTree::recode(std::span<const Aabb> boxes, std::uint32_t begin, std::uint32_t end) {
  const auto rows = std::span(order_.rows()).subspan(begin, end - begin);
  const Vec2 first = center(boxes[rows[0].id]);
  Aabb field{first, first};
  for (const Coded& c : rows) field = united(field, {center(boxes[c.id]), center(boxes[c.id])});
  if (field.min == field.max) return false;
  const QuadCells grid(field, kGridBits);
  for (Coded& c : rows) c.code = grid.place_of(center(boxes[c.id]));
  std::sort(rows.begin(), rows.end(), [](const Coded& a, const Coded& b) {
    return a.code != b.code ? a.code < b.code : a.id < b.id;
  });
  return rows.front().code != rows.back().code;
}

/// Returns where the second part of the leaves [begin, end) begins: at the first leaf whose code
/// has the highest bit in which they differ, or in the middle where all codes are equal.
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

/// Builds the subtree of the leaves [begin, end), puts it at `slot` and returns its bounds. The
/// recursion is at most some 100 deep: each level takes a bit off the codes (also off a crowd's own
/// codes, and a crowd has less than a thousandth of its parent's extent), or half of the leaves.
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
