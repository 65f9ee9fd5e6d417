// SPDX-License-Identifier: MIT
// Numbers, units and plurals as a user reads them.
#include "base/number_format.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace phasebox {

std::string grouped(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string grouped_whole(double value) {
  const auto whole = static_cast<std::uint64_t>(std::round(std::abs(value)));
  return (value < 0 && whole > 0 ? "-" : "") + grouped(whole);
}

std::string brief(std::uint64_t n) {
  return n < 10'000'000 ? grouped(n) : rounded(static_cast<double>(n) / 1e6, 1) + " M";
}

std::string rounded(double value, int digits) {
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

double significant(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - digits + 1);
  return std::round(value / unit) * unit;
}

std::string duration(double ms) {
  if (ms >= 99.995) return grouped_whole(ms) + " ms";
  if (ms >= 0.0995) return rounded(ms, 2) + " ms";
  return duration(ms, ms);
}

std::string duration(double ms, double longest) {
  if (longest >= 9.995) return rounded(std::max(0.0, ms), 2) + " ms";
  const double us = std::max(0.0, ms * 1000);
  return (us >= 9.95 || us == 0 ? grouped_whole(us) : rounded(us, 1)) + " µs";
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  if (part == 0 || whole == 0) return "0 %";
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  return percent < 0.1 ? "< 0.1 %" : rounded(percent, 1) + " %";
}

Sentence counted(std::uint64_t n, std::string_view singular) {
  std::string id = "{} ";
  id += singular;
  if (n != 1) id += singular.ends_with('x') ? "es" : "s";
  return {std::move(id), {Sentence::as_is(grouped(n))}};
}

Sentence counted_whole(double n, std::string_view singular) {
  return counted(static_cast<std::uint64_t>(std::round(n)), singular);
}

Sentence rate(double per_second) {
  return {"{}/s", {Sentence::as_is(rounded(std::max(per_second, 0.0), 0))}};
}

std::string spaced(std::string_view key) {
  std::string text(key);
  std::ranges::replace(text, '-', ' ');
  return text;
}

std::string unit_of(std::string_view unit, double value) {
  const bool is_plural =
      unit.size() > 2 && unit.ends_with('s') && unit.find('/') == std::string_view::npos;
  return std::string(is_plural && value == 1 ? unit.substr(0, unit.size() - 1) : unit);
}

}  // namespace phasebox
