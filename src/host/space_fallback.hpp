// SPDX-License-Identifier: MIT
// Switches the 3D view off where the graphics cannot show it.
#pragma once
#include <memory>

#include "ui/model/application_model.hpp"
#include "view/gl/space_renderer.hpp"

namespace phasebox {

/// Makes the renderer of the 3D view, which multisamples unless `is_software` says that no graphics
/// card draws. If the driver refuses it, switches the 3D view off in the model with a warning, so
/// that the field alone is drawn, and returns null. The window's OpenGL context must be current.
std::unique_ptr<SpaceRenderer> space_renderer_or_2d(ui::ApplicationModel& model, bool is_software);

}  // namespace phasebox
