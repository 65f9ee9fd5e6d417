// SPDX-License-Identifier: MIT
// What a window finds on this machine, for `phasebox doctor`.
#pragma once
#include <vector>

#include "cli/findings.hpp"

namespace phasebox {

class GlWindow;
class Renderer;

/// Screens, OpenGL, the time to a first picture, fonts, settings. Opens a hidden window.
std::vector<Finding> findings_of_window();
/// The same of a window that is open, without the time.
std::vector<Finding> findings_of(const GlWindow&, const Renderer&);

}  // namespace phasebox
