// SPDX-License-Identifier: MIT
// The tool "Race" in the drawer.
#pragma once
#include "ui/widgets.hpp"

namespace phasebox {

void draw_race(const Model& model, Chrome& chrome, Intents& out);

}  // namespace phasebox
