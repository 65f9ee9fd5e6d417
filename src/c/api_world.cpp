// SPDX-License-Identifier: MIT
// The C interface to living objects, which are inserted, moved and removed one by one, and to the
// pairs of them that begin and end.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "c/search.hpp"
#include "collide/dense_numbers.hpp"

namespace phasebox::c {
namespace {

// The distance of a box and a point, px; 0 inside. It is computed in doubles, where the differences
// of floats are exact enough to compare.
double distance(const Aabb& box, Vec2 p) {
  const auto off = [](float at, float low, float high) {
    return std::max({static_cast<double>(low) - static_cast<double>(at),
                     static_cast<double>(at) - static_cast<double>(high), 0.0});
  };
  const double x = off(p.x, box.min.x, box.max.x), y = off(p.y, box.min.y, box.max.y);
  return std::sqrt(x * x + y * y);
}

/// Returns the first generation of a new world's slots. It lies far from those of earlier worlds,
/// so that a handle of one world names no object of another.
std::uint32_t first_generation() {
  static std::atomic<std::uint32_t> worlds{0};
  constexpr std::uint32_t kGoldenRatio = 0x9E3779B1;
  return kGoldenRatio * (1 + worlds.fetch_add(1, std::memory_order_relaxed));
}

}  // namespace

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
  bool update() {
    // More stale objects than this cost more than a whole search now and then, as measured.
    const auto few = static_cast<std::size_t>(4 * std::sqrt(static_cast<double>(size())));
    if (answers_queries() && stale_.size() <= few && search_->is_exact())
      update_changed();
    else if (!update_all())
      return false;
    end_update();
    return true;
  }
  /// The status of an update that returned false.
  phasebox_status failure() const { return search_->failure(); }
  std::span<const phasebox_contact> begun() const { return begun_; }
  std::span<const phasebox_contact> ended() const { return ended_; }
  /// The pairs that overlap as of the last update, in order of insertion. They are listed at the
  /// first call after it.
  std::span<const phasebox_contact> contacts() {
    if (std::exchange(are_contacts_listed_, true)) return contacts_;
    contacts_.clear();
    for (const Slot slot : slot_of_)
      for (const Slot partner : objects_[slot].partners)
        if (objects_[slot].serial < objects_[partner].serial)
          contacts_.push_back(contact(slot, partner));
    sort(contacts_);
    return contacts_;
  }

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
  bool update_all() {
    Frame frame;
    frame.boxes = boxes_;
    frame.filters = filters_;
    frame.is_static = statics_;
    frame.rule = rule_;
    const PairSink* pairs = search_->find(frame, edits_);
    edits_.clear();  // also after a failure, as the next search then starts afresh
    has_snapshot_ = pairs != nullptr;
    if (!pairs) return false;
    end_pairs_of_gone();
    new_partners_.resize(std::max(new_partners_.size(), objects_.size()));
    for (const Slot slot : slot_of_) new_partners_[slot].clear();
    for (const Pair pair : pairs->items()) {
      const Slot a = slot_of_[pair.a], b = slot_of_[pair.b];
      new_partners_[a].push_back(b);
      new_partners_[b].push_back(a);
    }
    for (const Slot slot : slot_of_) set_partners(slot, new_partners_[slot]);
    seen_boxes_ = boxes_;
    if (!boxes_.empty()) bounds_ = boxes_[0];
    for (const Aabb& box : boxes_) bounds_ = united(bounds_, box);
    seen_handles_.resize(size());
    for (SpriteId row = 0; row < size(); ++row) seen_handles_[row] = handle(slot_of_[row]);
    for (const Slot slot : stale_) objects_[slot].is_stale = false;
    stale_.clear();
    return true;
  }
  // Finds the pairs of the changed objects one by one.
  void update_changed() {
    end_pairs_of_gone();
    for (const Slot slot : changed_) {
      if (!objects_[slot].is_alive) continue;
      partners_.clear();
      gather_around(box(slot), [&](Slot other) {
        if (other != slot && may_pair(slot, other)) partners_.push_back(other);
      });
      set_partners(slot, partners_);
    }
  }
  // Begins the lists of pairs that begin and end with those of removed objects.
  void end_pairs_of_gone() {
    begun_.clear();
    ended_.clear();
    for (const Slot slot : gone_) {
      for (const Slot partner : objects_[slot].partners) {
        ended_.push_back(contact(slot, partner));
        unlink(partner, slot);
      }
      objects_[slot].partners.clear();
    }
  }
  // Replaces the partners of an object. Each pair that begins or ends is listed once and is changed
  // in the partners of both objects. `partners` gets the old ones.
  void set_partners(Slot slot, std::vector<Slot>& partners) {
    std::ranges::sort(partners);
    auto& old = objects_[slot].partners;
    auto before = old.begin();
    auto now = partners.begin();
    while (before != old.end() || now != partners.end()) {
      if (now == partners.end() || (before != old.end() && *before < *now)) {
        ended_.push_back(contact(slot, *before));
        unlink(*before++, slot);
      } else if (before == old.end() || *now < *before) {
        begun_.push_back(contact(slot, *now));
        link(*now++, slot);
      } else {
        ++before;
        ++now;
      }
    }
    old.swap(partners);
  }
  void link(Slot s, Slot partner) {
    auto& partners = objects_[s].partners;
    partners.insert(std::ranges::lower_bound(partners, partner), partner);
  }
  void unlink(Slot s, Slot partner) {
    auto& partners = objects_[s].partners;
    partners.erase(std::ranges::lower_bound(partners, partner));
  }
  void end_update() {
    sort(begun_);
    sort(ended_);
    for (const Slot slot : changed_) objects_[slot].has_changed = false;
    changed_.clear();
    for (const Slot slot : gone_) {
      if (++objects_[slot].generation == 0) ++objects_[slot].generation;
      free_.push_back(slot);
    }
    gone_.clear();
    are_contacts_listed_ = false;
  }
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

namespace c = phasebox::c;
using phasebox::Filter;
using phasebox::Vec2;

using World = c::IncrementalWorld;
using Slot = World::Slot;

struct phasebox_world {
  phasebox_broadphase broadphase;
  std::unique_ptr<World> living;
};

namespace {

Filter filter_of(std::uint32_t category, std::uint32_t mask, std::int32_t group) {
  if (category == 0 && mask == 0) return {.group = group};
  return {category, mask, group};
}

/// Calls `body(world, slot)` for a living object; fails for a stale handle.
template <class Body>
phasebox_status with_object(const phasebox_world* world, phasebox_handle handle, Body body) {
  return c::guarded([&] {
    if (!world) return c::null_argument("world");
    const auto slot = world->living->find(handle);
    if (!slot)
      return c::fail(PHASEBOX_STALE_HANDLE, "the handle names no object of this world any more");
    return body(*world->living, *slot);
  });
}

/// Writes the hits or contacts that `ask(world)` finds to the caller.
template <class T, class Ask>
phasebox_status answer(const phasebox_world* world, T* to, std::size_t capacity, std::size_t* count,
                       Ask ask) {
  return c::guarded([&] {
    if (!world) return c::null_argument("world");
    const std::span<const T> found = ask(*world->living);
    return c::hand_over(found.size(), to, capacity, count, [&](std::size_t i) { return found[i]; });
  });
}

phasebox_status check_finite(std::initializer_list<float> numbers, const char* what) {
  for (const float number : numbers)
    if (!std::isfinite(number))
      return c::fail(PHASEBOX_OUT_OF_RANGE, std::string(what) + " must be of finite numbers");
  return PHASEBOX_OK;
}

}  // namespace

phasebox_status phasebox_world_create(const char* id, const phasebox_options* options,
                                      phasebox_world** world) {
  return c::guarded([&] {
    if (!world) return c::null_argument("world");
    std::unique_ptr<c::Search> search;
    if (const auto status = c::make_search(id, options, search)) return status;
    auto made = std::make_unique<phasebox_world>();
    // The world and its broadphase share one search: the world runs it, and the broadphase gives
    // access to its parameters.
    made->broadphase.search = std::move(search);
    made->living = std::make_unique<World>(*made->broadphase.search);
    *world = made.release();
    return PHASEBOX_OK;
  });
}

void phasebox_world_destroy(phasebox_world* world) { delete world; }

phasebox_broadphase* phasebox_world_broadphase(phasebox_world* world) {
  return world ? &world->broadphase : nullptr;
}

phasebox_status phasebox_insert(phasebox_world* world, const phasebox_object* object,
                                phasebox_handle* handle) {
  return c::guarded([&] {
    if (!world) return c::null_argument("world");
    if (!object) return c::null_argument("object");
    if (!handle) return c::null_argument("handle");
    if (const auto status = c::check_struct(object->struct_size, sizeof *object, "phasebox_object"))
      return status;
    if (const auto status = c::check_box(object->box)) return status;
    *handle = world->living->insert(c::box_of(object->box),
                                    filter_of(object->category, object->mask, object->group),
                                    object->is_static != 0, object->user_data);
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_move(phasebox_world* world, phasebox_handle handle, const float box[4]) {
  return with_object(world, handle, [&](World& living, Slot slot) {
    if (const auto status = c::check_box(box)) return status;
    living.move(slot, c::box_of(box));
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_set_filter(phasebox_world* world, phasebox_handle handle,
                                    uint32_t category, uint32_t mask, int32_t group) {
  return with_object(world, handle, [&](World& living, Slot slot) {
    living.set_filter(slot, filter_of(category, mask, group));
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_set_rule(phasebox_world* world, uint32_t rule) {
  return c::guarded([&] {
    if (!world) return c::null_argument("world");
    if (const auto status = c::check_rule(rule)) return status;
    world->living->set_rule(static_cast<phasebox::FilterRule>(rule));
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_set_static(phasebox_world* world, phasebox_handle handle, int is_static) {
  return with_object(world, handle, [&](World& living, Slot slot) {
    living.set_static(slot, is_static != 0);
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_remove(phasebox_world* world, phasebox_handle handle) {
  return with_object(world, handle, [&](World& living, Slot slot) {
    living.remove(slot);
    return PHASEBOX_OK;
  });
}

size_t phasebox_object_count(const phasebox_world* world) {
  return world ? world->living->size() : 0;
}

phasebox_status phasebox_get_object(const phasebox_world* world, phasebox_handle handle,
                                    phasebox_object* object) {
  return with_object(world, handle, [&](const World& living, Slot slot) {
    if (!object) return c::null_argument("object");
    if (const auto status = c::check_struct(object->struct_size, sizeof *object, "phasebox_object"))
      return status;
    const phasebox::Aabb& box = living.box(slot);
    const Filter filter = living.filter(slot);
    *object = {sizeof *object,        {box.min.x, box.min.y, box.max.x, box.max.y},
               filter.category,       filter.mask,
               filter.group,          living.is_static(slot) ? 1 : 0,
               living.user_data(slot)};
    return PHASEBOX_OK;
  });
}

phasebox_status phasebox_update(phasebox_world* world) {
  return c::guarded([&] {
    if (!world) return c::null_argument("world");
    if (world->living->update()) return PHASEBOX_OK;
    return world->living->failure();
  });
}

phasebox_status phasebox_contacts(const phasebox_world* world, phasebox_contact* contacts,
                                  size_t capacity, size_t* count) {
  return answer(world, contacts, capacity, count, [](World& w) { return w.contacts(); });
}
phasebox_status phasebox_contacts_begun(const phasebox_world* world, phasebox_contact* contacts,
                                        size_t capacity, size_t* count) {
  return answer(world, contacts, capacity, count, [](World& w) { return w.begun(); });
}
phasebox_status phasebox_contacts_ended(const phasebox_world* world, phasebox_contact* contacts,
                                        size_t capacity, size_t* count) {
  return answer(world, contacts, capacity, count, [](World& w) { return w.ended(); });
}

phasebox_status phasebox_query_box(phasebox_world* world, const float box[4], uint32_t mask,
                                   phasebox_hit* hits, size_t capacity, size_t* count) {
  if (const auto status = c::check_box(box)) return status;
  return answer(world, hits, capacity, count,
                [&](World& w) { return w.in_box(c::box_of(box), mask); });
}

phasebox_status phasebox_query_point(phasebox_world* world, float x, float y, uint32_t mask,
                                     phasebox_hit* hits, size_t capacity, size_t* count) {
  if (const auto status = check_finite({x, y}, "the point")) return status;
  return answer(world, hits, capacity, count, [&](World& w) { return w.at_point({x, y}, mask); });
}

phasebox_status phasebox_query_circle(phasebox_world* world, float x, float y, float radius,
                                      uint32_t mask, phasebox_hit* hits, size_t capacity,
                                      size_t* count) {
  if (const auto status = check_finite({x, y, radius}, "the circle")) return status;
  if (radius < 0)
    return c::fail(PHASEBOX_OUT_OF_RANGE, "the radius is " +
                                              phasebox::number_text(static_cast<double>(radius)) +
                                              "; it must not be negative");
  return answer(world, hits, capacity, count, [&](World& w) {
    return w.in_circle({{x, y}, radius}, mask);
  });
}

phasebox_status phasebox_query_segment(phasebox_world* world, float from_x, float from_y,
                                       float to_x, float to_y, uint32_t mask, phasebox_hit* hits,
                                       size_t capacity, size_t* count) {
  if (const auto status = check_finite({from_x, from_y, to_x, to_y}, "the segment")) return status;
  return answer(world, hits, capacity, count, [&](World& w) {
    return w.on_segment({from_x, from_y}, {to_x, to_y}, mask);
  });
}

phasebox_status phasebox_query_nearest(phasebox_world* world, float x, float y, size_t k,
                                       uint32_t mask, phasebox_hit* hits, size_t capacity,
                                       size_t* count) {
  if (const auto status = check_finite({x, y}, "the point")) return status;
  return answer(world, hits, capacity, count, [&](World& w) { return w.nearest({x, y}, k, mask); });
}
