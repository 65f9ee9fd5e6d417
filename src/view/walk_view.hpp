// SPDX-License-Identifier: MIT
// Draws the state of an algorithm that the user walks through, event by event.
#pragma once
#include <cstddef>
#include <span>

#include "collide/event_log.hpp"
#include "collide/frame.hpp"
#include "session/walk_state.hpp"
#include "view/canvas.hpp"
#include "world/dynamics/impact_log.hpp"

namespace phasebox {

/// Points out one event above what was drawn before: the group, cell, node, sprite, boundary or
/// feature that it names, or the two sprites that it compares. Draws nothing for an event without a
/// place.
void draw_event(const Canvas&, const Event&, const Frame&);

/// What is drawn of an algorithm that is walked through, after one of its events.
struct Highlight {
  const Event* event = nullptr;  ///< the last event done, or null
  bool is_narrow = false;        ///< whether the event is one of the narrowphase
  WalkState state = {};          ///< of the algorithm after the event
  std::span<const Pair> candidates = {}, collisions = {};  ///< found so far
  std::span<const Impact> impacts = {};  ///< all of the step if they are walked through, else empty
  std::size_t done_impacts = 0;          ///< how many are drawn; the last of them is pointed out
  bool is_crowded = false;  ///< pairs found so far are faint, so that the event stands out
};
/// Draws the highlight above everything drawn before.
void draw_highlight(const Canvas&, const Highlight&, const Frame&);

}  // namespace phasebox
