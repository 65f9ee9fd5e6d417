// SPDX-License-Identifier: MIT
// Reads the tables of assets/languages, which hold the program's texts in other languages.
#pragma once
#include <string_view>

#include "base/result.hpp"
#include "base/sentence.hpp"

namespace phasebox {

/// Reads a table: an object whose members "texts" and "composed" hold the rows, an id and its
/// translation each. Refuses a table without these members, and a row that is not a text.
Result<TextTable> parse_texts(std::string_view json);

/// Returns the table of Chinese texts that was built into the program. The first call reads it.
const TextTable& chinese_texts();

}  // namespace phasebox
