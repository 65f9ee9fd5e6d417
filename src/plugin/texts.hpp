// SPDX-License-Identifier: MIT
// Texts that come from a plug-in: what may be shown, stored and printed.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace phasebox::plugin {

/// The text without its end; nothing where it is longer, and then no further is looked.
std::optional<std::string> text_within(const char* text, std::size_t longest);
/// Words of lower case letters and digits with single hyphens between them.
bool is_kebab_case(std::string_view text);
/// UTF-8 without control characters.
bool is_printable(std::string_view text);
/// What can be shown of it: one line of UTF-8, 400 bytes at most, '?' for each other byte.
std::string shown_line(const char* text);

}  // namespace phasebox::plugin
