// SPDX-License-Identifier: MIT
// The world of the C interface: objects that are inserted, moved and removed one by one, and the
// pairs of them that begin and end to overlap. An update searches only around the objects
// that changed, while these are few.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "c/phasebox.h"
#include "c/search.hpp"
#include "collide/dense_numbers.hpp"

namespace phasebox::c {

/// Keeps all objects of a world and their pairs. An update finds the pairs of those that changed.
///
/// A whole search runs the broadphase on all n objects and keeps a snapshot of their boxes, in
/// which the broadphase answers queries until the next whole search. Objects that changed since are
/// stale in the snapshot. While they are at most 4 sqrt(n), an update queries the snapshot around
/// each object that changed since the last update, and compares that object with all stale ones.
/// When there are more, the update is a whole search. So an update costs O(m (sqrt(n) + query)) on
/// average for m changed objects. Every update is a whole search with broadphases that are no
/// contenders (brute force, auto) or not exact, as queries would not help them.
class IncrementalWorld {
 public:
  using Slot = std::uint32_t;  ///< index into `objects_`; reused once its object was removed

  /// The search must outlive the world.
  explicit IncrementalWorld(Search& search) : search_(&search) {}

  /// The number of living objects.
  std::size_t size() const { return slot_of_.size(); }
  /// Finds the slot of the object that a handle names; nothing when it was removed or the handle is
  /// of another world.
  std::optional<Slot> find(phasebox_handle handle) const {
    const auto slot = static_cast<Slot>(handle);
    if (slot >= objects_.size() || !objects_[slot].is_alive) return {};
    if (objects_[slot].generation != handle >> 32) return {};
    return slot;
  }

  /// Adds an object and returns its handle. The caller has checked the box.
  phasebox_handle insert(const Aabb& box, Filter filter, bool is_static, std::uint64_t user_data) {
    const Slot slot = free_slot();
    const auto row = static_cast<SpriteId>(size());
    slot_of_.push_back(slot);
    boxes_.push_back(box);
    filters_.push_back(filter);
    statics_.push_back(is_static);
    edits_.push_back({Edit::Kind::add, row, row});
    bounds_ = row == 0 ? box : united(bounds_, box);
    row_of_[slot] = row;
    Object& object = objects_[slot];
    object.is_alive = true;
    object.serial = ++serials_;
    object.user_data = user_data;
    change(slot);
    return handle(slot);
  }
  /// Gives an object another box, which the caller has checked. The same box is no change.
  void move(Slot slot, const Aabb& box) {
    if (boxes_[row_of_[slot]] == box) return;
    boxes_[row_of_[slot]] = box;
    bounds_ = united(bounds_, box);
    change(slot);
  }
  void set_filter(Slot slot, Filter filter) {
    filters_[row_of_[slot]] = filter;
    change(slot);
  }
  void set_static(Slot slot, bool is_static) {
    statics_[row_of_[slot]] = is_static;
    change(slot);
  }
  /// Sets how two filters decide together. Another rule than before marks every object as changed.
  void set_rule(FilterRule rule) {
    if (std::exchange(rule_, rule) == rule) return;
    for (const Slot slot : slot_of_) change(slot);
  }
  // Removes an object. Its handle is refused from now on, but its slot becomes free only after the
  // next update, which needs it to report the pairs that end.
  void remove(Slot slot) {
    change(slot);
    const SpriteId row = row_of_[slot], last = static_cast<SpriteId>(size() - 1);
    edits_.push_back({Edit::Kind::remove, row, last});
    swap_remove(row, slot_of_, boxes_, filters_, statics_);
    if (row != last) row_of_[slot_of_[row]] = row;
    objects_[slot].is_alive = false;
    gone_.push_back(slot);
  }

  const Aabb& box(Slot s) const { return boxes_[row_of_[s]]; }
  Filter filter(Slot s) const { return filters_[row_of_[s]]; }
  bool is_static(Slot s) const { return statics_[row_of_[s]] != 0; }
  std::uint64_t user_data(Slot s) const { return objects_[s].user_data; }

  /// Finds the pairs that begin and end. Returns false when a whole search failed, as with more
  /// pairs than allowed; all pairs then stay those of the update before.
  bool update();
  /// Returns the status of the last update, which returned false.
  phasebox_status failure() const { return search_->failure(); }
  /// The pairs that began and those that ended with the last update that succeeded, in order of
  /// insertion. Valid until the next update.
  std::span<const phasebox_contact> begun() const { return begun_; }
  std::span<const phasebox_contact> ended() const { return ended_; }
  /// The pairs that overlap as of the last update that succeeded, in order of insertion: by the
  /// object that was inserted first, then by the other. The list is made at the first call after
  /// an update, as many programs never ask for it.
  std::span<const phasebox_contact> contacts();

  using Hits = std::span<const phasebox_hit>;
  /// The five queries see every object as it is now. They leave out objects whose category shares
  /// no bit with `mask`. Their hits are sorted by distance, which is 0 for the first three queries,
  /// then in order of insertion, and are valid until the next query.
  Hits in_box(const Aabb& around, std::uint32_t mask) {
    return near(around, mask, [&](const Aabb& b) { return overlaps(b, around); });
  }
  Hits at_point(Vec2 p, std::uint32_t mask) {
    return near({p, p}, mask, [&](const Aabb& b) { return contains(b, p); });
  }
  Hits in_circle(Circle circle, std::uint32_t mask) {
    return near(square(circle.center, circle.radius), mask, [&](const Aabb& b) {
      return distance(b, circle.center) < static_cast<double>(circle.radius);
    });
  }
  Hits on_segment(Vec2 from, Vec2 to, std::uint32_t mask) {
    const Segment segment{from, to};
    const SegmentBand band(segment);
    gather([&](const Frame& seen) { search_->query(seen, segment, found_); },
           [&](const Aabb& box) { return band.may_meet(box); },
           [&](Slot s) {
             if (!(filter(s).category & mask)) return;
             if (const auto at = entry_of(box(s), segment)) hit(s, static_cast<float>(*at));
           });
    return sorted_hits();
  }
  // Searches squares around the point, each twice as wide as the one before, until the circle
  // inscribed in one meets at least k objects of the mask. A square much larger than the box around
  // all objects ends the search as well: all objects are then looked at.
  Hits nearest(Vec2 p, std::size_t k, std::uint32_t mask) {
    hits_.clear();
    if (k == 0 || size() == 0) return hits_;
    const Aabb all = bounds_;
    const double farthest = std::max(
        {distance(all, p), static_cast<double>(extent(all).x), static_cast<double>(extent(all).y)});
    const double share = std::sqrt(static_cast<double>(k) / static_cast<double>(size()));
    double reach = std::max(distance(all, p) + farthest * share, 1e-30);
    for (;; reach *= 2) {
      const bool is_all = reach > 4 * farthest || !(reach < static_cast<double>(kMaxFloat) / 4);
      const auto radius = static_cast<float>(std::min(reach, static_cast<double>(kMaxFloat) / 4));
      gather_around(is_all ? all : square(p, radius), [&](Slot s) {
        const double away = distance(box(s), p);
        if ((filter(s).category & mask) && (is_all || away <= static_cast<double>(radius)))
          hit(s, static_cast<float>(away));
      });
      if (hits_.size() >= k || is_all) break;
    }
    sorted_hits();
    if (hits_.size() > k) hits_.resize(k);
    return hits_;
  }

 private:
  /// Returns the generation with which all slots of a new world begin. A handle is a generation and
  /// a slot. The generations of any two worlds begin far apart, so that a handle of one world names
  /// no object of the other until a slot was reused very many times.
  static std::uint32_t first_generation();
  // Returns the distance from a point to the nearest point of a box, in the boxes' unit of length;
  // 0 inside and on the edge. It is computed in doubles, so that nothing overflows and nearly equal
  // distances are told apart.
  static double distance(const Aabb& box, Vec2 p) {
    const auto off = [](float at, float low, float high) {
      return std::max({static_cast<double>(low) - static_cast<double>(at),
                       static_cast<double>(at) - static_cast<double>(high), 0.0});
    };
    const double x = off(p.x, box.min.x, box.max.x), y = off(p.y, box.min.y, box.max.y);
    return std::sqrt(x * x + y * y);
  }
  struct Object {
    std::uint32_t generation;  ///< upper half of the slot's handle; never 0, changes with reuse
    bool is_alive = false;
    bool has_changed = false;  ///< it changed since the last update
    bool is_stale = false;     ///< it changed since the last whole search
    std::uint64_t serial = 0;  ///< 1 for the world's first object; ascends in order of insertion
    std::uint64_t user_data = 0;
    std::vector<Slot> partners{};  ///< the others of its pairs as of the last update, ascending
  };

  phasebox_handle handle(Slot s) const {
    return static_cast<std::uint64_t>(objects_[s].generation) << 32 | s;
  }
  // Makes the contact of two objects in either order; the one inserted first becomes its `a`.
  phasebox_contact contact(Slot a, Slot b) const {
    if (objects_[a].serial > objects_[b].serial) std::swap(a, b);
    return {handle(a), handle(b), objects_[a].user_data, objects_[b].user_data};
  }
  // Marks an object as changed until the next update, and as stale in the snapshot until the next
  // whole search.
  void change(Slot slot) {
    Object& object = objects_[slot];
    if (!std::exchange(object.has_changed, true)) changed_.push_back(slot);
    if (!std::exchange(object.is_stale, true)) stale_.push_back(slot);
  }
  // Returns a slot for a new object: one whose object was removed, or a new one.
  Slot free_slot() {
    if (free_.empty()) {
      objects_.push_back({.generation = first_generation_});
      row_of_.emplace_back();
      return static_cast<Slot>(objects_.size() - 1);
    }
    const Slot slot = free_.back();
    free_.pop_back();
    return slot;
  }
  // Whether two living objects are a pair now, by filters, static flags and boxes.
  bool may_pair(Slot a, Slot b) const {
    Frame frame;
    frame.filters = filters_;
    frame.is_static = statics_;
    frame.rule = rule_;
    return eligible(frame, row_of_[a], row_of_[b]) && overlaps(box(a), box(b));
  }
  /// Whether queries of the snapshot are possible and worthwhile: it has been taken, no parameter
  /// was set since, and the broadphase is a contender. Brute force and auto, which are none, are
  /// not asked.
  bool answers_queries() const {
    return has_snapshot_ && !search_->is_fresh() &&
           search_->entry().role == BroadphaseRole::contender;
  }

  // Finds the pairs of all objects by a whole search, and lists those that began and ended. Keeps
  // the boxes and handles as the snapshot, which `gather` queries until the next whole search.
  // Returns false when the search failed: the pairs then stay as they were, and there is no
  // snapshot, so that queries look at all objects.
  bool update_all();
  // Finds the pairs of each changed object by a query around it, and lists those that began and
  // ended. Returns false and changes nothing when there might be more pairs than allowed.
  bool update_changed();
  // Clears the lists of pairs that begin and end, then ends all pairs of the objects that were
  // removed since the last update.
  void end_pairs_of_gone();
  // Replaces the partners of an object by `partners`, which get the old ones in exchange. Each pair
  // that begins or ends is listed. As the partners of the other object are changed, too, the pair
  // is not listed again when its turn comes.
  void set_partners(Slot slot, std::vector<Slot>& partners);
  // Adds an object to the partners of object `s`; `unlink` takes it out of them.
  void link(Slot s, Slot partner) {
    auto& partners = objects_[s].partners;
    partners.insert(std::ranges::lower_bound(partners, partner), partner);
  }
  void unlink(Slot s, Slot partner) {
    auto& partners = objects_[s].partners;
    partners.erase(std::ranges::lower_bound(partners, partner));
  }
  // Ends an update: sorts the lists of pairs that begin and end, forgets which objects changed, and
  // frees the slots of removed objects.
  void end_update();
  /// Sorts contacts in the order in which their objects `a`, then `b`, were inserted, so that the
  /// order does not depend on the broadphase.
  void sort(std::vector<phasebox_contact>& contacts) const {
    const auto serial = [&](phasebox_handle h) { return objects_[static_cast<Slot>(h)].serial; };
    std::ranges::sort(contacts, {}, [&](const phasebox_contact& c) {
      return std::pair(serial(c.a), serial(c.b));
    });
  }

  /// Clears `hits_` and calls `f(slot)` once for each living object that may answer a query, and
  /// perhaps for some that do not: `f` tests them. `ask(frame)` queries the snapshot and appends
  /// the rows that it finds to `found_`; stale rows are left out. Stale objects are tested with
  /// `is_near(box)` instead, and so are all objects when `answers_queries` is false.
  template <class Ask, class Near, class F>
  void gather(Ask ask, Near is_near, F f) {
    hits_.clear();
    found_.clear();
    if (!answers_queries()) {
      for (SpriteId row = 0; row < size(); ++row)
        if (is_near(boxes_[row])) f(slot_of_[row]);
      return;
    }
    Frame seen;  // of the last whole search: the boxes alone, as queries read nothing else
    seen.boxes = seen_boxes_;
    ask(seen);
    for (const SpriteId row : found_.items()) {
      const auto slot = static_cast<Slot>(seen_handles_[row]);
      if (!objects_[slot].is_stale) f(slot);
    }
    for (const Slot slot : stale_)
      if (objects_[slot].is_alive && is_near(box(slot))) f(slot);
  }
  /// Clears `hits_` and calls `f(slot)` once for each living object whose box overlaps or touches
  /// `around`, and perhaps for some that lie a float beside it.
  template <class F>
  void gather_around(const Aabb& around, F f) {
    // The box is widened by one float to each side, because points and distances count boxes that
    // only touch, and broadphases find only boxes that overlap.
    const auto down = [](float edge) {
      return std::max(std::nextafter(edge, -kMaxFloat), -kMaxFloat);
    };
    const auto up = [](float edge) { return std::min(std::nextafter(edge, kMaxFloat), kMaxFloat); };
    const Aabb wide{{down(around.min.x), down(around.min.y)}, {up(around.max.x), up(around.max.y)}};
    gather([&](const Frame& seen) { search_->query(seen, wide, found_); },
           [&](const Aabb& box) { return overlaps(box, wide); }, f);
  }
  /// Finds the objects whose category shares a bit with the mask and for whose box `is_met(box)` is
  /// true, which it may be only for boxes that overlap or touch `around`. Their distance is 0.
  template <class IsMet>
  Hits near(const Aabb& around, std::uint32_t mask, IsMet is_met) {
    gather_around(around, [&](Slot s) {
      if ((filter(s).category & mask) && is_met(box(s))) hit(s, 0);
    });
    return sorted_hits();
  }
  // Adds an object to the hits of the query.
  void hit(Slot slot, float distance) {
    hits_.push_back({handle(slot), objects_[slot].user_data, distance});
  }
  // Sorts the hits by distance, then in order of insertion, and returns them.
  Hits sorted_hits() {
    std::ranges::sort(hits_, {}, [&](const phasebox_hit& h) {
      return std::pair(h.distance, objects_[static_cast<Slot>(h.handle)].serial);
    });
    return hits_;
  }

  Search* search_;
  const std::uint32_t first_generation_ = first_generation();
  std::vector<Object> objects_;  // by slot
  // Slots that a new object may take, and those of objects removed since the last update.
  std::vector<Slot> free_, gone_;
  std::vector<SpriteId> row_of_;  // by slot: the row of a living object in the columns below
  // Columns with a row for each living object, in no particular order, as broadphases read them.
  std::vector<Slot> slot_of_;
  std::vector<Aabb> boxes_;
  std::vector<Filter> filters_;
  std::vector<std::uint8_t> statics_;
  FilterRule rule_ = FilterRule::both;
  std::vector<Edit> edits_;  // objects added and removed since the last whole search, in order
  Aabb bounds_;              // covers all boxes; former boxes may make it larger than needed

  // The snapshot: the boxes and handles by the rows of the last whole search, and the slots of the
  // objects that changed since, those added and removed included.
  std::vector<Aabb> seen_boxes_;
  std::vector<phasebox_handle> seen_handles_;
  std::vector<Slot> stale_;
  bool has_snapshot_ = false;

  std::vector<Slot> changed_;  // objects that changed since the last update, also removed ones
  std::vector<phasebox_contact> begun_, ended_, contacts_;
  bool are_contacts_listed_ = false;
  std::vector<std::vector<Slot>> new_partners_;  // by slot; work space of updates
  std::uint64_t pairs_ = 0;                      // as of the last update that succeeded
  Sink<SpriteId> found_;
  std::vector<phasebox_hit> hits_;
  std::uint64_t serials_ = 0;
};

}  // namespace phasebox::c
