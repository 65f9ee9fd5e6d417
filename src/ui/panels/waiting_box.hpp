// SPDX-License-Identifier: MIT
// What stands in the window while work takes long.
#pragma once
#include "ui/model/application_model.hpp"

namespace phasebox {

/// What the user has answered so far.
struct WaitingBox {
  bool cancels = false, pauses = false;
};

/// Says what the window waits for, and offers to cancel or to pause afterward. Looks at nothing
/// that a search for pairs changes.
void draw_waiting_box(const ApplicationModel& model, Vec2 screen, double seconds_passed,
                      WaitingBox& box);

}  // namespace phasebox
