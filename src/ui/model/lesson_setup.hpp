// SPDX-License-Identifier: MIT
// The lessons at the model: their set-ups carried out, their goals looked at.
#pragma once
#include "ui/model/application_model.hpp"

namespace phasebox {

/// Carries out the set-up of a step that has begun, with the panel in sight; nothing otherwise.
void set_up_lesson(ApplicationModel& model);
/// Lets the open lesson look at the frame that was traced last; `is_editing` while a widget is
/// held.
void look_at_lesson(ApplicationModel& model, bool is_editing);

}  // namespace phasebox
