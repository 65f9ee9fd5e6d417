// SPDX-License-Identifier: MIT
// What a page of the documentation promises: its commands, its quotes of the program, its links.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace phasebox::test {

/// A command as it stands on a page, its continued lines joined.
struct PageCommand {
  std::size_t line = 0;  ///< from 1
  std::string text;
};

/// A text that a page quotes: `<!-- output: COMMAND -->` stands before the code block, or before
/// the paragraph whose "double-quoted" texts are meant.
struct PageQuote {
  std::size_t line = 0;  ///< of the marker, from 1
  std::string command;
  /// In the order of the page. `...` stands for any text within a line.
  std::vector<std::string> texts;
  bool is_ordered = false;  ///< a code block: each text is a part of a line below the one before
};

/// A page in Markdown.
class Page {
 public:
  explicit Page(const std::filesystem::path& file);

  /// Lines of indented code that begin with a program that a reader can run, and all such inline
  /// code with arguments and without placeholders (FILE, [--json], ...).
  std::vector<PageCommand> commands() const;
  std::vector<PageQuote> quotes() const;
  /// "Double-quoted" texts of four words and more that no marker stands before: where they are not
  /// the title of a source, which has a year or a link, nothing holds them to the program.
  std::vector<std::string> unmarked_quotes() const;
  /// Targets of links and pictures, with their #anchor; none of the web.
  std::vector<std::string> targets() const;
  /// What a #anchor may name: the headings, as GitHub writes them, and `<a id="...">`.
  std::vector<std::string> anchors() const;
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

/// README.md, CONTRIBUTING.md, third_party/README.md and all of docs, relative to the source
/// folder.
std::vector<std::string> page_names();
/// The page's name as a test may have it: letters, digits and underscores.
std::string as_name(std::string page);
/// The file of that name in the source folder.
std::filesystem::path in_source(const std::string& name);

/// Whether the line holds the text, in which `...` stands for anything.
bool holds(std::string_view line, std::string_view text);

}  // namespace phasebox::test
