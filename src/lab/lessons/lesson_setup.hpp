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

/// Whether a parameter of "view" belongs to the user (theme, grid, legend), so that no lesson sets
/// it.
bool is_personal(std::string_view key);

/// The commands that bring a session to the set-up. Every parameter, and every overlay of "view",
/// gets the set-up's value or its default; theme, grid and legend are left alone. Fails for names
/// unknown to the session.
Result<std::vector<Command>> setup_commands(const LessonSetup& setup, const Session& session,
                                            const ParamGroup& view);

/// Checks that a lesson can be played through. Fails, as "step 2, goal: what", when a set-up is
/// refused, a condition names something unknown, or a goal is fulfilled at once. Leaves session and
/// view as the last step sets them up.
Status check_lesson(const Lesson& lesson, Session& session, ParamView view);

}  // namespace phasebox
