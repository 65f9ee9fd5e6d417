// SPDX-License-Identifier: MIT
// The rules by which statements and arguments are left out.
#include "io/export/strip.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace phasebox::two_files {
namespace {

/// What the sources ask of the preprocessor, and whether it holds where vectors have one lane.
constexpr std::array<std::pair<std::string_view, bool>, 5> kConditions{{
    {"#if HWY_ONCE", true},
    {"#if HWY_TARGET == HWY_SCALAR", true},
    {"#if HWY_TARGET == HWY_AVX2", false},
    {"#if defined(PHASEBOX_BOX_COLUMNS_SIMD) == defined(HWY_TARGET_TOGGLE)", true},
    {"#ifdef PHASEBOX_BOX_COLUMNS_SIMD", false},
}};

bool holds(std::string_view line) {
  const auto it = std::ranges::find(kConditions, line, &std::pair<std::string_view, bool>::first);
  assert(it != kConditions.end() && "every #if of an exported source is in the table");
  return it != kConditions.end() && it->second;
}

/// The file named in `#include "..."` or `<...>`, with its quotes.
std::string included(std::string_view line) {
  const std::size_t begin = line.find_first_of("\"<");
  return std::string(line.substr(begin, line.find_first_of("\">", begin + 1) + 1 - begin));
}

/// Comment lines without slashes, as one text; without the line of the licence.
std::string sentences(std::string_view comment) {
  std::string text;
  while (!comment.empty()) {
    std::string_view line = comment.substr(0, comment.find('\n'));
    comment.remove_prefix(std::min(line.size() + 1, comment.size()));
    if (!line.starts_with("// ") || line.find("SPDX") != line.npos) continue;
    if (!text.empty()) text += ' ';
    text += line.substr(3);
  }
  return text;
}

/// Walks tokens and keeps those that no rule leaves out.
class Stripper {
 public:
  explicit Stripper(const Tokens& tokens) : from_(tokens) {}

  Tokens run() {
    take_until(from_.size());
    return std::move(kept_);
  }

 private:
  bool at(std::initializer_list<std::string_view> texts) const { return reads(from_, at_, texts); }

  void take_until(std::size_t end) {
    while (at_ < end) {
      const bool is_left_out = skip_statement() || skip_argument() || replace();
      if (!is_left_out) kept_.push_back(from_[at_++]);
    }
  }

  bool skip_to(std::size_t place) {
    at_ = place;
    return true;
  }

  bool skip_statement() {
    if (at({"if", "constexpr", "(", "T", "::", "on", ")"})) return take_other_branch();
    constexpr std::array<std::string_view, 4> kCalls{"check_limit", "HWY_EXPORT",
                                                     "HWY_BEFORE_NAMESPACE", "HWY_AFTER_NAMESPACE"};
    const bool is_call = std::ranges::any_of(kCalls,
                                             [&](auto name) {
                                               return at({name, "("});
                                             }) &&
                         from_[behind_bracket(from_, at_ + 1)].is(";");
    const bool is_limit = from_[at_].is_word() && reads(from_, at_ + 1, {".", "obey", "("});
    if (is_call || is_limit || at({"NoTrace", "off", ";"}) || at({"if", "(", "log"}))
      return skip_to(behind_statement(from_, at_));
    return false;
  }

  /// What stands behind `else` takes the place of the whole, one level further left.
  bool take_other_branch() {
    const std::size_t end = behind_statement(from_, at_);
    std::size_t other = behind_statement(from_, at_ + 7);
    std::string before = from_[at_].before;
    at_ = other;
    if (other >= end || !from_[other].is("else")) return skip_to(end);
    const std::size_t first = kept_.size();
    const bool is_block = from_[other + 1].is("{");
    at_ = other + (is_block ? 2 : 1);
    take_until(is_block ? end - 1 : end);
    at_ = end;
    for (std::size_t k = first; k < kept_.size(); ++k) dedent(kept_[k].before);
    if (first < kept_.size()) kept_[first].before = std::move(before);
    return true;
  }
  static void dedent(std::string& space) {
    for (std::size_t line = space.find('\n'); line != space.npos; line = space.find('\n', line + 1))
      if (space.compare(line + 1, 2, "  ") == 0) space.erase(line + 1, 2);
  }

  bool ends_argument(std::size_t place) const {
    return place < from_.size() &&
           (from_[place].is(",") || from_[place].is(")") || from_[place].is("}"));
  }

  /// `, trace` of a call, `, T& trace` of a declaration, and their likes.
  bool skip_argument() {
    using Texts = std::initializer_list<std::string_view>;
    if (!from_[at_].is(",")) return skip_only_argument();
    for (const Texts& form :
         std::initializer_list<Texts>{{",", "trace"},
                                      {",", "off"},
                                      {",", "log"},
                                      {",", "*", "log"},
                                      {",", "nullptr"},
                                      {",", "T", "&", "trace"},
                                      {",", "[", "[", "maybe_unused", "]", "]", "T", "&", "trace"},
                                      {",", "Recorder", "*", "log"},
                                      {",", "const", "NoTrace", "&"}}) {
      if (at(form) && ends_argument(at_ + form.size())) return skip_to(at_ + form.size());
    }
    return skip_rows();
  }
  /// The rows of parameters as an argument of a template.
  bool skip_rows() {
    const std::size_t name = at({",", "const", "auto", "&"}) ? at_ + 4 : at_ + 1;
    if (name + 1 >= from_.size() || !from_[name].text.ends_with("Rows") || !from_[name + 1].is(">"))
      return false;
    return skip_to(name + 1);
  }
  /// What concerns the log, where it comes first.
  bool skip_only_argument() {
    if (kept_.empty() || !kept_.back().is("(") || !at({"trace"}) || !ends_argument(at_ + 1))
      return false;
    return skip_to(at_ + (from_[at_ + 1].is(",") ? 2 : 1));
  }

  void keep(std::string_view text, std::string before) {
    kept_.push_back({Token::Kind::word, std::move(before), std::string(text), {}});
  }

  bool replace() {
    const std::string& before = from_[at_].before;
    if (at({"T", "::", "on", "||"})) {
      at_ += 4;
      kept_.push_back(from_[at_++]);
      kept_.back().before = before;
      return true;
    }
    if (at({"log", "?"})) return take_without_log();
    if (at({"HWY_LIKELY"}) || at({"HWY_UNLIKELY"})) return skip_to(at_ + 1);
    if (at({"HWY_DYNAMIC_DISPATCH", "("})) {
      keep("one_lane", before), keep("::", {}), keep(from_[at_ + 2].text, {});
      return skip_to(at_ + 4);
    }
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kNames{
        {{"HWY_INLINE", "inline"}, {"HWY_NAMESPACE", "one_lane"}, {"Aabb", "Box"}}};
    for (const auto& [name, instead] : kNames)
      if (at({name})) return keep(instead, before), skip_to(at_ + 1);
    return false;
  }

  /// Of `log ? a : b` the second.
  bool take_without_log() {
    std::string before = from_[at_].before;
    while (!from_[at_].is(":")) at_ = from_[at_].is("(") ? behind_bracket(from_, at_) : at_ + 1;
    kept_.push_back(from_[++at_]);
    kept_.back().before = std::move(before);
    return skip_to(at_ + 1);
  }

  const Tokens& from_;
  Tokens kept_;
  std::size_t at_ = 0;
};

}  // namespace

SourceFile without_directives(Tokens tokens) {
  SourceFile file;
  if (!tokens.empty()) file.head = sentences(tokens[0].before);
  std::vector<bool> on{true};
  for (Token& t : tokens) {
    if (t.kind != Token::Kind::directive) {
      if (on.back()) file.tokens.push_back(std::move(t));
      continue;
    }
    const std::string_view line = t.text;
    if (line.starts_with("#if"))
      on.push_back(on.back() && holds(line));
    else if (line.starts_with("#else"))
      on.back() = !on.back() && on[on.size() - 2];
    else if (line.starts_with("#endif"))
      on.pop_back();
    else if (line.starts_with("#include") && on.back())
      file.includes.push_back(included(line));
  }
  return file;
}

Tokens without_log(const Tokens& tokens) { return Stripper(tokens).run(); }

namespace {

std::size_t count_of(std::span<const Token> tokens, std::string_view word) {
  return static_cast<std::size_t>(std::ranges::count(tokens, word, &Token::text));
}

/// The places of the parameters' names in the list whose `(` is at `open`.
std::vector<std::size_t> names_of_parameters(std::span<const Token> tokens, std::size_t open) {
  std::vector<std::size_t> names;
  const std::size_t close = behind_bracket(tokens, open) - 1;
  std::size_t words = 0;
  for (std::size_t at = open + 1; at <= close; ++at) {
    if (tokens[at].is(",") || at == close) {
      if (words > 1 && tokens[at - 1].is_word() && !tokens[at - 2].is("::"))
        names.push_back(at - 1);
      words = 0;
    } else if (tokens[at].is("<")) {
      at = behind_angle(tokens, at) - 1;
    } else {
      words += tokens[at].is_word() && !tokens[at].is("const");
    }
  }
  return names;
}

}  // namespace

Tokens without_unused_names(const Tokens& tokens) {
  Tokens kept = tokens;
  for (std::size_t at = 1; at < kept.size(); ++at) {
    if (!kept[at].is("(")) continue;
    std::size_t body = behind_bracket(kept, at);
    while (body < kept.size() && (kept[body].is("const") || kept[body].is("override") ||
                                  kept[body].is("final") || kept[body].is("mutable")))
      ++body;
    const bool is_control = kept[at - 1].is("if") || kept[at - 1].is("for") ||
                            kept[at - 1].is("while") || kept[at - 1].is("switch");
    const bool is_initializer = at > 1 && (kept[at - 2].is(":") || kept[at - 2].is(","));
    if (is_control || is_initializer || body >= kept.size() || !kept[body].is("{")) continue;
    const std::size_t end = behind_bracket(kept, body);
    for (const std::size_t name : names_of_parameters(kept, at))
      if (count_of(std::span(kept).subspan(body, end - body), kept[name].text) == 0)
        kept[name].text.clear(), kept[name].before.clear();
  }
  return kept;
}

Tokens without_unused_type(const Tokens& declaration) {
  if (!reads(declaration, 0, {"template", "<"}) || count_of(declaration, "T") != 1)
    return declaration;
  Tokens kept = declaration;
  const std::size_t end = behind_angle(kept, 1);
  if (reads(kept, 0, {"template", "<", "class", "T", ">"})) {
    kept[end].before = kept[0].before;
    kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(end));
    return kept;
  }
  for (std::size_t at = 2; at + 1 < end; ++at) {
    if (!reads(kept, at, {"class", "T"})) continue;
    const std::size_t first = kept[at - 1].is(",") ? at - 1 : at;
    const std::size_t size = first < at || kept[at + 2].is(",") ? 3 : 2;
    const auto begin = kept.begin() + static_cast<std::ptrdiff_t>(first);
    kept.erase(begin, begin + static_cast<std::ptrdiff_t>(size));
    if (first == at) kept[at].before.clear();
    break;
  }
  return kept;
}

}  // namespace phasebox::two_files
