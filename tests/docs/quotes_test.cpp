// SPDX-License-Identifier: MIT
// Quotes in the documentation are what the program says.
#include <algorithm>
#include <map>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clone.hpp"
#include "page.hpp"

namespace phasebox {
namespace quotes_test {

using test::Page;
using test::PageQuote;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The first text that is not in the lines; empty when all are.
std::string first_missing(const PageQuote& quote, const std::vector<std::string>& lines) {
  auto at = lines.begin();
  for (const std::string& text : quote.texts) {
    const auto is_there = [&](const std::string& line) { return test::holds(line, text); };
    const auto found = std::find_if(at, lines.end(), is_there);
    if (found == lines.end()) return text;
    if (quote.is_ordered) at = found + 1;
  }
  return {};
}

class Quotes : public testing::TestWithParam<std::string> {};

TEST_P(Quotes, are_what_the_program_says) {
  const test::Clone clone;
  std::map<std::string, test::Said> said;  // a command quoted twice runs once
  for (const PageQuote& quote : Page(test::in_source(GetParam())).quotes()) {
    const std::string where = GetParam() + ":" + std::to_string(quote.line);
    EXPECT_FALSE(quote.texts.empty()) << where << ": nothing is quoted below the marker";
    if (!said.contains(quote.command)) said[quote.command] = clone.run(quote.command);
    const test::Said& answer = said[quote.command];
    EXPECT_EQ(answer.code, 0) << where << ": " << quote.command << "\n"
                              << answer.text.substr(0, 2000);
    EXPECT_EQ(first_missing(quote, lines_of(answer.text)), "")
        << where << ": the output of " << quote.command << " has no such text; it begins with\n"
        << answer.text.substr(0, 3000);
  }
}

std::vector<std::string> pages_with_quotes() {
  std::vector<std::string> names;
  for (const std::string& name : test::page_names())
    if (!Page(test::in_source(name)).quotes().empty()) names.push_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Pages, Quotes, testing::ValuesIn(pages_with_quotes()),
                         [](const auto& page) { return test::as_name(page.param); });

TEST(Quote, of_a_sentence_has_a_marker) {
  for (const std::string& name : test::page_names())
    EXPECT_THAT(Page(test::in_source(name)).unmarked_quotes(), testing::IsEmpty())
        << name << ": put <!-- output: COMMAND --> above the paragraph";
  const test::TemporaryFolder folder;
  test::write(folder / "page.md",
              "<!-- output: phasebox one -->\nMarked: \"one two three four\".\n\n"
              "Short: \"one two three\". Source: \"A title of words\", 1996.\n\n"
              "It says \"one two three\nfour\".\n\n    code \"one two three four\"\n");
  EXPECT_THAT(Page(folder / "page.md").unmarked_quotes(),
              testing::ElementsAre("one two three four"));
}

TEST(Quote, is_read_from_paragraphs_and_blocks) {
  const test::TemporaryFolder folder;
  test::write(
      folder / "page.md",
      "<!-- output: phasebox one -->\n1. It says \"a broken\n   line\" and \"b\".\n2. Not \"c\".\n"
      "<!-- output: phasebox two -->\n\n```\nfirst ... end\n...\nlast\n```\n");
  const auto quotes = Page(folder / "page.md").quotes();
  ASSERT_EQ(quotes.size(), 2u);
  EXPECT_EQ(quotes[0].command, "phasebox one");
  EXPECT_EQ(quotes[0].texts, (std::vector<std::string>{"a broken line", "b"}));
  EXPECT_EQ(quotes[1].texts, (std::vector<std::string>{"first ... end", "last"}));
  EXPECT_EQ(first_missing(quotes[1], {"first 1 end", "x", "last"}), "");
  EXPECT_EQ(first_missing(quotes[1], {"last", "first 1 end"}), "last");
  EXPECT_EQ(first_missing(quotes[0], {"b", "a line"}), "a broken line");
}

}  // namespace quotes_test
}  // namespace phasebox
