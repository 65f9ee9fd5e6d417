// SPDX-License-Identifier: MIT
// The members of one object of a record: taken one by one, checked, none left over.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/geometry.hpp"

namespace phasebox::record {

/// Numbers as doubles, which hold every float32 and every whole number of a command.
using Json = nlohmann::ordered_json;

/// Why a line is refused; caught where its number is known.
struct BadLine {
  std::string text;
};

/// Reads an object; what is missing, of another type or out of range is thrown as a BadLine.
class Fields {
 public:
  explicit Fields(const Json& object, std::string name = {})
      : object_(object), name_(std::move(name)) {
    if (!object.is_object()) throw BadLine{name_ + ": must be an object"};
  }

  bool has(const char* key) const { return object_.contains(key); }
  const Json& at(const char* key) {
    used_.insert(key);
    const auto found = object_.find(key);
    if (found == object_.end()) throw BadLine{place(key) + ": must be given"};
    return *found;
  }
  std::string text(const char* key) {
    const Json& value = at(key);
    if (!value.is_string()) throw BadLine{place(key) + ": must be a string"};
    return value.get<std::string>();
  }
  bool flag(const char* key) {
    const Json& value = at(key);
    if (!value.is_boolean()) throw BadLine{place(key) + ": must be true or false"};
    return value.get<bool>();
  }
  template <class T>
  T number(const char* key) {
    return number_of<T>(at(key), place(key));
  }
  template <class T>
  std::vector<T> numbers(const char* key) {
    std::vector<T> all;
    for (const Json& value : list(key)) all.push_back(number_of<T>(value, place(key)));
    return all;
  }
  Vec2 vec(const char* key) {
    const auto both = numbers<float>(key);
    if (both.size() != 2) throw BadLine{place(key) + ": must be two numbers"};
    return {both[0], both[1]};
  }
  const Json& list(const char* key) {
    const Json& value = at(key);
    if (!value.is_array()) throw BadLine{place(key) + ": must be a list"};
    return value;
  }
  /// To be called last: what nobody has asked for is a mistake.
  void end() const {
    for (const auto& [key, value] : object_.items())
      if (!used_.contains(key)) throw BadLine{place(key.c_str()) + ": is not known here"};
  }

  template <class T>
  static T number_of(const Json& value, const std::string& where) {
    if constexpr (std::is_floating_point_v<T>) {
      // What is beyond float32 would not be what was recorded.
      if (!value.is_number() ||
          !(std::abs(value.get<double>()) <= static_cast<double>(std::numeric_limits<T>::max())))
        throw BadLine{where + ": must be a number of this size"};
      return static_cast<T>(value.get<double>());
    } else {
      constexpr auto kLo = std::numeric_limits<T>::min();
      constexpr auto kHi = std::numeric_limits<T>::max();
      const bool is_whole = value.is_number_integer();
      const bool is_inside =
          is_whole && (value.is_number_unsigned()
                           ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(kHi)
                           : value.get<std::int64_t>() >= static_cast<std::int64_t>(kLo));
      if (!is_inside)
        throw BadLine{fmt::format("{}: must be a whole number from {} to {}", where, kLo, kHi)};
      return value.get<T>();
    }
  }

 private:
  std::string place(const char* key) const { return name_.empty() ? key : name_ + "/" + key; }

  const Json& object_;
  std::string name_;
  std::set<std::string, std::less<>> used_;
};

inline Json json_of(Vec2 v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }

}  // namespace phasebox::record
