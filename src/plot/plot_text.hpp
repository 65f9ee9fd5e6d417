// SPDX-License-Identifier: MIT
// Text in pictures and tables: wrapped and escaped.
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

/// For the text of an SVG or HTML file, or an attribute in double quotes.
std::string escaped_xml(std::string_view text);

/// The beginning of an SVG file, with a white ground; "</svg>" ends it. px.
std::string svg_begin(int width, int height);
/// The same for a picture inside an HTML page, on the page's ground; `title` is what a screen
/// reader says.
std::string svg_part(int width, int height, std::string_view title);

}  // namespace phasebox
