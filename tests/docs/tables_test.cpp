// SPDX-License-Identifier: MIT
// Tables and words of the documentation that come from the code itself.
#include <array>
#include <cstdlib>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/version.hpp"
#include "clone.hpp"
#include "collide/broadphase.hpp"
#include "collide/narrowphase.hpp"
#include "io/pictures/images.hpp"
#include "lab/oracle/oracle.hpp"
#include "page.hpp"
#include "session/session.hpp"
#include "support/files.hpp"
#include "world/dynamics/options.hpp"

namespace phasebox {
namespace tables_test {

using testing::HasSubstr;

std::string text_of(const std::string& page) { return test::content_of(test::in_source(page)); }

std::string row_text(const Param& row) {
  const bool is_number = row.kind == Param::Kind::real || row.kind == Param::Kind::integer;
  const std::string range = is_number
                                ? format_value(row, row.lo) + " to " + format_value(row, row.hi)
                                : describe_range(row);
  std::string text = "|";
  for (const std::string& cell : {"`" + std::string(row.key) + "`", std::string(row.unit), range,
                                  format_value(row, row.init), std::string(row.help)})
    text += " " + cell + " |";
  return text + "\n";
}

TEST(Tables, of_the_response_are_its_parameters) {
  std::string table =
      "| Key | Unit | Range | Default | Meaning |\n| --- | --- | --- | --- | --- |\n";
  for (const Param& row : kResponseRows) table += row_text(row);
  EXPECT_THAT(text_of("docs/dynamics.md"),
              HasSubstr("<!-- response -->\n\n" + table + "\n<!-- /response -->\n"));
}

Faults faults(std::initializer_list<Pair> pairs) {
  Faults f;
  for (const Pair p : pairs) f.add(p);
  return f;
}

TEST(Tables, of_the_oracle_say_what_the_status_line_says) {
  const Session session(builtin_images());
  std::vector<std::string> says;
  const auto add = [&](const Verdict& v) { says.push_back(describe(v, session)); };
  add({});
  Verdict allowed;
  allowed.overlaps = 203, allowed.allowed_misses.count = 14;
  add(allowed);
  Verdict missed, phantom, doubled, sampled;
  missed.false_negatives = faults({{12, 40}, {13, 40}, {14, 40}});
  phantom.false_positives = doubled.duplicates = faults({{3, 9}});
  add(missed), add(phantom), add(doubled);
  sampled.sprites = 100'000, sampled.checked = 1204;
  says.push_back(describe_sample(sampled));
  const std::string page = text_of("docs/oracle.md");
  for (const std::string& text : says) EXPECT_THAT(page, HasSubstr("\n| `" + text + "` | "));
}

/// How a sentence writes a number up to twenty.
std::string in_words(std::size_t n) {
  constexpr std::array kWords{"zero",     "one",      "two",      "three",   "four",    "five",
                              "six",      "seven",    "eight",    "nine",    "ten",     "eleven",
                              "twelve",   "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
                              "eighteen", "nineteen", "twenty"};
  return kWords.at(n);
}

TEST(Tables, and_sentences_count_what_there_is) {
  const std::string readme = text_of("README.md"), lessons_page = text_of("docs/lessons.md");
  EXPECT_THAT(readme, HasSubstr(in_words(broadphases().size()) + " broadphases"));
  EXPECT_THAT(readme, HasSubstr(in_words(narrowphases().size()) + " narrowphases"));
  const nlohmann::json lessons =
      nlohmann::json::parse(test::Clone().run("phasebox list lessons --json").text);
  EXPECT_THAT(readme, HasSubstr("[" + in_words(lessons.size()) + " lessons]"));
  for (std::size_t i = 0; i < lessons.size(); ++i)
    EXPECT_THAT(lessons_page, HasSubstr("| " + std::to_string(i + 1) + " | `" +
                                        lessons[i]["id"].get<std::string>() + "` |"));
}

/// Every algorithm has a line of sources of its own, below its generated chapter.
TEST(Tables, of_algorithms_have_hand_written_sources_with_links) {
  const std::string page = text_of("docs/algorithms.md");
  const std::size_t at = page.find("\n## Sources\n");
  ASSERT_NE(at, std::string::npos);
  const std::string sources = page.substr(at);
  for (const BroadphaseEntry* entry : broadphases())
    EXPECT_THAT(sources, HasSubstr("\n- **" + std::string(entry->title) + "**: "));
  for (const NarrowphaseEntry* entry : narrowphases())
    EXPECT_THAT(sources, HasSubstr("\n- **" + std::string(entry->title) + "**: "));
  for (const char* link : {"lab.polygonal.de", "github.com/timohausmann/quadtree-js",
                           "github.com/fogleman/Quads", "ziggyware.com"})
    EXPECT_THAT(sources, HasSubstr(link));
}

/// The part of a page below a heading of the second level.
std::string section_of(const std::string& page, const std::string& title) {
  const std::size_t from = page.find("\n## " + title + "\n");
  return from == page.npos ? "" : page.substr(from, page.find("\n## ", from + 1) - from);
}

std::set<std::string> long_options(const std::string& text) {
  const std::regex form("--[a-z][a-z-]*");
  return {std::sregex_token_iterator(text.begin(), text.end(), form), {}};
}

TEST(CommandLine, has_no_option_that_the_documentation_leaves_out) {
  const test::Clone clone;
  const std::string page = text_of("docs/command-line.md");
  const auto shared = long_options(page.substr(0, page.find("\n## window\n")));
  for (const std::string command :
       {"window", "list", "render", "explain", "pairs", "near", "pixels", "bench", "tune", "cliffs",
        "why", "accuracy", "bake", "export"}) {
    const auto described = long_options(section_of(page, command));
    const std::string name = command == "window" ? "" : command + " ";
    const test::Said help = clone.run("phasebox " + name + "--help");
    ASSERT_EQ(help.code, 0) << command;
    for (const std::string& option : long_options(help.text))
      EXPECT_TRUE(described.contains(option) || shared.contains(option))
          << command << " " << option;
    for (const std::string& option : described)
      EXPECT_THAT(help.text, HasSubstr(option)) << command;
  }
}

TEST(Tables, of_the_examples_are_what_their_script_writes) {
  const test::TemporaryFolder folder;
  const std::string script =
      "'" PHASEBOX_SOURCE_DIR "/examples/make_boxes.sh' '" + folder.path().string() + "'";
  ASSERT_EQ(std::system(script.c_str()), 0);
  for (const char* name : {"boxes.csv", "trace.csv", "level.csv"})
    EXPECT_TRUE(test::content_of(folder / name) == text_of(std::string("examples/") + name))
        << name << ": run examples/make_boxes.sh";
}

TEST(Tables, of_the_citation_have_the_version_of_the_build) {
  EXPECT_THAT(text_of("CITATION.cff"), HasSubstr("\nversion: " + std::string(kVersion) + "\n"));
}

}  // namespace tables_test
}  // namespace phasebox
