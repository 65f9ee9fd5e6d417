// SPDX-License-Identifier: MIT
// All that an algorithm may see, for one step.
#pragma once
#include <cstdint>
#include <span>

#include "core/geometry.hpp"
#include "core/image.hpp"
#include "core/rotation.hpp"
#include "core/sink.hpp"
#include "core/world.hpp"

namespace phasebox {

/// Where a sprite is in this frame: as in the world, but snapped when snap is on.
struct Transform {
  Vec2 position;
  Rotation rotation;
};

/// Read-only spans over one frame, valid until the next. Broadphases read boxes and eligibility
/// only; transforms, world and images are for narrowphases and may be absent where just boxes are
/// given.
struct Frame {
  std::span<const Aabb> boxes;              ///< [n]
  std::span<const Filter> filters;          ///< [n], or empty: every pair is eligible
  std::span<const std::uint8_t> is_static;  ///< [n], or empty: nothing is static
  std::span<const Transform> transforms;    ///< [n], or empty
  const World* world = nullptr;
  const ImageSet* images = nullptr;
  unsigned threads = 1;  ///< how many an algorithm may use; no answer depends on it
  /// Null, or what may end the search early. It then has no pairs, and a reset must come next.
  WorkLimit* limit = nullptr;

  std::size_t size() const { return boxes.size(); }
};

/// Asked by algorithms wherever they may have worked for some milliseconds since the last time.
/// Throws `Stopped`, which their base catches.
inline void check_limit(const Frame& f) {
  if (f.limit && f.limit->is_stopped()) throw Stopped{};
}

/// Whether two sprites may collide at all: each one's mask contains the other's category, and not
/// both are static.
inline bool eligible(const Frame& f, SpriteId i, SpriteId j) {
  if (!f.is_static.empty() && f.is_static[i] && f.is_static[j]) return false;
  if (f.filters.empty()) return true;
  const Filter p = f.filters[i], q = f.filters[j];
  return (p.mask & q.category) && (q.mask & p.category);
}

}  // namespace phasebox
