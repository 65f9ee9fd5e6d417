// SPDX-License-Identifier: MIT
// UTF-8 byte by byte: a plug-in's text may be anything.
#include "plugin/texts.hpp"

#include <algorithm>

namespace phasebox::plugin {
namespace {

// How many bytes a character takes that begins there; 0 where UTF-8 has none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto follows = [&](std::size_t i) { return byte(i) >> 6 == 2; };
  if (byte(0) < 0x80) return byte(0) >= 0x20 && byte(0) != 0x7F ? 1 : 0;
  if (byte(0) >= 0xC2 && byte(0) < 0xE0) return follows(1) ? 2 : 0;
  if (byte(0) >> 4 == 0xE) {
    const bool is_long = byte(0) == 0xE0 && byte(1) < 0xA0,
               is_half = byte(0) == 0xED && byte(1) > 0x9F;
    return follows(1) && follows(2) && !is_long && !is_half ? 3 : 0;
  }
  if (byte(0) < 0xF0 || byte(0) > 0xF4) return 0;
  const bool is_long = byte(0) == 0xF0 && byte(1) < 0x90,
             is_beyond = byte(0) == 0xF4 && byte(1) > 0x8F;
  return follows(1) && follows(2) && follows(3) && !is_long && !is_beyond ? 4 : 0;
}

}  // namespace

std::optional<std::string> text_within(const char* text, std::size_t longest) {
  std::size_t length = 0;
  while (length <= longest && text[length] != '\0') ++length;
  if (length > longest) return {};
  return std::string(text, length);
}

bool is_kebab_case(std::string_view text) {
  const auto is_word = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  char before = '-';
  for (const char c : text) {
    if (!is_word(c) && (c != '-' || before == '-')) return false;
    before = c;
  }
  return before != '-';
}

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string shown_line(const char* text) {
  constexpr std::size_t kMax = 400;
  std::string line;
  if (!text) return line;
  std::size_t length = 0;
  while (length < kMax && text[length] != '\0') ++length;
  for (std::string_view rest(text, length); !rest.empty();) {
    const std::size_t bytes = character_length(rest);
    line += bytes == 0 ? std::string_view("?") : rest.substr(0, bytes);
    rest.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return line;
}

}  // namespace phasebox::plugin
