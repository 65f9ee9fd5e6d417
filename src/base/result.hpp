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

/// One line for a user: what, where, the rule, the remedy. No final full stop. What is quoted in it
/// may come from a file, so it is made `one_line`.
struct Error {
  Error() = default;
  template <std::convertible_to<Sentence> Text>
  Error(const Text& what) : text(Sentence(what).on_one_line()) {}  // NOLINT: as `return {text}`
  Sentence text;
};

/// Success or an error, which the caller must read: `if (const Status status = save();
/// status.failed()) ...`.
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

/// A value or an error. The caller asks `failed()` first, as of a Status, and then takes the value
/// by `*` and `->`, or the error by `error()`.
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
