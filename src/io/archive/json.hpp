// SPDX-License-Identifier: MIT
// JSON as a value, parsed and printed.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "base/sentence.hpp"
#include "collide/param.hpp"

namespace phasebox {

/// One JSON value. The members of an object keep the order in which they were added.
class Json {
 public:
  using List = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;
  Json(std::nullptr_t) {}  // NOLINT: here and below, values become JSON by themselves
  template <class T>
  requires std::is_arithmetic_v<T> Json(T value) {  // NOLINT
    if constexpr (std::is_same_v<T, bool>)
      value_ = value;
    else if constexpr (std::is_floating_point_v<T>)
      value_ = static_cast<double>(value);
    else if (value < T{0})
      value_ = static_cast<std::int64_t>(value);
    else
      value_ = static_cast<std::uint64_t>(value);
  }
  Json(std::string text) : value_(std::move(text)) {}         // NOLINT
  Json(std::string_view text) : value_(std::string(text)) {}  // NOLINT
  Json(const char* text) : value_(std::string(text)) {}       // NOLINT
  Json(const Sentence& text) : value_(text.english()) {}      // NOLINT
  Json(List list) : value_(std::move(list)) {}                // NOLINT
  Json(Object object) : value_(std::move(object)) {}          // NOLINT
  /// The value that the optional holds, or null where it is empty.
  template <class T>
  Json(const std::optional<T>& value) : Json(value ? Json(*value) : Json()) {}  // NOLINT
  /// An object if there are values and each is a list of two that begins with a text; else a list.
  Json(std::initializer_list<Json> values);
  /// An object if the range's elements are pairs of key and value; else a list of the elements.
  template <std::ranges::input_range R>
  requires(!std::convertible_to<R, std::string_view>) Json(const R& range) {  // NOLINT
    if constexpr (requires { std::ranges::begin(range)->second; }) {
      Object object;
      for (const auto& [key, value] : range) object.emplace_back(std::string(key), value);
      value_ = std::move(object);
    } else {
      List list;
      for (const auto& value : range) list.emplace_back(value);
      value_ = std::move(list);
    }
  }

  static Json object() { return Object(); }
  static Json array(std::initializer_list<Json> values = {}) { return List(values); }

  bool is_null() const { return value_.index() == 0; }
  const bool* boolean() const { return std::get_if<bool>(&value_); }
  const std::string* text() const { return std::get_if<std::string>(&value_); }
  const List* list() const { return std::get_if<List>(&value_); }
  const Object* members() const { return std::get_if<Object>(&value_); }
  bool is_whole() const { return value_.index() == 2 || value_.index() == 3; }
  /// The value as double where it is a number, whole or not. Whole numbers beyond 2^53 are rounded.
  std::optional<double> number() const;
  /// The value where it is a whole number that fits into T, else nothing.
  template <std::integral T>
  std::optional<T> whole() const {
    if (const auto* n = std::get_if<std::int64_t>(&value_); n && std::in_range<T>(*n))
      return static_cast<T>(*n);
    if (const auto* n = std::get_if<std::uint64_t>(&value_); n && std::in_range<T>(*n))
      return static_cast<T>(*n);
    return {};
  }

  /// The member with that key, or null where there is none or this is no object. O(members).
  const Json* find(std::string_view key) const;
  /// The member with that key, which is added where it is missing. A null becomes an object first;
  /// any other value that is no object throws std::bad_variant_access.
  Json& operator[](std::string_view key);
  /// Appends to a list and returns the appended value. A null becomes a list first; any other value
  /// that is no list throws std::bad_variant_access.
  Json& push_back(Json value);
  /// The number of values in a list or of members in an object; 0 for all other values.
  std::size_t size() const;
  bool empty() const { return size() == 0; }

 private:
  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, List, Object>
      value_;
};

/// Limits of JSON that is parsed: levels of nesting, and keys of one object. Copying and writing
/// recurse once per level, and a member is found by linear search, so both must be bounded.
inline constexpr std::size_t kMaxJsonDepth = 64, kMaxJsonKeys = 10'000;

/// The type to which numbers with a fraction are parsed, and in which they are printed. float32
/// prints the shortest text that reads back as the same float; through double it would be longer.
enum class JsonReal : std::uint8_t { float32, float64 };

/// Parses a text whose first line is line number `line` of the file. Refuses broken JSON, numbers
/// that are too large, and what breaks the limits above, as `file:line: what`. The limits are
/// checked before any value is allocated.
Result<Json> parse_json(std::string_view text, std::string_view file, std::size_t line = 1,
                        JsonReal = JsonReal::float32);

/// The parts of a JSON text. A list or an object ends by an `end` of its own.
enum class JsonPart : std::uint8_t {
  object,
  list,
  end,
  key,    ///< the name of a member, which comes before its value
  text,   ///< a value in quotes, without them
  scalar  ///< a number as it is written, true, false or null
};
/// Receives the parts of a text in their order; a failed status ends the reading.
using VisitJson = std::function<Status(JsonPart part, std::string_view text)>;

/// Passes a text to `visit` part by part, so that nothing is made of it. A whole number comes
/// without a fraction, also where it is written as 7.0. Refuses what parse_json refuses, except
/// that an object may have any number of keys.
Status walk_json(std::string_view text, std::string_view file, std::size_t line,
                 const VisitJson& visit);

struct JsonStyle {
  int indent = -1;  ///< number of spaces per level; -1: all on one line
  JsonReal real = JsonReal::float32;
  /// sorts the members of objects by key; numbers with a fraction are then printed as float64
  bool is_sorted = false;
};
/// Returns the text of a value. Bytes that are no UTF-8 (as in file names) become U+FFFD; numbers
/// that are not finite become null.
std::string json_text(const Json& json, const JsonStyle& style = {});

/// Returns a parameter's value as JSON: a flag as boolean, a choice by name, others as numbers.
Json param_json(const Param& row, double value);

}  // namespace phasebox
