// SPDX-License-Identifier: MIT
// README.md: its keys, its code and its numbers are those of the program.
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/number_format.hpp"
#include "page.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace readme_test {

std::string text_of(const std::string& page) { return test::content_of(test::in_source(page)); }

/// What stands between the two texts, the first of which is there once; empty without them.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t at = text.find(begin), from = at + begin.size();
  const std::size_t to = at == text.npos ? text.npos : text.find(end, from);
  EXPECT_NE(to, text.npos) << begin;
  return to == text.npos ? "" : text.substr(from, to - from);
}

std::vector<std::string> split(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t to; (to = text.find(separator, from)) != text.npos; from = to + separator.size())
    parts.push_back(text.substr(from, to - from));
  parts.push_back(text.substr(from));
  return parts;
}

TEST(Readme, names_keys_as_their_table_does) {
  std::set<std::pair<std::string, std::string>> known;  // key and title
  for (const std::string& row : split(text_of("docs/keys.md"), "\n")) {
    const auto cells = split(row, " | ");
    if (cells.size() != 3 || !cells[0].starts_with("| `")) continue;
    const std::string keys = cells[0].substr(3, cells[0].size() - 4);
    for (const std::string& key : split(keys, ", "))
      known.emplace(key, cells[1].substr(0, cells[1].find(" ...")));
  }
  std::string named = between(text_of("README.md"), "(docs/keys.md):\n\n", "\n\n");
  std::ranges::replace(named, '\n', ' ');
  for (const std::string& item : split(named, " · ")) {
    const std::size_t end = item.find("` ");
    ASSERT_TRUE(item.starts_with('`') && end != item.npos) << item;
    EXPECT_TRUE(known.contains({item.substr(1, end - 1), item.substr(end + 2)})) << item;
  }
}

TEST(Readme, shows_lines_of_the_example) {
  const std::string example = text_of("examples/consumer/main.cpp");
  std::size_t at = 0;
  for (const std::string& line : split(between(text_of("README.md"), "```cpp\n", "\n```"), "\n")) {
    at = example.find("\n  " + line + "\n", at);
    ASSERT_NE(at, example.npos) << line;
  }
}

/// The quotes of the page are compared with the program elsewhere.
TEST(Readme, tells_the_numbers_that_it_quotes) {
  const std::string readme = text_of("README.md");
  const std::uint64_t sprites = std::stoull(
                          between(readme, "render --scene uniform --count ", " --frames")),
                      overlaps = std::stoull(between(readme, "\"overlaps\": ", ",")),
                      tests = std::stoull(between(readme, "\"box_tests\": ", ","));
  std::string prose = readme;
  std::ranges::replace(prose, '\n', ' ');
  const std::string said = "Ten thousand sprites have " + grouped(sprites * (sprites - 1) / 2) +
                           " pairs. To find the " + grouped(overlaps) +
                           " that overlap, the hierarchical grid makes " + grouped(tests) +
                           " box tests";
  EXPECT_EQ(sprites, 10'000u);
  EXPECT_NE(prose.find(said), prose.npos) << said;
}

}  // namespace readme_test
}  // namespace phasebox
