// SPDX-License-Identifier: MIT
// Three bytes are four letters; strict about everything else.
#include "io/base64.hpp"

#include <array>
#include <cstdint>

namespace phasebox {
namespace {

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::uint32_t kNoLetter = 64;
constexpr auto kValues = [] {
  std::array<std::uint32_t, 256> values{};
  values.fill(kNoLetter);
  for (std::uint32_t i = 0; i < 64; ++i) values[static_cast<unsigned char>(kLetters[i])] = i;
  return values;
}();

std::uint32_t byte_at(std::string_view bytes, std::size_t i) {
  return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0;
}

}  // namespace

std::string encode_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t word =
        byte_at(bytes, i) << 16 | byte_at(bytes, i + 1) << 8 | byte_at(bytes, i + 2);
    for (std::uint32_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? kLetters[word >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return {};
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t word = 0;
    for (std::size_t k = i; k < i + 4; ++k) {
      const bool is_padding = k >= text.size() - padding;
      const std::uint32_t value = is_padding ? 0 : kValues[static_cast<unsigned char>(text[k])];
      if (value == kNoLetter) return {};
      word = word << 6 | value;
    }
    for (const int shift : {16, 8, 0}) bytes += static_cast<char>(word >> shift & 0xFF);
  }
  // Bits that the padding cuts off are 0 in anything that an encoder wrote.
  for (; padding > 0; --padding) {
    if (bytes.back() != 0) return {};
    bytes.pop_back();
  }
  return bytes;
}

}  // namespace phasebox
