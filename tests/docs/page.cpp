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

constexpr std::string_view kIndent = "    ", kFence = "```",
                           kMarker = "<!-- output: ", kMarkerEnd = " -->";

bool is_blank(const std::string& line) { return line.find_first_not_of(' ') == std::string::npos; }

/// The words that begin a command; anything else in a code block is data.
bool begins_a_command(const std::string& text) {
  static const std::regex kPrograms(R"((phasebox|cmake|cpack|ctest|export|perf|rm|\./\S+|build/\S+|vcpkg|conan)"
                                    R"(|flatpak(-builder)?|(docs|tests|examples|third_party)/\S+\.sh)( .*)?)");
  return std::regex_match(text, kPrograms);
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
  std::vector<std::string> found;
  for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i)
    found.push_back((*i)[1]);
  return found;
}

std::string joined(const std::vector<std::string>& lines, std::size_t from, std::size_t to) {
  std::string text;
  for (; from < to; ++from) {
    const std::size_t begin = std::min(lines[from].find_first_not_of(' '), lines[from].size());
    text += (text.empty() ? "" : " ") + lines[from].substr(begin);
  }
  return text;
}

/// The line behind the last one of the paragraph, list item or table that begins at `from`.
std::size_t end_of_paragraph(const std::vector<std::string>& lines, std::size_t from) {
  static const std::regex kItem(R"( *([-*]|\d+\.) .*)");
  const auto goes_on = [](const std::string& line) {
    return !is_blank(line) && !line.starts_with(kMarker) && !std::regex_match(line, kItem);
  };
  std::size_t to = from + 1;
  while (to < lines.size() && goes_on(lines[to])) ++to;
  return to;
}

bool is_code(const std::string& line) { return line.starts_with(kIndent); }

bool has_four_words(const std::string& text) { return std::ranges::count(text, ' ') >= 3; }

PageQuote read_quote(const std::vector<std::string>& lines, std::size_t marker) {
  static const std::regex kQuoted("\"([^\"]+)\"");
  const std::string& head = lines[marker];
  const std::size_t size = head.rfind(kMarkerEnd) - kMarker.size();
  PageQuote quote{marker + 1, head.substr(kMarker.size(), size), {}, false};
  std::size_t at = marker + 1;
  while (at < lines.size() && is_blank(lines[at])) ++at;
  if (at == lines.size()) return quote;
  quote.is_ordered = lines[at].starts_with(kFence);
  if (!quote.is_ordered) {
    quote.texts = all_of(joined(lines, at, end_of_paragraph(lines, at)), kQuoted);
    return quote;
  }
  for (++at; at < lines.size() && !lines[at].starts_with(kFence); ++at)
    if (!is_blank(lines[at]) && lines[at] != "...") quote.texts.push_back(lines[at]);
  return quote;
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

std::vector<PageQuote> Page::quotes() const {
  std::vector<PageQuote> found;
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (lines_[i].starts_with(kMarker)) found.push_back(read_quote(lines_, i));
  return found;
}

std::vector<std::string> Page::unmarked_quotes() const {
  static const std::regex kQuoted("\"([^\"]+)\""), kSource(R"(\b(18|19|20)\d\d\b|\]\(http)");
  std::vector<std::string> found;
  bool is_fenced = false;
  for (std::size_t i = 0, end = 0; i < lines_.size(); i = std::max(end, i + 1)) {
    end = i + 1;
    if (lines_[i].starts_with(kFence)) is_fenced = !is_fenced;
    if (is_fenced || lines_[i].starts_with(kFence) || is_code(lines_[i]) || is_blank(lines_[i]))
      continue;
    if (lines_[i].starts_with(kMarker)) {
      if (end < lines_.size() && !is_blank(lines_[end])) end = end_of_paragraph(lines_, end);
      continue;
    }
    end = end_of_paragraph(lines_, i);
    const std::string paragraph = joined(lines_, i, end);
    if (std::regex_search(paragraph, kSource)) continue;
    std::ranges::copy_if(all_of(paragraph, kQuoted), std::back_inserter(found), has_four_words);
  }
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

std::filesystem::path in_source(const std::string& name) {
  return std::filesystem::path(PHASEBOX_SOURCE_DIR) / name;
}

std::vector<std::string> page_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(in_source("docs")))
    if (entry.path().extension() == ".md")
      names.push_back("docs/" + entry.path().filename().string());
  std::ranges::sort(names);
  for (const char* name :
       {"README.md", "CONTRIBUTING.md", "third_party/README.md", "integrations/README.md"})
    names.emplace_back(name);
  return names;
}

std::string as_name(std::string page) {
  page.erase(page.rfind('.'));
  std::ranges::replace_if(
      page, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return page;
}

bool holds(std::string_view line, std::string_view text) {
  std::size_t at = 0;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find("...", from), text.size());
    at = line.find(text.substr(from, to - from), at);
    if (at == std::string_view::npos) return false;
    at += to - from;
    from = to + 3;
  }
  return true;
}

}  // namespace phasebox::test
