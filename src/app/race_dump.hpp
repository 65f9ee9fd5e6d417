// SPDX-License-Identifier: MIT
// The live race as JSON, for the tests that drive the window.
#pragma once
#include <nlohmann/json.hpp>

#include "lab/race/live_race.hpp"

namespace phasebox {

nlohmann::json race_of(const LiveRace& race);

}  // namespace phasebox
