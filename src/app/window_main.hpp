// SPDX-License-Identifier: MIT
// Opens the window of the desktop program.
#pragma once
#include "cli/command_line.hpp"

namespace phasebox {

/// Opens the window and runs it until the user quits or a signal ends it. Returns the exit code of
/// the program: 0 if it has run; 2 if an option or a file given by one is bad; 1 if the window or
/// OpenGL cannot be started.
int open_window(const cli::LaunchOptions& options);

}  // namespace phasebox
