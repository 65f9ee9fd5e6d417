// SPDX-License-Identifier: MIT
// Quotes words of command lines that the user copies from a report into a shell.
#pragma once
#include <string>
#include <string_view>

namespace phasebox {

/// `text` as one word for a POSIX shell, or on Windows for its shells; quoted only where needed.
std::string shell_word(std::string_view text);

}  // namespace phasebox
