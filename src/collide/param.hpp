// SPDX-License-Identifier: MIT
// One row per tunable: panel, flag, JSON key, tune range, test and doc line all read it.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/result.hpp"

namespace phasebox {

/// What a search tries of a parameter beside its default.
struct TuneRange {
  enum class Scale : std::uint8_t {
    none,      ///< nothing: no time is to be gained by it, or the answer changes
    values,    ///< every value of a flag or choice
    linear,    ///< equal steps
    factor,    ///< equal ratios
    box_size,  ///< equal ratios of the typical longer side of boxes; `lo`, `hi` are multiples of it
  };
  Scale scale = Scale::none;
  double lo = 0, hi = 0;
};

/// One tunable of a parameter struct. The default is the struct member's own initializer.
struct Param {
  enum class Kind : std::uint8_t { real, integer, flag, choice };

  std::string_view key;   ///< kebab-case, unique within its owner
  std::string_view unit;  ///< "px", "sprites", or empty
  std::string_view help;  ///< one sentence
  Kind kind;
  double lo, hi, init;                        ///< range, ends included; default
  std::span<const std::string_view> choices;  ///< names of a choice's values 0, 1, ...
  double (*get)(const void*);
  void (*set)(void*, double);
  TuneRange tune{};
  std::string_view zero{};  ///< what 0 stands for where it is no amount: "auto", "unlimited"

  constexpr Param zero_means(std::string_view word) const {
    Param row = *this;
    row.zero = word;
    return row;
  }
  /// The same row, which a search varies from `from` to `to`; an algorithm's first is its main one.
  constexpr Param tuned(double from, double to,
                        TuneRange::Scale scale = TuneRange::Scale::factor) const {
    Param row = *this;
    row.tune = {scale, from, to};
    return row;
  }
  /// The same flag or choice, of which a search tries every value.
  constexpr Param tuned() const { return tuned(lo, hi, TuneRange::Scale::values); }
};

/// The rows of one parameter struct, with the struct.
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

/// A row for member `M` of `S`, which may differ from the member's class to set another default.
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

/// A row for an on/off member.
template <auto M, class S = typename detail::MemberOf<decltype(M)>::Owner>
constexpr Param flag(std::string_view key, std::string_view help) {
  return param<M, S>(key, 0, 1, "", help);
}

/// A row for an enum member; `names` in the order of its values.
template <auto M, class S = typename detail::MemberOf<decltype(M)>::Owner>
constexpr Param choice(std::string_view key, std::span<const std::string_view> names,
                       std::string_view help) {
  return param<M, S>(key, 0, static_cast<double>(names.size() - 1), "", help, names);
}

/// The row with that key, or null.
const Param* find_param(std::span<const Param> rows, std::string_view key);

/// The value as a user writes it: "8", "0.5", "on", "sweep".
std::string format_value(const Param& row, double value);

/// The same, but for a 0 that stands for something else: "auto".
std::string value_text(const Param& row, double value);

/// Reads what these two write (flags: on/off, true/false, 1/0). Refuses what is out of range.
Result<double> parse_value(const Param& row, std::string_view text);

/// The shortest text of a number, with a point whatever the locale.
std::string number_text(double value);
/// Refuses numbers that are not finite, out of range, or not whole where they must be.
Status check_value(const Param& row, double value);

/// "1 to 1000 sprites", "on or off", "brute-force or sweep".
std::string describe_range(const Param& row);

}  // namespace phasebox
