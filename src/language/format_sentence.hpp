// SPDX-License-Identifier: MIT
// Makes sentences of an id and its arguments: `say`. A number becomes text in the format of its
// placeholder in the id.
#pragma once
#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/sentence.hpp"

/// Shows a sentence in English.
template <>
struct fmt::formatter<phasebox::Sentence> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const phasebox::Sentence& sentence, Context& out) const {
    return fmt::formatter<std::string_view>::format(sentence.english(), out);
  }
};

namespace phasebox {

/// Makes a sentence of an id and the values of its holes; see `say`. `arguments` are `values` as
/// sentences; they are empty where a value is a number, which is shown in the format of its hole.
Sentence say_values(std::string_view id, fmt::format_args values, std::span<Sentence> arguments);

/// An argument of a sentence. A string is a text with a row of its own in the table of a language,
/// such as a title; what is in no language (a file's name, a command) is passed by
/// `Sentence::as_is`.
template <class T>
Sentence argument_of(const T& value) {
  if constexpr (std::is_convertible_v<const T&, Sentence>)
    return value;
  else
    return {};
}

/// The sentence with this id, which is its English text with a hole for each argument:
/// `say("{} is {:.1f} times as fast", entry.title, factor)`. The id needs a row in each table of
/// assets/languages.
template <class... Args>
Sentence say(fmt::format_string<const Args&...> id, const Args&... args) {
  std::array<Sentence, sizeof...(Args)> arguments{argument_of(args)...};
  const fmt::string_view words = id;
  return say_values({words.data(), words.size()}, fmt::make_format_args(args...), arguments);
}

}  // namespace phasebox
