// SPDX-License-Identifier: MIT
// Mouse and keyboard as SDL tells of them.
#pragma once
#include <SDL.h>

#include "ui/model/input_queue.hpp"

namespace phasebox {

/// Keeps what belongs to mouse and keyboard; ignores all else. Places come in points of the
/// desktop, and are kept in pixels.
void push(ui::InputQueue& queue, const SDL_Event& event, float pixels_per_point = 1);

}  // namespace phasebox
