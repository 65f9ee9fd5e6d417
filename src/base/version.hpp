// SPDX-License-Identifier: MIT
// The version of Phasebox. The build, the package and the reports take it from this file.
#pragma once
#include <string_view>

namespace phasebox {

inline constexpr std::string_view kVersion = "0.2.0";

}  // namespace phasebox
