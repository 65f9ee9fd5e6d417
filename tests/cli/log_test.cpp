// SPDX-License-Identifier: MIT
// `--log`: a line per step, and a simulation that stays the same.
#include <sstream>
#include <string>
#include <vector>

#include "cli_test.hpp"

namespace phasebox {
namespace log_test {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

TEST(Log, has_a_line_per_step_whose_numbers_are_those_of_the_statistics) {
  const TemporaryFolder folder;
  const std::string log = folder / "log.csv", stats = folder / "stats.json";
  const Outcome o = run_program({"render", "--scene", "clusters", "--frames", "25", "--broadphase",
                                 "quadtree", "--log", log, "--stats", stats});
  ASSERT_EQ(o.code, 0) << o.err;
  const auto lines = split(test::content_of(log), '\n');
  ASSERT_EQ(lines.size(), 26u);
  const auto names = split(lines[0], ',');
  const json s = json::parse(test::content_of(stats));
  for (std::size_t k = 1; k < lines.size(); ++k) {
    const auto fields = split(lines[k], ',');
    ASSERT_EQ(fields.size(), names.size()) << lines[k];
    EXPECT_EQ(fields[0], std::to_string(k));
    EXPECT_EQ(fields[1], "clusters");
    EXPECT_EQ(fields[2], "quadtree");
    double sum = 0;
    for (std::size_t column = 5; column < 10; ++column) sum += std::stod(fields[column]);
    EXPECT_NEAR(sum, std::stod(fields[10]), 0.001) << names[10];
  }
  const auto last = split(lines.back(), ',');
  EXPECT_EQ(last[4], std::to_string(s["sprites"].get<int>()));
  EXPECT_EQ(last[11], std::to_string(s["counters"]["candidates"].get<int>()));
  EXPECT_EQ(last[12], std::to_string(s["counters"]["collisions"].get<int>()));
  EXPECT_EQ(last[13], std::to_string(s["counters"]["box_tests"].get<int>()));
  EXPECT_EQ(last[14], std::to_string(s["counters"]["pixel_reads"].get<int>()));
}

TEST(Log, does_not_change_what_is_simulated) {
  const TemporaryFolder folder;
  const std::string with = folder / "with.json", without = folder / "without.json";
  const std::vector<std::string> words{"render", "--scene", "pile", "--frames", "40", "--stats"};
  auto logged = words, plain = words;
  logged.insert(logged.end(), {with, "--log", folder / "log.csv"});
  plain.push_back(without);
  ASSERT_EQ(run_program(logged).code, 0);
  ASSERT_EQ(run_program(plain).code, 0);
  EXPECT_EQ(json::parse(test::content_of(with))["state_hash"],
            json::parse(test::content_of(without))["state_hash"]);
}

TEST(Log, alone_is_enough_and_of_no_frames_has_one_line) {
  const TemporaryFolder folder;
  const std::string log = folder / "log.csv";
  ASSERT_EQ(run_program({"render", "--scene", "pile", "--frames", "0", "--log", log}).code, 0);
  EXPECT_EQ(split(test::content_of(log), '\n').size(), 2u);
}

TEST(Log, interrupted_has_whole_lines_up_to_there) {
  const TemporaryFolder folder;
  const std::string log = folder / "log.csv";
  test::run_program_and_interrupt({"render", "--frames", "1000000", "--log", log}, 1500);
  const auto lines = split(test::content_of(log), '\n');
  ASSERT_GT(lines.size(), 10u);
  const auto columns = split(lines[0], ',').size();
  for (const std::string& line : lines) EXPECT_EQ(split(line, ',').size(), columns) << line;
}

TEST(Log, that_cannot_be_written_is_refused_on_one_line) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"render", "--log", "/nowhere/log.csv"},
        std::vector<std::string>{"--log", "/nowhere/log.csv"}}) {
    if (words.size() == 2 && test::is_headless()) continue;
    expect_refused(words, "/nowhere/log.csv: cannot be written");
  }
}

}  // namespace log_test
}  // namespace phasebox
