// SPDX-License-Identifier: MIT
// Numbers as a user reads them.
#include "ui/format.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace phasebox {

std::string thousands(std::uint64_t n) {
  const std::string digits = std::to_string(n);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string brief(std::uint64_t n) {
  return n < 10'000'000 ? thousands(n) : fmt::format("{:.1f} M", static_cast<double>(n) / 1e6);
}

std::string duration(double ms) {
  if (ms >= 99.995) return thousands(static_cast<std::uint64_t>(std::round(ms))) + " ms";
  if (ms >= 0.0995) return fmt::format("{:.2f} ms", ms);
  const double us = std::max(0.0, ms * 1000);
  return us >= 9.95 || us == 0 ? fmt::format("{:.0f} µs", us) : fmt::format("{:.1f} µs", us);
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  if (part == 0 || whole == 0) return "0 %";
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  return percent < 0.1 ? "< 0.1 %" : fmt::format("{:.1f} %", percent);
}

std::string counted(std::uint64_t n, std::string_view singular) {
  return fmt::format("{} {}{}", thousands(n), singular, n == 1 ? "" : "s");
}

std::string rate(double per_second) { return fmt::format("{:.0f}/s", per_second); }

std::string unit_of(std::string_view unit, double value) {
  const bool is_plural =
      unit.size() > 2 && unit.ends_with('s') && unit.find('/') == std::string_view::npos;
  return std::string(is_plural && value == 1 ? unit.substr(0, unit.size() - 1) : unit);
}

std::string spaced(std::string_view key) {
  std::string words(key);
  std::replace(words.begin(), words.end(), '-', ' ');
  return words;
}

}  // namespace phasebox
