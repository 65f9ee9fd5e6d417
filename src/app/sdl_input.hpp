// SPDX-License-Identifier: MIT
// Translates SDL's events of mouse, keyboard and focus into input events.
#pragma once
#include <SDL.h>

#include "ui/model/input_queue.hpp"

namespace phasebox {

/// Pushes an event into the queue if it is of the mouse (motion, wheel, the left, right or middle
/// button), of the keyboard, or says that the window has lost the keyboard; does nothing for any
/// other event. SDL's places are in points of the desktop, those of the queue in window px.
void push(ui::InputQueue& queue, const SDL_Event& event, float pixels_per_point = 1);

}  // namespace phasebox
