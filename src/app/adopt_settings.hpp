// SPDX-License-Identifier: MIT
// Between the settings of a user and what the window shows.
#pragma once
#include "app/settings.hpp"

namespace phasebox {

/// Gives the model what the settings hold.
void adopt_settings(ApplicationModel& model, const UserSettings& settings);
/// What the model shows now, to be kept; `before` has the rest.
UserSettings current_settings(const ApplicationModel& model, UserSettings before);

}  // namespace phasebox
