// SPDX-License-Identifier: MIT
// Texts of errors, whatever they quote.
#include "base/result.hpp"

#include <algorithm>

namespace phasebox {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }
// Of a character in UTF-8, which is not to be cut.
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string one_line(std::string text) {
  std::ranges::replace_if(text, is_control, '?');
  if (text.size() <= kMaxErrorText) return text;
  // The remedy stands at the end.
  constexpr std::string_view kLeftOut = " ... ";
  std::size_t begin = kMaxErrorText / 2, end = text.size() - (kMaxErrorText / 2 - kLeftOut.size());
  while (begin > 0 && is_continuation(text[begin])) --begin;
  while (end < text.size() && is_continuation(text[end])) ++end;
  return text.replace(begin, end - begin, kLeftOut);
}

}  // namespace phasebox
