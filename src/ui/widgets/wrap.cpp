// SPDX-License-Identifier: MIT
// Lines of a text that fit a width, also where a script has no blanks.
#include "ui/widgets/wrap.hpp"

#include <cstddef>
#include <cstdint>

namespace phasebox {
namespace {

constexpr std::u32string_view kClosing = U"，。、：；！？）》」』】”’…,.;:!?)";
constexpr std::u32string_view kOpening = U"（《「『【“‘(";

struct Letter {
  char32_t code;
  std::size_t bytes;
};

// The letter that begins there; a broken byte counts as one letter.
Letter letter_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  const std::size_t bytes = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (first < 0x80 || first < 0xC0 || at + bytes > text.size()) return {first, 1};
  char32_t code = first & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) code = code << 6 | (byte(at + i) & 0x3Fu);
  return {code, bytes};
}

// Ideographs, their marks, and full-width forms.
bool is_chinese(char32_t c) {
  return (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0xFF00 && c <= 0xFFEF);
}

bool may_break(char32_t before, char32_t after) {
  if (before == U' ') return after != U' ';
  if (!is_chinese(before) && !is_chinese(after)) return false;
  return kClosing.find(after) == kClosing.npos && kOpening.find(before) == kOpening.npos &&
         after != U' ';
}

// Where the piece that begins at `at` ends: the next place to break.
std::size_t end_of_piece(std::string_view text, std::size_t at) {
  Letter letter = letter_at(text, at);
  for (at += letter.bytes; at < text.size(); at += letter.bytes) {
    const Letter next = letter_at(text, at);
    if (may_break(letter.code, next.code)) return at;
    letter = next;
  }
  return text.size();
}

std::string_view trimmed(std::string_view line) {
  while (line.ends_with(' ')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::vector<std::string_view> wrap_text(std::string_view text, float width,
                                        const std::function<float(std::string_view)>& measure) {
  std::vector<std::string_view> lines;
  std::size_t begin = 0, end = 0;
  while (end < text.size()) {
    const std::size_t next = end_of_piece(text, end);
    const bool fits = measure(trimmed(text.substr(begin, next - begin))) <= width;
    if (!fits && end > begin) {
      lines.push_back(trimmed(text.substr(begin, end - begin)));
      begin = end;
    } else {
      end = next;
    }
  }
  if (begin < end) lines.push_back(trimmed(text.substr(begin, end - begin)));
  return lines;
}

}  // namespace phasebox
