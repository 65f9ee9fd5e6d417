// SPDX-License-Identifier: MIT
// The static sprites of RDC: groups that are clustered once and searched for every moving sprite.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/broadphase/rdc/rdc_clustering.hpp"
#include "collide/broadphase/sweep/delimiter_sort.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"
#include "collide/broadphase/sweep/swept_line.hpp"

namespace phasebox {

/// The static sprites in groups, clustered once until one of them changes, and searched for every
/// moving sprite. The groups lie in the order in which they begin along x, the members of each in
/// the order in which they begin along its longer side. The furthest end so far is noted beside
/// each, so that a binary search finds the first one that a box can meet; the search ends at the
/// first one that begins behind the box.
template <class Ties>
class RdcStatics {
 public:
  using Rules = RdcRules<Ties>;

  struct Group {
    RdcGroup group;
    Aabb bounds;
    Axis along;  // its longer side
  };

  /// Clusters the sprites `ids` of the frame, unless the last call had the same sprites with the
  /// same boxes and rules. The log gets the passes.
  template <class T>
  void update(const Frame& f, std::span<const SpriteId> ids, const Rules& rules,
              RdcClustering<Ties>& clustering, T& trace) {
    if (is_known(f, ids, rules)) return;
    forget();
    if (!ids.empty()) reserve(f.size());
    rules_ = rules;
    ids_.assign(ids.begin(), ids.end());
    for (const SpriteId id : ids) boxes_.push_back(f.boxes[id]);
    numbers_ = clustering.cluster(f, ids, rules, 0, trace,
                                  [&](const RdcGroup& group, std::span<const SpriteId> members) {
                                    keep_group(f, group, members);
                                  });
    arrange_groups();
    arrange_members(f);
  }
  void forget() {
    ids_.clear();
    boxes_.clear();
    groups_.clear();
    members_.clear();
    numbers_ = 0;
  }

  std::span<const Group> groups() const { return groups_; }
  std::span<const SpriteId> members(const Group& g) const {
    return std::span(members_).subspan(g.group.first, g.group.size);
  }
  std::size_t size() const { return ids_.size(); }
  /// The first number that no static group has in the event log; 0 without static sprites.
  std::uint32_t numbers() const { return numbers_; }

  /// Emits the pairs of the sprite `moving` with static ones. Its box is compared with the bounds
  /// of groups, then with the members of those it overlaps.
  template <class T>
  void find_pairs(const Frame& f, SpriteId moving, PairSink& out, T& trace) {
    const Aabb& box = f.boxes[moving];
    const std::size_t end = groups_.size(), from = group_row_.first_behind(box.min.x, all_groups());
    if constexpr (T::on)
      group_row_.each_begun(box, from, end,
                            [&](std::uint32_t at) { trace.add(visit(groups_[at])); });
    const std::size_t met = group_row_.query(box, from, end, met_groups_.data());
    for (std::size_t k = 0; k < met; ++k)
      meet_members(f, moving, groups_[met_groups_[k]], out, trace);
  }
  /// Appends the static sprites whose boxes overlap `box`, by the same search.
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) const {
    each_beside(group_row_, box, all_groups(), [&](std::uint32_t at) {
      const Group& g = groups_[at];
      if (!overlaps(g.bounds, box)) return;
      if (log) log->add(visit(g));
      each_beside(member_row_, seen_along(box, g.along), run_of(g), [&](SpriteId id) {
        if (log) log->add({EventKind::visit, Axis::x, 0, id, 0, f.boxes[id]});
        if (overlaps(f.boxes[id], box)) out.push(id);
      });
    });
  }

 private:
  static Event visit(const Group& g) {
    return {EventKind::visit, g.along, g.group.depth, g.group.number, g.group.size, g.bounds};
  }
  /// Calls `use` with the ids in a run of the row whose boxes begin before `seen` ends and may end
  /// behind its begin.
  template <class Use>
  static void each_beside(const SweepRow& row, const Aabb& seen, Run run, Use use) {
    row.each_begun(seen, row.first_behind(seen.min.x, run), run.end, use);
  }
  Run all_groups() const { return {0, static_cast<std::uint32_t>(groups_.size())}; }
  static Run run_of(const Group& g) { return {g.group.first, g.group.first + g.group.size}; }

  /// Emits the pairs of a moving sprite and the members of a group.
  template <class T>
  void meet_members(const Frame& f, SpriteId moving, const Group& g, PairSink& out, T& trace) {
    const Aabb box = seen_along(f.boxes[moving], g.along);
    const auto meet = [&](SpriteId id) { test_pair(f, moving, id, out, trace, g.group.depth); };
    if constexpr (T::on) return each_beside(member_row_, box, run_of(g), meet);
    const std::size_t from = member_row_.first_behind(box.min.x, run_of(g));
    const std::size_t met = member_row_.query(box, from, run_of(g).end, met_members_.data());
    std::for_each_n(met_members_.begin(), met, meet);
  }

  bool is_known(const Frame& f, std::span<const SpriteId> ids, const Rules& rules) const {
    return rules == rules_ && std::ranges::equal(ids, ids_) &&
           std::ranges::equal(ids, boxes_, {}, [&](SpriteId id) { return f.boxes[id]; });
  }
  void reserve(std::size_t n) {
    ids_.reserve(n);
    boxes_.reserve(n);
    groups_.reserve(n);
    members_.reserve(n);
    sort_.reserve(n);
    group_row_.reserve(n);
    member_row_.reserve(n);
    met_groups_.resize(std::max(met_groups_.size(), n + BoxColumns::kPadding));
    met_members_.resize(std::max(met_members_.size(), n + BoxColumns::kPadding));
  }
  void keep_group(const Frame& f, RdcGroup group, std::span<const SpriteId> members) {
    const Aabb bounds = bounds_of(f, members);
    group.first = static_cast<std::uint32_t>(members_.size());
    groups_.push_back({group, bounds, longer_axis(bounds)});
    members_.insert(members_.end(), members.begin(), members.end());
  }
  void arrange_groups() {
    std::ranges::sort(groups_, {},
                      [](const Group& g) { return std::pair(g.bounds.min.x, g.group.number); });
    group_row_.resize(groups_.size());
    for (std::uint32_t k = 0; k < groups_.size(); ++k) group_row_.set(k, k, groups_[k].bounds);
    group_row_.note_reach(all_groups());
  }
  void arrange_members(const Frame& f) {
    member_row_.resize(members_.size());
    for (const Group& g : groups_) {
      const auto ids = std::span(members_).subspan(g.group.first, g.group.size);
      along_axis(g.along, [&](auto see) {
        std::size_t at = 0;
        for (const Delimiter d : sort_.begins(f, ids, see)) {
          member_row_.set(g.group.first + at, d.id, see(f.boxes[d.id]));
          ids[at++] = d.id;
        }
      });
      member_row_.note_reach(run_of(g));
    }
  }

  Rules rules_;
  std::vector<SpriteId> ids_;                       // the static sprites of the last clustering
  std::vector<Aabb> boxes_;                         // the boxes of `ids_` at that time
  std::vector<Group> groups_;                       // ascending by begin along x
  std::vector<SpriteId> members_;                   // the sprites, group after group
  SweepRow group_row_, member_row_;                 // the bounds of `groups_`, boxes of `members_`
  std::vector<SpriteId> met_groups_, met_members_;  // work space for searches
  DelimiterSort sort_;
  std::uint32_t numbers_ = 0;
};

}  // namespace phasebox
