// SPDX-License-Identifier: MIT
// Opens, steps and ends the X-ray.
#pragma once
#include "ui/model/application_model.hpp"

namespace phasebox::ui {

/// Moves the X-ray `by` events forward, or back if negative, and opens its tool. If the X-ray is
/// closed, it is opened first, which pauses the simulation; a step back then starts from the last
/// event.
void step_xray(ApplicationModel& model, int by);
/// Closes the X-ray and its clone, and resumes the simulation if opening the X-ray has paused it.
void end_xray(ApplicationModel& model);
/// Keeps the X-ray current; call it once per frame. It ends the X-ray when the simulation runs or
/// its tool is closed. If the X-ray walks a region query, it walks the query again when its box has
/// changed, and the detection when the query is closed.
void tend_xray(ApplicationModel& model);

}  // namespace phasebox::ui
