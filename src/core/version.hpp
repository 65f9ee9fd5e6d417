// SPDX-License-Identifier: MIT
// The version of Phasebox.
#pragma once
#include <string_view>

namespace phasebox {

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace phasebox
