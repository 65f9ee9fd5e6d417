// SPDX-License-Identifier: MIT
// Where many sprites are in sight: which part of a walk is drawn, and what is left out.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "collide/event_log.hpp"
#include "view/draw_list.hpp"

namespace phasebox {

/// What an event is about.
struct Focus {
  std::vector<Aabb> sprites;  ///< boxes of the sprites it names, at most two
  std::optional<Aabb> part;   ///< the group, cell or node it names

  bool empty() const { return sprites.empty() && !part; }
  /// The smallest box around all of it. Not of an empty one.
  Aabb bounds() const;
};

/// `event` may be null. `pair`: which two sprites the narrowphase looks at, if it does.
Focus focus_of(const Event* event, std::optional<Pair> pair, std::span<const Aabb> boxes);

/// Whether more sprites are in sight than can be told apart with all that belongs to them.
bool is_crowded(std::span<const Aabb> boxes, const Camera&);

/// What is drawn of a prefix of a broadphase's events where the field is crowded.
struct Thinned {
  std::vector<Event> events;
  std::size_t parts = 0, fat = 0,
              swaps = 0;  ///< left out: groups, cells or nodes; fat AABBs; swaps
  float side = 0;  ///< screen px before the line scale; smaller parts are drawn near the focus only

  bool is_complete() const { return parts + fat + swaps == 0; }
};

/// Keeps the parts that are large on the screen, about `kMaxParts` of them, what lies near the
/// focus, and the last swaps. O(events).
Thinned thin_out(std::span<const Event> events, const Camera&, const Focus&);
inline constexpr std::size_t kMaxParts = 200, kMaxSwaps = 24;

/// Dims all that has been drawn so far; a strength of 1 hides it.
void draw_veil(const Canvas&, float strength);
/// The parts around the current one, outermost first, and rings around what is too small to see.
void draw_focus(const Canvas&, const Focus&, std::span<const Aabb> path);

}  // namespace phasebox
