// SPDX-License-Identifier: MIT
// What a window finds on this machine, for `phasebox doctor`.
#pragma once
#include <vector>

#include "cli/doctor.hpp"

namespace phasebox {

/// Screens, OpenGL, the time to a first picture, fonts, settings. Opens a hidden window.
std::vector<Finding> findings_of_window();

}  // namespace phasebox
