// SPDX-License-Identifier: MIT
// Insert, move and remove; what has begun and ended to overlap; queries.
#include "c/incremental_world.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collide/dense_numbers.hpp"
#include "collide/segment.hpp"

namespace phasebox::c {

std::optional<IncrementalWorld::Slot> IncrementalWorld::find(phasebox_handle handle) const {
  const auto slot = static_cast<Slot>(handle);
  if (slot >= objects_.size() || !objects_[slot].is_alive) return {};
  if (objects_[slot].generation != handle >> 32) return {};
  return slot;
}

IncrementalWorld::Slot IncrementalWorld::free_slot() {
  if (free_.empty()) {
    objects_.emplace_back(), row_of_.emplace_back();
    return static_cast<Slot>(objects_.size() - 1);
  }
  const Slot slot = free_.back();
  free_.pop_back();
  return slot;
}

phasebox_handle IncrementalWorld::insert(const Aabb& box, Filter filter, bool is_static,
                                         std::uint64_t user_data) {
  const Slot slot = free_slot();
  const auto row = static_cast<SpriteId>(size());
  slot_of_.push_back(slot), boxes_.push_back(box), filters_.push_back(filter);
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

// From now on it is looked at by itself, until the next whole search.
void IncrementalWorld::change(Slot slot) {
  Object& object = objects_[slot];
  if (!std::exchange(object.has_changed, true)) changed_.push_back(slot);
  if (!std::exchange(object.is_stale, true)) stale_.push_back(slot);
}

void IncrementalWorld::move(Slot slot, const Aabb& box) {
  if (boxes_[row_of_[slot]] == box) return;
  boxes_[row_of_[slot]] = box;
  bounds_ = united(bounds_, box);
  change(slot);
}
void IncrementalWorld::set_filter(Slot slot, Filter filter) {
  filters_[row_of_[slot]] = filter;
  change(slot);
}
void IncrementalWorld::set_static(Slot slot, bool is_static) {
  statics_[row_of_[slot]] = is_static;
  change(slot);
}
void IncrementalWorld::set_rule(FilterRule rule) {
  if (std::exchange(rule_, rule) == rule) return;
  for (const Slot slot : slot_of_) change(slot);
}

// The slot is free after the next update, which still tells of its pairs.
void IncrementalWorld::remove(Slot slot) {
  change(slot);
  const SpriteId row = row_of_[slot], last = static_cast<SpriteId>(size() - 1);
  edits_.push_back({Edit::Kind::remove, row, last});
  swap_remove(row, slot_of_, boxes_, filters_, statics_);
  if (row != last) row_of_[slot_of_[row]] = row;
  objects_[slot].is_alive = false;
  gone_.push_back(slot);
}

bool IncrementalWorld::may_pair(Slot a, Slot b) const {
  Frame frame;
  frame.filters = filters_, frame.is_static = statics_, frame.rule = rule_;
  return eligible(frame, row_of_[a], row_of_[b]) && overlaps(box(a), box(b));
}

phasebox_contact IncrementalWorld::contact(Slot a, Slot b) const {
  if (objects_[a].serial > objects_[b].serial) std::swap(a, b);
  return {handle(a), handle(b), objects_[a].user_data, objects_[b].user_data};
}

void IncrementalWorld::link(Slot s, Slot partner) {
  auto& partners = objects_[s].partners;
  partners.insert(std::ranges::lower_bound(partners, partner), partner);
}
void IncrementalWorld::unlink(Slot s, Slot partner) {
  auto& partners = objects_[s].partners;
  partners.erase(std::ranges::lower_bound(partners, partner));
}

void IncrementalWorld::end_pairs_of_gone() {
  begun_.clear(), ended_.clear();
  for (const Slot slot : gone_) {
    for (const Slot partner : objects_[slot].partners) {
      ended_.push_back(contact(slot, partner));
      unlink(partner, slot);
    }
    objects_[slot].partners.clear();
  }
}

// Both sides of each pair that begins or ends.
void IncrementalWorld::set_partners(Slot slot, std::vector<Slot>& partners) {
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
      ++before, ++now;
    }
  }
  old.swap(partners);
}

bool IncrementalWorld::update_all() {
  Frame frame;
  frame.boxes = boxes_, frame.filters = filters_, frame.is_static = statics_, frame.rule = rule_;
  const PairSink* pairs = search_->find(frame, edits_);
  edits_.clear();  // without pairs the next search starts afresh
  has_snapshot_ = pairs != nullptr;
  if (!pairs) return false;
  end_pairs_of_gone();
  new_partners_.resize(std::max(new_partners_.size(), objects_.size()));
  for (const Slot slot : slot_of_) new_partners_[slot].clear();
  for (const Pair pair : pairs->items()) {
    const Slot a = slot_of_[pair.a], b = slot_of_[pair.b];
    new_partners_[a].push_back(b), new_partners_[b].push_back(a);
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

void IncrementalWorld::update_changed() {
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

bool IncrementalWorld::update() {
  // More would cost more to look at one by one than a whole search now and then, as measured.
  const auto few = static_cast<std::size_t>(4 * std::sqrt(static_cast<double>(size())));
  if (answers_queries() && stale_.size() <= few && search_->is_exact())
    update_changed();
  else if (!update_all())
    return false;
  end_update();
  return true;
}

void IncrementalWorld::sort(std::vector<phasebox_contact>& contacts) const {
  const auto serial = [&](phasebox_handle h) { return objects_[static_cast<Slot>(h)].serial; };
  std::ranges::sort(contacts, {},
                    [&](const phasebox_contact& c) { return std::pair(serial(c.a), serial(c.b)); });
}

void IncrementalWorld::end_update() {
  sort(begun_), sort(ended_);
  for (const Slot slot : changed_) objects_[slot].has_changed = false;
  changed_.clear();
  for (const Slot slot : gone_) {
    ++objects_[slot].generation;
    free_.push_back(slot);
  }
  gone_.clear();
  are_contacts_listed_ = false;
}

std::span<const phasebox_contact> IncrementalWorld::contacts() {
  if (std::exchange(are_contacts_listed_, true)) return contacts_;
  contacts_.clear();
  for (const Slot slot : slot_of_)
    for (const Slot partner : objects_[slot].partners)
      if (objects_[slot].serial < objects_[partner].serial)
        contacts_.push_back(contact(slot, partner));
  sort(contacts_);
  return contacts_;
}

namespace {

// In doubles: differences of floats are exact enough to compare.
double distance(const Aabb& box, Vec2 p) {
  const auto off = [](float at, float low, float high) {
    return std::max({static_cast<double>(low) - static_cast<double>(at),
                     static_cast<double>(at) - static_cast<double>(high), 0.0});
  };
  const double x = off(p.x, box.min.x, box.max.x), y = off(p.y, box.min.y, box.max.y);
  return std::sqrt(x * x + y * y);
}

}  // namespace

void IncrementalWorld::hit(Slot slot, float distance) {
  hits_.push_back({handle(slot), objects_[slot].user_data, distance});
}

std::span<const phasebox_hit> IncrementalWorld::sorted_hits() {
  std::ranges::sort(hits_, {}, [&](const phasebox_hit& h) {
    return std::pair(h.distance, objects_[static_cast<Slot>(h.handle)].serial);
  });
  return hits_;
}

std::span<const phasebox_hit> IncrementalWorld::in_box(const Aabb& around, std::uint32_t mask) {
  gather_around(around, [&](Slot s) {
    if ((filter(s).category & mask) && overlaps(box(s), around)) hit(s, 0);
  });
  return sorted_hits();
}

std::span<const phasebox_hit> IncrementalWorld::at_point(Vec2 p, std::uint32_t mask) {
  gather_around({p, p}, [&](Slot s) {
    if ((filter(s).category & mask) && contains(box(s), p)) hit(s, 0);
  });
  return sorted_hits();
}

std::span<const phasebox_hit> IncrementalWorld::in_circle(Circle circle, std::uint32_t mask) {
  gather_around(square(circle.center, circle.radius), [&](Slot s) {
    const bool is_near = distance(box(s), circle.center) < static_cast<double>(circle.radius);
    if ((filter(s).category & mask) && is_near) hit(s, 0);
  });
  return sorted_hits();
}

std::span<const phasebox_hit> IncrementalWorld::on_segment(Vec2 from, Vec2 to, std::uint32_t mask) {
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

// In growing squares, until as many lie within the circle that such a square holds.
std::span<const phasebox_hit> IncrementalWorld::nearest(Vec2 p, std::size_t k, std::uint32_t mask) {
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

}  // namespace phasebox::c
