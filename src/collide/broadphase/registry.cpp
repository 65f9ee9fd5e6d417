// SPDX-License-Identifier: MIT
// The default query of a broadphase, and the list of all broadphases.
#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <iterator>

#include "collide/broadphase.hpp"

namespace phasebox {

void Broadphase::query(const Frame& frame, const Aabb& box, Sink<SpriteId>& out, Recorder* log) {
  for (SpriteId i = 0; i < frame.size(); ++i) {
    if (log) log->add({EventKind::visit, Axis::x, 0, i});
    if (overlaps(frame.boxes[i], box)) out.push(i);
  }
}

// One line per algorithm, in teaching order; the entry of each ends its own file. An exported
// library defines a list of its own.
#ifndef PHASEBOX_BROADPHASES
#define PHASEBOX_BROADPHASES(X) \
  X(brute_force)                \
  X(rdc)                        \
  X(sort_and_sweep)             \
  X(incremental_sap)            \
  X(uniform_grid)               \
  X(spatial_hash)               \
  X(hierarchical_grid)          \
  X(quadtree)                   \
  X(kd_tree)                    \
  X(aabb_tree)                  \
  X(interval_tree)              \
  X(neighbor_list)              \
  X(auto)
#endif

#define PHASEBOX_DECLARE(name) extern const BroadphaseEntry name##_entry;
PHASEBOX_BROADPHASES(PHASEBOX_DECLARE)
#undef PHASEBOX_DECLARE

namespace {

#define PHASEBOX_LIST(name) &name##_entry,
constexpr const BroadphaseEntry* kOwn[] = {PHASEBOX_BROADPHASES(PHASEBOX_LIST)};
#undef PHASEBOX_LIST

// The list of broadphases. Its size is fixed, so that a list which another thread holds stays valid
// when an entry is added.
struct EntryList {
  EntryList() { std::ranges::copy(kOwn, entries.begin()); }

  std::array<const BroadphaseEntry*, std::size(kOwn) + kMaxAddedBroadphases> entries{};
  std::atomic<std::size_t> size = std::size(kOwn);
};

EntryList& entry_list() {
  static EntryList list;
  return list;
}

}  // namespace

std::span<const BroadphaseEntry* const> broadphases() {
  const EntryList& list = entry_list();
  return {list.entries.data(), list.size.load(std::memory_order_acquire)};
}

std::span<const BroadphaseEntry* const> own_broadphases() { return kOwn; }

bool add_broadphase(const BroadphaseEntry& entry) {
  EntryList& list = entry_list();
  const std::size_t size = list.size.load(std::memory_order_relaxed);
  if (size == list.entries.size()) return false;
  list.entries[size] = &entry;
  list.size.store(size + 1, std::memory_order_release);
  return true;
}

void remove_broadphase(const BroadphaseEntry& entry) {
  EntryList& list = entry_list();
  const auto added = list.entries.begin() + std::size(kOwn);
  const auto end = list.entries.begin() + static_cast<std::ptrdiff_t>(list.size.load());
  const auto kept = std::remove(added, end, &entry);
  list.size.store(static_cast<std::size_t>(kept - list.entries.begin()));
}

void replace_broadphase(const BroadphaseEntry& entry) {
  EntryList& list = entry_list();
  const auto end = list.entries.begin() + static_cast<std::ptrdiff_t>(list.size.load());
  const auto place =
      std::find_if(list.entries.begin(), end, [&](auto* other) { return other->id == entry.id; });
  assert(place != end && "it replaces one of the list");
  *place = &entry;
}

}  // namespace phasebox
