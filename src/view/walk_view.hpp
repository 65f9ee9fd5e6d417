// SPDX-License-Identifier: MIT
// A walk through an algorithm, drawn after one of its events.
#pragma once
#include <cstddef>
#include <span>

#include "collide/event_log.hpp"
#include "collide/frame.hpp"
#include "session/walk_state.hpp"
#include "view/canvas.hpp"
#include "world/dynamics/impact_log.hpp"

namespace phasebox {

/// Points out one event above what was drawn before: its group, node or boundary, or the two
/// sprites that it compares.
void draw_event(const Canvas&, const Event&, const Frame&);

/// The state of an algorithm that is walked through, after one of its events.
struct Highlight {
  const Event* event = nullptr;                            ///< the last event done, or null
  bool is_narrow = false;                                  ///< the event is of the narrowphase
  WalkState state = {};                                    ///< after the event
  std::span<const Pair> candidates = {}, collisions = {};  ///< found so far
  std::span<const Impact> impacts = {};  ///< all of the step, while they are walked through
  std::size_t done_impacts = 0;          ///< how many are drawn; the last one is pointed out
  bool is_crowded = false;  ///< pairs found before are faint, so that the event stands out
};
/// Draws the highlight above everything drawn before.
void draw_highlight(const Canvas&, const Highlight&, const Frame&);

}  // namespace phasebox
