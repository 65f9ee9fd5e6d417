// SPDX-License-Identifier: MIT
// The JSON that Phasebox reads and writes: keys in order, numbers as float32.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.hpp"
#include "collide/param.hpp"

namespace phasebox {

/// float32 in and out without a detour over double, so that the shortest text that stands for a
/// float comes back as that float. Whole numbers are 64 bits wide.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool,
                                  std::int64_t, std::uint64_t, float>;

/// What JSON of a file may be: reading, copying and writing it call themselves for each level, and
/// an object is searched key by key.
inline constexpr std::size_t kMaxJsonDepth = 64, kMaxJsonKeys = 10'000;
/// Bytes of a window's settings file.
inline constexpr std::uint64_t kMaxSettingsFile = std::uint64_t{1} << 20;
/// Refuses text that is nested deeper, or has an object with more keys, as `file:line: what`. Of
/// text that is no JSON it may say nothing. O(bytes), before anything is made of it.
Status check_json(std::string_view text, std::string_view file_name);

/// A parameter's value as JSON: flags as booleans, choices by name.
Json param_json(const Param& row, double value);

/// One line of JSON; bytes that are no UTF-8 (file names can hold any) become U+FFFD.
std::string json_text(const Json& json);

}  // namespace phasebox
