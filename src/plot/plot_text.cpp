// SPDX-License-Identifier: MIT
// Text that is wrapped, escaped and quoted.
#include "plot/plot_text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace phasebox {
namespace {

bool continues_letter(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

/// Bytes of the first `n` letters.
std::size_t prefix(std::string_view text, std::size_t n) {
  std::size_t at = 0;
  for (; at < text.size() && n > 0; --n) do
      ++at;
    while (at < text.size() && continues_letter(text[at]));
  return at;
}

std::string begin(int width, int height, std::string_view more) {
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='DejaVu Sans, Helvetica, Arial, sans-serif' font-size='13'{2}>\n",
      width, height, more);
}

}  // namespace

std::size_t letters(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_letter));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  const std::size_t room = std::max<std::size_t>(columns, 1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!lines.empty() && letters(lines.back()) + 1 + letters(word) <= room) {
      lines.back().append(1, ' ').append(word);
      continue;
    }
    for (; letters(word) > room; word.remove_prefix(prefix(word, room)))
      lines.emplace_back(word.substr(0, prefix(word, room)));
    if (!word.empty()) lines.emplace_back(word);
  }
  return lines;
}

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

std::string svg_begin(int width, int height) {
  return begin(width, height, "") + "<rect width='100%' height='100%' fill='white'/>\n";
}

std::string svg_part(int width, int height, std::string_view title) {
  return begin(width, height, fmt::format(" role='img' aria-label=\"{}\"", escaped_xml(title)));
}

}  // namespace phasebox
