// SPDX-License-Identifier: MIT
// Brings a session to the set-up of a lesson's step.
#pragma once
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "collide/param.hpp"
#include "lab/lessons/lesson.hpp"
#include "session/command.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Whether the window's parameter of this key is the user's own choice (theme, grid, legend), which
/// no lesson sets.
bool is_personal(std::string_view key);

/// The commands that bring a session and window to the set-up. Every parameter of the session, and
/// of `view` (the window's overlays), gets the value from the set-up or its scene file, else its
/// default; those that are `is_personal` stay. Fails for names of parameters and images that do not
/// exist, and for values out of range.
Result<std::vector<Command>> setup_commands(const LessonSetup& setup, const Session& session,
                                            const ParamGroup& view);

/// Checks that a lesson can be played through. Fails, with a text such as "step 2, goal: ...", when
/// a set-up is refused, a condition names something unknown, or a goal is fulfilled at once (which
/// is not tried beyond 3,000 sprites). Session and view are left as the last checked step sets them
/// up.
Status check_lesson(const Lesson& lesson, Session& session, ParamView view);

}  // namespace phasebox
