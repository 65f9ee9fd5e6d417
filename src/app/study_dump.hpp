// SPDX-License-Identifier: MIT
// The studies' part of the state that tests see.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "app/desk.hpp"

namespace phasebox {

nlohmann::json oracle_dump(const Desk& desk);
nlohmann::json why_dump(const Desk& desk);
nlohmann::json accuracy_dump(const Desk& desk);
nlohmann::json energy_dump(const Desk& desk);

}  // namespace phasebox
