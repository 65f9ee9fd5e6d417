// SPDX-License-Identifier: MIT
// A parameter of an algorithm is described by one row, from which its control in the window, its
// flag, its key in files, its part in tuning, its tests and its line in the docs are made.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/result.hpp"

namespace phasebox {

/// The values of a parameter that a search for the fastest settings tries beside its default.
struct TuneRange {
  enum class Scale : std::uint8_t {
    none,      ///< none: changing it would save no time, or change the answer
    values,    ///< every value of a flag or choice
    linear,    ///< values at equal steps from `lo` to `hi`
    factor,    ///< values at equal ratios from `lo` to `hi`
    box_size,  ///< as `factor`, but `lo` and `hi` are multiples of the typical longer side of boxes
  };
  Scale scale = Scale::none;
  double lo = 0, hi = 0;
};

/// One tunable member of a parameter struct. Its default is the member's own initializer.
struct Param {
  enum class Kind : std::uint8_t { real, integer, flag, choice };

  std::string_view key;   ///< kebab-case, unique within its owner
  std::string_view unit;  ///< such as "px", "sprites" or "frames"; may be empty
  std::string_view help;  ///< one or a few sentences for the user
  Kind kind;
  double lo, hi, init;                        ///< the range, ends included, and the default
  std::span<const std::string_view> choices;  ///< names of a choice's values 0, 1, ...
  double (*get)(const void*);                 ///< reads the member of a struct
  void (*set)(void*, double);                 ///< writes the member, converted to its type
  TuneRange tune{};
  std::string_view label{};  ///< the name that the window shows; empty: the key with blanks
  std::string_view zero{};   ///< the word for 0 where 0 is no amount: "auto", "unlimited"; or empty

  /// Returns a copy of the row that the window calls `name`.
  constexpr Param labeled(std::string_view name) const {
    Param row = *this;
    row.label = name;
    return row;
  }
  /// Returns a copy of the row in which 0 stands for `word`.
  constexpr Param zero_means(std::string_view word) const {
    Param row = *this;
    row.zero = word;
    return row;
  }
  /// Returns a copy of the row that a search for the fastest settings varies from `from` to `to`.
  /// The first row of an algorithm that has such a range is taken for its main parameter.
  constexpr Param tuned(double from, double to,
                        TuneRange::Scale scale = TuneRange::Scale::factor) const {
    Param row = *this;
    row.tune = {scale, from, to};
    return row;
  }
  /// Returns a copy of a flag's or choice's row of which a tuning search tries every value.
  constexpr Param tuned() const { return tuned(lo, hi, TuneRange::Scale::values); }
};

/// The parameters of one instance: a struct, and the rows by which its members are read and set.
/// It owns neither.
struct ParamView {
  void* object = nullptr;
  std::span<const Param> rows;
};

namespace detail {
template <class>
struct MemberOf;
template <class S, class V>
struct MemberOf<V S::*> {
  using Owner = S;
  using Value = V;
};
}  // namespace detail

/// Makes the row of member `M`: its kind follows from the member's type, its default from `S{}`.
/// `S` may be a class derived from the member's. `choices` are the names of an enum's values.
template <auto M, class S = typename detail::MemberOf<decltype(M)>::Owner>
constexpr Param param(std::string_view key, double lo, double hi, std::string_view unit,
                      std::string_view help, std::span<const std::string_view> choices = {}) {
  using V = typename detail::MemberOf<decltype(M)>::Value;
  using enum Param::Kind;
  constexpr auto kind = std::is_enum_v<V>         ? choice
                        : std::is_same_v<V, bool> ? flag
                        : std::is_integral_v<V>   ? integer
                                                  : real;
  return {key,
          unit,
          help,
          kind,
          lo,
          hi,
          static_cast<double>(S{}.*M),
          choices,
          [](const void* s) { return static_cast<double>(static_cast<const S*>(s)->*M); },
          [](void* s, double v) { static_cast<S*>(s)->*M = static_cast<V>(v); }};
}

/// Makes the row of a bool member.
template <auto M, class S = typename detail::MemberOf<decltype(M)>::Owner>
constexpr Param flag(std::string_view key, std::string_view help) {
  return param<M, S>(key, 0, 1, "", help);
}

/// Makes the row of an enum member; `names` are in the order of its values.
template <auto M, class S = typename detail::MemberOf<decltype(M)>::Owner>
constexpr Param choice(std::string_view key, std::span<const std::string_view> names,
                       std::string_view help) {
  return param<M, S>(key, 0, static_cast<double>(names.size() - 1), "", help, names);
}

/// Returns the row with that key, or null.
inline const Param* find_param(std::span<const Param> rows, std::string_view key) {
  for (const Param& row : rows)
    if (row.key == key) return &row;
  return nullptr;
}

/// Returns the name by which the window shows a parameter, such as "group size".
std::string label_of(const Param& row);

/// Returns a value as a user writes it in a command or file: "8", "0.5", "on", "sweep". The number
/// 0 is always "0", also where the window shows a word for it.
std::string format_value(const Param& row, double value);

/// Returns a value as the window shows it: the text of `format_value`, but for a 0 the row's word
/// for it, such as "auto", if it has one.
Sentence value_text(const Param& row, double value);

/// Reads the texts of `format_value` and `value_text`; flags may be on/off, true/false or 1/0.
/// Fails for any other text and for a value that `check_value` refuses.
Result<double> parse_value(const Param& row, std::string_view text);

/// Returns the shortest text that reads back as the same number in float precision, with a decimal
/// point whatever the locale. Whole numbers below 10^15 have all their digits.
std::string number_text(double value);
/// Returns a failure, with a text for the user, for a value that is not finite, out of the row's
/// range, or a fraction where the parameter is not real.
Status check_value(const Param& row, double value);

/// Returns an end of a range as a user reads it: a whole number with grouped thousands
/// ("1,000,000"), another as `number_text`.
std::string range_end(double value);

/// Describes what a row accepts: "a whole number from 1 to 1000 sprites", "on or off", "brute-force
/// or sweep".
Sentence describe_range(const Param& row);

}  // namespace phasebox
