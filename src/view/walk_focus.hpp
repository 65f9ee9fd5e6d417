// SPDX-License-Identifier: MIT
// Chooses what a walk through an event log draws while many sprites are in sight: only what is
// large or near the current event.
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

/// The place of an event: the boxes, world px, of the sprites or of the group, cell or node that it
/// names. Empty if it names neither.
struct Focus {
  std::vector<Aabb> sprites;  ///< of the sprites that it names, at most two
  std::optional<Aabb> part;   ///< of the group, cell or node that it names

  bool empty() const { return sprites.empty() && !part; }
  /// The smallest box around all these boxes. The focus must not be empty.
  Aabb bounds() const {
    Aabb all = part ? *part : sprites[0];
    for (const Aabb& box : sprites) all = united(all, box);
    return all;
  }
};

/// The focus of an event; empty for null. If `pair` is given, which the narrowphase is comparing,
/// the focus is these two sprites instead. `boxes` [n] are those of all sprites.
Focus focus_of(const Event* event, std::optional<Pair> pair, std::span<const Aabb> boxes);

/// Whether more than 400 sprites are in sight: so many cannot be told apart if all groups, cells
/// and nodes are drawn, too.
bool is_crowded(std::span<const Aabb> boxes, const Camera&);

/// The events that a walk draws of a prefix of a broadphase's log while many sprites are in sight.
struct Thinned {
  std::vector<Event> events;
  std::size_t parts = 0, fat = 0,
              swaps = 0;  ///< how many were left out: groups, cells or nodes; fat AABBs; swaps
  float side = 0;         ///< screen px before the line scale; shorter parts: near the focus only
};

/// Keeps, of groups, cells and nodes, those whose shorter side is so long that about kMaxParts of
/// them are in sight, and all near the focus; of fat AABBs those near the focus; the last kMaxSwaps
/// swaps; and all events `order`. Drops all other events. O(events).
Thinned thin_out(std::span<const Event> events, const Camera&, const Focus&);
inline constexpr std::size_t kMaxParts = 200, kMaxSwaps = 24;

/// Covers all that has been drawn so far with the background color. A strength of 0 changes
/// nothing, 1 hides it.
void draw_veil(const Canvas&, float strength);
/// Outlines the boxes of `path`, the groups or nodes that the current one lies in, and draws a ring
/// around the focus or those sprites of it that are too small to see.
void draw_focus(const Canvas&, const Focus&, std::span<const Aabb> path);

}  // namespace phasebox
