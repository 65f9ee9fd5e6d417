// SPDX-License-Identifier: MIT
// Numbers as remarks write them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace phasebox {

/// "1,234,567".
inline std::string grouped(std::uint64_t n) {
  const std::string digits = std::to_string(n);
  std::string text;
  for (std::size_t at = 0; at < digits.size(); ++at) {
    if (at > 0 && (digits.size() - at) % 3 == 0) text += ',';
    text += digits[at];
  }
  return text;
}

/// Not negative, below 1e15; with `digits` digits after the point: "0.21".
inline std::string rounded(double value, int digits) {
  std::uint64_t unit = 1;
  for (int k = 0; k < digits; ++k) unit *= 10;
  const auto whole = static_cast<std::uint64_t>(value * static_cast<double>(unit) + 0.5);
  std::string text = std::to_string(whole / unit);
  if (digits == 0) return text;
  const std::string part = std::to_string(whole % unit);
  text += '.';
  text.append(static_cast<std::size_t>(digits) - part.size(), '0');
  return text + part;
}

/// "1 swap", "1,234 swaps".
inline std::string counted(std::uint64_t n, const char* noun) {
  return grouped(n) + " " + noun + (n == 1 ? "" : "s");
}

}  // namespace phasebox
