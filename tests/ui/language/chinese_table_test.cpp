// SPDX-License-Identifier: MIT
// The table of Chinese texts: nothing of the sources is missing, nothing in it is stale.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "source_texts.hpp"
#include "ui/language/tr.hpp"
#include "ui/language/translation.hpp"
#include "ui/registry.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox {
namespace chinese_table_test {

namespace fs = std::filesystem;

// Words of a sentence or a title, no id and no format.
bool is_shown(const std::string& line) {
  static const std::regex kWords(R"([A-Za-z]{2,}[,.;:!?)'"]* +[('"]*[A-Za-z{])");
  static const std::regex kTitle(R"(^[ (]*[A-Z][a-z]+[-a-z]*[ .:!?)]*$)");
  static const std::regex kAround(R"([}] [A-Za-z]{2,}|[A-Za-z]{2,}[:,]? [{])");
  return std::regex_search(line, kWords) || std::regex_search(line, kTitle) ||
         std::regex_search(line, kAround);
}

// Holes are alike whatever their format; what joins parts of a sentence is left out at the ends.
std::string plain(std::string text) {
  static const std::regex kHole(R"(\{[^{}]*\})");
  text = std::regex_replace(text, kHole, "{}");
  text.erase(std::min(text.find("##"), text.size()));
  const auto joins = [](char c) { return std::string_view(" ,;:.()'[]>").find(c) < 11; };
  while (!text.empty() && joins(text.back())) text.pop_back();
  std::size_t first = 0;
  while (first < text.size() && (joins(text[first]) || text.substr(first, 2) == "\u00b7"))
    first += text.substr(first, 2) == "\u00b7" ? 2u : 1u;
  text.erase(0, first);
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// Lines of a file of this folder.
std::set<std::string> lines_of(const char* name) {
  std::ifstream file(fs::path(PHASEBOX_SOURCE_DIR) / "tests/ui/language" / name);
  std::set<std::string> all;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') all.insert(line);
  return all;
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

// ---- tests

// Where an algorithm comes from stands in `phasebox list` and the documentation.
bool is_credit(const std::string& literal) {
  const auto is_its = [&](const auto* entry) { return entry->source == literal; };
  return std::ranges::any_of(broadphases(), is_its) || std::ranges::any_of(narrowphases(), is_its);
}

TEST(ChineseTable, has_all_texts_of_the_sources) {
  std::string keys;
  for (const auto& [english, chinese] : chinese_translation().texts())
    keys += plain(english) + '\n';
  const std::set<std::string> not_shown = lines_of("not_shown.txt");
  std::set<std::string> needed;
  for (const fs::path& path : shown_sources())
    for (const std::string& literal : literals_of(path))
      for (const std::string& line : lines_in(literal)) {
        const std::string text = plain(line);
        if (!is_shown(line) || text.size() < 3 || is_credit(literal) ||
            keys.find(text) != keys.npos)
          continue;
        needed.insert(text);
        EXPECT_TRUE(not_shown.contains(text))
            << path.filename() << ": no row of assets/languages/zh.json has\n  " << line
            << "\nTranslate it, or say in tests/ui/language/not_shown.txt that no window shows "
               "it:\n"
            << text;
      }
  for (const std::string& text : not_shown)
    EXPECT_TRUE(needed.contains(text)) << "not_shown.txt has what is in no source: " << text;
}

TEST(ChineseTable, has_no_text_that_is_in_no_source) {
  std::string sources;
  const auto paths =
      sources_of({"ui", "view", "collide", "world", "session", "lab", "io", "app", "bench"});
  for (const fs::path& path : paths)
    for (const std::string& literal : literals_of(path))
      for (const std::string& line : lines_in(literal)) sources += plain(line) + '\n';
  for (const std::string& english : chinese_translation().own_texts())
    for (const std::string& line : lines_in(english))
      EXPECT_NE(sources.find(plain(line)), sources.npos) << "stale: " << line;
}

// How often each hole occurs, whatever its format.
std::multiset<std::string> holes_of(const std::string& text) {
  static const std::regex kHole(R"(\{(\d?)[^{}]*\}|%[.0-9]*[a-z])");
  std::multiset<std::string> holes;
  std::size_t next = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), kHole), end; it != end; ++it) {
    const std::string hole = it->str();
    const std::string number = (*it)[1].str();
    if (hole[0] == '%')
      holes.insert(hole);
    else
      holes.insert(number.empty() ? std::to_string(next++) : number);
  }
  return holes;
}

TEST(ChineseTable, has_the_same_holes_on_both_sides) {
  for (const auto& [english, chinese] : chinese_translation().texts()) {
    EXPECT_FALSE(chinese.empty()) << english;
    EXPECT_EQ(holes_of(english), holes_of(chinese)) << english << "\n" << chinese;
  }
}

void expect_chinese(std::string_view english) {
  if (std::ranges::none_of(english, [](unsigned char c) { return std::isalpha(c) != 0; })) return;
  const std::string chinese = chinese_translation().of(english);
  const bool is_chinese = std::ranges::any_of(chinese, [](char c) { return (c & 0x80) != 0; });
  static const std::set<std::string, std::less<>> names{"RDC", "gjk", "lin-canny", "x",   "y",
                                                        "n",   "px",  "percent",   "px*", "box"};
  EXPECT_TRUE(is_chinese || names.contains(english)) << english;
}

void expect_rows_in_chinese(std::span<const Param> rows) {
  for (const Param& row : rows) {
    std::string name(row.key);
    std::ranges::replace(name, '-', ' ');
    expect_chinese(name);
    expect_chinese(row.help);
    expect_chinese(row.zero);
    for (const std::string_view choice : row.choices) expect_chinese(choice);
  }
}

TEST(ChineseTable, has_every_row_of_every_registry) {
  for (const ActionRow* row : actions()) expect_chinese(row->title), expect_chinese(row->help);
  for (const ToolRow* tool : tools()) expect_chinese(tool->title);
  for (const Gesture& g : gestures()) expect_chinese(g.gesture), expect_chinese(g.meaning);
  for (const OverlayRow* row : overlays()) {
    expect_chinese(row->title), expect_chinese(row->help);
    for (const LegendLine& line : row->legend) expect_chinese(line.text);
  }
  for (const SceneEntry* entry : scenes())
    expect_chinese(entry->title), expect_chinese(entry->summary);
  for (const BroadphaseEntry* entry : broadphases()) {
    expect_chinese(entry->title), expect_chinese(entry->summary);
    expect_rows_in_chinese(entry->make()->params().rows);
    for (const CodeLine& line : entry->walkthrough.code) expect_chinese(line.text);
  }
  for (const NarrowphaseEntry* entry : narrowphases()) {
    expect_chinese(entry->title), expect_chinese(entry->summary);
    expect_rows_in_chinese(entry->make()->params().rows);
  }
  expect_rows_in_chinese(view_rows());
}

}  // namespace chinese_table_test
}  // namespace phasebox
