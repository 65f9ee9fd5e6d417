// SPDX-License-Identifier: MIT
// Opening the window.
#pragma once
#include "cli/command_line.hpp"

namespace phasebox {

/// Runs the window; returns the exit code (0 done, 2 bad options, 1 our failure).
int open_window(const cli::LaunchOptions& options);

}  // namespace phasebox
