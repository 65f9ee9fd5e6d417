// SPDX-License-Identifier: MIT
// Errors made by a user or a file are values: one line of what was given, the rule and the remedy.
#pragma once
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace phasebox {

/// Texts of errors are no longer than this, in bytes.
inline constexpr std::size_t kMaxErrorText = 1000;

/// What of a text is fit for one line of a terminal or window: '?' for each control character and
/// what is no UTF-8, and the middle left out of what is longer than kMaxErrorText.
std::string one_line(std::string text);

/// One line for a user: what, where, the rule, the remedy. No final full stop. What is quoted in it
/// may come from a file, so it is made `one_line`.
struct Error {
  Error() = default;
  Error(std::string what) : text(one_line(std::move(what))) {}  // NOLINT: as `return {text}`
  std::string text;
};

/// Nothing, or what went wrong.
using Status = std::optional<Error>;

/// A value, or what went wrong.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT: returning either is the point
  Result(Error error) : state_(std::move(error)) {}  // NOLINT
  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  const T& operator*() const& { return std::get<T>(state_); }
  T& operator*() & { return std::get<T>(state_); }
  T&& operator*() && { return std::get<T>(std::move(state_)); }
  const T* operator->() const { return &std::get<T>(state_); }
  T* operator->() { return &std::get<T>(state_); }
  const Error& error() const {
    assert(!*this && "error() of a result that holds a value");
    return std::get<Error>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace phasebox
