// SPDX-License-Identifier: MIT
// JSON as a value: read, looked into, changed and written; only archive.cpp includes the library
// that knows the format. And structs as JSON.
#pragma once
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/geometry.hpp"
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

/// What JSON of a file may be: copies and writes recurse by level; objects are searched key by key.
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
/// Bytes that are no UTF-8 (as in file names) become U+FFFD, numbers that are not finite null.
std::string json_text(const Json& json, const JsonStyle& style = {});

/// A parameter's value as JSON: flags as booleans, choices by name.
Json param_json(const Param& row, double value);
// Structs as JSON. A struct says its fields once, in a function found beside it:
//
//   void fields(auto& a, Is<TuneImage> auto& c) {
//     a.field("image", c.image);
//     a.field("inset", c.tuning.inset, Between{0, 100});
//   }
//
// and is read and written by them. Every value is checked where it stands: an error names the file,
// the place in it as a JSON pointer, and the rule. The first one is kept; reading goes on without
// effect, so that a reader needs no branch for each field.

/// A struct as `fields` takes it: to be read, or constant, to be written.
template <class T, class Struct>
concept Is = std::same_as<std::remove_const_t<T>, Struct>;

/// A number from `lo` to `hi`, both included.
struct Between {
  double lo, hi;
  std::string rule() const;
  template <std::floating_point T>
  std::string broken_by(T value) const {
    const auto number = static_cast<double>(value);
    return number >= lo && number <= hi ? std::string() : rule();
  }
};
struct AnyNumber {
  template <std::floating_point T>
  std::string broken_by(T) const {
    return {};
  }
};
/// A whole number from `lo` to `hi`, both included.
struct Whole {
  std::int64_t lo;
  std::uint64_t hi;
};
template <std::integral T>
constexpr Whole whole_range() {
  return {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
}

/// What reading a file has come to: the first error.
struct ReadState {
  std::string file;  ///< or `file:line`, as errors call it
  Status error{};
};

/// A value of a file and its place: a chain on the stack, put into words only for an error.
class Reader {
 public:
  Reader(const Json& json, ReadState& state) : json_(json), state_(state) {}
  /// A member or an element of `parent`, which must live as long.
  Reader(const Json& json, const Reader& parent, std::string_view key)
      : json_(json), state_(parent.state_), parent_(&parent), key_(key) {}
  Reader(const Json& json, const Reader& parent, std::size_t index)
      : json_(json), state_(parent.state_), parent_(&parent), index_(index) {}

  const Json& json() const { return json_; }
  bool is_good() const { return !state_.error; }
  /// Keeps the error unless there is one already.
  void refuse(std::string_view what) const;
  void refuse_if(const Status& error) const {
    if (error) refuse(error->text);
  }
  /// `file: /path/in/it`, for a text in this place that has lines or places of its own.
  std::string place() const;
  /// Keeps an error that begins with `place()`.
  void fail(const Error& error) const;

  /// Whether it is an object with member `key` equal to `version`; refused where not.
  bool is_version(std::string_view key, int version, std::string_view title) const;
  /// Whether it is of that type; refused where not.
  bool is_object() const { return is(json_.members(), "must be an object"); }
  bool is_list(std::string_view rule = "must be an array") const { return is(json_.list(), rule); }
  bool is_list_of(std::size_t size, std::string_view rule) const {
    return is(json_.list() && json_.size() == size, rule);
  }
  bool is_text(std::string_view rule = "must be a string") const { return is(json_.text(), rule); }
  bool is_number() const { return is(json_.number().has_value(), "must be a number"); }
  bool is_whole(const Whole& range) const;
  /// Which of the names it is; refused where none.
  std::size_t choice(std::span<const std::string_view> names) const;

  /// f(Reader) for each element, as long as it is good.
  template <class F>
  void each(F f) const {
    const Json::List& all = *json_.list();
    for (std::size_t i = 0; i < all.size() && is_good(); ++i) f(Reader(all[i], *this, i));
  }
  /// f(key, Reader) for each member, as long as it is good.
  template <class F>
  void each_member(F f) const {
    if (!is_object()) return;
    for (const auto& [key, value] : *json_.members())
      if (is_good()) f(key, Reader(value, *this, key));
  }
  Reader element(std::size_t i) const { return {(*json_.list())[i], *this, i}; }
  /// One that is there.
  Reader member(std::string_view key) const { return {*json_.find(key), *this, key}; }

 private:
  bool is(bool is_right, std::string_view rule) const {
    if (!is_right) refuse(rule);
    return is_right;
  }
  std::string pointer() const;  // RFC 6901

  const Json& json_;
  ReadState& state_;
  const Reader* parent_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
};

/// Reads the members of an object one by one, by `read(Reader, value, rule...)`.
class FieldReader {
 public:
  explicit FieldReader(const Reader& at) : at_(at), is_object_(at.is_object()) {}

  const Json* find(std::string_view key);
  const Reader& place() const { return at_; }
  /// A member that must be given.
  template <class T, class... Rule>
  void field(std::string_view key, T&& value, const Rule&... rule) {
    with(key, [&](const Reader& at) { read(at, value, rule...); });
  }
  /// A member that may be absent: the value stays as it is.
  template <class T, class... Rule>
  void optional(std::string_view key, T&& value, const Rule&... rule) {
    if_given(key, [&](const Reader& at) { read(at, value, rule...); });
  }
  template <class T, class... Rule>
  void optional_if(bool /*is_written*/, std::string_view key, T&& value, const Rule&... rule) {
    optional(key, value, rule...);
  }
  template <class F>
  void with(std::string_view key, F f) {
    if (!if_given(key, f) && is_object_) Reader(Json(), at_, key).refuse("must be given");
  }
  template <class F>
  bool if_given(std::string_view key, F f) {
    const Json* value = find(key);
    if (value && at_.is_good()) f(Reader(*value, at_, key));
    return value != nullptr;
  }
  /// To be called last: unknown members are errors.
  void end() const;

 private:
  static constexpr std::size_t kMaxFields = 24;

  const Reader& at_;
  bool is_object_;
  std::array<std::string_view, kMaxFields> known_;  // the first `count_`
  std::size_t count_ = 0;
};

/// Makes the members of an object, by `write(Json&, value, rule...)`.
class FieldWriter {
 public:
  explicit FieldWriter(Json& object) : object_(object) {
    if (object.is_null()) object = Json::object();
  }
  template <class T, class... Rule>
  void field(std::string_view key, const T& value, const Rule&... rule) {
    write(object_[key], value, rule...);
  }
  template <class T, class... Rule>
  void optional(std::string_view key, const T& value, const Rule&... rule) {
    field(key, value, rule...);
  }
  template <class T, class... Rule>
  void optional_if(bool is_written, std::string_view key, const T& value, const Rule&... rule) {
    if (is_written) field(key, value, rule...);
  }

 private:
  Json& object_;
};

// ---- values

void read(const Reader& at, bool& value);
void read(const Reader& at, std::string& value);

template <std::integral T>
void read(const Reader& at, T& value, const Whole& range = whole_range<T>()) {
  if (at.is_whole(range)) value = *at.json().whole<T>();
}
template <std::floating_point T, class Rule = AnyNumber>
void read(const Reader& at, T& value, const Rule& rule = {}) {
  if (!at.is_number()) return;
  const double number = *at.json().number();
  // What is beyond float32 would not be what was written.
  const bool fits = !(std::abs(number) > static_cast<double>(std::numeric_limits<T>::max()));
  if (!fits) return at.refuse("must be a number of this size");
  value = static_cast<T>(number);
  if (const std::string broken = rule.broken_by(value); !broken.empty()) at.refuse(broken);
}
template <class... Rule>
void read(const Reader& at, Vec2& value, const Rule&... rule) {
  if (!at.is_list_of(2, "must be an array [x, y]")) return;
  read(at.element(0), value.x, rule...);
  read(at.element(1), value.y, rule...);
}
/// One of the names; the value is its number.
template <class T>
requires std::is_enum_v<T>
void read(const Reader& at, T& value, std::span<const std::string_view> names) {
  value = static_cast<T>(at.choice(names));
}
template <class T, class... Rule>
void read(const Reader& at, std::vector<T>& all, const Rule&... rule) {
  if (!at.is_list()) return;
  all.clear();
  at.each([&](const Reader& one) { read(one, all.emplace_back(), rule...); });
}
template <class T>
void read(const Reader& at, std::map<std::string, T>& all) {
  at.each_member([&](const std::string& key, const Reader& one) { read(one, all[key]); });
}
template <class T>
void read(const Reader& at, std::vector<std::pair<std::string, T>>& all) {
  at.each_member([&](const std::string& key, const Reader& one) {
    all.emplace_back(key, T{});
    read(one, all.back().second);
  });
}
template <class T>
requires requires(FieldReader& f, T& value) { fields(f, value); }
void read(const Reader& at, T& value) {
  FieldReader f(at);
  fields(f, value);
  f.end();
}

template <class T, class... Rule>
requires std::convertible_to<const T&, Json>
void write(Json& to, const T& value, const Rule&...) { to = value; }
inline void write(Json& to, Vec2 value, const auto&...) { to = Json::array({value.x, value.y}); }
template <class T>
requires std::is_enum_v<T>
void write(Json& to, T value, std::span<const std::string_view> names) {
  to = names[static_cast<std::size_t>(value)];
}
template <class T>
requires requires(FieldWriter& f, const T& value) { fields(f, value); }
void write(Json& to, const T& value) {
  FieldWriter f(to);
  fields(f, value);
}
template <class T>
requires(!std::convertible_to<const T&, Json> && !requires(const T& pair) {
  pair.second;
}) void write(Json& to, const std::vector<T>& all) {
  to = Json::array();
  for (const T& one : all) write(to.push_back({}), one);
}
template <class T, class... Rule>
Json json_of(const T& value, const Rule&... rule) {
  Json made;
  write(made, value, rule...);
  return made;
}

}  // namespace phasebox
