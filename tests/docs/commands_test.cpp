// SPDX-License-Identifier: MIT
// Every command of the documentation runs as copied, in a fresh clone.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "clone.hpp"
#include "page.hpp"

namespace phasebox {
namespace commands_test {

using test::Clone;
using test::Page;
using test::PageCommand;

/// Commands that no test runs, and why: the lines of not_run.txt.
std::map<std::string, std::string> not_run() {
  std::map<std::string, std::string> reasons;
  std::ifstream file(test::in_source("tests/docs/not_run.txt"));
  for (std::string line; std::getline(file, line);) {
    const std::size_t bar = line.find(" | ");
    if (line.starts_with("#") || bar == std::string::npos) continue;
    reasons[line.substr(0, bar)] = line.substr(bar + 3);
  }
  return reasons;
}

std::string without_comment(const std::string& command) {
  const std::string text = command.substr(0, command.find(" #"));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

class DocumentedCommands : public testing::TestWithParam<std::string> {};

TEST_P(DocumentedCommands, run_as_copied) {
  const auto reasons = not_run();
  const Clone clone;
  for (const PageCommand& command : Page(test::in_source(GetParam())).commands()) {
    if (reasons.contains(without_comment(command.text))) continue;
    const std::string line = test::quickened(command.text);
    const test::Said said = clone.run(line);
    EXPECT_EQ(said.code, 0) << GetParam() << ":" << command.line << ": " << command.text
                            << "\nrun as: " << line << "\n"
                            << said.text.substr(0, 2000);
    EXPECT_EQ(said.missing, "") << GetParam() << ":" << command.line << ": was not written";
  }
}

INSTANTIATE_TEST_SUITE_P(Pages, DocumentedCommands, testing::ValuesIn(test::page_names()),
                         [](const auto& page) { return test::as_name(page.param); });

TEST(DocumentedCommand, that_no_test_runs_is_one_of_a_page_and_has_a_reason) {
  auto reasons = not_run();
  EXPECT_FALSE(reasons.empty());
  for (const auto& [command, reason] : reasons) EXPECT_GT(reason.size(), 10u) << command;
  for (const std::string& name : test::page_names())
    for (const PageCommand& command : Page(test::in_source(name)).commands())
      reasons.erase(without_comment(command.text));
  for (const auto& [command, reason] : reasons)
    ADD_FAILURE() << "no page has this command of not_run.txt: " << command;
}

TEST(DocumentedCommand, is_found_in_blocks_and_in_inline_code) {
  const test::TemporaryFolder folder;
  test::write(folder / "page.md",
              "Text `phasebox list\nscenes --json` and `phasebox render` and `phasebox why --json "
              "FILE` and `phasebox`.\n\n"
              "    phasebox bench --count 10 \\\n      --frames 3   # a comment\n"
              "    id,min_x\n\n```\nphasebox nothing\n```\n");
  const auto found = Page(folder / "page.md").commands();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].line, 4u);
  EXPECT_EQ(found[0].text, "phasebox bench --count 10        --frames 3   # a comment");
  EXPECT_EQ(found[1].line, 1u);
  EXPECT_EQ(found[1].text, "phasebox list scenes --json");
}

TEST(DocumentedCommand, is_quickened_only_in_what_it_costs) {
  EXPECT_EQ(test::quickened("phasebox tune --boxes t.csv --budget 20   # long"),
            "phasebox tune --boxes t.csv --budget 1");
  EXPECT_EQ(test::quickened("phasebox bench --count 1000,100000 --threads 2"),
            "phasebox bench --count 50,100 --threads 2 --budget 0.02");
  EXPECT_EQ(test::quickened("phasebox pairs boxes.csv"), "phasebox pairs boxes.csv");
}

TEST(DocumentedCommand, that_fails_or_writes_nothing_is_seen) {
  const Clone clone;
  EXPECT_EQ(clone.run("phasebox pairs no-such-file.csv --broadphase rdc").code, 2);
  EXPECT_NE(clone.run("phasebox --scene no-such-scene").code, 0);
  EXPECT_EQ(clone.run("true --out nothing.csv").missing, "nothing.csv");
  EXPECT_EQ(clone.run("mkdir empty; true --out empty").missing, "empty");
}

}  // namespace commands_test
}  // namespace phasebox
