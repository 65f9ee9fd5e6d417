// SPDX-License-Identifier: MIT
// Translates the texts of the interface by a table with patterns, and lists the letters that a font
// needs for them.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/sentence.hpp"
#include "lab/lessons/lessons.hpp"

namespace phasebox::ui {

/// A table of texts and their translations. A key with holes in the syntax of fmt ("Deleted {}") is
/// a pattern. A hole with a format ("{:.1f}") takes only a number; other holes take a part of one
/// sentence without a semicolon, which is translated by itself. A text without a row is translated
/// by parts: lines, sentences, the two sides of a semicolon, colon or comma, a name and its value.
/// So texts are composed in English anywhere below the window, and translated where they are shown.
class Translation {
 public:
  /// Parses a file of assets/languages: an object whose members "texts" and "composed" hold the
  /// rows.
  static Result<Translation> parse(std::string_view json);

  /// Translates a text; returns it unchanged where nothing of it is known. Allocates; a long text
  /// takes about 10 us.
  std::string of(const Sentence& sentence) const;
  const TextTable& texts() const { return texts_; }

 private:
  struct Hole {
    std::size_t number;
    bool is_number;
  };
  // A text with holes. Literals and holes alternate; the first and the last are literals, which may
  // be empty, so there is one literal more than there are holes.
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

  TextTable texts_;
  std::vector<Pattern> patterns_;  // the longest literals come first
  std::vector<Pattern> vague_;     // patterns with few letters, tried last; the longest come first
};

/// Returns the table of Chinese texts that was built into the program. The first call parses it.
const Translation& chinese_translation();

/// Sets the language of the whole interface, which `tr` and `tr_label` use. Call it between frames:
/// it may end the validity of texts that they returned.
void speak(Language language);
Language spoken_language();

/// Returns a sentence in the language of the interface, in English with the titles of broadphases
/// in place of their ids. The result is valid until the frame ends; translations are cached, so a
/// repeat costs one look-up.
const std::string& tr(const Sentence& sentence);
/// Returns the title of a Dear ImGui widget in the language of the interface and keeps its id,
/// which ImGui makes of the English title: "Open" becomes "...###Open". Valid until the frame ends.
const char* tr_label(const Sentence& title);

/// Returns a lesson's text in the language of the interface. In Chinese a widget's title in quotes
/// (“Scene”) is translated as the widget shows it.
std::string spoken(const Words& words);

/// The name of the Chinese language in Chinese.
inline constexpr std::string_view kChineseTitle = "中文";
/// Returns all Chinese texts of table and lessons in one string: the letters that a font must have.
std::string chinese_letters(const Lessons& lessons);

}  // namespace phasebox::ui
