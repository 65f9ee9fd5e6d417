// SPDX-License-Identifier: MIT
// Opens, steps and ends the X-ray.
#pragma once
#include "ui/model/application_model.hpp"

namespace phasebox::ui {

/// Moves the X-ray `by` events forward, or back if negative. If it is closed it is opened first,
/// which pauses the simulation; a step back then starts from the last event.
void step_xray(ApplicationModel& model, int by);
/// Closes the X-ray, and resumes the simulation if the X-ray has paused it.
void end_xray(ApplicationModel& model);
/// Keeps the X-ray current; call it once per frame. It ends the X-ray when the simulation runs or
/// its tool is closed, and makes it walk the region query again when that has changed.
void tend_xray(ApplicationModel& model);

}  // namespace phasebox::ui
