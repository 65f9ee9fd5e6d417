// SPDX-License-Identifier: MIT
// How static groups are laid out, and where in them to look.
#include "collide/broadphase/rdc/rdc_statics.hpp"

namespace phasebox {

void RdcStatics::reserve(std::size_t n) {
  ids_.reserve(n), boxes_.reserve(n), groups_.reserve(n), members_.reserve(n), sort_.reserve(n);
  for (Row* row : {&group_row_, &member_row_}) row->boxes.resize(n), row->reach.reserve(n);
  met_groups_.resize(std::max(met_groups_.size(), n + BoxColumns::kPadding));
  met_members_.resize(std::max(met_members_.size(), n + BoxColumns::kPadding));
}

void RdcStatics::keep_group(const Frame& f, const RdcGroup& group,
                            std::span<const SpriteId> members) {
  const Aabb bounds = bounds_of(f, members);
  const Vec2 size = extent(bounds);
  RdcGroup kept = group;
  kept.first = static_cast<std::uint32_t>(members_.size());
  groups_.push_back({kept, bounds, size.x >= size.y ? Axis::x : Axis::y});
  members_.insert(members_.end(), members.begin(), members.end());
}

void RdcStatics::arrange_groups() {
  std::ranges::sort(groups_, [](const Group& a, const Group& b) {
    return a.bounds.min.x != b.bounds.min.x ? a.bounds.min.x < b.bounds.min.x
                                            : a.group.number < b.group.number;
  });
  group_row_.resize(groups_.size());
  for (std::size_t k = 0; k < groups_.size(); ++k)
    group_row_.set(k, static_cast<std::uint32_t>(k), AlongX()(groups_[k].bounds), k == 0);
}

void RdcStatics::arrange_members(const Frame& f) {
  member_row_.resize(members_.size());
  for (const Group& g : groups_) {
    const auto ids = std::span(members_).subspan(g.group.first, g.group.size);
    along_axis(g.along, [&](auto see) {
      std::size_t at = 0;
      for (const Delimiter d : sort_.begins(
               f, ids.size(), [&](std::size_t k) { return ids[k]; }, see)) {
        member_row_.set(g.group.first + at, d.id, see(f.boxes[d.id]), at == 0);
        ids[at++] = d.id;
      }
    });
  }
}

/// Calls `enter(group)` for the groups that begin and end around `box` on x, and where it says so
/// `look(id)` for the members that do so on the axis of the group.
template <class Enter, class Look>
void RdcStatics::each_beside(const Aabb& box, Enter enter, Look look) const {
  const auto each = [](const Row& row, const Aabb& seen, std::size_t from, std::size_t end,
                       auto use) {
    row.each_begun(seen, row.first_behind(seen.min.x, from, end), end, use);
  };
  each(group_row_, AlongX()(box), 0, groups_.size(), [&](std::uint32_t at) {
    const Group& g = groups_[at];
    if (!enter(g)) return;
    const Aabb seen = along_axis(g.along, [&](auto see) { return see(box); });
    each(member_row_, seen, g.group.first, g.group.first + g.group.size, look);
  });
}

void RdcStatics::query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) const {
  const auto enter = [&](const Group& g) {
    const bool is_near = overlaps(g.bounds, box);
    if (log && is_near)
      log->add({EventKind::visit, g.along, g.group.depth, g.group.number, g.group.size, g.bounds});
    return is_near;
  };
  each_beside(box, enter, [&](SpriteId id) {
    if (log) log->add({EventKind::visit, Axis::x, 0, id, 0, f.boxes[id]});
    if (overlaps(f.boxes[id], box)) out.push(id);
  });
}

/// A product instead of a branch that would come out either way.
std::size_t RdcStatics::Row::first_behind(float begin, std::size_t first, std::size_t end) const {
  std::size_t size = end - first;
  while (size > 1) {
    const std::size_t half = size / 2;
    first += half * static_cast<std::size_t>(reach[first + half - 1] <= begin);
    size -= half;
  }
  return first + static_cast<std::size_t>(size == 1 && reach[first] <= begin);
}

}  // namespace phasebox
