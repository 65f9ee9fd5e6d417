// SPDX-License-Identifier: MIT
// Shows in the field as much as an X-ray, which walks the events of the algorithms one by one, has
// found so far.
#pragma once
#include "base/sentence.hpp"
#include "ui/model/application_model.hpp"
#include "view/walk_focus.hpp"

namespace phasebox::ui {

/// Returns the place in the field that the X-ray's current event is about.
Focus focus_of(const Xray& xray);
/// Whether the field, as the camera shows it, is so crowded that it leaves out parts of what the
/// X-ray has found. False while the X-ray walks impacts, which are never left out.
bool shows_less(const Xray& xray, const Camera& camera);
/// Says in a sentence what a crowded field leaves out, "Not drawn away from the event: ..."; empty
/// when nothing is left out.
Sentence left_out(const Xray& xray, const Camera& camera);

/// Returns the region query that an X-ray walks, as far as it has come: the box, the events so far,
/// and the sprites found by them. The X-ray must walk a query.
RegionQuery query_so_far(const Xray& xray);

/// Returns the view options with which the field is drawn under an open X-ray: those of the user,
/// but with the structure and, if they are few, the sprites' ids, and without candidates and
/// collisions, because the X-ray draws those found so far by itself; likewise for impacts while it
/// walks them.
ViewOptions xray_options(const ApplicationModel& model);
/// Draws the session as far as an open X-ray has come, with the current event highlighted. In a
/// crowded field the structure is thinned out except near the event.
void draw_xray_field(const ApplicationModel& model, const Session& session, const Xray& xray,
                     const Camera& camera, const Interaction& hand, Detail detail, DrawList& list);
/// Draws what one side of an X-ray with a clone has found so far and the other side never finds:
/// pairs tested, and boxes of the structure.
void draw_difference(const Canvas& c, const Twins::Side& side, const Xray& xray,
                     const Frame& frame);

}  // namespace phasebox::ui
