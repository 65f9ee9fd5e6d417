// SPDX-License-Identifier: MIT
// How static boxes are baked, and how the baked structure is queried.
#include "lab/bake/bake.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "collide/broadphase/rdc/rdc_clustering.hpp"

namespace phasebox {
namespace {

constexpr std::uint64_t kNoCut = std::numeric_limits<std::uint64_t>::max();

Aabb bounds_of_all(std::span<const Aabb> boxes) {
  Aabb bounds = boxes[0];
  for (const Aabb& box : boxes) bounds = united(bounds, box);
  return bounds;
}

// 0: it crosses the middle; 1 to 4: the quarter that holds it, by rows.
std::uint8_t quarter_of(const Aabb& box, Vec2 middle) {
  const bool is_left = box.max.x <= middle.x, is_upper = box.max.y <= middle.y;
  if (!is_left && box.min.x < middle.x) return 0;
  if (!is_upper && box.min.y < middle.y) return 0;
  return static_cast<std::uint8_t>(1 + (is_left ? 0 : 1) + (is_upper ? 0 : 2));
}

std::uint8_t side_of(const Aabb& box, Axis axis, float position) {
  if (high(box, axis) <= position) return 1;
  return low(box, axis) >= position ? 2 : 0;
}

}  // namespace

StaticBoxes static_boxes(const Frame& frame, std::span<const std::int64_t> names) {
  std::vector<std::pair<std::int64_t, SpriteId>> statics;
  for (SpriteId i = 0; i < frame.is_static.size(); ++i)
    if (frame.is_static[i])
      statics.emplace_back(names.empty() ? static_cast<std::int64_t>(i) : names[i], i);
  if (!names.empty()) std::ranges::sort(statics);
  StaticBoxes found;
  for (const auto& [id, sprite] : statics) {
    found.boxes.push_back(frame.boxes[sprite]);
    found.ids.push_back(id);
  }
  return found;
}

// ---- queries

void Baked::test_members(const BakedNode& node, const Aabb& box, std::vector<std::uint32_t>& found,
                         QueryWork& work) const {
  work.members += node.member_count;
  for (const std::uint32_t member : members_of(node))
    if (overlaps(statics.boxes[member], box)) found.push_back(member);
}

void Baked::query_groups(const Aabb& box, std::vector<std::uint32_t>& found,
                         QueryWork& work) const {
  for (const BakedNode& group : nodes) {
    ++work.nodes;
    if (group.box.min.x >= box.max.x) return;
    if (overlaps(group.box, box)) test_members(group, box, found, work);
  }
}

void Baked::query_tree(const Aabb& box, std::vector<std::uint32_t>& found, QueryWork& work) const {
  std::array<std::uint32_t, 3 * kMaxBakeDepth + 1> waiting{};
  std::size_t count = 0;
  waiting[count++] = 0;
  while (count > 0) {
    const BakedNode& node = nodes[waiting[--count]];
    const bool has_cut = options.kind == BakeKind::bsp && node.first_child > 0;
    work.nodes += options.kind == BakeKind::quadtree || has_cut;
    if (options.kind == BakeKind::quadtree && !overlaps(node.box, box)) continue;
    test_members(node, box, found, work);
    if (node.first_child == 0) continue;
    if (!has_cut)
      for (std::uint32_t k = 0; k < 4; ++k) waiting[count++] = node.first_child + k;
    if (has_cut && low(box, node.axis) < node.position) waiting[count++] = node.first_child;
    if (has_cut && high(box, node.axis) > node.position) waiting[count++] = node.first_child + 1;
  }
}

void Baked::overlapping(const Aabb& box, std::vector<std::uint32_t>& found, QueryWork& work) const {
  options.kind == BakeKind::groups ? query_groups(box, found, work) : query_tree(box, found, work);
}

std::size_t Baked::bytes() const {
  constexpr std::array<std::size_t, 3> kNodeBytes{24, 28, 20};
  const std::size_t per_box = sizeof(Aabb) + sizeof(std::int64_t) + sizeof(std::uint32_t);
  return statics.boxes.size() * per_box +
         nodes.size() * kNodeBytes[static_cast<std::size_t>(options.kind)];
}

std::uint32_t Baked::depth() const {
  std::vector<std::uint32_t> depths(nodes.size());
  for (std::size_t k = 0; k < nodes.size(); ++k)
    for (std::uint32_t c = 0; nodes[k].first_child > 0 && c < children(); ++c)
      depths[nodes[k].first_child + c] = depths[k] + 1;
  return *std::ranges::max_element(depths);
}

std::vector<Aabb> outlines_of(const Baked& baked) {
  std::vector<Aabb> outlines;
  const auto add_cut = [&](Aabb box, Axis axis, float position) {
    (axis == Axis::x ? box.min.x : box.min.y) = position;
    (axis == Axis::x ? box.max.x : box.max.y) = position;
    outlines.push_back(box);
  };
  for (const BakedNode& node : baked.nodes) {
    if (baked.options.kind == BakeKind::groups || outlines.empty()) outlines.push_back(node.box);
    if (node.first_child == 0) continue;
    if (baked.options.kind == BakeKind::bsp) {
      add_cut(node.box, node.axis, node.position);
      continue;
    }
    add_cut(node.box, Axis::x, center(node.box).x);
    add_cut(node.box, Axis::y, center(node.box).y);
  }
  return outlines;
}

// ---- baking

Baker::Baker(StaticBoxes statics, BakeOptions options)
    : baked_{options, std::move(statics), {}, {}} {
  const std::vector<Aabb>& boxes = baked_.statics.boxes;
  const auto n = static_cast<std::uint32_t>(boxes.size());
  baked_.members.resize(n);
  std::iota(baked_.members.begin(), baked_.members.end(), 0u);
  if (options.kind == BakeKind::groups) return;
  part_of_.resize(n), moved_.resize(n);
  baked_.nodes.push_back({.box = bounds_of_all(boxes), .member_count = n});
  ranges_.push_back({0, n, 0});
}

bool Baker::advance() {
  constexpr std::uint32_t kPiece = 20'000;  // members, some ms
  if (baked_.options.kind == BakeKind::groups) {
    if (settled_ == 0) make_groups();
    return false;
  }
  for (std::uint32_t seen = 0; done_ < ranges_.size() && seen < kPiece; ++done_) {
    seen += ranges_[done_].size() + 1;
    divide(done_);
    settled_ += baked_.nodes[done_].member_count;
  }
  return done_ < ranges_.size();
}

double Baker::progress() const {
  return static_cast<double>(settled_) / static_cast<double>(baked_.members.size());
}

void Baker::make_groups() {
  Frame frame;
  frame.boxes = baked_.statics.boxes;
  const std::vector<SpriteId> ids = std::exchange(baked_.members, {});
  RdcRules rules;
  rules.group_size = baked_.options.leaf_size;
  RdcClustering clustering;
  NoTrace off;
  clustering.cluster(
      frame, ids, rules, 0, off, [&](const RdcGroup&, std::span<const SpriteId> in_group) {
        baked_.nodes.push_back({.box = bounds_of(frame, in_group),
                                .first_member = static_cast<std::uint32_t>(baked_.members.size()),
                                .member_count = static_cast<std::uint32_t>(in_group.size())});
        baked_.members.insert(baked_.members.end(), in_group.begin(), in_group.end());
      });
  std::ranges::stable_sort(baked_.nodes, {}, [](const BakedNode& g) { return g.box.min.x; });
  settled_ = baked_.members.size();
}

void Baker::divide(std::size_t number) {
  const Range range = ranges_[number];
  BakedNode& node = baked_.nodes[number];
  node.first_member = range.begin, node.member_count = range.size();
  if (range.size() <= baked_.options.leaf_size || range.depth >= baked_.options.max_depth) return;
  const std::uint32_t parts = baked_.options.kind == BakeKind::quadtree ? part_by_cell(node, range)
                                                                        : part_by_cut(node, range);
  if (parts > 0) add_children(number, range, parts);
}

// How many parts there are; none where no box would move.
std::uint32_t Baker::part_by_cell(BakedNode& node, const Range& range) {
  const Vec2 middle = center(node.box);
  bool moves = false;
  for (std::uint32_t at = range.begin; at < range.end; ++at) {
    part_of_[at] = quarter_of(box_at(at), middle);
    moves |= part_of_[at] > 0;
  }
  return moves ? 4 : 0;
}

// None where no cut leaves boxes on both sides and is worth its own test.
std::uint32_t Baker::part_by_cut(BakedNode& node, const Range& range) {
  const Cut x = best_cut(range, Axis::x), y = best_cut(range, Axis::y);
  const Axis axis = y.cost < x.cost ? Axis::y : Axis::x;
  const Cut& best = axis == Axis::x ? x : y;
  if (best.cost == kNoCut || best.cost + 2 >= 2 * std::uint64_t{range.size()}) return 0;
  node.axis = axis, node.position = best.position;
  bool has_back = false, has_front = false;
  for (std::uint32_t at = range.begin; at < range.end; ++at) {
    part_of_[at] = side_of(box_at(at), axis, best.position);
    has_back |= part_of_[at] == 1, has_front |= part_of_[at] == 2;
  }
  return has_back && has_front ? 2 : 0;
}

// Between two ends of boxes no cut is better than at the first: as many lie behind it, and no fewer
// in front. The cost is twice the tests that are expected.
Baker::Cut Baker::best_cut(const Range& range, Axis axis) {
  begins_.clear(), ends_.clear();
  for (std::uint32_t at = range.begin; at < range.end; ++at) {
    begins_.push_back(low(box_at(at), axis));
    ends_.push_back(high(box_at(at), axis));
  }
  std::ranges::sort(begins_), std::ranges::sort(ends_);
  Cut best{0, kNoCut};
  const std::size_t n = range.size();
  for (std::size_t back = 1, begun = 0; back < n; ++back) {
    const float position = ends_[back - 1];
    if (ends_[back] == position) continue;
    while (begun < n && begins_[begun] < position) ++begun;
    const std::size_t front = n - std::max(begun, back);
    const std::uint64_t cost = 2 * (n - back - front) + std::max(back, front);
    if (front > 0 && cost < best.cost) best = {position, cost};
  }
  return best;
}

// Members move into runs, those that stay first.
void Baker::add_children(std::size_t number, const Range& range, std::uint32_t parts) {
  std::array<std::uint32_t, 6> begins{};
  for (std::uint32_t at = range.begin; at < range.end; ++at) ++begins[part_of_[at] + 1u];
  begins[0] = range.begin;
  for (std::size_t part = 1; part < begins.size(); ++part) begins[part] += begins[part - 1];
  std::array<std::uint32_t, 6> next = begins;
  for (std::uint32_t at = range.begin; at < range.end; ++at)
    moved_[next[part_of_[at]]++] = baked_.members[at];
  std::copy(moved_.begin() + range.begin, moved_.begin() + range.end,
            baked_.members.begin() + range.begin);
  baked_.nodes[number].member_count = begins[1] - begins[0];
  baked_.nodes[number].first_child = static_cast<std::uint32_t>(baked_.nodes.size());
  for (std::uint32_t part = 1; part <= parts; ++part) {
    baked_.nodes.push_back({.box = child_box(baked_.nodes[number], part)});
    ranges_.push_back({begins[part], begins[part + 1], range.depth + 1});
  }
}

Aabb Baker::child_box(const BakedNode& node, std::uint32_t part) const {
  Aabb box = node.box;
  if (baked_.options.kind == BakeKind::bsp) {
    float& edge = part == 1 ? (node.axis == Axis::x ? box.max.x : box.max.y)
                            : (node.axis == Axis::x ? box.min.x : box.min.y);
    edge = node.position;
    return box;
  }
  const Vec2 middle = center(node.box);
  (part % 2 == 1 ? box.max.x : box.min.x) = middle.x;
  (part <= 2 ? box.max.y : box.min.y) = middle.y;
  return box;
}

Baked bake(StaticBoxes statics, const BakeOptions& options) {
  Baker baker(std::move(statics), options);
  while (baker.advance()) {
  }
  return baker.take();
}

}  // namespace phasebox
