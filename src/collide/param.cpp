// SPDX-License-Identifier: MIT
// Writes and reads parameter values as text, and checks them for all callers.
#include "collide/param.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/text.hpp"

namespace phasebox {
namespace {

std::string join(std::span<const std::string_view> names, std::string_view last_separator) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text.append(i + 1 == names.size() ? last_separator : ", ");
    text.append(names[i]);
  }
  return text;
}

Error refused(const Param& row, std::string_view given) {
  return {std::string(row.key) + ": '" + std::string(given) + "' is not " + describe_range(row)};
}

}  // namespace

// Real parameters are stored as floats, so the shortest text that reads back as the same float is
// what the user gave.
std::string number_text(double value) {
  char text[64];
  const auto fits = !(std::abs(value) > static_cast<double>(std::numeric_limits<float>::max())) ||
                    std::isinf(value);
  const auto whole = std::floor(value) == value && std::abs(value) < 1e15;
  const auto end = whole  ? std::to_chars(text, text + sizeof text, static_cast<long long>(value))
                   : fits ? std::to_chars(text, text + sizeof text, static_cast<float>(value))
                          : std::to_chars(text, text + sizeof text, value);
  return {text, end.ptr};
}

const Param* find_param(std::span<const Param> rows, std::string_view key) {
  const auto it = std::ranges::find(rows, key, &Param::key);
  return it == rows.end() ? nullptr : &*it;
}

std::string format_value(const Param& row, double value) {
  switch (row.kind) {
    case Param::Kind::flag: return value != 0 ? "on" : "off";
    case Param::Kind::choice: return std::string(row.choices[static_cast<std::size_t>(value)]);
    case Param::Kind::real:
    case Param::Kind::integer: break;
  }
  return number_text(value);
}

std::string value_text(const Param& row, double value) {
  return value == 0 && !row.zero.empty() ? std::string(row.zero) : format_value(row, value);
}

Result<double> parse_value(const Param& row, std::string_view text) {
  if (!row.zero.empty() && text == row.zero) return 0.0;
  if (row.kind == Param::Kind::flag) {
    if (text == "on" || text == "true" || text == "1") return 1.0;
    if (text == "off" || text == "false" || text == "0") return 0.0;
    return refused(row, text);
  }
  if (row.kind == Param::Kind::choice) {
    const auto it = std::ranges::find(row.choices, text);
    if (it == row.choices.end()) return refused(row, text);
    return static_cast<double>(it - row.choices.begin());
  }
  const std::optional<double> value = read_number<double>(text);
  if (!value) return refused(row, text);
  if (check_value(row, *value).failed()) return refused(row, text);
  return *value;
}

Status check_value(const Param& row, double value) {
  const bool in_range = std::isfinite(value) && value >= row.lo && value <= row.hi;
  const bool must_be_whole = row.kind != Param::Kind::real;
  if (in_range && !(must_be_whole && std::floor(value) != value)) return {};
  return refused(row, std::isfinite(value) ? number_text(value) : "not a finite number");
}

std::string describe_range(const Param& row) {
  if (row.kind == Param::Kind::flag) return "on or off";
  if (row.kind == Param::Kind::choice) return join(row.choices, " or ");
  std::string text = row.kind == Param::Kind::integer ? "a whole number from " : "a number from ";
  text += number_text(row.lo) + " to " + number_text(row.hi);
  if (!row.unit.empty()) text.append(" ").append(row.unit);
  return text;
}

}  // namespace phasebox
