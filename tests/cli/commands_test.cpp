// SPDX-License-Identifier: MIT
// Commands that are printed and reported run from any folder and make the same frames.
#include <sstream>

#include "cli_test.hpp"

namespace phasebox {
namespace commands_test {

/// Runs a printed command by a shell in that folder.
Outcome run_printed(const std::string& command, const std::filesystem::path& folder) {
  const TemporaryFolder streams;
  const std::string begin = "phasebox ";
  EXPECT_THAT(command, testing::StartsWith(begin));
  test::write(streams / "script", "cd '" + folder.string() + "' && exec '" + PHASEBOX_PROGRAM +
                                      "' " + command.substr(begin.size()) + "\n");
  const std::string line = "sh '" + (streams / "script").string() + "' >'" +
                           (streams / "out").string() + "' 2>'" + (streams / "err").string() + "'";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, test::content_of(streams / "out"),
          test::content_of(streams / "err")};
}

std::string few_boxes() {
  std::ostringstream csv;
  csv << "frame,id,min_x,min_y,max_x,max_y\n";
  for (int f = 0; f < 15; ++f)
    for (int i = 0; i < 40; ++i)
      csv << f << ',' << i << ',' << i * 7 + f << ',' << i * 3 << ',' << i * 7 + f + 10 << ','
          << i * 3 + 10 << '\n';
  return csv.str();
}

/// Searches with these words and runs what the answer prints, from another folder.
void expect_runs_elsewhere(std::vector<std::string> words, const TemporaryFolder& folder,
                           const std::string& named) {
  const TemporaryFolder elsewhere;
  const std::string j = folder / "t.json", h = folder / "t.html";
  words.insert(words.begin(), "tune");
  for (const char* word : {"--budget", "1", "--broadphase", "quadtree,sort-and-sweep", "--json"})
    words.emplace_back(word);
  words.insert(words.end(), {j, "--report", h});
  const Outcome o = run_program(words);
  ASSERT_EQ(o.code, 0) << o.err;
  const json found = json::parse(test::content_of(j));
  for (const char* key : {"command", "check"}) {
    const std::string command = found[key];
    EXPECT_THAT(command, HasSubstr(named));
    EXPECT_THAT(o.out, HasSubstr(command)) << "the terminal says the same";
    const Outcome again = run_printed(command, elsewhere.path());
    EXPECT_EQ(again.code, 0) << command << ": " << again.err;
    EXPECT_THAT(again.out, HasSubstr("40 boxes")) << command;
  }
}

TEST(Commands, of_a_search_in_a_recording_run_from_another_folder) {
  const TemporaryFolder folder;
  const std::string trace = folder / "it's my game.csv";
  test::write(trace, few_boxes());
  // As a user would type it: from where the file is.
  const std::filesystem::path here = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  expect_runs_elsewhere({"--boxes", "it's my game.csv"}, folder, "my game.csv'");
  std::filesystem::current_path(here);
}

TEST(Commands, of_a_search_in_a_scene_file_run_from_another_folder) {
  const TemporaryFolder folder;
  const std::string file = folder / "my scene.json";
  test::write(file, R"({"phasebox": 1, "scene": "uniform", "broadphase": "rdc",
                       "narrowphase": "none", "parameters": {"scene": {"count": 40}}})");
  if (run_program({"render", "--scene", file, "--stats", folder / "s.json", "--frames", "1"}).code)
    GTEST_FAIL() << "the scene file of this test is none";
  const std::filesystem::path here = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  expect_runs_elsewhere({"--scene", "./my scene.json"}, folder, "my scene.json'");
  std::filesystem::current_path(here);
}

TEST(Commands, of_a_search_with_settings_are_quoted_for_a_shell) {
  const TemporaryFolder folder;
  expect_runs_elsewhere({"--scene", "uniform", "--count", "40", "--seed", "7", "--set",
                         "world.edges=wrap", "--threads", "2"},
                        folder, "--seed 7");
}

}  // namespace commands_test
}  // namespace phasebox
