// SPDX-License-Identifier: MIT
// The state of OpenGL around a picture.
#pragma once
#include "view/theme.hpp"

namespace phasebox {

/// Clears what the viewport and the scissors show, and sets all that blending on top of each other
/// needs, whatever was drawn before: colors are premultiplied, no test is on. `with_depth`: clears
/// the depths too, and lets them be written, nearest first.
void begin_picture(Color ground, bool with_depth);
/// Binds nothing, and switches blending and depth test off.
void end_picture();

}  // namespace phasebox
