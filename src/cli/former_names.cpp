// SPDX-License-Identifier: MIT
// Names that commands had in an earlier version.
#include "cli/former_names.hpp"

#include <cstddef>
#include <string_view>

namespace phasebox::cli {

void rename_former_command(std::span<char*> words) {
  static char scaling[] = "scaling";
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::string_view word = words[k];
    if (word == "cliffs") words[k] = scaling;
    if (word == "--plugin")
      ++k;
    else if (!word.starts_with("--plugin="))
      return;
  }
}

}  // namespace phasebox::cli
