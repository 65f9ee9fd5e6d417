// SPDX-License-Identifier: MIT
// The lessons at the desk: their set-ups carried out, their goals looked at, their state dumped.
#pragma once
#include <nlohmann/json.hpp>

#include "app/desk.hpp"

namespace phasebox {

/// Carries out the set-up of a step that has begun, with the panel in sight; nothing otherwise.
void set_up_lesson(Desk& desk);
/// Lets the open lesson look at the frame that was traced last.
void look_at_lesson(Desk& desk);
/// For the state dump.
nlohmann::json lessons_state(const Desk& desk);

}  // namespace phasebox
