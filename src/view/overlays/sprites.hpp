// SPDX-License-Identifier: MIT
// The sprites of a session, and what the pointer does with them.
#pragma once
#include "view/overlays/overlay.hpp"

namespace phasebox {

/// As pictures, plain rectangles, recorded boxes or their density; pins on those that never move.
void draw_sprites(const Canvas&, const FieldState&);
/// How many sprites there are, square by square, in the mean of their colors.
void draw_density(const Canvas&, const FieldState&);
/// What is selected, hovered, aimed, or about to be selected.
void draw_hand(const Canvas&, const FieldState&);

}  // namespace phasebox
