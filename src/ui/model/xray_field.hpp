// SPDX-License-Identifier: MIT
// Shows in the field as much as the walk of an X-ray has found.
#pragma once
#include "base/sentence.hpp"
#include "ui/model/application_model.hpp"
#include "view/focus.hpp"

namespace phasebox::ui {

/// Returns the place in the field that the X-ray's current event is about.
Focus focus_of(const Xray& xray);
/// Whether the field is too crowded to show all of the walk. Impacts are never left out.
bool shows_less(const Xray& xray, const Camera& camera);
/// Says in a sentence what a crowded field leaves out, "Not drawn away from the event: ..."; empty
/// when everything is drawn.
Sentence left_out(const Xray& xray, const Camera& camera);

/// Returns the query that an X-ray walks as far as it has come: the box, the events so far, and the
/// sprites found by them.
RegionQuery query_so_far(const Xray& xray);

/// Returns the view options under an open X-ray: the structure is shown, and pairs and impacts that
/// the algorithm has yet to find are not.
ViewOptions xray_options(const ApplicationModel& model);
/// Draws the session as far as an open X-ray has come, with the current event highlighted. In a
/// crowded field structure far from the event is thinned out.
void draw_xray_field(const ApplicationModel& model, const Session& session, const Xray& xray,
                     const Camera& camera, const Interaction& hand, Detail detail, DrawList& list);
/// Draws the tests and boxes of one side of an X-ray that the other side does not have.
void draw_difference(const Canvas& c, const Twins::Side& side, const Xray& xray,
                     const Frame& frame);

}  // namespace phasebox::ui
