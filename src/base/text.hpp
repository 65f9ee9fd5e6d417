// SPDX-License-Identifier: MIT
// Functions for small texts: reading numbers, splitting, quoting, comparing.
#pragma once
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

namespace phasebox {

/// Reads the whole text as a decimal number of that type; nothing if it is anything else, or out of
/// range for a whole number. With std::from_chars, "inf" and "nan" are floats, too.
template <class T>
std::optional<T> read_number(std::string_view text) {
  T value{};
#ifndef __cpp_lib_to_chars  // libc++ 19 reads no floats by std::from_chars
  if constexpr (std::is_floating_point_v<T>) {
    const std::string copy(text);  // WebAssembly, where this is used, sets no locale
    char* end = nullptr;
    value = static_cast<T>(std::strtod(copy.c_str(), &end));
    const bool is_decimal = text.find_first_not_of("+-.0123456789eE") == text.npos;
    if (copy.empty() || !is_decimal || end != copy.c_str() + copy.size()) return {};
    return value;
  } else
#endif
  {
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc{} || end != text.data() + text.size()) return {};
    return value;
  }
}

/// Returns the beginning of the text up to the first `end`, and removes it from the text together
/// with that `end`. Takes all of the text where there is no `end`.
inline std::string_view take_until(std::string_view& text, char end) {
  const std::string_view taken = text.substr(0, text.find(end));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

/// The parts between separators, empty ones too, so at least one. They refer to the text's memory.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Whether a byte is a second, third or fourth byte of a character in UTF-8.
constexpr bool continues_letter(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

/// The number of bytes, 1 to 4, of the UTF-8 character that begins at `at`, an index below the
/// size; 0 for a control character and for bytes that are no UTF-8.
std::size_t letter_bytes(std::string_view text, std::size_t at);
/// Whether the text is UTF-8 without control characters other than those in `kept`.
bool is_printable(std::string_view text, std::string_view kept = {});
/// The text with '?' in place of each control character that is not in `kept`, of each sequence
/// that is no UTF-8, and of each character of more than `longest` bytes.
std::string printable(std::string_view text, std::string_view kept = {}, std::size_t longest = 4);

/// The text with a to z for A to Z, whatever the locale. Other letters stay.
std::string lower(std::string_view text);

/// The text as a cell of a CSV file (RFC 4180): in double quotes, with inner ones doubled, if it
/// has a comma, a double quote or a line end.
std::string csv_cell(std::string_view text);

/// The number of bytes to change, add, leave out or exchange with their neighbors to turn one word
/// into the other, for "did you mean" (V. Levenshtein, 1965; exchanged neighbors: F. Damerau,
/// 1964). O(length of a x length of b).
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace phasebox
