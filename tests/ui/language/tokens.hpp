// SPDX-License-Identifier: MIT
// C++ source as a list of tokens that keep their spaces and comments, so that text with some of
// them left out still reads as it was written.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace phasebox::two_files {

struct Token {
  enum class Kind : std::uint8_t { word, number, text, sign, directive } kind;
  std::string before;  ///< spaces and comments in front of it
  std::string text;
  std::string after;  ///< a comment that ends its line

  bool is(std::string_view what) const { return text == what; }
  bool is_word() const { return kind == Kind::word; }
};
using Tokens = std::vector<Token>;

/// Strings, raw strings included, and `#` lines with what continues them are one token each; signs
/// are as long as possible but for `>`, which may end template arguments.
Tokens tokens_of(std::string_view source);

/// The text of tokens again.
std::string text_of(std::span<const Token> tokens);

/// The place behind the bracket that closes the one at `at`.
std::size_t behind_bracket(std::span<const Token> tokens, std::size_t at);

/// The place behind the template arguments or parameters whose `<` is at `at`.
std::size_t behind_angle(std::span<const Token> tokens, std::size_t at);

/// The place behind the statement that begins at `at`, its `else` included.
std::size_t behind_statement(std::span<const Token> tokens, std::size_t at);

/// Whether tokens from `at` on read as these.
bool reads(std::span<const Token> tokens, std::size_t at,
           std::initializer_list<std::string_view> texts);

}  // namespace phasebox::two_files
