// SPDX-License-Identifier: MIT
// Standard output, for people and for pipes.
#pragma once
#include <string_view>

namespace phasebox {

/// Writes to standard output; the result is the exit code. A reader that has gone is no error.
int print(std::string_view text);

}  // namespace phasebox
