// SPDX-License-Identifier: MIT
// What every tool with long work shows: start or cancel, how far it is, how long it will take.
#pragma once
#include <string>

#include "lab/background_study.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {

enum class Pressed : std::uint8_t { nothing, start, cancel };

/// "Start" or "Cancel", remembered as "<name>.start" and "<name>.cancel".
Pressed start_button(const BackgroundWork& job, const char* name, const char* hint, UiState& ui);
/// Percent, estimate and what is being done, beside the widget before where there is room; a quiet
/// word when nothing runs, nothing before the first start.
void progress_bar(const BackgroundWork& job, const Theme& colors);

/// Says what a result is about, and that this has changed since when it has.
void say_subject(const char* what, const std::string& measured, const std::string& now,
                 const Theme& colors);

}  // namespace phasebox
