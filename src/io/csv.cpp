// SPDX-License-Identifier: MIT
// Fields are views into the line; most lines have no quote, and are cut at their commas.
#include "io/csv.hpp"

namespace phasebox {
namespace {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Where the quote of a field that begins with one is closed; doubled quotes are part of the text.
std::size_t closing_quote(std::string_view field) {
  for (std::size_t at = 1;; at += 2) {
    at = field.find('"', at);
    if (at == std::string_view::npos || !field.substr(at + 1).starts_with('"')) return at;
  }
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool split_fields(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  for (;;) {
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    std::size_t begin = 0;
    if (line.starts_with('"')) {
      const std::size_t close = closing_quote(line);
      if (close == std::string_view::npos) return false;
      fields.push_back(trimmed(line.substr(1, close - 1)));
      begin = close + 1;
    }
    const std::size_t comma = line.find(',', begin);
    const std::string_view text = trimmed(line.substr(begin, comma - begin));
    if (begin == 0)
      fields.push_back(text);
    else if (!text.empty())
      return false;
    if (comma == std::string_view::npos) return true;
    line.remove_prefix(comma + 1);
  }
}

}  // namespace phasebox
