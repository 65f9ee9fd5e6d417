// SPDX-License-Identifier: MIT
// Opening the window, and what it finds on this machine.
#pragma once
#include <vector>

#include "cli/command_line.hpp"

namespace phasebox {

/// For `phasebox doctor`: screens, OpenGL, fonts, settings. Opens a hidden window.
std::vector<cli::Finding> findings_of_window();

/// Runs the window; returns the exit code (0 done, 2 bad options, 1 our failure).
int open_window(const cli::LaunchOptions& options);

}  // namespace phasebox
