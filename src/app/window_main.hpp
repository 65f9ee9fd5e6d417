// SPDX-License-Identifier: MIT
// Opening the window, and what it finds on this machine, for `phasebox doctor`.
#pragma once
#include <vector>

#include "cli/command_line.hpp"
#include "cli/findings.hpp"

namespace phasebox {

// What a window finds on this machine, for `phasebox doctor`.

class GlWindow;
class Renderer;

/// Screens, OpenGL, the time to a first picture, fonts, settings. Opens a hidden window.
std::vector<cli::Finding> findings_of_window();
/// The same of a window that is open, without the time.
std::vector<cli::Finding> findings_of(const GlWindow&, const Renderer&);

// Opening the window.

/// Runs the window until it is closed; returns the exit code (0 done, 2 bad options, 1 our
/// failure).
int open_window(const cli::LaunchOptions& options);

}  // namespace phasebox
