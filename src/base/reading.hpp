// SPDX-License-Identifier: MIT
// Small texts as values: a whole text as a number, and parts taken off at its front.
#pragma once
#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace phasebox {

/// Whole text as a number of that type, in decimal.
template <class T>
std::optional<T> read_number(std::string_view text) {
  T value{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

/// Takes off the text up to the next `end`, and that with it; all of it where there is none.
inline std::string_view take_until(std::string_view& text, char end) {
  const std::string_view taken = text.substr(0, text.find(end));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

}  // namespace phasebox
