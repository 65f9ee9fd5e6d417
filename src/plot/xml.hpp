// SPDX-License-Identifier: MIT
// What all SVG and HTML texts share.
#pragma once
#include <string>
#include <string_view>

namespace phasebox {

/// For the text of an SVG or HTML file, or an attribute in double quotes.
std::string escaped_xml(std::string_view text);

/// The beginning of an SVG file, with a white ground; "</svg>" ends it. px.
std::string svg_begin(int width, int height);
/// The same for a picture inside an HTML page, on the page's ground; `title` is what a screen
/// reader says.
std::string svg_part(int width, int height, std::string_view title);

}  // namespace phasebox
