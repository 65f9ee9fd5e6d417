// SPDX-License-Identifier: MIT
// Baked static boxes as files: JSON, and a C header with a query function.
#pragma once
#include <string>
#include <string_view>

#include "lab/bake/bake.hpp"

namespace phasebox {

/// As docs/file-formats.md says ("Baked static boxes").
std::string baked_json(const Baked& baked);

/// A header for C99 and C++: constant arrays, and a function that finds what overlaps a box. `name`
/// is what its names begin with, see `c_name`.
std::string baked_c(const Baked& baked, std::string_view name);

/// A file's name without its ending as the beginning of names in C: "level-1" is "level_1".
std::string c_name(std::string_view stem);

}  // namespace phasebox
