// SPDX-License-Identifier: MIT
// The pages of the documentation: links lead somewhere, commands run as copied, options exist, what
// a script writes is of today.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "page.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace docs_test {

namespace fs = std::filesystem;
using test::Page;

fs::path in_source(const std::string& name) { return fs::path(PHASEBOX_SOURCE_DIR) / name; }

std::vector<std::string> page_names() {
  std::vector<std::string> names{"README.md", "CONTRIBUTING.md", "third_party/README.md",
                                 "integrations/README.md"};
  for (const auto& entry : fs::directory_iterator(in_source("docs")))
    if (entry.path().extension() == ".md")
      names.push_back("docs/" + entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

// ---- links

/// Whether the file is there, and its heading where the target names one.
bool leads_somewhere(const fs::path& page, const std::string& target) {
  const std::size_t hash = std::min(target.find('#'), target.size());
  const fs::path file = hash == 0 ? page : page.parent_path() / target.substr(0, hash);
  if (hash == target.size() || !fs::exists(file)) return fs::exists(file);
  const auto anchors = Page(file).anchors();
  return std::ranges::find(anchors, target.substr(hash + 1)) != anchors.end();
}

TEST(Pages, have_links_that_lead_somewhere) {
  for (const std::string& name : page_names())
    for (const std::string& target : Page(in_source(name)).targets())
      EXPECT_TRUE(leads_somewhere(in_source(name), target)) << name << ": " << target;
  EXPECT_FALSE(leads_somewhere(in_source("README.md"), "docs/tune.md#no-such-heading"));
  EXPECT_FALSE(leads_somewhere(in_source("README.md"), "docs/no-such-page.md"));
}

// ---- commands

/// What makes a long command short.
std::string quickened(std::string text) {
  constexpr std::array<std::array<const char*, 2>, 4> kShorter{
      {{"--budget [0-9.]+", "--budget 1"},
       {"--count [0-9]+,[0-9,]+", "--count 50,100"},
       {"--count [0-9]{4,}(?![0-9,])", "--count 500"},
       {"--frames [0-9]{3,}", "--frames 30"}}};
  constexpr std::array<std::array<const char*, 3>, 3> kAdded{
      {{" bench ", "--budget", " --budget 0.02"},
       {" tune ", "--budget", " --budget 1"},
       {" scaling ", "--budget", " --budget 1"}}};
  for (const auto& [pattern, instead] : kShorter)
    text = std::regex_replace(text, std::regex(pattern), instead);
  for (const auto& [command, option, added] : kAdded)
    if (std::regex_search(text, std::regex(command)) && text.find(option) == text.npos)
      text += added;
  return text;
}

/// Needs a file or a plug-in that the reader has written, or builds the page: other tests do.
bool needs_work_of_the_reader(const std::string& command) {
  static const std::regex kWork(
      R"(\.so\b| sample\b|positions=|--follow|--web| (trace|game|scene)\.(csv|json))");
  return std::regex_search(command, kWork);
}

bool opens_a_window(const std::string& command) {
  static const std::regex kOther(R"(^\S+ +[a-z]+( |$)|--help|--version)");
  return !std::regex_search(command, kOther);
}

/// What a fresh clone holds for its reader, the program under test as `phasebox` and `./run.sh`.
class Clone {
 public:
  Clone() {
    for (const char* name : {"examples", "assets"})
      fs::copy(in_source(name), folder_ / name, fs::copy_options::recursive);
    test::write(folder_ / "run.sh", "#!/bin/sh\nexec phasebox \"$@\"\n");
    fs::permissions(folder_ / "run.sh", fs::perms::owner_all, fs::perm_options::add);
    fs::create_directories(folder_ / "bin");
    fs::create_symlink(PHASEBOX_PROGRAM, folder_ / "bin/phasebox");
  }

  /// The exit code; a window is closed when it has drawn, which is 0 as well.
  int run(const std::string& command) const {
    return shell(opens_a_window(command) ? as_window(command) : command);
  }
  std::string said() const { return test::content_of(folder_ / "said"); }

 private:
  int shell(const std::string& commands) const {
    const std::string script =
        "cd '" + folder_.path().string() +
        "' && export PATH=\"$PWD/bin:$PATH\" HOME=\"$PWD\" XDG_CONFIG_HOME=\"$PWD/config\" LC_ALL=C"
        " && { " +
        commands + "\n} >said 2>&1 </dev/null";
    const int status = std::system(script.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  }
  // The state is written when the first picture has been drawn: wait for it, or for the end.
  std::string as_window(const std::string& command) const {
    fs::remove(folder_ / "state.json");
    return "export SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy; exec_window() { exec " +
           std::regex_replace(command, std::regex(R"(^\./run\.sh)"), "phasebox") +
           " --dump-state state.json; }\nexec_window & window=$!; until [ -s state.json ]; do "
           "kill -0 $window || exit 1; sleep 0.1; done; kill $window; wait $window; true";
  }

  test::TemporaryFolder folder_;
};

class Commands : public testing::TestWithParam<std::string> {};

TEST_P(Commands, run_as_copied) {
  const Clone clone;
  for (const test::PageCommand& command : Page(in_source(GetParam())).commands()) {
    if (needs_work_of_the_reader(command.text)) continue;
    const std::string text = command.text.substr(0, command.text.find(" #"));
    EXPECT_EQ(clone.run(quickened(text)), 0) << GetParam() << ":" << command.line << ": " << text
                                             << "\nrun as: " << quickened(text) << "\n"
                                             << clone.said().substr(0, 2000);
  }
}

std::string name_of(const testing::TestParamInfo<std::string>& page) {
  std::string name = page.param.substr(0, page.param.rfind('.'));
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Pages, Commands, testing::ValuesIn(page_names()), name_of);

TEST(Command, is_found_in_blocks_and_in_inline_code) {
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
  EXPECT_EQ(found[1].text, "phasebox list scenes --json");
}

TEST(Command, that_fails_is_seen) {
  const Clone clone;
  EXPECT_EQ(clone.run("phasebox pairs no-such-file.csv --broadphase rdc"), 2);
  EXPECT_NE(clone.run("phasebox --scene no-such-scene"), 0);
}

// ---- options

std::set<std::string> long_options(const std::string& text) {
  const std::regex form("--[a-z][a-z-]*");
  return {std::sregex_token_iterator(text.begin(), text.end(), form), {}};
}

/// What the program and its commands say about their options.
std::string help_of_all_commands() {
  const Clone clone;
  EXPECT_EQ(clone.run("phasebox --help"), 0);
  std::string all = clone.said();
  const std::string commands = all.substr(std::min(all.find("Subcommands:"), all.size()));
  const std::regex name("\n  ([a-z]+) ");
  for (std::sregex_iterator it(commands.begin(), commands.end(), name), end; it != end; ++it) {
    EXPECT_EQ(clone.run("phasebox " + (*it)[1].str() + " --help"), 0) << (*it)[1];
    all += clone.said();
  }
  return all;
}

TEST(CommandLine, has_the_options_that_its_page_describes) {
  const auto described = long_options(test::content_of(in_source("docs/command-line.md"))),
             known = long_options(help_of_all_commands());
  EXPECT_GT(known.size(), 50u);
  for (const std::string& option : described) EXPECT_TRUE(known.contains(option)) << option;
  for (const std::string& option : known) EXPECT_TRUE(described.contains(option)) << option;
}

// ---- what scripts write

TEST(Examples, are_what_their_script_writes) {
  const test::TemporaryFolder folder;
  const std::string script =
      "'" PHASEBOX_SOURCE_DIR "/examples/make_boxes.sh' '" + folder.path().string() + "'";
  ASSERT_EQ(std::system(script.c_str()), 0);
  for (const auto& entry : fs::directory_iterator(folder.path()))
    EXPECT_TRUE(test::content_of(entry) ==
                test::content_of(in_source("examples") / entry.path().filename()))
        << entry.path().filename() << ": run examples/make_boxes.sh";
}

}  // namespace docs_test
}  // namespace phasebox
