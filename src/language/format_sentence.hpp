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

/// Lets fmt format a Sentence, as its English text.
template <>
struct fmt::formatter<phasebox::Sentence> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const phasebox::Sentence& sentence, Context& out) const {
    return fmt::formatter<std::string_view>::format(sentence.english(), out);
  }
};

namespace phasebox {

/// Makes the sentence of `say` from an id. `values` and `arguments` hold the same arguments, as
/// values and as sentences. An argument that is an empty sentence, as numbers have, is made of its
/// value in the format of its placeholder. Moves from `arguments`.
Sentence say_values(std::string_view id, fmt::format_args values, std::span<Sentence> arguments);

/// Returns an argument of `say` as a sentence; empty for a value that is none, such as a number. A
/// string is a text that is translated by itself, such as a title; pass what is in no language (a
/// file's name, a command) by `Sentence::as_is`.
template <class T>
Sentence argument_of(const T& value) {
  if constexpr (std::is_convertible_v<const T&, Sentence>)
    return value;
  else
    return {};
}

/// Returns the sentence with this id, which is its English text with a placeholder for each
/// argument: `say("{} is {:.1f} times as fast", entry.title, factor)`. The id needs a row in each
/// table of assets/languages to be translated.
template <class... Args>
Sentence say(fmt::format_string<const Args&...> id, const Args&... args) {
  std::array<Sentence, sizeof...(Args)> arguments{argument_of(args)...};
  const fmt::string_view words = id;
  return say_values({words.data(), words.size()}, fmt::make_format_args(args...), arguments);
}

}  // namespace phasebox
