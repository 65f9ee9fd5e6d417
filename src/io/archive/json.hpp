// SPDX-License-Identifier: MIT
// JSON as a value: read, looked into, changed and written. Only json.cpp includes the library that
// knows the format.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
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
#include "collide/param.hpp"

namespace phasebox {

/// A value of JSON; the members of an object keep their order.
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
  Json(List list) : value_(std::move(list)) {}                // NOLINT
  Json(Object object) : value_(std::move(object)) {}          // NOLINT
  /// What it holds, or null.
  template <class T>
  Json(const std::optional<T>& value) : Json(value ? Json(*value) : Json()) {}  // NOLINT
  /// An object where each value is a pair that begins with a text, else a list.
  Json(std::initializer_list<Json> values);
  /// A list of what the range holds; an object of a range of pairs.
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
  /// Any number, whole or not.
  std::optional<double> number() const;
  /// A whole number that T holds.
  template <std::integral T>
  std::optional<T> whole() const {
    if (const auto* n = std::get_if<std::int64_t>(&value_); n && std::in_range<T>(*n))
      return static_cast<T>(*n);
    if (const auto* n = std::get_if<std::uint64_t>(&value_); n && std::in_range<T>(*n))
      return static_cast<T>(*n);
    return {};
  }

  /// The member of an object, or null.
  const Json* find(std::string_view key) const;
  /// The member, made where there is none; a null becomes an object.
  Json& operator[](std::string_view key);
  /// Adds to a list, and gives what was added; a null becomes a list.
  Json& push_back(Json value);
  /// The number of values in a list, or of members.
  std::size_t size() const;
  bool empty() const { return size() == 0; }

 private:
  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, List, Object>
      value_;
};

/// What JSON of a file may be: copying and writing it call themselves for each level, and an object
/// is searched key by key.
inline constexpr std::size_t kMaxJsonDepth = 64, kMaxJsonKeys = 10'000;

/// What numbers with a fraction are in a file. float32 in and out without a detour over double
/// keeps the shortest text that stands for a float.
enum class JsonReal : std::uint8_t { float32, float64 };

/// Reads a text whose first line is number `line` of the file. Refused as `file:line: what`: broken
/// JSON, numbers too large, and what breaks the limits above, before anything is made of it.
Result<Json> parse_json(std::string_view text, std::string_view file, std::size_t line = 1,
                        JsonReal = JsonReal::float32);

struct JsonStyle {
  int indent = -1;  ///< spaces a level; -1: all on one line
  JsonReal real = JsonReal::float32;
  bool is_sorted = false;  ///< the members of objects, by key; reals are float64
};
/// Bytes that are no UTF-8 (file names can hold any) become U+FFFD, numbers that are not finite
/// null.
std::string json_text(const Json& json, const JsonStyle& style = {});

/// A parameter's value as JSON: flags as booleans, choices by name.
Json param_json(const Param& row, double value);

/// The number of the line, from 1, that holds the byte at `at`.
std::size_t line_at(std::string_view text, std::size_t at);

}  // namespace phasebox
