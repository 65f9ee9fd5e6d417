// SPDX-License-Identifier: MIT
// Texts of errors, whatever they quote.
#include "base/result.hpp"

#include "base/text.hpp"

namespace phasebox {
std::string one_line(std::string text) {
  if (!is_printable(text)) text = printable(text);
  if (text.size() <= kMaxErrorText) return text;
  // The remedy stands at the end.
  constexpr std::string_view kLeftOut = " ... ";
  std::size_t begin = kMaxErrorText / 2, end = text.size() - (kMaxErrorText / 2 - kLeftOut.size());
  while (begin > 0 && continues_letter(text[begin])) --begin;
  while (end < text.size() && continues_letter(text[end])) ++end;
  return text.replace(begin, end - begin, kLeftOut);
}

}  // namespace phasebox
