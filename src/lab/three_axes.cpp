// SPDX-License-Identifier: MIT
// Groups boxes and sweeps them along three axes.
#include "lab/three_axes.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

using Ids = std::vector<SpriteId>;

Ids sorted_along(std::span<const Box3> boxes, Ids ids, std::size_t axis) {
  std::ranges::sort(
      ids, {}, [&](SpriteId i) { return std::tuple(boxes[i].min[axis], boxes[i].max[axis], i); });
  return ids;
}

// Divides a group wherever the running count of open boxes falls to 0.
std::vector<Ids> parts_along(std::span<const Box3> boxes, Ids group, std::size_t axis) {
  std::vector<Ids> parts;
  float closes = 0;  // where the last open box of the part closes
  for (const SpriteId i : sorted_along(boxes, std::move(group), axis)) {
    if (parts.empty() || boxes[i].min[axis] >= closes) {
      parts.emplace_back();
      closes = boxes[i].max[axis];
    }
    parts.back().push_back(i);
    closes = std::max(closes, boxes[i].max[axis]);
  }
  return parts;
}

Box3 bounds_of(std::span<const Box3> boxes, const Ids& members) {
  Box3 all = boxes[members[0]];
  for (const SpriteId i : members) all = united(all, boxes[i]);
  return all;
}

// A group that waits: the axis of its next pass, and how many passes in a row have not split it.
struct WaitingGroup {
  Ids members;
  std::size_t axis = 0, unsplit = 0;
};

Ids all_ids(std::span<const Box3> boxes) {
  Ids ids(boxes.size());
  std::iota(ids.begin(), ids.end(), SpriteId{0});
  return ids;
}

void compare(std::span<const Box3> boxes, SpriteId i, SpriteId j, std::size_t axes,
             SpacePairs& to) {
  ++to.tests;
  for (std::size_t axis = 0; axis < axes; ++axis)
    if (!overlaps_on(boxes[i], boxes[j], axis)) return;
  to.pairs.push_back({std::min(i, j), std::max(i, j)});
}

}  // namespace

std::vector<SpaceGroup> rdc_groups(std::span<const Box3> boxes, std::size_t axes,
                                   std::size_t group_size) {
  std::vector<SpaceGroup> groups;
  std::vector<WaitingGroup> waiting;
  if (!boxes.empty()) waiting.push_back({all_ids(boxes)});
  while (!waiting.empty()) {
    WaitingGroup now = std::move(waiting.back());
    waiting.pop_back();
    if (now.members.size() <= group_size || now.unsplit == axes) {
      const Box3 box = bounds_of(boxes, now.members);
      groups.push_back({box, std::move(now.members)});
      continue;
    }
    std::vector<Ids> parts = parts_along(boxes, std::move(now.members), now.axis);
    const std::size_t unsplit = parts.size() > 1 ? 1 : now.unsplit + 1;
    for (Ids& part : parts) waiting.push_back({std::move(part), (now.axis + 1) % axes, unsplit});
  }
  return groups;
}

SpacePairs pairs_in_groups(std::span<const Box3> boxes, std::span<const SpaceGroup> groups,
                           std::size_t axes) {
  SpacePairs found;
  for (const SpaceGroup& group : groups)
    for (std::size_t k = 0; k < group.members.size(); ++k)
      for (std::size_t m = 0; m < k; ++m)
        compare(boxes, group.members[m], group.members[k], axes, found);
  return found;
}

SpacePairs sweep_pairs(std::span<const Box3> boxes, std::size_t axis) {
  SpacePairs found;
  const Ids ids = sorted_along(boxes, all_ids(boxes), axis);
  for (std::size_t k = 0; k < ids.size(); ++k)
    for (std::size_t m = k + 1; m < ids.size(); ++m) {
      if (boxes[ids[m]].min[axis] >= boxes[ids[k]].max[axis]) break;
      if (overlaps_on(boxes[ids[k]], boxes[ids[m]], axis)) compare(boxes, ids[k], ids[m], 3, found);
    }
  return found;
}

std::size_t ThreeAxes::best() const {
  return static_cast<std::size_t>(std::ranges::min_element(interfering) - interfering.begin());
}

std::optional<ThreeAxes> three_axes(std::span<const Box3> boxes, const Session& session) {
  if (boxes.size() > kMaxThreeAxes) return {};
  const auto size = static_cast<std::size_t>(
      session.settings().value(owner_named("rdc"), "group-size").value_or(1));
  ThreeAxes all{.groups = rdc_groups(boxes, 3, size)};
  const SpacePairs found = pairs_in_groups(boxes, all.groups, 3);
  const auto flat = rdc_groups(boxes, 2, size);
  const SpacePairs flat_found = pairs_in_groups(boxes, flat, 2);
  all.tests = found.tests;
  all.pairs = found.pairs.size();
  all.flat_groups = flat.size();
  all.flat_tests = flat_found.tests;
  all.flat_pairs = flat_found.pairs.size();
  for (std::size_t axis = 0; axis < 3; ++axis)
    all.interfering[axis] = sweep_pairs(boxes, axis).tests;
  return all;
}

Sentence three_axes_text(const std::optional<ThreeAxes>& counts) {
  if (!counts) return say("Three axes are shown of up to {} sprites.", grouped(kMaxThreeAxes));
  const ThreeAxes& c = *counts;
  constexpr std::array<const char*, 3> kNames{"x", "y", "z"};
  const Sentence rdc =
      say("RDC along x, y, z: {}, {}; along x, y: {}, {}.", counted(c.groups.size(), "group"),
          counted(c.tests, "test"), counted(c.flat_groups, "group"), counted(c.flat_tests, "test"));
  const Sentence sweep =
      say("Sweep: pairs that overlap on x {}, y {}, z {}; best {}.", grouped(c.interfering[0]),
          grouped(c.interfering[1]), grouped(c.interfering[2]), kNames[c.best()]);
  return say("{}\n{}\n{}", rdc, sweep,
             say("Overlaps: {} in 3D, {} in 2D.", grouped(c.pairs), grouped(c.flat_pairs)));
}

}  // namespace phasebox
