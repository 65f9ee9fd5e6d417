// SPDX-License-Identifier: MIT
// Words of command lines that the reader copies into a shell.
#pragma once
#include <string>
#include <string_view>

namespace phasebox {

/// `text` as one word of a POSIX shell, quoted only where needed.
std::string shell_word(std::string_view text);

}  // namespace phasebox
