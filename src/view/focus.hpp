// SPDX-License-Identifier: MIT
// Chooses what a walk draws where the field is crowded: only what is large or near the current
// event.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "collide/event_log.hpp"
#include "collide/frame.hpp"
#include "view/canvas.hpp"

namespace phasebox {

/// The place of an event: the sprites or the part that it names.
struct Focus {
  std::vector<Aabb> sprites;  ///< boxes of the sprites that it names, at most two
  std::optional<Aabb> part;   ///< box of the group, cell or node that it names

  bool empty() const { return sprites.empty() && !part; }
  /// The smallest box around all of them. The focus must not be empty.
  Aabb bounds() const {
    Aabb all = part ? *part : sprites[0];
    for (const Aabb& box : sprites) all = united(all, box);
    return all;
  }
};

/// The focus of an event, which may be null. If `pair` is given, the focus is the two sprites that
/// the narrowphase compares.
Focus focus_of(const Event* event, std::optional<Pair> pair, std::span<const Aabb> boxes);

/// Whether so many sprites are in sight that they cannot be told apart together with their
/// structure (more than 400).
bool is_crowded(std::span<const Aabb> boxes, const Camera&);

/// The events that are drawn of a prefix of a broadphase's log where the field is crowded.
struct Thinned {
  std::vector<Event> events;
  std::size_t parts = 0, fat = 0,
              swaps = 0;  ///< numbers left out: groups, cells or nodes; fat AABBs; swaps
  float side = 0;  ///< screen px before the line scale; smaller parts are drawn near the focus only
};

/// Keeps the largest parts in sight, some kMaxParts, all parts near the focus, and the last
/// kMaxSwaps swaps. O(events).
Thinned thin_out(std::span<const Event> events, const Camera&, const Focus&);
inline constexpr std::size_t kMaxParts = 200, kMaxSwaps = 24;

/// Covers all that has been drawn so far with the ground's color; a strength of 1 hides it.
void draw_veil(const Canvas&, float strength);
/// Outlines the parts around the current one (`path`), and draws rings around sprites of the focus
/// that are too small to see.
void draw_focus(const Canvas&, const Focus&, std::span<const Aabb> path);

}  // namespace phasebox
