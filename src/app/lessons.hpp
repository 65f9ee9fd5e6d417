// SPDX-License-Identifier: MIT
// The lessons at the model: their set-ups carried out, their goals looked at, their state dumped.
#pragma once
#include <nlohmann/json.hpp>

#include "app/application_model.hpp"

namespace phasebox {

/// Carries out the set-up of a step that has begun, with the panel in sight; nothing otherwise.
void set_up_lesson(ApplicationModel& model);
/// Lets the open lesson look at the frame that was traced last.
void look_at_lesson(ApplicationModel& model);
/// For the state dump.
nlohmann::json lessons_state(const ApplicationModel& model);

}  // namespace phasebox
