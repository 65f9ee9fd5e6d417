// SPDX-License-Identifier: MIT
// `phasebox completion`: the shells themselves run the scripts and say what they would offer.
#include <cstdlib>
#include <regex>
#include <sstream>

#include "cli_test.hpp"

namespace phasebox {
namespace completion_test {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::UnorderedElementsAreArray;
using Words = std::vector<std::string>;

constexpr const char* kFiles = "<files>";  // the shell offers the names of files

Words with(const std::string& first, Words more) {
  more.insert(more.begin(), first);
  return more;
}

// ---- what the program says elsewhere

/// The first group of every match.
Words matches(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  Words found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

/// The matches in the help of a command, or of the program.
Words in_help(const std::string& command, const char* pattern) {
  return matches(run_program(command.empty() ? Words{"--help"} : Words{command, "--help"}).out,
                 pattern);
}

Words options_of(const std::string& command) { return in_help(command, "\n  (?:-h,)?(--[a-z-]+)"); }

Words commands() {
  Words words = in_help("", "\n  ([a-z]+)  ");
  EXPECT_THAT(words, IsSupersetOf({"list", "bench", "completion"})) << "the test reads the help";
  return words;
}

Words ids_of(const std::string& kind) {
  Words ids;
  for (const json& item : json::parse(run_program({"list", kind, "--json"}).out))
    ids.push_back(item["id"]);
  return ids;
}

// ---- what a shell offers

/// The lines that a shell prints when it runs the lines with those words as "$@".
Words lines_of(const std::string& shell, const std::string& script, const Words& words) {
  const TemporaryFolder folder;
  test::write(folder / "script", script);
  std::string line = shell + " '" + (folder / "script").string() + "'";
  for (const std::string& word : words) line += " '" + word + "'";
  EXPECT_EQ(std::system((line + " >'" + (folder / "out").string() + "'").c_str()), 0) << line;
  std::istringstream out(test::content_of(folder / "out"));
  Words lines;
  for (std::string text; std::getline(out, text);) lines.push_back(text);
  return lines;
}

// Returns what bash offers for the last of the words, by the function that the script registers.
Words offered(const Words& words) {
  static const std::string kScript = run_program({"completion", "bash"}).out + R"sh(
compopt() { COMPREPLY+=('<files>'); }
COMP_WORDS=(phasebox "$@") COMP_CWORD=$#
registered=$(complete -p phasebox) registered=${registered##*-F }
${registered% phasebox}
(( ${#COMPREPLY[@]} == 0 )) || printf '%s\n' "${COMPREPLY[@]}"
)sh";
  return lines_of("bash", kScript, words);
}

bool has_zsh() { return std::system("command -v zsh >/dev/null") == 0; }

// The commands and options that the script hands to zsh's own functions, which need a terminal.
Words handed_to_zsh(const Words& words) {
  static const std::string kScript =
      "compdef() { }\n" + run_program({"completion", "zsh"}).out + R"sh(
_arguments() { print -rl -- "$@" }
_describe() { print -rl -- "${(P@)2}" }
words=(phasebox "$@") CURRENT=$(( $# + 1 ))
_phasebox
)sh";
  Words names = lines_of("zsh", kScript, words);
  for (std::string& name : names) name = std::regex_replace(name, std::regex("^[*]|[=:[].*"), "");
  return names;
}

// ---- bash

TEST(Completion, offers_every_command_and_every_option_of_the_help) {
  EXPECT_THAT(offered({""}), UnorderedElementsAreArray(with(kFiles, commands())));
  EXPECT_THAT(offered({"--"}), IsSupersetOf(options_of("")));
  for (const std::string& command : commands()) {
    Words words = offered({command, "-"});
    std::erase(words, kFiles);
    EXPECT_THAT(words, UnorderedElementsAreArray(options_of(command))) << command;
  }
}

TEST(Completion, completes_what_is_typed) {
  EXPECT_THAT(offered({"tu"}), ElementsAre("tune", kFiles));
  EXPECT_THAT(offered({"tune", "--obj"}), Contains("--objective"));
  EXPECT_THAT(offered({"tune", "--objective", "med"}), ElementsAre("median"));
  EXPECT_THAT(offered({"tune", "--objective", "=", "med"}), ElementsAre("median")) << "one word";
  EXPECT_THAT(offered({"bench", "--broadphase", "rdc,quad"}), ElementsAre("rdc,quadtree"));
  EXPECT_THAT(offered({"list", "les"}), ElementsAre("lessons"));
  EXPECT_THAT(offered({"--plugin", "mine.so", "list", "les"}), ElementsAre("lessons"));
}

TEST(Completion, offers_nothing_for_an_unknown_beginning_and_files_only_where_a_path_is_read) {
  EXPECT_THAT(offered({"list", "zz"}), IsEmpty());
  EXPECT_THAT(offered({"render", "--zz"}), IsEmpty());
  EXPECT_THAT(offered({"render", "--seed", ""}), IsEmpty());
  EXPECT_THAT(offered({"zz"}), ElementsAre(kFiles));
  for (const char* option : {"--boxes", "--json", "--plugin"})
    EXPECT_THAT(offered({"bench", option, ""}), ElementsAre(kFiles)) << option;
  for (const char* command : {"bench", "pairs", "pixels"})
    EXPECT_THAT(offered({command, ""}), ElementsAre(kFiles)) << command;
}

TEST(Completion, offers_the_ids_of_the_registries) {
  EXPECT_THAT(offered({"--scene", ""}), UnorderedElementsAreArray(with(kFiles, ids_of("scenes"))));
  EXPECT_THAT(offered({"--lesson", ""}),
              UnorderedElementsAreArray(with(kFiles, ids_of("lessons"))));
  EXPECT_THAT(offered({"why", "--narrowphase", ""}),
              UnorderedElementsAreArray(ids_of("narrowphases")));
  EXPECT_THAT(offered({"bench", "--broadphase", ""}),
              UnorderedElementsAreArray(with("all", ids_of("broadphases"))));
}

TEST(Completion, offers_ids_wherever_the_help_says_that_a_value_is_one) {
  for (const std::string& command : commands())
    for (const std::string& option : in_help(command, "\n  (--scene|--[a-z-]+(?= [^ ]*\\bID\\b))"))
      EXPECT_GT(offered({command, option, ""}).size(), 1u) << command << ' ' << option;
}

// ---- zsh

TEST(Completion, for_zsh_names_every_command_and_every_option_of_the_help) {
  const std::string script = run_program({"completion", "zsh"}).out;
  const Words words = matches(script, "([a-z-]+)");
  EXPECT_THAT(words, IsSupersetOf(commands()));
  for (const std::string& command : commands())
    EXPECT_THAT(words, IsSupersetOf(options_of(command))) << command;
}

TEST(Completion, for_zsh_hands_them_to_zsh) {
  if (!has_zsh()) GTEST_SKIP() << "zsh is not installed";
  const TemporaryFolder folder;
  test::write(folder / "script", run_program({"completion", "zsh"}).out);
  EXPECT_EQ(std::system(("zsh -n '" + (folder / "script").string() + "'").c_str()), 0);
  EXPECT_THAT(handed_to_zsh({""}), IsSupersetOf(commands()));
  for (const std::string& command : commands())
    EXPECT_THAT(handed_to_zsh({command, ""}), IsSupersetOf(options_of(command))) << command;
}

// ---- bad input

TEST(Completion, refuses_a_shell_that_is_missing_or_unknown) {
  expect_refused({"completion"}, "SHELL");
  expect_refused({"completion", "fish"}, "fish");
}

}  // namespace completion_test
}  // namespace phasebox
