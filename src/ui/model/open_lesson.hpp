// SPDX-License-Identifier: MIT
// A lesson in the window: its steps are set up, and what they changed is restored when it is left.
#pragma once

#include "view/view_options.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// If a step of a lesson has just begun, sets up its sprites, settings and view, and brings the
/// part of the panel that it is about into sight; else does nothing. Before the first step it notes
/// the current state for leave_lesson().
void set_up_lesson(ApplicationModel& model);
/// Closes the lesson and restores sprites, algorithms and view from before it by undoing all
/// commands since then.
void leave_lesson(ApplicationModel& model);
/// Returns the view options as the user chose them. During a lesson they are those from before it,
/// but for theme, legend and grid, which are the current ones.
ViewOptions view_of_user(const ApplicationModel& model);
/// Shows the open lesson, if any, the current frame and the event log that was taken last, so that
/// it can check its goal. `is_editing` is true while a widget is held.
void look_at_lesson(ApplicationModel& model, bool is_editing);

}  // namespace phasebox::ui
