// SPDX-License-Identifier: MIT
// Reads as much Markdown as the pages use: indented and fenced code, inline code, links.
#include "page.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>

namespace phasebox::test {
namespace {

constexpr std::string_view kIndent = "    ", kFence = "```";

/// Anything else in a code block is data, or a command that does not run the program.
bool begins_a_command(const std::string& text) {
  static const std::regex kProgram(R"((phasebox|\./run\.sh)( .*)?)");
  return std::regex_match(text, kProgram);
}

/// `phasebox render`: names a subcommand, or a program.
bool is_a_name(const std::string& code) {
  static const std::regex kName(R"(\S+( [a-z]+)?)");
  return std::regex_match(code, kName);
}

/// FILE, ID, [--json], NAME|FILE, ...: the command is a form to fill in.
bool has_placeholder(const std::string& text) {
  static const std::regex kForm(R"((^|[ =/])[A-Z][A-Z]+([ .|=,]|$)|\[|\.\.\.|\|)");
  return std::regex_search(text, kForm);
}

/// All matches of the first group.
std::vector<std::string> all_of(const std::string& text, const std::regex& pattern) {
  return {std::sregex_token_iterator(text.begin(), text.end(), pattern, 1), {}};
}

/// Inline code may be broken over two lines.
void append_inline_commands(std::vector<PageCommand>& found, const std::string& prose) {
  static const std::regex kInline("`([^`]+)`");
  for (std::sregex_iterator m(prose.begin(), prose.end(), kInline), end; m != end; ++m) {
    std::string code = (*m)[1];
    std::ranges::replace(code, '\n', ' ');
    if (is_a_name(code) || !begins_a_command(code) || has_placeholder(code)) continue;
    const auto line = 1 + std::count(prose.begin(), prose.begin() + m->position(), '\n');
    found.push_back({static_cast<std::size_t>(line), code});
  }
}

/// Letters in lower case, hyphens for spaces, no punctuation.
std::string as_anchor(const std::string& heading) {
  std::string anchor;
  for (const char c : heading)
    if (c == ' ' || c == '-')
      anchor += '-';
    else if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return anchor;
}

}  // namespace

Page::Page(const std::filesystem::path& file) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) lines_.push_back(line);
}

std::vector<PageCommand> Page::commands() const {
  std::vector<PageCommand> found;
  std::string prose;  // all lines, those of code left empty
  bool is_fenced = false;
  for (std::size_t i = 0; i < lines_.size(); ++i, prose += '\n') {
    if (lines_[i].starts_with(kFence)) is_fenced = !is_fenced;
    if (is_fenced || lines_[i].starts_with(kFence)) continue;
    if (!lines_[i].starts_with(kIndent) || !begins_a_command(lines_[i].substr(kIndent.size()))) {
      prose += lines_[i];
      continue;
    }
    found.push_back({i + 1, lines_[i].substr(kIndent.size())});
    for (std::string& text = found.back().text; text.ends_with('\\') && i + 1 < lines_.size();) {
      text.back() = ' ', text += lines_[++i];
      prose += '\n';
    }
  }
  append_inline_commands(found, prose);
  return found;
}

std::vector<std::string> Page::targets() const {
  static const std::regex kLink(R"(\]\(([^)]+)\))");
  std::vector<std::string> found;
  bool is_fenced = false;
  for (const std::string& line : lines_) {
    if (line.starts_with(kFence)) is_fenced = !is_fenced;
    if (is_fenced || line.starts_with(kIndent)) continue;
    for (const std::string& target : all_of(line, kLink))
      if (target.find("://") == std::string::npos) found.push_back(target);
  }
  return found;
}

std::vector<std::string> Page::anchors() const {
  static const std::regex kHeading(R"(#+ (.*))"), kId("<a id=\"([^\"]+)\">");
  std::vector<std::string> found;
  std::smatch match;
  for (const std::string& line : lines_)
    if (std::regex_match(line, match, kHeading))
      found.push_back(as_anchor(match[1]));
    else
      std::ranges::copy(all_of(line, kId), std::back_inserter(found));
  return found;
}

}  // namespace phasebox::test
