// SPDX-License-Identifier: MIT
// Names that commands had in an earlier version; the program still understands them.
#pragma once
#include <span>

namespace phasebox::cli {

/// Replaces the former name of a command by the present one (`cliffs`, up to version 0.1, by
/// `scaling`). `words` are those behind the program's name. A former name counts only where a
/// command may stand, which is the first word behind all --plugin options.
void rename_former_command(std::span<char*> words);

}  // namespace phasebox::cli
