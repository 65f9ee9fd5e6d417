// SPDX-License-Identifier: MIT
// Writes and reads parameter values as text, and checks them for all callers.
#include "collide/param.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/number_format.hpp"
#include "base/text.hpp"

namespace phasebox {
namespace {

// Returns a list for the user: "cat", "cat or dog", "cat, dog or cow". There is at least one name.
Sentence one_of(std::span<const std::string_view> names) {
  if (names.size() == 1) return names[0];
  const std::vector<Sentence> first(names.begin(), names.end() - 1);
  return {"{} or {}", {joined(first, ", "), names.back()}};
}

Error refused(const Param& row, const Sentence& given) {
  return Sentence("{}: '{}' is not {}", {Sentence::as_is(row.key), given, describe_range(row)});
}

}  // namespace

// Real parameters are stored as floats, so the shortest text that reads back as the same float is
// what the user gave. Numbers too large for a float are written in double precision.
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

std::string label_of(const Param& row) {
  return row.label.empty() ? spaced(row.key) : std::string(row.label);
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

Sentence value_text(const Param& row, double value) {
  if (value == 0 && !row.zero.empty()) return row.zero;
  const bool is_word = row.kind == Param::Kind::flag || row.kind == Param::Kind::choice;
  const std::string text = format_value(row, value);
  return is_word ? Sentence(text) : Sentence::as_is(text);
}

Result<double> parse_value(const Param& row, std::string_view text) {
  if (!row.zero.empty() && text == row.zero) return 0.0;
  if (row.kind == Param::Kind::flag) {
    if (text == "on" || text == "true" || text == "1") return 1.0;
    if (text == "off" || text == "false" || text == "0") return 0.0;
    return refused(row, Sentence::as_is(text));
  }
  if (row.kind == Param::Kind::choice) {
    const auto it = std::ranges::find(row.choices, text);
    if (it == row.choices.end()) return refused(row, Sentence::as_is(text));
    return static_cast<double>(it - row.choices.begin());
  }
  const std::optional<double> value = read_number<double>(text);
  if (!value) return refused(row, Sentence::as_is(text));
  if (check_value(row, *value).failed()) return refused(row, Sentence::as_is(text));
  return *value;
}

Status check_value(const Param& row, double value) {
  const bool in_range = std::isfinite(value) && value >= row.lo && value <= row.hi;
  const bool must_be_whole = row.kind != Param::Kind::real;
  if (in_range && !(must_be_whole && std::floor(value) != value)) return {};
  return refused(
      row, std::isfinite(value) ? Sentence::as_is(number_text(value)) : "not a finite number");
}

std::string range_end(double value) {
  const bool is_whole = std::floor(value) == value && std::abs(value) < 1e15;
  return is_whole ? grouped_whole(value) : number_text(value);
}

Sentence describe_range(const Param& row) {
  if (row.kind == Param::Kind::flag) return "on or off";
  if (row.kind == Param::Kind::choice) return one_of(row.choices);
  Sentence highest = Sentence::as_is(range_end(row.hi));
  if (!row.unit.empty()) highest = Sentence("{} " + std::string(row.unit), {highest});
  return {
      row.kind == Param::Kind::integer ? "a whole number from {} to {}" : "a number from {} to {}",
      {Sentence::as_is(range_end(row.lo)), highest}};
}

}  // namespace phasebox
