// SPDX-License-Identifier: MIT
// `--record` and `phasebox replay`.
#include <algorithm>

#include "cli_test.hpp"

namespace phasebox {
namespace replay_test {

std::string record_in(const TemporaryFolder& folder) {
  const std::string file = folder / "session.jsonl";
  const Outcome o =
      run_program({"render", "--scene", "pile", "--frames", "50", "--seed", "3", "--record", file});
  EXPECT_EQ(o.code, 0) << o.err;
  return file;
}

TEST(Replay, repeats_what_render_has_recorded) {
  const TemporaryFolder folder;
  const std::string file = record_in(folder), stats = folder / "stats.json";
  const Outcome o = run_program({"replay", file, "--verify"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("50 steps, 0 commands; the last state is 0x"));
  EXPECT_THAT(o.out, HasSubstr("6 states compared: all are as recorded"));
  ASSERT_EQ(
      run_program({"render", "--scene", "pile", "--frames", "50", "--seed", "3", "--stats", stats})
          .code,
      0);
  const std::string hash = json::parse(test::content_of(stats))["state_hash"];
  EXPECT_THAT(o.out, HasSubstr(hash)) << "recording changes nothing";
}

TEST(Replay, names_the_first_step_that_differs_and_ends_with_1) {
  const TemporaryFolder folder;
  const std::string file = record_in(folder);
  std::string text = test::content_of(file);
  const std::size_t at = text.find("{\"step\":30,");
  ASSERT_NE(at, text.npos);
  text.insert(at, "{\"step\":25,\"do\":\"remove-sprites\",\"ids\":[0]}\n");
  test::write(file, text);
  const Outcome o = run_program({"replay", file, "--verify"});
  EXPECT_EQ(o.code, 1);
  EXPECT_TRUE(test::is_one_line_error(o.err)) << o.err;
  EXPECT_THAT(o.err, HasSubstr(file + ":6: step 30: the state is 0x"));
  EXPECT_THAT(o.err, HasSubstr("the last one as recorded is that of step 20"));
  EXPECT_EQ(run_program({"replay", file}).code, 0) << "nothing is compared";
}

TEST(Replay, refuses_what_is_no_record) {
  const TemporaryFolder folder;
  test::write(folder / "no.jsonl", "{\"phasebox\":1}\n");
  for (const std::string& file : {(folder / "no.jsonl").string(), (folder / "gone").string()})
    expect_refused({"replay", file}, file);
  expect_refused({"render", "--frames", "1", "--record", "/nowhere/at/all"},
                 "--record: /nowhere/at/all: cannot be written");
}

TEST(Replay, of_a_window_has_a_file_of_its_own) {
  if (test::is_headless()) GTEST_SKIP() << "this program has no window";
  const TemporaryFolder folder;
  const std::string file = folder / "both";
  expect_refused({"--log", file, "--record", file},
                 "--record: " + file + " is the file of --log; name another one");
}

TEST(Replay, of_a_program_that_was_interrupted_goes_as_far_as_it_came) {
  const TemporaryFolder folder;
  const std::string file = folder / "session.jsonl";
  test::run_program_and_interrupt({"render", "--frames", "1000000", "--record", file}, 1500);
  const Outcome o = run_program({"replay", file, "--verify"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("The record has no end"));
}

}  // namespace replay_test
}  // namespace phasebox
