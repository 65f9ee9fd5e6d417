// SPDX-License-Identifier: MIT
// The JSON that Phasebox reads and writes: keys in order, numbers as float32.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "collide/param.hpp"

namespace phasebox {

/// float32 in and out without a detour over double, so that the shortest text that stands for a
/// float comes back as that float. Whole numbers are 64 bits wide.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                  std::int64_t, std::uint64_t, float>;

/// A parameter's value as JSON: flags as booleans, choices by name.
Json param_json(const Param& row, double value);

/// One line of JSON; bytes that are no UTF-8 (file names can hold any) become U+FFFD.
std::string json_text(const Json& json);

}  // namespace phasebox
