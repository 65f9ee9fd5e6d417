// SPDX-License-Identifier: MIT
// Time held and turned back: the X-ray of a frozen frame, and the frames that passed.
#pragma once
#include "ui/model/application_model.hpp"
#include "view/draw_list.hpp"

namespace phasebox {

/// Freezes the frame if that has not been done, and goes so many events on, or back; from a fresh
/// frame back means from its end.
void step_xray(ApplicationModel& model, int by);
/// Leaves the X-ray: false when none is open.
bool leave_xray(ApplicationModel& model);
/// The X-ray ends when the sprites go on, or when its tool is closed.
void tend_xray(ApplicationModel& model);
/// Of an X-ray that walks a query: its box, and what the events done have looked at and found.
RegionQuery query_so_far(const Xray& xray);
/// Draws the session as the open X-ray sees it.
void draw_xray_field(const ApplicationModel& model, const Interaction& hand, Detail detail,
                     DrawList& list);

/// Pauses, and goes a frame back or on: of recorded boxes round both ends, else among the frames
/// that passed, and behind the last of these a step further.
void change_frame(ApplicationModel& model, int by);

}  // namespace phasebox
