// SPDX-License-Identifier: MIT
// Tells when a file that is dragged comes over the window, and when it leaves it or is dropped.
#pragma once
#include <optional>

#include <SDL.h>

namespace phasebox {

/// Makes SDL pass on the messages of X11 that drag_of() reads. SDL itself tells of a drag only when
/// it ends in a drop. Does nothing where SDL does not use X11.
void watch_drags();

/// Returns true for an event that says that something is dragged over the window from now on, false
/// for one that says that it is no longer, and none for other events.
std::optional<bool> drag_of(const SDL_Event& event);

}  // namespace phasebox
