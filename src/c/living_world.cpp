// SPDX-License-Identifier: MIT
// Insert, move, remove, and what has begun and ended to overlap.
#include "c/living_world.hpp"

#include <algorithm>
#include <cmath>

namespace phasebox::c {

std::optional<LivingWorld::Slot> LivingWorld::find(phasebox_handle handle) const {
  const auto slot = static_cast<Slot>(handle);
  if (slot >= objects_.size() || !objects_[slot].is_alive) return {};
  if (objects_[slot].generation != handle >> 32) return {};
  return slot;
}

LivingWorld::Slot LivingWorld::free_slot() {
  if (free_.empty()) {
    objects_.emplace_back(), row_of_.emplace_back();
    return static_cast<Slot>(objects_.size() - 1);
  }
  const Slot slot = free_.back();
  free_.pop_back();
  return slot;
}

phasebox_handle LivingWorld::insert(const Aabb& box, Filter filter, bool is_static,
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
void LivingWorld::change(Slot slot) {
  Object& object = objects_[slot];
  if (!std::exchange(object.has_changed, true)) changed_.push_back(slot);
  if (!std::exchange(object.is_stale, true)) stale_.push_back(slot);
}

void LivingWorld::move(Slot slot, const Aabb& box) {
  if (boxes_[row_of_[slot]] == box) return;
  boxes_[row_of_[slot]] = box;
  bounds_ = united(bounds_, box);
  change(slot);
}
void LivingWorld::set_filter(Slot slot, Filter filter) {
  filters_[row_of_[slot]] = filter;
  change(slot);
}
void LivingWorld::set_static(Slot slot, bool is_static) {
  statics_[row_of_[slot]] = is_static;
  change(slot);
}

// The slot is free after the next update, which still tells of its pairs.
void LivingWorld::remove(Slot slot) {
  change(slot);
  const SpriteId row = row_of_[slot], last = static_cast<SpriteId>(size() - 1);
  edits_.push_back({Edit::Kind::remove, row, last});
  slot_of_[row] = slot_of_[last], boxes_[row] = boxes_[last];
  filters_[row] = filters_[last], statics_[row] = statics_[last];
  row_of_[slot_of_[row]] = row;
  slot_of_.pop_back(), boxes_.pop_back(), filters_.pop_back(), statics_.pop_back();
  objects_[slot].is_alive = false;
  gone_.push_back(slot);
}

bool LivingWorld::may_pair(Slot a, Slot b) const {
  Frame frame;
  frame.filters = filters_, frame.is_static = statics_;
  return eligible(frame, row_of_[a], row_of_[b]) && overlaps(box(a), box(b));
}

phasebox_contact LivingWorld::contact(Slot a, Slot b) const {
  if (objects_[a].serial > objects_[b].serial) std::swap(a, b);
  return {handle(a), handle(b), objects_[a].user_data, objects_[b].user_data};
}

void LivingWorld::link(Slot s, Slot partner) {
  auto& partners = objects_[s].partners;
  partners.insert(std::ranges::lower_bound(partners, partner), partner);
}
void LivingWorld::unlink(Slot s, Slot partner) {
  auto& partners = objects_[s].partners;
  partners.erase(std::ranges::lower_bound(partners, partner));
}

void LivingWorld::end_pairs_of_gone() {
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
void LivingWorld::set_partners(Slot slot, std::vector<Slot>& partners) {
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

bool LivingWorld::update_all() {
  Frame frame;
  frame.boxes = boxes_, frame.filters = filters_, frame.is_static = statics_;
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

void LivingWorld::update_changed() {
  end_pairs_of_gone();
  for (const Slot slot : changed_) {
    if (!objects_[slot].is_alive) continue;
    partners_.clear();
    gather(box(slot), [&](Slot other) {
      if (other != slot && may_pair(slot, other)) partners_.push_back(other);
    });
    set_partners(slot, partners_);
  }
}

bool LivingWorld::update() {
  // More would cost more to look at one by one than a whole search now and then, as measured.
  const auto few = static_cast<std::size_t>(4 * std::sqrt(static_cast<double>(size())));
  if (answers_queries() && stale_.size() <= few && search_->is_exact())
    update_changed();
  else if (!update_all())
    return false;
  end_update();
  return true;
}

// In order of insertion, whatever found them.
void LivingWorld::end_update() {
  const auto serial = [&](phasebox_handle h) { return objects_[static_cast<Slot>(h)].serial; };
  const auto by_serial = [&](const phasebox_contact& p, const phasebox_contact& q) {
    return std::pair(serial(p.a), serial(p.b)) < std::pair(serial(q.a), serial(q.b));
  };
  std::ranges::sort(begun_, by_serial);
  std::ranges::sort(ended_, by_serial);
  for (const Slot slot : changed_) objects_[slot].has_changed = false;
  changed_.clear();
  for (const Slot slot : gone_) {
    ++objects_[slot].generation;
    free_.push_back(slot);
  }
  gone_.clear();
  are_contacts_listed_ = false;
}

std::span<const phasebox_contact> LivingWorld::contacts() {
  if (std::exchange(are_contacts_listed_, true)) return contacts_;
  contacts_.clear();
  for (const Slot slot : slot_of_)
    for (const Slot partner : objects_[slot].partners)
      if (objects_[slot].serial < objects_[partner].serial)
        contacts_.push_back(contact(slot, partner));
  const auto serial = [&](phasebox_handle h) { return objects_[static_cast<Slot>(h)].serial; };
  std::ranges::sort(contacts_, {},
                    [&](const phasebox_contact& c) { return std::pair(serial(c.a), serial(c.b)); });
  return contacts_;
}

}  // namespace phasebox::c
