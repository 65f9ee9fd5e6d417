// SPDX-License-Identifier: MIT
// The studies' part of the state that tests see.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "ui/model/application_model.hpp"

namespace phasebox {

nlohmann::json oracle_dump(const ApplicationModel& model);
nlohmann::json why_dump(const ApplicationModel& model);
nlohmann::json accuracy_dump(const ApplicationModel& model);
nlohmann::json energy_dump(const ApplicationModel& model);
nlohmann::json lessons_dump(const ApplicationModel& model);

}  // namespace phasebox
