// SPDX-License-Identifier: MIT
// Former names of commands, which are understood for one more version.
#pragma once
#include <span>

namespace phasebox::cli {

/// Replaces the former name of a command by the present one (`cliffs`, up to version 0.1, by
/// `scaling`). `words` are those behind the program's name. A former name counts only where a
/// command may stand, which is the first word behind all --plugin options.
void rename_former_command(std::span<char*> words);

}  // namespace phasebox::cli
