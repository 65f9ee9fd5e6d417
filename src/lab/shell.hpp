// SPDX-License-Identifier: MIT
// Commands as a shell reads them.
#pragma once
#include <string>
#include <string_view>

namespace phasebox {

/// A word that a POSIX shell takes for this text and nothing else; as it is where no quotes are
/// needed.
std::string shell_word(std::string_view text);

}  // namespace phasebox
