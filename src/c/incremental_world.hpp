// SPDX-License-Identifier: MIT
// Objects that are inserted, moved and removed one by one, with the pairs that begin and end.
#pragma once
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "c/search.hpp"

namespace phasebox::c {

/// Keeps the boxes, and looks for pairs among those that changed.
///
/// The last whole search has a snapshot of all boxes; its broadphase answers queries of it. Objects
/// changed since then ("stale" in it) are few, at most four times the square root of n, and looked
/// at one by one; when there are more, the next update is a whole search, which makes a new
/// snapshot. So m changed objects of n cost O(m (sqrt(n) + query)) on average with a broadphase
/// that answers queries by its structure; with one that scans all boxes every update is a whole
/// search.
class IncrementalWorld {
 public:
  using Slot = std::uint32_t;  ///< of an object as long as it lives; then of another

  /// The search outlives the world.
  explicit IncrementalWorld(Search& search) : search_(&search) {}

  std::size_t size() const { return slot_of_.size(); }
  /// The slot of a handle whose object lives.
  std::optional<Slot> find(phasebox_handle) const;

  phasebox_handle insert(const Aabb&, Filter, bool is_static, std::uint64_t user_data);
  void move(Slot, const Aabb&);
  void set_filter(Slot, Filter);
  void set_static(Slot, bool);
  /// Looks at all objects again.
  void set_rule(FilterRule);
  void remove(Slot);

  const Aabb& box(Slot s) const { return boxes_[row_of_[s]]; }
  Filter filter(Slot s) const { return filters_[row_of_[s]]; }
  bool is_static(Slot s) const { return statics_[row_of_[s]] != 0; }
  std::uint64_t user_data(Slot s) const { return objects_[s].user_data; }

  /// False when there are more pairs than allowed: the pairs are those of the update before.
  bool update();
  std::span<const phasebox_contact> begun() const { return begun_; }
  std::span<const phasebox_contact> ended() const { return ended_; }
  /// All that overlap as of the last update, in order of insertion.
  std::span<const phasebox_contact> contacts();

  using Hits = std::vector<phasebox_hit>;
  /// What a query finds now; valid until the next. In order of insertion, or by distance.
  std::span<const phasebox_hit> in_box(const Aabb&, std::uint32_t mask);
  std::span<const phasebox_hit> at_point(Vec2, std::uint32_t mask);
  std::span<const phasebox_hit> in_circle(Circle, std::uint32_t mask);
  std::span<const phasebox_hit> on_segment(Vec2 from, Vec2 to, std::uint32_t mask);
  std::span<const phasebox_hit> nearest(Vec2, std::size_t k, std::uint32_t mask);

 private:
  struct Object {
    std::uint32_t generation = 1;
    bool is_alive = false;
    bool has_changed = false;  ///< since the last update
    bool is_stale = false;     ///< in the snapshot, or not in it
    std::uint64_t serial = 0;  ///< in order of insertion
    std::uint64_t user_data = 0;
    std::vector<Slot> partners;  ///< as of the last update, ascending
  };

  phasebox_handle handle(Slot s) const {
    return static_cast<std::uint64_t>(objects_[s].generation) << 32 | s;
  }
  phasebox_contact contact(Slot, Slot) const;
  void change(Slot);
  Slot free_slot();
  bool may_pair(Slot, Slot) const;
  /// By the structure of the last whole search.
  bool answers_queries() const {
    return has_snapshot_ && !search_->is_fresh() &&
           search_->entry().role == BroadphaseRole::contender;
  }

  bool update_all();
  void update_changed();
  void end_pairs_of_gone();
  void set_partners(Slot, std::vector<Slot>& partners);
  void link(Slot s, Slot partner), unlink(Slot s, Slot partner);
  void end_update();
  /// In order of insertion, whatever found them.
  void sort(std::vector<phasebox_contact>& contacts) const;

  /// Calls `f(slot)` once for each living object that may be near: for those that `ask(frame)` has
  /// found in the snapshot, and for those that it does not know, where `is_near(box)`.
  template <class Ask, class Near, class F>
  void gather(Ask ask, Near is_near, F f);
  /// The same for objects whose boxes may share area with the box or touch it.
  template <class F>
  void gather_around(const Aabb& around, F f);
  void hit(Slot, float distance);
  std::span<const phasebox_hit> sorted_hits();

  Search* search_;
  std::vector<Object> objects_;  // by slot
  std::vector<Slot> free_, gone_;
  std::vector<SpriteId> row_of_;  // by slot
  // Rows without holes, as broadphases want them.
  std::vector<Slot> slot_of_;
  std::vector<Aabb> boxes_;
  std::vector<Filter> filters_;
  std::vector<std::uint8_t> statics_;
  FilterRule rule_ = FilterRule::both;
  std::vector<Edit> edits_;  // since the snapshot
  Aabb bounds_;              // around all boxes, and maybe some that were, since the snapshot

  // The snapshot.
  std::vector<Aabb> seen_boxes_;
  std::vector<phasebox_handle> seen_handles_;
  std::vector<Slot> stale_;
  bool has_snapshot_ = false;

  std::vector<Slot> changed_;
  std::vector<phasebox_contact> begun_, ended_, contacts_;
  bool are_contacts_listed_ = false;
  std::vector<std::vector<Slot>> new_partners_;  // by slot, of a whole search
  std::vector<Slot> partners_;
  Sink<SpriteId> found_;
  Hits hits_;
  std::uint64_t serials_ = 0;
};

template <class Ask, class Near, class F>
void IncrementalWorld::gather(Ask ask, Near is_near, F f) {
  hits_.clear(), found_.clear();
  if (!answers_queries()) {
    for (SpriteId row = 0; row < size(); ++row)
      if (is_near(boxes_[row])) f(slot_of_[row]);
    return;
  }
  Frame seen;  // as the broadphase has seen it
  seen.boxes = seen_boxes_;
  ask(seen);
  for (const SpriteId row : found_.items()) {
    const auto slot = static_cast<Slot>(seen_handles_[row]);
    if (!objects_[slot].is_stale) f(slot);
  }
  for (const Slot slot : stale_)
    if (objects_[slot].is_alive && is_near(box(slot))) f(slot);
}

template <class F>
void IncrementalWorld::gather_around(const Aabb& around, F f) {
  // Boxes that only touch count for some queries; "overlap" leaves them out.
  const auto down = [](float edge) {
    return std::max(std::nextafter(edge, -kMaxFloat), -kMaxFloat);
  };
  const auto up = [](float edge) { return std::min(std::nextafter(edge, kMaxFloat), kMaxFloat); };
  const Aabb wide{{down(around.min.x), down(around.min.y)}, {up(around.max.x), up(around.max.y)}};
  gather([&](const Frame& seen) { search_->query(seen, wide, found_); },
         [&](const Aabb& box) { return overlaps(box, wide); }, f);
}

}  // namespace phasebox::c
