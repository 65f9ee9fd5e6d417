// SPDX-License-Identifier: MIT
// The entries of a registry as a ring, and by number.
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>

#include "collide/broadphase.hpp"

namespace phasebox {

/// The entry before or after that one, round the ends.
template <class Entry>
const Entry& neighbor(std::span<const Entry* const> all, const Entry& now, int by) {
  const auto here = std::ranges::find(all, &now) - all.begin();
  const auto n = static_cast<std::ptrdiff_t>(all.size());
  return *all[static_cast<std::size_t>((here + by + n) % n)];
}

/// The digit whose key chooses it: 0 the reference, the others 1, 2 ... in the order of the
/// registry; those from 10 on have no key.
inline int number_of(const BroadphaseEntry& entry) {
  if (entry.role == BroadphaseRole::reference) return 0;
  int number = 1;
  for (const BroadphaseEntry* other : broadphases()) {
    if (other == &entry) break;
    if (other->role != BroadphaseRole::reference) ++number;
  }
  return number;
}

}  // namespace phasebox
