// SPDX-License-Identifier: MIT
// Errors made by a user or a file are values: one line of what was given, the rule and the remedy.
#pragma once
#include <cassert>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/sentence.hpp"

namespace phasebox {

/// An error as one line for a user: what is wrong, where, the rule, and the remedy, without a final
/// full stop. It may quote a file, so the constructor replaces control characters and cuts long
/// texts (`one_line`).
struct Error {
  Error() = default;
  template <std::convertible_to<Sentence> Text>
  Error(const Text& what) : text(Sentence(what).on_one_line()) {}  // NOLINT: as `return {text}`
  Sentence text;
};

/// Success or an error. The compiler warns where a caller drops it. Use: `if (const Status status =
/// save(); status.failed()) ...`.
class [[nodiscard]] Status {
 public:
  Status() = default;                                // success
  Status(Error error) : error_(std::move(error)) {}  // NOLINT: `return Error{...}` is the point
  bool failed() const { return error_.has_value(); }
  /// The error; valid only where `failed()` is true.
  const Error& error() const {
    assert(failed() && "error() of a success");
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

/// A value or an error. The caller checks `failed()` first, and then takes the error by `error()`
/// if it is true, or the value by `*` and `->` if it is false.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT: returning either is the point
  Result(Error error) : state_(std::move(error)) {}  // NOLINT
  bool failed() const { return std::holds_alternative<Error>(state_); }
  const T& operator*() const& { return std::get<T>(state_); }
  T& operator*() & { return std::get<T>(state_); }
  T&& operator*() && { return std::get<T>(std::move(state_)); }
  const T* operator->() const { return &std::get<T>(state_); }
  T* operator->() { return &std::get<T>(state_); }
  const Error& error() const {
    assert(failed() && "error() of a result that holds a value");
    return std::get<Error>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace phasebox
