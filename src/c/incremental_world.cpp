// SPDX-License-Identifier: MIT
// Finds the pairs of a world that begin and end: by a whole search, or around the objects that
// changed while these are few.
#include "c/incremental_world.hpp"

#include <atomic>

namespace phasebox::c {

std::uint32_t IncrementalWorld::first_generation() {
  static std::atomic<std::uint32_t> worlds{0};
  constexpr std::uint32_t kGoldenRatio = 0x9E3779B1;
  return kGoldenRatio * (1 + worlds.fetch_add(1, std::memory_order_relaxed));
}

bool IncrementalWorld::update() {
  // With more stale objects than this, comparing each changed object with all of them costs more
  // than a whole search, as measurements showed.
  const auto few = static_cast<std::size_t>(4 * std::sqrt(static_cast<double>(size())));
  const bool is_short = answers_queries() && stale_.size() <= few && search_->is_exact();
  if (!(is_short && update_changed()) && !update_all()) return false;
  end_update();
  return true;
}

std::span<const phasebox_contact> IncrementalWorld::contacts() {
  if (std::exchange(are_contacts_listed_, true)) return contacts_;
  contacts_.clear();
  for (const auto* slots : {&slot_of_, &gone_})
    for (const Slot slot : *slots)
      for (const Slot partner : objects_[slot].partners)
        if (objects_[slot].serial < objects_[partner].serial)
          contacts_.push_back(contact(slot, partner));
  sort(contacts_);
  return contacts_;
}

bool IncrementalWorld::update_all() {
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

bool IncrementalWorld::update_changed() {
  new_partners_.resize(std::max(new_partners_.size(), objects_.size()));
  std::uint64_t most = pairs_;
  for (const Slot slot : changed_) {
    auto& partners = new_partners_[slot];
    partners.clear();
    if (!objects_[slot].is_alive) continue;
    gather_around(box(slot), [&](Slot other) {
      if (other != slot && may_pair(slot, other)) partners.push_back(other);
    });
    most += partners.size();
  }
  if (most > search_->max_pairs()) return false;
  end_pairs_of_gone();
  for (const Slot slot : changed_)
    if (objects_[slot].is_alive) set_partners(slot, new_partners_[slot]);
  return true;
}

void IncrementalWorld::end_pairs_of_gone() {
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
      ++before;
      ++now;
    }
  }
  old.swap(partners);
}

void IncrementalWorld::end_update() {
  sort(begun_);
  sort(ended_);
  pairs_ += begun_.size() - ended_.size();
  for (const Slot slot : changed_) objects_[slot].has_changed = false;
  changed_.clear();
  for (const Slot slot : gone_) {
    if (++objects_[slot].generation == 0) ++objects_[slot].generation;
    free_.push_back(slot);
  }
  gone_.clear();
  are_contacts_listed_ = false;
}

}  // namespace phasebox::c
