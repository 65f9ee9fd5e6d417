// SPDX-License-Identifier: MIT
// The X-ray and the frames that are kept, for programs that drive the window.
#pragma once
#include <nlohmann/json.hpp>

#include "ui/model/application_model.hpp"

namespace phasebox {

/// Null while no frame is frozen.
nlohmann::json xray_of(const ApplicationModel& model);
/// How many frames there are to go back to, and to which step they begin.
nlohmann::json past_of(const Session& session);

}  // namespace phasebox
