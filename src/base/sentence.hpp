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

/// The translations of a language: the key is an English text, the value its translation. Both may
/// have holes for arguments in the syntax of fmt, such as "{}" or "{1}".
using TextTable = std::map<std::string, std::string, std::less<>>;

/// Texts of errors are cut to this length, in bytes of UTF-8.
inline constexpr std::size_t kMaxErrorText = 1000;

/// Returns the text as one line that a terminal or window can show. A '?' replaces each control
/// character, line ends among them, and each sequence of bytes that is no UTF-8. A text longer than
/// kMaxErrorText loses its middle.
std::string one_line(std::string text);

/// A text for the user: its id and its arguments. The id is the English text with a hole for each
/// argument ("{} is {} times as fast"); arguments are sentences, too. A sentence is translated by
/// looking up its id and those of its arguments, so no code has to parse finished English. It
/// converts to its English text where a string is needed: in files, on the command line, in tests.
/// `say` (language/format_sentence.hpp) makes one with arguments.
class Sentence {
 public:
  Sentence() = default;
  // A text without arguments, which is its own id. NOLINTBEGIN: a text is a sentence
  Sentence(const char* id) : text_(id) {}
  Sentence(std::string_view id) : text_(id) {}
  Sentence(std::string id) : text_(std::move(id)) {}
  // NOLINTEND
  /// A sentence whose holes are filled with `arguments`: the k-th "{}" with argument k, "{1}" with
  /// argument 1, counted from 0.
  Sentence(std::string id, std::vector<Sentence> arguments);
  /// A text in no language, such as a number, a file's name or a command. It is never translated.
  static Sentence as_is(std::string_view text);
  static Sentence as_is(std::integral auto n) { return as_is(std::to_string(n)); }

  /// The sentence in English.
  const std::string& english() const { return text_; }
  operator const std::string&() const { return text_; }  // NOLINT: it is its English text
  operator std::string_view() const { return text_; }    // NOLINT
  bool empty() const { return text_.empty(); }
  /// A key for a cache of translations: sentences with the same key have the same translation.
  std::string key() const;
  /// The sentence in the language of the table. Ids that have no row there stay English.
  std::string in(const TextTable& table) const;
  /// The sentence with `change` applied to each text in it that takes no arguments, also to numbers
  /// and names. Texts with holes stay.
  Sentence changed(const std::function<std::string(std::string)>& change) const;
  /// The sentence with each text in it that takes no arguments made `one_line`. If all together is
  /// still too long, it becomes its English text, made `one_line` and never translated.
  Sentence on_one_line() const;
  /// Appends to `ids` the ids in this sentence that have no row in the table, unless they have no
  /// letter A to Z outside of their holes.
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
    joined,  // the sentences parts_ follow each other
    as_is,   // text_ is in no language
  };
  Form form_ = Form::plain;
  std::string text_;
  std::string id_;
  std::vector<Sentence> parts_;
};

/// Walks over a text with holes in the syntax of fmt, in its order. Calls `literal` for each piece
/// of text between holes, perhaps an empty one, with a doubled brace as a single one; and `hole`
/// for each hole, with the number of its argument (its digit, else counted from 0) and what follows
/// its colon.
void walk_holes(std::string_view id, const std::function<void(std::string_view)>& literal,
                const std::function<void(std::size_t, std::string_view)>& hole);

/// All sentences one after the other, with `between` between two of them.
Sentence joined(const std::vector<Sentence>& all, const Sentence& between);

}  // namespace phasebox
