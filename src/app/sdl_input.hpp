// SPDX-License-Identifier: MIT
// Translates SDL's events of mouse and keyboard into input events.
#pragma once
#include <SDL.h>

#include "ui/model/input_queue.hpp"

namespace phasebox {

/// Pushes an event of mouse or keyboard into the queue; ignores all others. SDL's places are in
/// points of the desktop, those of the queue in pixels.
void push(ui::InputQueue& queue, const SDL_Event& event, float pixels_per_point = 1);

}  // namespace phasebox
