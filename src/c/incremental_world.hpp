// SPDX-License-Identifier: MIT
// The world of the C interface: living objects, which are inserted, moved and removed one by one,
// and the pairs of them that begin and end. Where few objects changed, only these are looked at.
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

/// Keeps the boxes of all objects, and finds the pairs among those that changed.
///
/// A whole search takes a snapshot of all boxes, in which its broadphase answers queries until the
/// next one. Objects that changed since then are stale in the snapshot. While they are few, at most
/// four times the square root of n, an update queries the snapshot around each changed object and
/// tests the stale objects one by one. When there are more, the next update is a whole search.
/// So m changed objects of n cost O(m (sqrt(n) + query)) on average with a broadphase that answers
/// queries by its structure. With any other broadphase every update is a whole search.
class IncrementalWorld {
 public:
  using Slot = std::uint32_t;  ///< index of a living object; reused after the object is removed

  /// The search must outlive the world.
  explicit IncrementalWorld(Search& search) : search_(&search) {}

  std::size_t size() const { return slot_of_.size(); }
  /// Finds the slot of a handle; nothing where its object does not live.
  std::optional<Slot> find(phasebox_handle handle) const {
    const auto slot = static_cast<Slot>(handle);
    if (slot >= objects_.size() || !objects_[slot].is_alive) return {};
    if (objects_[slot].generation != handle >> 32) return {};
    return slot;
  }

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
  /// Changes how two filters decide; another rule marks every object as changed.
  void set_rule(FilterRule rule) {
    if (std::exchange(rule_, rule) == rule) return;
    for (const Slot slot : slot_of_) change(slot);
  }
  // Removes an object. Its slot becomes free after the next update, which still needs it to report
  // the pairs that end.
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

  /// Finds the pairs that begin and end. Returns false when the search failed, as with more pairs
  /// than allowed; the pairs then stay those of the update before.
  bool update();
  /// The status of an update that returned false.
  phasebox_status failure() const { return search_->failure(); }
  std::span<const phasebox_contact> begun() const { return begun_; }
  std::span<const phasebox_contact> ended() const { return ended_; }
  /// The pairs that overlap as of the last update, in order of insertion. They are listed at the
  /// first call after it.
  std::span<const phasebox_contact> contacts();

  using Hits = std::span<const phasebox_hit>;
  /// The queries see every object as it is now. Their hits come by distance, which is 0 unless they
  /// measure one, then in order of insertion, and are valid until the next query.
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
  // Searches squares around the point, each twice as wide as the one before, until k objects lie in
  // the circle inscribed in the square, or the square covers all objects.
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
  /// Returns the first generation of a new world's slots. It lies far from those of earlier worlds,
  /// so that a handle of one world names no object of another.
  static std::uint32_t first_generation();
  // The distance of a box and a point, px; 0 inside. It is computed in doubles, where the
  // differences of floats are exact enough to compare.
  static double distance(const Aabb& box, Vec2 p) {
    const auto off = [](float at, float low, float high) {
      return std::max({static_cast<double>(low) - static_cast<double>(at),
                       static_cast<double>(at) - static_cast<double>(high), 0.0});
    };
    const double x = off(p.x, box.min.x, box.max.x), y = off(p.y, box.min.y, box.max.y);
    return std::sqrt(x * x + y * y);
  }
  struct Object {
    std::uint32_t generation;  ///< never 0
    bool is_alive = false;
    bool has_changed = false;  ///< it changed since the last update
    bool is_stale = false;     ///< the snapshot has it otherwise, or not at all
    std::uint64_t serial = 0;  ///< ascends in order of insertion
    std::uint64_t user_data = 0;
    std::vector<Slot> partners{};  ///< what it overlaps as of the last update, ascending
  };

  phasebox_handle handle(Slot s) const {
    return static_cast<std::uint64_t>(objects_[s].generation) << 32 | s;
  }
  phasebox_contact contact(Slot a, Slot b) const {
    if (objects_[a].serial > objects_[b].serial) std::swap(a, b);
    return {handle(a), handle(b), objects_[a].user_data, objects_[b].user_data};
  }
  // Marks an object as changed, and as stale in the snapshot until the next whole search.
  void change(Slot slot) {
    Object& object = objects_[slot];
    if (!std::exchange(object.has_changed, true)) changed_.push_back(slot);
    if (!std::exchange(object.is_stale, true)) stale_.push_back(slot);
  }
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
  // Whether two objects are a pair now.
  bool may_pair(Slot a, Slot b) const {
    Frame frame;
    frame.filters = filters_;
    frame.is_static = statics_;
    frame.rule = rule_;
    return eligible(frame, row_of_[a], row_of_[b]) && overlaps(box(a), box(b));
  }
  /// Whether the broadphase can answer queries of the snapshot by its structure.
  bool answers_queries() const {
    return has_snapshot_ && !search_->is_fresh() &&
           search_->entry().role == BroadphaseRole::contender;
  }

  // Finds the pairs of all objects by a whole search, and lists those that began and ended. Keeps
  // the boxes and handles as the snapshot, which `gather` asks until the next whole search. Returns
  // false when the search failed: the pairs stay as they were, and there is no snapshot.
  bool update_all();
  // Finds the pairs of the changed objects one by one.
  void update_changed();
  // Begins the lists of pairs that begin and end with those of removed objects.
  void end_pairs_of_gone();
  // Replaces the partners of an object. Each pair that begins or ends is listed once and is changed
  // in the partners of both objects. `partners` gets the old ones.
  void set_partners(Slot slot, std::vector<Slot>& partners);
  void link(Slot s, Slot partner) {
    auto& partners = objects_[s].partners;
    partners.insert(std::ranges::lower_bound(partners, partner), partner);
  }
  void unlink(Slot s, Slot partner) {
    auto& partners = objects_[s].partners;
    partners.erase(std::ranges::lower_bound(partners, partner));
  }
  // Sorts the lists of pairs that begin and end, and frees the slots of removed objects, whose
  // handles are stale from then on.
  void end_update();
  /// Sorts contacts in order of insertion, so that the order does not depend on how they were
  /// found.
  void sort(std::vector<phasebox_contact>& contacts) const {
    const auto serial = [&](phasebox_handle h) { return objects_[static_cast<Slot>(h)].serial; };
    std::ranges::sort(contacts, {}, [&](const phasebox_contact& c) {
      return std::pair(serial(c.a), serial(c.b));
    });
  }

  /// Calls `f(slot)` once for each living object that may be near. Those that the snapshot knows
  /// are found by `ask(frame)`, which appends their rows to `found_`. The stale ones are tested
  /// with `is_near(box)`, and so are all objects when the broadphase answers no queries.
  template <class Ask, class Near, class F>
  void gather(Ask ask, Near is_near, F f) {
    hits_.clear();
    found_.clear();
    if (!answers_queries()) {
      for (SpriteId row = 0; row < size(); ++row)
        if (is_near(boxes_[row])) f(slot_of_[row]);
      return;
    }
    Frame seen;  // the frame of the last whole search
    seen.boxes = seen_boxes_;
    ask(seen);
    for (const SpriteId row : found_.items()) {
      const auto slot = static_cast<Slot>(seen_handles_[row]);
      if (!objects_[slot].is_stale) f(slot);
    }
    for (const Slot slot : stale_)
      if (objects_[slot].is_alive && is_near(box(slot))) f(slot);
  }
  /// Calls `f(slot)` once for each living object whose box may share area with the box or touch it.
  template <class F>
  void gather_around(const Aabb& around, F f) {
    // The box is widened by one float to each side: some queries count boxes that only touch, which
    // "overlap" leaves out.
    const auto down = [](float edge) {
      return std::max(std::nextafter(edge, -kMaxFloat), -kMaxFloat);
    };
    const auto up = [](float edge) { return std::min(std::nextafter(edge, kMaxFloat), kMaxFloat); };
    const Aabb wide{{down(around.min.x), down(around.min.y)}, {up(around.max.x), up(around.max.y)}};
    gather([&](const Frame& seen) { search_->query(seen, wide, found_); },
           [&](const Aabb& box) { return overlaps(box, wide); }, f);
  }
  /// Finds the objects whose category the mask contains and for whose box `is_met` is true, among
  /// those near `around`. Their distance is 0.
  template <class IsMet>
  Hits near(const Aabb& around, std::uint32_t mask, IsMet is_met) {
    gather_around(around, [&](Slot s) {
      if ((filter(s).category & mask) && is_met(box(s))) hit(s, 0);
    });
    return sorted_hits();
  }
  void hit(Slot slot, float distance) {
    hits_.push_back({handle(slot), objects_[slot].user_data, distance});
  }
  Hits sorted_hits() {
    std::ranges::sort(hits_, {}, [&](const phasebox_hit& h) {
      return std::pair(h.distance, objects_[static_cast<Slot>(h.handle)].serial);
    });
    return hits_;
  }

  Search* search_;
  const std::uint32_t first_generation_ = first_generation();
  std::vector<Object> objects_;  // by slot
  std::vector<Slot> free_, gone_;
  std::vector<SpriteId> row_of_;  // by slot
  // The columns of the living objects, in rows without holes, as broadphases need them.
  std::vector<Slot> slot_of_;
  std::vector<Aabb> boxes_;
  std::vector<Filter> filters_;
  std::vector<std::uint8_t> statics_;
  FilterRule rule_ = FilterRule::both;
  std::vector<Edit> edits_;  // objects added and removed since the snapshot
  Aabb bounds_;              // covers all boxes, and may cover some former ones since the snapshot

  // The snapshot: the boxes and handles by row, and the slots that are stale in it.
  std::vector<Aabb> seen_boxes_;
  std::vector<phasebox_handle> seen_handles_;
  std::vector<Slot> stale_;
  bool has_snapshot_ = false;

  std::vector<Slot> changed_;
  std::vector<phasebox_contact> begun_, ended_, contacts_;
  bool are_contacts_listed_ = false;
  std::vector<std::vector<Slot>> new_partners_;  // by slot, work space of a whole search
  std::vector<Slot> partners_;
  Sink<SpriteId> found_;
  std::vector<phasebox_hit> hits_;
  std::uint64_t serials_ = 0;
};

}  // namespace phasebox::c
