// SPDX-License-Identifier: MIT
// Standard output, for people and for pipes.
#pragma once
#include <string>
#include <string_view>

#include "cli/cli.hpp"

namespace phasebox {

/// Writes to standard output; the result is the exit code. A reader that has gone is no error.
int print(std::string_view text);

/// The file that a command reads because of these options: a scene's or a recording's; empty where
/// they name none.
std::string input_file(const LaunchOptions& launch);

}  // namespace phasebox
