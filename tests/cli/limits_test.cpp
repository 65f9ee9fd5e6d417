// SPDX-License-Identifier: MIT
// Small files that ask for much: with 1 GB of address space, each is refused in one line or done.
#include <gmock/gmock.h>

#include "cli_test.hpp"
#include "program.hpp"
#include "support/compress.hpp"
#include "support/files.hpp"

namespace phasebox::test {
namespace limits_test {

using testing::HasSubstr;

constexpr const char* kHead = R"({"phasebox": 1, "narrowphase": "none", "broadphase": ")";

class SmallFiles : public testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "a sanitizer takes terabytes of address space";
#endif
  }
  /// Runs the program on a file with that content.
  Outcome run(const std::vector<std::string>& words, const std::string& name,
              const std::string& content) {
    EXPECT_LE(content.size(), 4096u);
    const std::string file = folder_ / name;
    write(file, content);
    std::vector<std::string> all = words;
    all.push_back(file);
    return run_program_within(std::size_t{1} << 30, all);
  }
  Outcome explain(const std::string& content) {
    return run({"explain", "--events", "1", "--scene"}, "s.json", content);
  }

 private:
  TemporaryFolder folder_;
};

void expect_refusal(const Outcome& outcome, const std::string& why) {
  EXPECT_EQ(outcome.code, 2) << outcome.out.substr(0, 300);
  EXPECT_TRUE(is_one_line_error(outcome.err)) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(why));
}

TEST_F(SmallFiles, a_scene_of_a_million_sprites_on_one_spot_is_given_up) {
  expect_refusal(explain(std::string(kHead) + R"(sort-and-sweep", "scene": "uniform",
                   "parameters": {"scene": {"count": 1000000, "max-size": 512}}})"),
                 "more than 20,000,000 candidate pairs");
}

// Where the memory of a search that was stopped doubled, and a destructor then asked for more.
TEST_F(SmallFiles, a_pile_of_a_million_bodies_is_given_up) {
  const Outcome outcome = run({"explain", "--events", "1", "--frames", "1", "--scene"}, "s.json",
                              std::string(kHead) + R"(sort-and-sweep", "scene": "pile",
                          "parameters": {"scene": {"count": 1000000}}})");
  expect_refusal(outcome, "more than 20,000,000 candidate pairs");
}

TEST_F(SmallFiles, the_smallest_cells_of_a_grid_are_made_larger) {
  for (const std::string grid : {"uniform-grid", "hierarchical-grid"}) {
    const std::string key = grid == "uniform-grid" ? "cell-size" : "finest-cell";
    const Outcome outcome =
        explain(std::string(kHead) + grid + R"(", "scene": "sprites", "parameters": {")" + grid +
                R"(": {")" + key + R"(": 0.001}, "world": {"width": 16384, "height": 16384}}})");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  }
}

const std::vector<std::string> kPairs{"pairs", "--broadphase", "rdc"};

TEST_F(SmallFiles, recordings_that_expand_are_refused_by_their_text) {
  const std::string zeros(std::size_t{3} << 20, '\0');
  for (const std::string& bytes : {gzipped(zeros), zstandard(zeros)})
    expect_refusal(run(kPairs, "b.csv.gz", bytes), "the line is longer than 65536 bytes");
  std::string rows = "frame,id,min_x,min_y,max_x,max_y\n";
  while (rows.size() < 3'000'000) rows += "1,1,0,0,1,1\n";
  expect_refusal(run(kPairs, "rows.csv.gz", zstandard(rows)), "id 1 is already in frame 1");
}

TEST_F(SmallFiles, levels_of_brackets_are_refused) {
  expect_refusal(explain(std::string(4000, '[')), "nested 64 levels deep at most");
}

TEST_F(SmallFiles, worlds_of_check_have_so_many_frames) {
  expect_refusal(run({"check", "--broadphase", "rdc", "--world"}, "w.csv",
                     "# check-frames: 100001\nid,min_x,min_y,max_x,max_y\n"),
                 "cannot be read");
}

}  // namespace limits_test
}  // namespace phasebox::test
