// SPDX-License-Identifier: MIT
// The entries of a registry as a ring.
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>

namespace phasebox {

/// The entry before or after that one, round the ends.
template <class Entry>
const Entry& neighbor(std::span<const Entry* const> all, const Entry& now, int by) {
  const auto here = std::ranges::find(all, &now) - all.begin();
  const auto n = static_cast<std::ptrdiff_t>(all.size());
  return *all[static_cast<std::size_t>((here + by + n) % n)];
}

}  // namespace phasebox
