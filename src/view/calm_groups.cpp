// SPDX-License-Identifier: MIT
// Finds the group of the picture before by the smallest member, and glides from its rectangle.
#include "view/calm_groups.hpp"

#include <algorithm>
#include <utility>

#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace {

Aabb shifted(const Aabb& box, const Aabb& by, float share) {
  return {box.min + by.min * share, box.max + by.max * share};
}

bool encloses(const Aabb& outer, const Aabb& inner) { return united(outer, inner) == outer; }

}  // namespace

// Lists the groups with their members. RDC logs the members of a final group behind it; those of a
// temporary group are the ones of the final groups in it.
void CalmGroups::collect(const Session& session, std::span<const Event> events) {
  groups_.clear();
  group_of_.assign(session.world().size(), kNone);
  const auto add = [](Group& to, SpriteId smallest, std::uint64_t members) {
    to.smallest = std::min(to.smallest.value_or(smallest), smallest);
    to.members += members;
  };
  for (const Event& e : events) {
    if (is_group(e)) {
      groups_.push_back({e.box, e.depth, e.kind == EventKind::group});
    } else if (e.kind == EventKind::member && !groups_.empty() && groups_.back().is_final &&
               e.a < group_of_.size()) {
      group_of_[e.a] = static_cast<std::uint32_t>(groups_.size() - 1);
      add(groups_.back(), e.a, (e.a + 1) * 0x9E37'79B9'7F4A'7C15u);
    }
    if (groups_.size() > kMaxGroups) return;
  }
  for (Group& outer : groups_)
    for (const Group& inner : groups_)
      if (!outer.is_final && inner.smallest && inner.is_final && encloses(outer.box, inner.box))
        add(outer, *inner.smallest, inner.members);
}

// Returns the group of the picture before that a group comes from, or null: of a final group the
// one that had its smallest member, of a temporary group the one of that depth and member.
const CalmGroups::Group* CalmGroups::before(const Group& group, std::span<const Group> old,
                                            std::span<const std::uint32_t> old_group_of) {
  if (!group.smallest) return nullptr;
  if (group.is_final) {
    const SpriteId id = *group.smallest;
    const bool is_known = id < old_group_of.size() && old_group_of[id] < old.size();
    return is_known ? &old[old_group_of[id]] : nullptr;
  }
  const auto found = std::ranges::find_if(old, [&](const Group& g) {
    return !g.is_final && g.depth == group.depth && g.smallest == group.smallest;
  });
  return found == old.end() ? nullptr : &*found;
}

void CalmGroups::look(const Session& session, std::span<const Event> events, double now) {
  // Once sprites were inserted or removed, a number may name another sprite than before.
  const std::uint64_t population = session.population_changes().count;
  const double since = std::exchange(looked_at_, now);
  if (std::exchange(population_, population) != population || now - since > kSlow) clear();
  const std::vector<Group> old = groups_;
  const std::vector<GroupLook> old_looks = std::exchange(looks_, {});
  const std::vector<std::uint32_t> old_group_of = std::exchange(group_of_, {});
  collect(session, events);
  if (groups_.size() > kMaxGroups) return clear();
  const auto share = [](double begun, double at) {
    return static_cast<float>(std::clamp((at - begun) / kSeconds, 0.0, 1.0));
  };
  for (Group& group : groups_) {
    const Group* from = before(group, old, old_group_of);
    group.moved_at = group.shown_at = old.empty() || from ? now - kSeconds : since;
    if (from) {
      group.shown_at = from->shown_at;
      const bool is_same = from->smallest == group.smallest && from->members == group.members;
      const Aabb& drawn = old_looks[static_cast<std::size_t>(from - old.data())].box;
      // A change within a glide goes on from where the rectangle is and ends when the glide does:
      // if each change began a glide of its own, a group that changes in every step would always
      // lag behind.
      const float left = 1 - share(from->moved_at, since);
      const bool glides = left > 0.001f;
      group.moved_at = is_same || glides ? from->moved_at : since;
      group.offset = is_same ? from->offset
                             : shifted({}, shifted(drawn, group.box, -1), glides ? 1 / left : 1);
    }
    looks_.push_back({shifted(group.box, group.offset, 1 - share(group.moved_at, now)),
                      0.5f + 0.5f * share(group.shown_at, now)});
  }
}

}  // namespace phasebox
