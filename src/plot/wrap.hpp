// SPDX-License-Identifier: MIT
// Lines of text for pictures, which break none themselves.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace phasebox {

/// The words of a text in lines of at most so many letters; a longer word is divided. No line for
/// no text.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// Letters of a UTF-8 text: "µs" has two.
std::size_t letters(std::string_view text);

}  // namespace phasebox
