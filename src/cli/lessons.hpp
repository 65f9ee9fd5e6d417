// SPDX-License-Identifier: MIT
// The lessons that were built into the program.
#pragma once
#include <vector>

#include "base/result.hpp"
#include "lab/lessons.hpp"

namespace phasebox::cli {

/// Those of assets/lessons, in teaching order; an error is a fault of this program.
Result<std::vector<Lesson>> builtin_lessons();

}  // namespace phasebox::cli
