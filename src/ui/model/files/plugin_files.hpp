// SPDX-License-Identifier: MIT
// Plug-ins in the window: loaded and chosen, and loaded again while the scene goes on.
#pragma once
#include <filesystem>

namespace phasebox {

struct ApplicationModel;

/// Loads a plug-in and chooses its broadphase; one that is loaded already is loaded again.
void open_plugin(ApplicationModel& model, const std::filesystem::path& file);
/// Loads all of them again. What cannot be loaded leaves the one before at work.
void reload_plugins(ApplicationModel& model);

}  // namespace phasebox
