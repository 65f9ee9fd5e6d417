// SPDX-License-Identifier: MIT
// Static groups of recursive dimensional clustering: clustered once, asked by every moving sprite.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/broadphase/rdc/rdc_clustering.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"

namespace phasebox {

/// The static sprites in their final groups. The groups lie in the order in which they begin along
/// x, the members of each in the order in which they begin along its longer side; with the furthest
/// end so far noted beside each, a binary search finds the first that a box can meet; the last is
/// the last that begins before the box ends.
class RdcStatics {
 public:
  struct Group {
    RdcGroup group;
    Aabb bounds;
    Axis along;  // its longer side
  };

  /// Clusters again when one of the sprites, its box or the rules has changed. True then.
  template <class T>
  bool update(const Frame& f, std::span<const SpriteId> ids, const RdcRules& rules,
              RdcClustering& clustering, T& trace);
  void forget() { ids_.clear(), boxes_.clear(), groups_.clear(), numbers_ = 0; }

  std::span<const Group> groups() const { return groups_; }
  std::span<const SpriteId> members(const Group& g) const {
    return std::span(members_).subspan(g.group.first, g.group.size);
  }
  std::size_t size() const { return ids_.size(); }
  /// The first group number that is free.
  std::uint32_t numbers() const { return numbers_; }

  /// Finds the pairs of a moving sprite: its box is compared with the bounds of groups, then with
  /// the members of those it overlaps.
  template <class T>
  void find_pairs(const Frame& f, SpriteId moving, PairSink& out, T& trace);
  /// Appends the static sprites whose boxes overlap `box`, found in the same way.
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) const;

 private:
  // Boxes by begin, and how far those up to each one reach.
  struct Row {
    SweepRow boxes;
    std::vector<float> reach;

    void resize(std::size_t n) { boxes.resize(n), reach.resize(n); }
    void set(std::size_t at, SpriteId id, const Aabb& seen, bool is_first) {
      boxes.set(at, id, seen);
      reach[at] = is_first ? seen.max.x : std::max(reach[at - 1], seen.max.x);
    }
    // The first of [first, end) that ends behind `begin`; all before it end before `begin`.
    std::size_t first_behind(float begin, std::size_t first, std::size_t end) const;
    // Calls `use` for each of [from, end) that begins before the box ends.
    template <class Use>
    void each_begun(const Aabb& seen, std::size_t from, std::size_t end, Use use) const {
      for (; from < end && boxes.begin(from) < seen.max.x; ++from) use(boxes.id(from));
    }
  };

  template <class Enter, class Look>
  void each_beside(const Aabb& box, Enter enter, Look look) const;
  bool is_known(const Frame& f, std::span<const SpriteId> ids, const RdcRules& rules) const {
    return rules == rules_ && std::ranges::equal(ids, ids_) &&
           std::ranges::equal(ids, boxes_, {}, [&](SpriteId id) { return f.boxes[id]; });
  }
  void keep_group(const Frame& f, const RdcGroup& group, std::span<const SpriteId> members);
  void arrange_groups();
  void arrange_members(const Frame& f);
  void reserve(std::size_t n);
  template <class T>
  void meet_members(const Frame& f, SpriteId moving, const Group& g, PairSink& out, T& trace);

  RdcRules rules_;
  std::vector<SpriteId> ids_;  // as of the last clustering
  std::vector<Aabb> boxes_;    // [ids_]
  std::vector<Group> groups_;  // by begin along x
  std::vector<SpriteId> members_;
  Row group_row_, member_row_;
  std::vector<SpriteId> met_groups_, met_members_;
  DelimiterSort sort_;
  std::uint32_t numbers_ = 0;
};

template <class T>
bool RdcStatics::update(const Frame& f, std::span<const SpriteId> ids, const RdcRules& rules,
                        RdcClustering& clustering, T& trace) {
  if (is_known(f, ids, rules)) return false;
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
  return true;
}

template <class T>
void RdcStatics::find_pairs(const Frame& f, SpriteId moving, PairSink& out, T& trace) {
  const Aabb box = AlongX()(f.boxes[moving]);
  const std::size_t end = groups_.size(), from = group_row_.first_behind(box.min.x, 0, end);
  if constexpr (T::on)
    group_row_.each_begun(box, from, end, [&](std::uint32_t at) {
      const Group& g = groups_[at];
      trace.add({EventKind::visit, g.along, g.group.depth, g.group.number, g.group.size, g.bounds});
    });
  const std::size_t met = group_row_.boxes.query(box, from, end, met_groups_.data());
  for (std::size_t k = 0; k < met; ++k)
    meet_members(f, moving, groups_[met_groups_[k]], out, trace);
}

template <class T>
void RdcStatics::meet_members(const Frame& f, SpriteId moving, const Group& g, PairSink& out,
                              T& trace) {
  const Aabb box = along_axis(g.along, [&](auto see) { return see(f.boxes[moving]); });
  const std::size_t end = g.group.first + g.group.size;
  const std::size_t from = member_row_.first_behind(box.min.x, g.group.first, end);
  if constexpr (T::on) {
    member_row_.each_begun(
        box, from, end, [&](SpriteId id) { test_pair(f, moving, id, out, trace, g.group.depth); });
  } else {
    const std::size_t met = member_row_.boxes.query(box, from, end, met_members_.data());
    for (std::size_t k = 0; k < met; ++k) test_pair(f, moving, met_members_[k], out, trace);
  }
}

}  // namespace phasebox
