// SPDX-License-Identifier: MIT
// Texts in other languages: the table and its patterns, and which letters a font needs for them.
#pragma once
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "lab/lessons.hpp"

namespace phasebox::ui {

/// A table of texts. A key with holes, as fmt has them ("Deleted {}"), is a pattern; a hole with a
/// format ("{:.1f}") takes a number only. What a hole took is translated by itself, and does not
/// cross a semicolon. A text without a row is translated by parts: lines, sentences, the two sides
/// of a semicolon, colon or comma, a name and its value. So texts are composed in English anywhere
/// below the window, and translated where they are shown.
class Translation {
 public:
  /// A file of assets/languages: an object whose members "texts" and "composed" hold the rows.
  static Result<Translation> parse(std::string_view json);

  /// The text in this language, or as it is. Allocates; a long text costs about 10 us.
  std::string of(std::string_view english) const;
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
  std::string of(std::string_view text, int depth) const;
  void add_pattern(const std::string& from, const std::string& to);
  Found find(std::string_view text, int depth) const;
  Found find_row(std::string_view text) const;
  Found find_begun(std::string_view text, int depth) const;
  Found find_pattern(const std::vector<Pattern>& patterns, std::string_view text, int depth) const;
  Found find_sentences(std::string_view text, int depth) const;
  Found find_parts(std::string_view text, int depth) const;
  Found find_value(std::string_view text) const;

  std::map<std::string, std::string, std::less<>> texts_;
  std::vector<Pattern> patterns_;  // those that say most come first
  std::vector<Pattern> vague_;     // of hardly any words: the last resort
};

/// The table of Chinese texts that was built into the program.
const Translation& chinese_translation();

/// Sets the one language of the interface, of `tr` and `tr_label`; to be called between frames.
void speak(Language language);
Language spoken_language();

/// A text as spoken, in English itself; valid until the frame ends. A repeat costs a look-up.
std::string_view tr(std::string_view english);
/// The same of a text that ends with a null character, as does the answer.
const char* tr(const char* english);
/// The title of a widget of Dear ImGui, which is its id as well: "Open##id" keeps its id.
const char* tr_label(const char* english);

/// A lesson's text, translated; a widget's title quoted in Chinese (“Scene”) is as it is shown.
std::string spoken(const Words& words);

/// As Chinese calls itself.
inline constexpr std::string_view kChineseTitle = "中文";
/// Everything that can be said in Chinese, one text after the other: what a font must hold.
std::string chinese_letters(const Lessons& lessons);

}  // namespace phasebox::ui
