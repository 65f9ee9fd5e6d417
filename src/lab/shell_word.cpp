// SPDX-License-Identifier: MIT
// Quotes words for POSIX shells and those of Windows.
#include "lab/shell_word.hpp"

#include <filesystem>

namespace phasebox {

// Quotes with single quotes, which keep every character but themselves (POSIX.1-2017, Shell Command
// Language, 2.2.2).
std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(text);
  // Both shells of Windows accept double quotes, which no Windows file name contains.
  if constexpr (std::filesystem::path::preferred_separator == '\\')
    return '"' + std::string(text) + '"';
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace phasebox
