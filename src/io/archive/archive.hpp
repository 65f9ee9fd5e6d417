// SPDX-License-Identifier: MIT
// Structs that are read from JSON and written to it.
#pragma once
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/geometry.hpp"
#include "base/result.hpp"
#include "io/archive/json.hpp"

namespace phasebox {

// A struct lists its fields once, in a function `fields` that argument-dependent lookup finds:
//
//   void fields(auto& a, Is<TuneImage> auto& c) {
//     a.field("image", c.image);
//     a.field("inset", c.tuning.inset, Between{0, 100});
//   }
//
// One function `fields` thus both reads and writes the struct. Every value is checked at its place:
// an error names the file, the value's place as a JSON pointer, and the rule. Only the first error
// is kept. Reading then continues without further errors, so that a reader needs no branch after
// each field; what it has read must not be used.

/// Holds for `Struct`, which is read, and `const Struct`, which is written, so that one `fields`
/// does both.
template <class T, class Struct>
concept Is = std::same_as<std::remove_const_t<T>, Struct>;

/// A number from `lo` to `hi`, both included.
struct Between {
  double lo, hi;
  Sentence rule() const;
  template <std::floating_point T>
  Sentence broken_by(T value) const {
    const auto number = static_cast<double>(value);
    return number >= lo && number <= hi ? Sentence() : rule();
  }
};
/// The rule for a real number that may have any value of its type.
struct AnyNumber {
  template <std::floating_point T>
  Sentence broken_by(T) const {
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

/// The state of reading one file, which all of its Readers share: its name and the first error, if
/// any.
struct ReadState {
  std::string file;  ///< name of the file, or `file:line`; errors begin with it
  Status status{};
};

/// A JSON value and its place in the file. The place is a chain of Readers on the stack; its text
/// is made only for an error.
class Reader {
 public:
  Reader(const Json& json, ReadState& state) : json_(json), state_(state) {}
  /// A member or an element of `parent`, which must live as long.
  Reader(const Json& json, const Reader& parent, std::string_view key)
      : json_(json), state_(parent.state_), parent_(&parent), key_(key) {}
  Reader(const Json& json, const Reader& parent, std::size_t index)
      : json_(json), state_(parent.state_), parent_(&parent), index_(index) {}

  const Json& json() const { return json_; }
  bool is_good() const { return !state_.status.failed(); }
  /// Keeps `what` as an error about this value, with its place before it, unless there is an error
  /// already.
  void refuse(const Sentence& what) const;
  void refuse_if(const Status& status) const {
    if (status.failed()) refuse(status.error().text);
  }
  /// `file: /path/in/it`, for a text in this place that has lines or places of its own.
  std::string place() const;
  /// Keeps an error whose text begins with `place()` already, unless there is an error already.
  void fail(const Error& error) const;

  /// Whether the value is an object whose member `key` is the number `version`, and nothing was
  /// refused so far. Refuses the value where that is not so; `title` says what the file should be.
  bool is_version(std::string_view key, int version, const Sentence& title) const;
  /// Each of these says whether the value has that type or shape, and refuses it where not.
  bool is_object() const { return is(json_.members(), "must be an object"); }
  bool is_list(std::string_view rule = "must be an array") const { return is(json_.list(), rule); }
  bool is_list_of(std::size_t size, std::string_view rule) const {
    return is(json_.list() && json_.size() == size, rule);
  }
  bool is_text(std::string_view rule = "must be a string") const { return is(json_.text(), rule); }
  bool is_number() const { return is(json_.number().has_value(), "must be a number"); }
  bool is_whole(const Whole& range) const;
  /// Returns the index of the value in `names`. Refuses a value that is none of these and returns
  /// 0.
  std::size_t choice(std::span<const std::string_view> names) const;

  /// Calls f(Reader) for each element of the value, which must be a list, until an element is
  /// refused.
  template <class F>
  void each(F f) const {
    const Json::List& all = *json_.list();
    for (std::size_t i = 0; i < all.size() && is_good(); ++i) f(Reader(all[i], *this, i));
  }
  /// Calls f(key, Reader) for each member of an object, until one is refused. Refuses a value that
  /// is no object.
  template <class F>
  void each_member(F f) const {
    if (!is_object()) return;
    for (const auto& [key, value] : *json_.members())
      if (is_good()) f(key, Reader(value, *this, key));
  }
  Reader element(std::size_t i) const { return {(*json_.list())[i], *this, i}; }
  /// The member with that key, which must exist.
  Reader member(std::string_view key) const { return {*json_.find(key), *this, key}; }

 private:
  bool is(bool is_right, std::string_view rule) const {
    if (!is_right) refuse(rule);
    return is_right;
  }
  std::string pointer() const;  // the place as a JSON pointer (RFC 6901); empty at the top

  const Json& json_;
  ReadState& state_;
  const Reader* parent_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
};

/// Reads the members of an object one by one. `read(Reader, value, rule...)` reads each; overload
/// resolution chooses it by the value's type.
class FieldReader {
 public:
  explicit FieldReader(const Reader& at) : at_(at), is_object_(at.is_object()) {}

  /// The member with that key, or null. Notes the key as one that `end` lets pass.
  const Json* find(std::string_view key);
  const Reader& place() const { return at_; }
  /// Reads a member that must be given; a missing one is an error.
  template <class T, class... Rule>
  void field(std::string_view key, T&& value, const Rule&... rule) {
    with(key, [&](const Reader& at) { read(at, value, rule...); });
  }
  /// Reads a member that may be absent: then the value stays as it is.
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
  /// Refuses members of the object that no call above has asked for. To be called after all fields.
  void end() const;

 private:
  static constexpr std::size_t kMaxFields = 24;

  const Reader& at_;
  bool is_object_;
  // the keys that calls have asked for; the first `count_` are set
  std::array<std::string_view, kMaxFields> known_;
  std::size_t count_ = 0;
};

/// Adds the members of an object one by one. `write(Json&, value, rule...)` writes each; overload
/// resolution chooses it by the value's type.
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
  // Casting a larger number to T would be undefined or infinite, and would not read back.
  const bool fits = !(std::abs(number) > static_cast<double>(std::numeric_limits<T>::max()));
  if (!fits) return at.refuse("must be a number of this size");
  value = static_cast<T>(number);
  if (const Sentence broken = rule.broken_by(value); !broken.empty()) at.refuse(broken);
}
template <class... Rule>
void read(const Reader& at, Vec2& value, const Rule&... rule) {
  if (!at.is_list_of(2, "must be an array [x, y]")) return;
  read(at.element(0), value.x, rule...);
  read(at.element(1), value.y, rule...);
}
/// Reads an enumeration: the text must be one of `names`, and its index there is the value.
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
