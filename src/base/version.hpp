// SPDX-License-Identifier: MIT
// The version of Phasebox; the build, the package and the reports read it here.
#pragma once
#include <string_view>

namespace phasebox {

inline constexpr std::string_view kVersion = "0.2.0";

}  // namespace phasebox
