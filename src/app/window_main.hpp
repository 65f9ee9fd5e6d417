// SPDX-License-Identifier: MIT
// Opens the window of the desktop program.
#pragma once
#include "cli/command_line.hpp"

namespace phasebox {

/// Runs the window until the user quits. Returns the exit code: 0 done, 2 bad options, 1 our
/// failure.
int open_window(const cli::LaunchOptions& options);

}  // namespace phasebox
