// SPDX-License-Identifier: MIT
// What the window says, in another language: the English text is the key.
#pragma once
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace phasebox {

/// A table of texts. A key with holes, as fmt has them ("Deleted {}"), stands for every text that
/// reads so; a hole with a format ("{:.1f}") takes a number only. What a hole took is translated by
/// itself, and is part of what stands between two semicolons. What has no row of its own is
/// translated by parts: lines, sentences, what stands before and behind a semicolon, a colon or a
/// comma, a name and its value. So a text may be composed anywhere below the window,
/// in English, and is translated where it is shown.
class Translation {
 public:
  struct Row {
    std::string from, to;
  };

  /// A file of assets/languages: an object whose members "texts" and "composed" hold the rows.
  static Result<Translation> parse(std::string_view json);

  /// The text in this language, or as it is. Allocates; a long text costs about 10 us.
  std::string of(std::string_view english) const;
  /// In the order of the keys.
  const std::map<std::string, std::string, std::less<>>& texts() const { return texts_; }

 private:
  struct Hole {
    std::size_t number;
    bool is_number;
  };
  // Literals and holes take turns, and both ends are literals, which may be empty.
  struct Template {
    std::vector<std::string> literals;
    std::vector<Hole> holes;
  };
  struct Pattern {
    Template from, to;
  };
  using Found = std::optional<std::string>;

  static Template parse_template(std::string_view text);
  void add_pattern(const std::string& from, const std::string& to);
  Found find(std::string_view text, int depth) const;
  Found find_row(std::string_view text) const;
  Found find_begun(std::string_view text, int depth) const;
  Found find_pattern(const std::vector<Pattern>& patterns, std::string_view text, int depth) const;
  Found find_sentences(std::string_view text, int depth) const;
  Found find_parts(std::string_view text, int depth) const;
  Found find_value(std::string_view text) const;
  Found find_closed(std::string_view text, int depth) const;
  std::string join(std::string_view left, std::string_view between, std::string_view right,
                   int depth) const;

  std::map<std::string, std::string, std::less<>> texts_;
  std::vector<Pattern> patterns_;  // those that say most come first
  std::vector<Pattern> vague_;     // of hardly any words: the last resort
};

}  // namespace phasebox
