// SPDX-License-Identifier: MIT
// The 3D view's part of the state dump.
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace phasebox {

struct ApplicationModel;

/// Eye, pane, and where the middle of every solid's top is on the screen; null while it is off.
nlohmann::json space_state(const ApplicationModel& model);

}  // namespace phasebox
