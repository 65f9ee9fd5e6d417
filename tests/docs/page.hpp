// SPDX-License-Identifier: MIT
// What a page of the documentation promises: its commands and its links.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace phasebox::test {

/// A command of a page, its continued lines joined.
struct PageCommand {
  std::size_t line = 0;  ///< from 1
  std::string text;
};

/// A page in Markdown.
class Page {
 public:
  explicit Page(const std::filesystem::path& file);

  /// Lines of indented code that begin with the program, and all such inline code with arguments
  /// and without placeholders (FILE, [--json], ...).
  std::vector<PageCommand> commands() const;
  /// Targets of links and pictures, with their #anchor; none of the web.
  std::vector<std::string> targets() const;
  /// What a #anchor may name: the headings, as GitHub writes them, and `<a id="...">`.
  std::vector<std::string> anchors() const;

 private:
  std::vector<std::string> lines_;
};

}  // namespace phasebox::test
