// SPDX-License-Identifier: MIT
// `phasebox explain` tells an algorithm's frame in words.
#include <string>

#include "cli_test.hpp"

namespace phasebox {
namespace explain_test {

TEST(Explain, TellsHowRdcCutsAGroup) {
  const Outcome outcome =
      run_program({"explain", "--scene", "sprites", "--set", "group-size=4", "--events", "400"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("the next opens behind it: counter 0, a cut"));
  EXPECT_THAT(outcome.out, HasSubstr("group 0: the boundaries of 60 sprites along x"));
  EXPECT_THAT(outcome.out, HasSubstr("counter back to 0: {"));
}

TEST(Explain, SpeaksChinese) {
  const Outcome run = run_program({"explain", "--scene", "sprites", "--set", "group-size=4",
                                   "--events", "40", "--language", "zh"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("个事件"));
  EXPECT_THAT(run.out, Not(HasSubstr("counter"))) << "each event has a Chinese sentence";
}

TEST(Explain, FromAndEventsChooseThePart) {
  const Outcome told =
      run_program({"explain", "--scene", "sprites", "--from", "11", "--events", "5"});
  EXPECT_THAT(told.out, testing::ContainsRegex("\n +11 +[-0-9]+ +[0-9]+  "));
  EXPECT_THAT(told.out, testing::ContainsRegex("\n +15 +[-0-9]+ +[0-9]+  "));
  EXPECT_THAT(told.out, Not(testing::ContainsRegex("\n +(10|16) +[-0-9]+ +[0-9]+  ")));
  const Outcome none = run_program({"explain", "--scene", "sprites", "--from", "100000000"});
  EXPECT_EQ(none.code, 0);
  EXPECT_THAT(none.out, HasSubstr("no such event"));
}

// The reason is the one that stopped it: the limit, not a gap that was never looked for.
TEST(Explain, SaysWhyAGroupIsFinal) {
  const std::vector<std::string> start{"explain", "--scene", "sprites", "--events", "0"};
  const auto told_with = [&](std::vector<std::string> sets) {
    std::vector<std::string> words = start;
    for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
    return run_program(words).out;
  };
  const std::string deep = told_with({"max-depth=1", "group-size=1"});
  EXPECT_THAT(deep, HasSubstr("the depth limit is reached, after 1 split"));
  EXPECT_THAT(deep, Not(HasSubstr("has a gap that divides it")));
  const std::string free = told_with({"group-size=1"});
  EXPECT_THAT(free, HasSubstr("neither axis has a gap that divides it"));
  EXPECT_THAT(free, HasSubstr("no more than 1 (group-size)"));
  EXPECT_THAT(free, Not(HasSubstr("depth limit")));
}

TEST(Explain, RecordedBoxesGoByTheirIds) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "boxes.csv";
  test::write(file, "id,min_x,min_y,max_x,max_y\n1007,0,0,10,10\n-3,5,5,20,20\n88,100,0,110,9\n");
  const Outcome told = run_program(
      {"explain", "--scene", file, "--broadphase", "sort-and-sweep", "--set", "axis=x"});
  EXPECT_EQ(told.code, 0) << told.err;
  EXPECT_THAT(told.out, HasSubstr("compare 1007 and -3: they overlap"));
  EXPECT_THAT(told.out, HasSubstr("-3 begins: open are {1007, -3}"));
}

// The cue ball breaks the triangle in step 34.
TEST(Explain, TellsTheImpactsOfTheResponse) {
  const std::vector<std::string> step{"explain", "--scene", "billiards", "--impacts", "--frames"};
  const auto told_at = [&](const char* number, std::vector<std::string> more) {
    std::vector<std::string> words = step;
    words.emplace_back(number);
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words).out;
  };
  const std::string told = told_at("34", {});
  EXPECT_THAT(told, HasSubstr("Impulses"));
  EXPECT_THAT(told, HasSubstr("compression: push till they approach no more"));
  EXPECT_THAT(told, testing::ContainsRegex("\n +1 +[78] +0  "));
  EXPECT_THAT(told_at("34", {"--language", "zh"}), HasSubstr("冲量"));
  EXPECT_THAT(told_at("10", {}), HasSubstr("no such event")) << "nothing has met yet";
}

TEST(Explain, RefusesWhatItCannotRead) { expect_refused({"explain", "--scene", "nowhere"}, ""); }

}  // namespace explain_test
}  // namespace phasebox
