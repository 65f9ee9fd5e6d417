// SPDX-License-Identifier: MIT
// What every tool with long work shows: start or cancel, how far it is, how long it will take.
#pragma once
#include <string>

#include "lab/job.hpp"
#include "ui/widgets.hpp"

namespace phasebox {

enum class Pressed : std::uint8_t { nothing, start, cancel };

/// "Start" or "Cancel", remembered as "<name>.start" and "<name>.cancel".
Pressed start_button(const Job& job, const char* name, const char* hint, Chrome& chrome);
/// A bar with percent, what is being done and the estimate; a quiet line when nothing runs.
void progress_bar(const Job& job, float width, const Theme& colours);

}  // namespace phasebox
