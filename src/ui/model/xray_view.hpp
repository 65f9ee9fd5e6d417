// SPDX-License-Identifier: MIT
// The X-ray in the field: the event in focus, and the frozen frame.
#pragma once
#include <string>
#include <vector>

#include "lab/xray.hpp"
#include "ui/model/application_model.hpp"
#include "view/draw_list.hpp"
#include "view/scene_view.hpp"

namespace phasebox::ui {

Focus focus_of(const Xray& xray);
/// The boxes of the parts that contain the current one, outermost first, and its own; none where
/// the event is somewhere else.
std::vector<Aabb> path_of(const Xray& xray);
/// Whether the field is too crowded to show all of the walk. Impacts are never left out.
bool shows_less(const Xray& xray, const Camera& camera);
/// "Not drawn, because ...: 9,412 nodes under 24 px ..."; empty when everything is drawn.
std::string left_out(const Xray& xray, const Camera& camera);

// Time held and turned back: the X-ray of a frozen frame, and the frames that passed.

/// Freezes the frame if that has not been done, and goes so many events on, or back; from a fresh
/// frame back means from its end.
void step_xray(ApplicationModel& model, int by);
/// Leaves the X-ray: false when none is open.
bool leave_xray(ApplicationModel& model);
/// The X-ray ends when the sprites move on, or when its tool is closed.
void tend_xray(ApplicationModel& model);
/// Of an X-ray that walks a query: its box, and what the events done have looked at and found.
RegionQuery query_so_far(const Xray& xray);
/// The view options under the open X-ray, in the field and in the 3D view: the structure, and
/// nothing that the algorithm has yet to find.
ViewOptions xray_options(const ApplicationModel& model);
/// Draws the session as the open X-ray sees it.
void draw_xray_field(const ApplicationModel& model, const Interaction& hand, Detail detail,
                     DrawList& list);

/// Pauses, and goes a frame back or on: of recorded boxes round both ends, else among the frames
/// that passed, and behind the last of these a step further.
void change_frame(ApplicationModel& model, int by);

}  // namespace phasebox::ui
