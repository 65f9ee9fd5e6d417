// SPDX-License-Identifier: MIT
// All that the algorithm sees of one frame.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/geometry.hpp"
#include "collide/sink.hpp"

namespace phasebox {

struct Frame {
  std::span<const Aabb> boxes;              ///< [n]
  std::span<const Filter> filters;          ///< [n], or empty: every pair is eligible
  std::span<const std::uint8_t> is_static;  ///< [n], or empty: nothing is static
  unsigned threads = 1;

  std::size_t size() const { return boxes.size(); }
};

/// Whether there may be pairs that are not eligible.
inline bool has_rules(const Frame& f) { return !f.filters.empty() || !f.is_static.empty(); }

/// Whether two objects may collide at all: each one's mask contains the other's category, and not
/// both are static.
inline bool eligible(const Frame& f, SpriteId i, SpriteId j) {
  if (!f.is_static.empty() && f.is_static[i] && f.is_static[j]) return false;
  if (f.filters.empty()) return true;
  const Filter p = f.filters[i], q = f.filters[j];
  return (p.mask & q.category) && (q.mask & p.category);
}

}  // namespace phasebox
