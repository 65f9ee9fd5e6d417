// SPDX-License-Identifier: MIT
// A text for the user that can be shown in another language.
#pragma once
#include <concepts>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace phasebox {

/// The texts of a language: each English text, with holes in the syntax of fmt, and its
/// translation.
using TextTable = std::map<std::string, std::string, std::less<>>;

/// Texts of errors, and what they quote, are no longer than this, in bytes.
inline constexpr std::size_t kMaxErrorText = 1000;

/// Returns the text as one line that a terminal or window can show. A '?' replaces each control
/// character and each letter that is no UTF-8. A text longer than kMaxErrorText loses its middle.
std::string one_line(std::string text);

/// A text for the user: its id and its arguments. The id is the English text with a hole for each
/// argument ("{} is {} times as fast"); arguments are sentences, too. A sentence is translated by
/// looking up its id and those of its arguments, so nobody has to read finished English. It behaves
/// as its English text where a string is wanted: in files, on the command line, in tests. `say`
/// (language/format_sentence.hpp) makes one with arguments.
class Sentence {
 public:
  Sentence() = default;
  // A text without arguments, which is its own id. NOLINTBEGIN: a text is a sentence
  Sentence(const char* id) : text_(id) {}
  Sentence(std::string_view id) : text_(id) {}
  Sentence(std::string id) : text_(std::move(id)) {}
  // NOLINTEND
  /// A sentence whose holes are filled with `arguments`, in their order unless a hole has a number.
  Sentence(std::string id, std::vector<Sentence> arguments);
  /// A text in no language, such as a number, a file's name or a command. It is never translated.
  static Sentence as_is(std::string_view text);
  static Sentence as_is(std::integral auto n) { return as_is(std::to_string(n)); }

  /// The sentence in English.
  const std::string& english() const { return text_; }
  operator const std::string&() const { return text_; }  // NOLINT: it is its English text
  operator std::string_view() const { return text_; }    // NOLINT
  bool empty() const { return text_.empty(); }
  /// A text that two sentences share only if they are translated alike, for a cache.
  std::string key() const;
  /// The sentence in the language of the table. What has no row there stays English.
  std::string in(const TextTable& table) const;
  /// The sentence with each text in it that has no holes replaced by what `change` makes of it.
  Sentence changed(const std::function<std::string(std::string)>& change) const;
  /// The sentence with all that it quotes made `one_line`.
  Sentence on_one_line() const;
  /// Appends the ids in this sentence that have no row in the table and contain a letter.
  void list_missing(const TextTable& table, std::vector<std::string>& ids) const;

  /// Appends another sentence, without a blank between them.
  Sentence& operator+=(const Sentence& more);
  friend Sentence operator+(Sentence a, const Sentence& b) { return std::move(a += b); }
  /// Two sentences are equal if they read the same in English.
  friend bool operator==(const Sentence& a, const Sentence& b) { return a.text_ == b.text_; }
  /// Writes the sentence in English.
  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                                      const Sentence& sentence) {
    return out << sentence.text_;
  }

 private:
  enum class Form : unsigned char {
    plain,   // text_ is the id
    filled,  // id_ has holes for parts_
    joined,  // parts_ follow each other
    as_is,   // text_ is in no language
  };
  Form form_ = Form::plain;
  std::string text_;
  std::string id_;
  std::vector<Sentence> parts_;
};

/// Calls `literal` for each text between holes, with doubled braces single, and `hole` for each
/// hole with its number and what follows its colon, in the order of the text.
void walk_holes(std::string_view id, const std::function<void(std::string_view)>& literal,
                const std::function<void(std::size_t, std::string_view)>& hole);

/// The sentences one after the other, `between` between them.
Sentence joined(const std::vector<Sentence>& all, const Sentence& between);

}  // namespace phasebox
