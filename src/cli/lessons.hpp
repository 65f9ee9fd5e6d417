// SPDX-License-Identifier: MIT
// The lessons that were built into the program.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "io/archive/json.hpp"
#include "lab/lessons/lesson.hpp"

namespace phasebox {

/// Those of assets/lessons, in teaching order; an error is a fault of this program.
Result<std::vector<Lesson>> builtin_lessons();
/// Titles and steps, in English; for `phasebox list lessons`.
std::string lessons_text(std::span<const Lesson> lessons);
/// An array with everything, in every language.
Json lessons_json(std::span<const Lesson> lessons);

}  // namespace phasebox
