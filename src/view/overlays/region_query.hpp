// SPDX-License-Identifier: MIT
// A query asked by hand: which boxes overlap this one, and what was looked at to know it.
#pragma once
#include <cstddef>
#include <span>

#include "base/geometry.hpp"
#include "collide/event_log.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// The rectangle stays while sprites move; the answer is that of the last frame.
struct RegionQuery {
  static constexpr std::size_t kLimit = 65'536;  ///< looks that are kept and drawn

  Aabb box;                                            ///< world px
  Sink<SpriteId> found;                                ///< in no order
  Recorder log{kLimit};                                ///< EventKind::visit
  std::size_t sprites_visited = 0, parts_visited = 0;  ///< parts: nodes or cells

  /// Fills the two counts from the log; each sprite counts once.
  void count(std::span<const Aabb> boxes);
};

}  // namespace phasebox
