// SPDX-License-Identifier: MIT
// What `--follow` refuses before a window opens: one line each, exit code 2.
#include <utility>
#include <vector>

#include "cli_test.hpp"
#include "support/compress.hpp"

namespace phasebox {
namespace follow_cli_test {

TEST(Follow, refuses_in_one_line_what_cannot_be_followed) {
  if (test::is_headless()) GTEST_SKIP() << "it has no window";
  const TemporaryFolder folder;
  const std::string game = folder / "game.csv";
  test::write(game, "frame,id,min_x,min_y,max_x,max_y\n1,1,0,0,1,1\n");
  test::write(folder / "game.csv.gz", test::gzipped("frame,id,min_x,min_y,max_x,max_y\n"));
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--follow", folder.path()}, "it is a folder"},
      {{"--follow", folder / "none.csv"}, "No such file"},
      {{"--follow", folder / "game.csv.gz"}, "it is compressed"},
      {{"--follow", game, "--scene", "walls"}, "--scene excludes --follow"},
      {{"--follow", game, "--lesson", "clustering"}, "--lesson excludes --follow"},
      {{"--follow", game, "--count", "5"}, "--count excludes --follow"},
      {{"--follow", game, "--seed", "5"}, "--seed excludes --follow"},
      {{game, "--follow", game}, "excludes"},
      {{"--follow", game, "--keep", "0"}, "--keep: '0' is not a number from 1 to 3,600"},
      {{"--follow", game, "--keep", "long"}, "--keep: 'long' is not a number"},
      {{"--keep", "5"}, "--keep requires --follow"},
      {{"--follow"}, "--follow"}};
  for (const auto& [words, expected] : cases) expect_refused(words, expected);
}

TEST(Follow, needs_a_program_with_a_window) {
  if (!test::is_headless()) GTEST_SKIP() << "it has one";
  expect_refused({"--follow", "-"}, "built without window");
}

}  // namespace follow_cli_test
}  // namespace phasebox
