// SPDX-License-Identifier: MIT
// What the actions of the table do.
#pragma once
#include "ui/model/actions/actions.hpp"

namespace phasebox {

struct ApplicationModel;

/// Carries out an action of the table.
void perform(ApplicationModel& model, Invocation what);
/// A key while a question stands over the window: Enter takes its default, Esc cancels, and no
/// other key does anything. False when there is no question.
bool answer_by_key(ApplicationModel& model, Key key);

}  // namespace phasebox
