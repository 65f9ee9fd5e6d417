// SPDX-License-Identifier: MIT
// Splitting, quoting and comparing small texts.
#include "base/text.hpp"

#include <cstdint>
#include <numeric>
#include <utility>

#include "base/sentence.hpp"

namespace phasebox {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;; text.remove_prefix(parts.back().size() + 1)) {
    parts.push_back(text.substr(0, text.find(separator)));
    if (parts.back().size() == text.size()) return parts;
  }
}

std::size_t letter_bytes(std::string_view text, std::size_t at) {
  text.remove_prefix(at);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t n = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : 4;
  if (n > text.size() || (n == 4 && lead >> 3 != 30)) return 0;
  std::uint32_t code = n == 1 ? lead : lead & (0x7Fu >> n);
  for (std::size_t i = 1; i < n; ++i) {
    if (!continues_letter(text[i])) return 0;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  constexpr std::uint32_t kLeast[] = {
      0x20, 0xA0, 0x800, 0x10000};  // smallest code by length; 0x80 to 0x9F are controls
  const bool is_half = code >= 0xD800 && code < 0xE000;
  return code >= kLeast[n - 1] && code != 0x7F && code <= 0x10FFFF && !is_half ? n : 0;
}

bool is_printable(std::string_view text, std::string_view kept) {
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool is_plain = (c >= 0x20 && c < 0x7F) || kept.find(c) != kept.npos;
    const std::size_t n = is_plain ? 1 : letter_bytes(text, at);
    if (n == 0) return false;
    at += n;
  }
  return true;
}

std::string printable(std::string_view text, std::string_view kept, std::size_t longest) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t n = kept.find(text[at]) != kept.npos ? 1 : letter_bytes(text, at);
    shown += n == 0 || n > longest ? "?" : text.substr(at, n);
    at += std::max<std::size_t>(n, 1);
    // The remaining bytes of an unprintable letter are left out.
    while (n == 0 && at < text.size() && continues_letter(text[at])) ++at;
  }
  return shown;
}

std::string lower(std::string_view text) {
  std::string low(text);
  for (char& c : low)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return low;
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = above[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = std::min({change, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above.back();
}

std::string one_line(std::string text) {
  if (!is_printable(text)) text = printable(text);
  if (text.size() <= kMaxErrorText) return text;
  // The middle is cut out, because an error begins with what is wrong and ends with the remedy.
  constexpr std::string_view kLeftOut = " ... ";
  std::size_t begin = kMaxErrorText / 2, end = text.size() - (kMaxErrorText / 2 - kLeftOut.size());
  while (begin > 0 && continues_letter(text[begin])) --begin;
  while (end < text.size() && continues_letter(text[end])) ++end;
  return text.replace(begin, end - begin, kLeftOut);
}

Sentence Sentence::on_one_line() const {
  if (one_line(text_) == text_) return *this;
  Sentence all = changed(one_line);
  return all.text_.size() > kMaxErrorText ? as_is(one_line(all.text_)) : all;
}

}  // namespace phasebox
