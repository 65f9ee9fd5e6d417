// SPDX-License-Identifier: MIT
// Reading tokens, and finding where brackets and statements end.
#include "ui/language/tokens.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace phasebox::two_files {
namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

constexpr std::array<std::string_view, 24> kSigns{
    "<=>", "...", "<<=", "->*", "::", "->", "++", "--", "<<", "<=", ">=", "==",
    "!=",  "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"};

class Reader {
 public:
  explicit Reader(std::string_view source) : source_(source) {}

  Tokens read() {
    Tokens tokens;
    for (std::string before = blank(); at_ < source_.size(); before = blank()) {
      tokens.push_back(next());
      tokens.back().before = std::move(before);
      tokens.back().after = comment_on_line();
    }
    return tokens;
  }

 private:
  std::string_view rest() const { return source_.substr(at_); }
  std::string take(std::size_t size) {
    std::string text(rest().substr(0, size));
    at_ += text.size();
    return text;
  }

  std::size_t comment_size() const {
    if (rest().starts_with("//")) return std::min(rest().find('\n'), rest().size());
    if (rest().starts_with("/*")) return rest().find("*/") + 2;
    return 0;
  }
  std::string blank() {
    const std::size_t begin = at_;
    for (std::size_t comment = 0; at_<source_.size(); at_ += comment> 0 ? comment : 1) {
      comment = comment_size();
      if (comment == 0 && !is_space(source_[at_])) break;
    }
    return std::string(source_.substr(begin, at_ - begin));
  }
  std::string comment_on_line() {
    const std::size_t begin = at_;
    while (at_ < source_.size() && source_[at_] == ' ') ++at_;
    const std::size_t comment = comment_size();
    if (comment == 0) at_ = begin;
    at_ += comment;
    return std::string(source_.substr(begin, at_ - begin));
  }

  Token next() {
    const char c = source_[at_];
    if (c == '#') return {Token::Kind::directive, {}, take(directive_size()), {}};
    if (rest().starts_with("R\"("))
      return {Token::Kind::text, {}, take(rest().find(")\"") + 2), {}};
    if (c == '"' || c == '\'') return {Token::Kind::text, {}, take(quoted_size(c)), {}};
    if (is_digit(c) || (c == '.' && is_digit(rest().size() > 1 ? rest()[1] : ' ')))
      return {Token::Kind::number, {}, take(number_size()), {}};
    if (is_letter(c)) return {Token::Kind::word, {}, take(word_size()), {}};
    return {Token::Kind::sign, {}, take(sign_size()), {}};
  }
  std::size_t directive_size() const {
    std::size_t size = 0;
    do size = std::min(rest().find('\n', size + 1), rest().size());
    while (size < rest().size() && rest()[size - 1] == '\\');
    const std::size_t comment = rest().substr(0, size).find("  //");
    return std::min(size, comment);
  }
  std::size_t quoted_size(char quote) const {
    std::size_t size = 1;
    for (; rest()[size] != quote; ++size) size += rest()[size] == '\\';
    return size + 1;
  }
  std::size_t number_size() const {
    std::size_t size = 1;
    const auto goes_on = [&](char c) {
      const char last = rest()[size - 1];
      const bool is_sign_of_exponent =
          (c == '-' || c == '+') && (last == 'e' || last == 'E') && !rest().starts_with("0x");
      return is_letter(c) || is_digit(c) || c == '.' || c == '\'' || is_sign_of_exponent;
    };
    while (size < rest().size() && goes_on(rest()[size])) ++size;
    return size;
  }
  std::size_t word_size() const {
    std::size_t size = 1;
    while (size < rest().size() && (is_letter(rest()[size]) || is_digit(rest()[size]))) ++size;
    return size;
  }
  std::size_t sign_size() const {
    for (const std::string_view sign : kSigns)
      if (rest().starts_with(sign)) return sign.size();
    return 1;
  }

  std::string_view source_;
  std::size_t at_ = 0;
};

bool opens(const Token& t) { return t.is("(") || t.is("[") || t.is("{"); }
bool closes(const Token& t) { return t.is(")") || t.is("]") || t.is("}"); }

}  // namespace

Tokens tokens_of(std::string_view source) { return Reader(source).read(); }

std::string text_of(std::span<const Token> tokens) {
  std::string text;
  for (const Token& t : tokens) text.append(t.before).append(t.text).append(t.after);
  return text;
}

std::size_t behind_bracket(std::span<const Token> tokens, std::size_t at) {
  assert(opens(tokens[at]) && "begins at a bracket");
  std::size_t depth = 0;
  for (; at < tokens.size(); ++at) {
    depth += opens(tokens[at]);
    if (closes(tokens[at]) && --depth == 0) return at + 1;
  }
  return at;
}

std::size_t behind_angle(std::span<const Token> tokens, std::size_t at) {
  for (std::size_t depth = 0; at < tokens.size(); ++at) {
    if (opens(tokens[at])) at = behind_bracket(tokens, at);
    depth += tokens[at].is("<");
    if (tokens[at].is(">") && --depth == 0) return at + 1;
  }
  return at;
}

std::size_t behind_statement(std::span<const Token> tokens, std::size_t at) {
  const Token& first = tokens[at];
  if (first.is("{")) return behind_bracket(tokens, at);
  const bool is_if = first.is("if");
  if (is_if || first.is("for") || first.is("while") || first.is("switch")) {
    while (!tokens[at].is("(")) ++at;
    at = behind_statement(tokens, behind_bracket(tokens, at));
    const bool has_else = is_if && at < tokens.size() && tokens[at].is("else");
    return has_else ? behind_statement(tokens, at + 1) : at;
  }
  while (at < tokens.size() && !tokens[at].is(";"))
    at = opens(tokens[at]) ? behind_bracket(tokens, at) : at + 1;
  return at + 1;
}

bool reads(std::span<const Token> tokens, std::size_t at,
           std::initializer_list<std::string_view> texts) {
  if (at + texts.size() > tokens.size()) return false;
  for (const std::string_view text : texts)
    if (!tokens[at++].is(text)) return false;
  return true;
}

}  // namespace phasebox::two_files
