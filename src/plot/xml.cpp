// SPDX-License-Identifier: MIT
// Characters that mean something, and the frame of a picture.
#include "plot/xml.hpp"

#include <fmt/format.h>

namespace phasebox {

std::string escaped_xml(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  return out;
}

namespace {

std::string begin(int width, int height, std::string_view more) {
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='DejaVu Sans, Helvetica, Arial, sans-serif' font-size='13'{2}>\n",
      width, height, more);
}

}  // namespace

std::string svg_begin(int width, int height) {
  return begin(width, height, "") + "<rect width='100%' height='100%' fill='white'/>\n";
}

std::string svg_part(int width, int height, std::string_view title) {
  return begin(width, height, fmt::format(" role='img' aria-label=\"{}\"", escaped_xml(title)));
}

}  // namespace phasebox
