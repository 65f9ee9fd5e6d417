// SPDX-License-Identifier: MIT
// `phasebox pairs` gives the exact pairs of a file, for every broadphase and parameter.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "cli_test.hpp"
#include "collide/broadphase.hpp"
#include "rows.hpp"

namespace phasebox {
namespace pairs_test {

using test::csv_of;
using test::random_recording;
using test::random_rows;
using test::Row;
using test::settings_of;
using test::share_area;

using IdPairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

std::string text_of(IdPairs pairs) {
  std::ranges::sort(pairs);
  std::string text = "a,b\n";
  for (const auto& [a, b] : pairs) text += std::to_string(a) + "," + std::to_string(b) + "\n";
  return text;
}

std::string oracle(const std::vector<Row>& rows) {
  IdPairs pairs;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (share_area(rows[i], rows[j])) pairs.push_back(std::minmax(rows[i].id, rows[j].id));
  return text_of(std::move(pairs));
}

// For files too large for the oracle: each box goes into every square it touches.
std::string grid_answer(const std::vector<Row>& rows, float square) {
  std::map<std::pair<int, int>, std::vector<std::size_t>> squares;
  const auto cell = [&](float v) { return static_cast<int>(std::floor(v / square)); };
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (int x = cell(rows[i].min_x); x <= cell(rows[i].max_x); ++x)
      for (int y = cell(rows[i].min_y); y <= cell(rows[i].max_y); ++y) squares[{x, y}].push_back(i);
  IdPairs pairs;
  for (const auto& [where, members] : squares)
    for (const std::size_t i : members)
      for (const std::size_t j : members)
        if (i < j && share_area(rows[i], rows[j]))
          pairs.push_back(std::minmax(rows[i].id, rows[j].id));
  std::ranges::sort(pairs);
  pairs.erase(std::ranges::unique(pairs).begin(), pairs.end());
  return text_of(std::move(pairs));
}

std::string trace_oracle(const std::vector<std::vector<Row>>& trace) {
  std::string text = "frame,a,b\n";
  for (const std::vector<Row>& rows : trace) {
    IdPairs pairs;
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (share_area(rows[i], rows[j])) pairs.push_back(std::minmax(rows[i].id, rows[j].id));
    std::ranges::sort(pairs);
    for (const auto& [a, b] : pairs)
      text +=
          std::to_string(rows[0].frame) + "," + std::to_string(a) + "," + std::to_string(b) + "\n";
  }
  return text;
}

TEST(Pairs, are_those_of_the_oracle_for_every_broadphase_and_the_ends_of_every_parameter) {
  const test::TemporaryFolder folder;
  for (const std::uint64_t seed : {1u, 2u}) {
    const auto rows = random_rows(seed, 700, 200, 12);
    const std::string file = folder / "boxes.csv", expected = oracle(rows);
    ASSERT_GT(expected.size(), 1000u);
    test::write(file, csv_of(rows));
    for (const BroadphaseEntry* entry : broadphases())
      for (const std::string& setting : settings_of(*entry)) {
        std::vector<std::string> words{"pairs", file, "--broadphase", std::string(entry->id)};
        if (!setting.empty()) words.insert(words.end(), {"--set", setting});
        const Outcome o = run_program(words);
        EXPECT_EQ(o.code, 0) << o.err;
        EXPECT_TRUE(o.out == expected) << entry->id << " " << setting << " seed " << seed;
      }
  }
}

TEST(Pairs, of_a_recording_are_those_of_the_oracle_frame_by_frame) {
  const test::TemporaryFolder folder;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const auto trace = random_recording(seed, 80, 120);
    const std::string file = folder / "trace.csv", expected = trace_oracle(trace);
    ASSERT_GT(expected.size(), 10'000u);
    test::write(file, csv_of(trace));
    for (const BroadphaseEntry* entry : broadphases())
      for (const std::string& setting : settings_of(*entry)) {
        std::vector<std::string> words{"pairs", file, "--broadphase", std::string(entry->id)};
        if (!setting.empty()) words.insert(words.end(), {"--set", setting});
        const Outcome o = run_program(words);
        EXPECT_EQ(o.code, 0) << o.err;
        EXPECT_TRUE(o.out == expected) << entry->id << " " << setting << " seed " << seed;
      }
  }
}

TEST(Pairs, of_a_recording_come_by_frame_then_by_id_as_numbers) {
  const std::string boxes =
      "max_y,max_x,min_y,min_x,id,frame\n3,3,0,0,10,10\n3,3,0,0,9,10\n3,3,0,0,-1,10\n"
      "3,3,0,0,5,-2\n3,3,1,1,4,-2\n9,9,8,8,5,9\n";
  EXPECT_EQ(run_program({"pairs", "-", "--broadphase", "rdc"}, boxes).out,
            "frame,a,b\n-2,4,5\n10,-1,9\n10,-1,10\n10,9,10\n");
}

TEST(Pairs, of_a_recording_without_frames_are_the_header_alone) {
  for (const BroadphaseEntry* entry : broadphases()) {
    const Outcome o = run_program({"pairs", "-", "--broadphase", std::string(entry->id)},
                                  "frame,id,min_x,min_y,max_x,max_y\n");
    EXPECT_EQ(o.code, 0);
    EXPECT_EQ(o.out, "frame,a,b\n") << entry->id;
  }
}

TEST(Pairs, of_a_hundred_thousand_boxes_are_exact) {
  const test::TemporaryFolder folder;
  const auto rows = random_rows(3, 100'000, 8000, 30);
  const std::string file = folder / "boxes.csv", expected = grid_answer(rows, 32);
  ASSERT_GT(expected.size(), 100'000u);
  test::write(file, csv_of(rows));
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->id == "brute-force") continue;  // five billion tests
    const Outcome o = run_program({"pairs", file, "--broadphase", std::string(entry->id)});
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_TRUE(o.out == expected) << entry->id;
  }
}

TEST(Pairs, are_sorted_by_the_value_of_the_ids) {
  const std::string boxes =
      "id,min_x,min_y,max_x,max_y\n10,0,0,9,9\n9,1,1,8,8\n-3,2,2,7,7\n100,3,3,6,6\n";
  const Outcome o = run_program({"pairs", "-", "--broadphase", "rdc"}, boxes);
  EXPECT_EQ(o.out, "a,b\n-3,9\n-3,10\n-3,100\n9,10\n9,100\n10,100\n");
}

TEST(Pairs, touching_boxes_are_none) {
  const std::string boxes = "id,min_x,min_y,max_x,max_y\n1,0,0,1,1\n2,1,0,2,1\n3,0,1,1,2\n";
  EXPECT_EQ(run_program({"pairs", "-", "--broadphase", "rdc"}, boxes).out, "a,b\n");
}

TEST(Pairs, of_no_boxes_are_the_header_alone) {
  for (const BroadphaseEntry* entry : broadphases()) {
    const Outcome o = run_program({"pairs", "-", "--broadphase", std::string(entry->id)},
                                  "id,min_x,min_y,max_x,max_y\n");
    EXPECT_EQ(o.code, 0);
    EXPECT_EQ(o.out, "a,b\n") << entry->id;
  }
}

TEST(Pairs, go_to_a_file_when_asked) {
  const test::TemporaryFolder folder;
  const std::string out = folder / "pairs.csv";
  test::write(out, "old");
  const Outcome o = run_program({"pairs", "-", "--broadphase", "quadtree", "--out", out},
                                "id,min_x,min_y,max_x,max_y\n1,0,0,2,2\n2,1,1,3,3\n");
  EXPECT_EQ(o.code, 0);
  EXPECT_EQ(o.out, "");
  EXPECT_EQ(test::content_of(out), "a,b\n1,2\n");
}

TEST(Pairs, parameters_can_be_named_with_their_owner) {
  const std::string boxes = "id,min_x,min_y,max_x,max_y\n1,0,0,2,2\n2,1,1,3,3\n";
  EXPECT_EQ(run_program({"pairs", "-", "--broadphase", "rdc", "--set", "rdc.group-size=1", "--set",
                         "leaf-test=brute-force"},
                        boxes)
                .out,
            "a,b\n1,2\n");
}

TEST(Pairs, that_are_not_exact_are_said_to_be_so_beside_them) {
  const std::string boxes = "id,min_x,min_y,max_x,max_y\n0,0,0,10,10\n1,9,9,20,20\n";
  const auto found = [&](const std::vector<std::string>& sets) {
    std::vector<std::string> words{"pairs", "-", "--broadphase", "rdc"};
    for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
    return run_program(words, boxes);
  };
  const Outcome inexact = found({"group-size=1", "contact-threshold=2"});
  EXPECT_EQ(inexact.code, 0);
  EXPECT_EQ(inexact.out, "a,b\n");
  EXPECT_EQ(inexact.err,
            "phasebox: rdc with group-size=1 contact-threshold=2 is not exact: pairs may be left "
            "out\n");
  EXPECT_EQ(found({"contact-threshold=-2"}).err, "");
  EXPECT_EQ(found({}).out, "a,b\n0,1\n");
}

TEST(Pairs, options_may_stand_before_the_file) {
  const Outcome o = run_program({"pairs", "--set", "group-size=1", "--broadphase", "rdc", "-"},
                                "id,min_x,min_y,max_x,max_y\n1,0,0,2,2\n");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.out, "a,b\n");
}

TEST(Pairs, bad_input_is_refused_with_exit_code_2_on_one_line) {
  const std::string good = "id,min_x,min_y,max_x,max_y\n1,0,0,2,2\n";
  struct Case {
    std::vector<std::string> words;
    std::string input, expected;
  };
  const Case cases[] = {
      {{"pairs", "-", "--broadphase", "rdc"},
       good + "1,0,0,1,1\n",
       "standard input:3: id 1 is already"},
      {{"pairs", "-", "--broadphase", "rdc"},
       "frame,id,min_x,min_y,max_x,max_y\n1,7,0,0,1,1\n2,7,0,0,1,1\n1,7,0,0,1,1\n",
       "standard input:4: id 7 is already in frame 1, on line 2"},
      {{"pairs", "-", "--broadphase", "rdc"}, "", "standard input: no header line"},
      {{"pairs", "missing.csv", "--broadphase", "rdc"}, "", "missing.csv: cannot be opened"},
      {{"pairs", "-", "--broadphase", "fast"}, good, "there is no broadphase 'fast'; choose from"},
      {{"pairs", "-"}, good, "--broadphase is required; see phasebox pairs --help"},
      {{"pairs", "--broadphase", "rdc"}, good, "FILE is required; see phasebox pairs --help"},
      {{"pairs", "-", "--broadphase", "rdc", "--set", "x=1"},
       good,
       "--set x: rdc has no such parameter"},
      {{"pairs", "-", "--broadphase", "rdc", "--set", "group-size"},
       good,
       "'group-size' is not KEY=VALUE"},
      {{"pairs", "-", "--broadphase", "rdc", "--set", "group-size=0"},
       good,
       "group-size: '0' is not"},
      {{"pairs", "-", "--broadphase", "rdc", "--out", "no/such/dir/x"},
       good,
       "no/such/dir/x: cannot be written"},
      {{"pairs", "-", "--broadphase", "rdc", "--out", "a\nb/c"}, good, "a?b/c: cannot be written"},
  };
  for (const Case& c : cases) expect_refused(c.words, c.expected, c.input);
}

}  // namespace pairs_test
}  // namespace phasebox
