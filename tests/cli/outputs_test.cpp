// SPDX-License-Identifier: MIT
// Files that a command is to write are checked before it begins to work, in every command.
#include <cstdlib>

#include "cli_test.hpp"

namespace phasebox {
namespace outputs_test {

using Words = std::vector<std::string>;

struct Command {
  Words words;  // would work for long, or print at once
  Words files;  // its options for files to write
};

std::vector<Command> commands(const std::string& trace) {
  std::vector<Command> all{{{"tune", "--budget", "300"}, {"--json", "--report", "--cpp"}},
                           {{"bench", "--count", "60,20000"}, {"--json", "--csv"}},
                           {{"scaling", "--budget", "300"}, {"--csv"}},
                           {{"render", "--frames", "1000000"}, {"--stats", "--log"}},
                           {{"why", "--frames", "1000000", "--sprite", "1"}, {"--json"}},
                           {{"pairs", trace, "--broadphase", "rdc"}, {"--out"}},
                           {{"near", trace, "--broadphase", "rdc", "--box", "0,0,1,1"}, {"--out"}}};
  if (!test::is_headless()) all[3].files.push_back("--out");
  return all;
}

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Outputs, a_place_that_cannot_be_written_is_refused_before_the_work) {
  const TemporaryFolder folder;
  const std::string trace = folder / "trace.csv";
  test::write(trace, "id,min_x,min_y,max_x,max_y\n1,0,0,1,1\n");
  for (const Command& c : commands(trace))
    for (const std::string& option : c.files) {
      const std::string missing = folder / "missing" / "file";
      expect_refused(with(c.words, {option, missing}),
                     option + ": " + missing + ": cannot be written: there is no folder");
      expect_refused(with(c.words, {option, folder.path().string()}), "it is a folder");
    }
  EXPECT_EQ(folder.entries(), 1u) << "nothing is left behind";
}

TEST(Outputs, an_answer_that_standard_output_does_not_take_ends_with_2) {
  const TemporaryFolder folder;
  const std::string junit = folder / "check.xml";
  for (const std::string& words : Words{
           "list", "completion bash", "--version", "--help", "pairs --help",
           "explain --scene walls", "check --broadphase brute-force --worlds 1 --junit " + junit}) {
    const std::string line = "'" PHASEBOX_PROGRAM "' " + words + " >/dev/full 2>/dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 2) << words;
  }
  EXPECT_EQ(folder.entries(), 1u) << "what check has found is not lost";
}

TEST(Outputs, two_options_for_one_file_are_refused_before_the_work) {
  const TemporaryFolder folder;
  const std::string trace = folder / "trace.csv", file = folder / "file";
  test::write(trace, "id,min_x,min_y,max_x,max_y\n1,0,0,1,1\n");
  for (const Command& c : commands(trace))
    for (std::size_t k = 1; k < c.files.size(); ++k)
      expect_refused(with(c.words, {c.files[0], file, c.files[k], file}), "name another one");
}

TEST(Outputs, what_is_read_is_not_written_over) {
  const TemporaryFolder folder;
  const std::string trace = folder / "trace.csv";
  test::write(trace, "id,min_x,min_y,max_x,max_y\n1,0,0,1,1\n");
  for (const Words& words :
       std::vector<Words>{{"tune", "--boxes", trace, "--json", trace},
                          {"tune", "--scene", trace, "--json", trace},
                          {"bench", "--boxes", trace, "--csv", trace},
                          {"render", "--scene", trace, "--stats", trace},
                          {"pairs", trace, "--broadphase", "rdc", "--out", trace}})
    expect_refused(words, "is the file that is read");
  EXPECT_THAT(test::content_of(trace), HasSubstr("1,0,0,1,1"));
}

}  // namespace outputs_test
}  // namespace phasebox
