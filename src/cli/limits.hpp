// SPDX-License-Identifier: MIT
// `phasebox list limits`: how much of everything there may be.
#pragma once
#include <string>

#include "io/archive/json.hpp"

namespace phasebox {

std::string limits_text();
/// An object for each.
Json limits_json();

}  // namespace phasebox
