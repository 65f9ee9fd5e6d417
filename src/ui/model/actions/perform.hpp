// SPDX-License-Identifier: MIT
// Actions at work.
#pragma once
#include "ui/model/actions/action_row.hpp"

namespace phasebox {

/// Carries out an action.
void perform(ApplicationModel& model, Invocation what);
/// A key while a question stands over the window: Enter takes its default, Esc cancels, and no
/// other key does anything. False when there is no question.
bool answer_by_key(ApplicationModel& model, Key key);

}  // namespace phasebox
