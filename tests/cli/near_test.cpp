// SPDX-License-Identifier: MIT
// `phasebox near` gives what a scan of the file gives.
#include "cli_test.hpp"
#include "support/checks.hpp"
#include "support/recordings.hpp"

namespace phasebox {
namespace near_test {

std::string scan(const BoxRecording& trace, const Aabb& box) {
  std::string text = "frame,id\n";
  for (std::size_t f = 0; f < trace.size(); ++f) {
    Frame frame;
    frame.boxes = trace.boxes_of(f);
    for (const SpriteId row : test::exact_near(frame, box))
      text += std::to_string(trace.frames[f]) + "," + std::to_string(trace.ids_of(f)[row]) + "\n";
  }
  return text;
}

// A small box, a large one, a line, a point, and one that reaches beyond everything.
TEST(Near, of_a_recording_is_what_a_scan_finds_with_every_broadphase) {
  const test::TemporaryFolder folder;
  const BoxRecording trace = test::shooter(6, 20, 120);
  test::write(folder / "game.csv", test::csv_text(trace));
  const std::pair<const char*, Aabb> boxes[] = {
      {"300,200,360,250", {{300, 200}, {360, 250}}},
      {"0,0,500.5,900", {{0, 0}, {500.5f, 900}}},
      {"0,300.25,900,300.25", {{0, 300.25f}, {900, 300.25f}}},
      {"400,300,400,300", {{400, 300}, {400, 300}}},
      {"-3e38,-3e38,3e38,3e38", {{-3e38f, -3e38f}, {3e38f, 3e38f}}}};
  ASSERT_GT(scan(trace, boxes[1].second).size(), 1000u);
  for (const BroadphaseEntry* entry : broadphases())
    for (const auto& [text, box] : boxes) {
      const Outcome o = run_program(
          {"near", folder / "game.csv", "--broadphase", std::string(entry->id), "--box", text});
      EXPECT_EQ(o.code, 0) << o.err;
      EXPECT_TRUE(o.out == scan(trace, box)) << entry->id << " box " << text;
    }
}

TEST(Near, does_not_count_boxes_that_touch) {
  const std::string boxes = "id,min_x,min_y,max_x,max_y\n1,0,0,1,1\n20,1,0,2,1\n3,-1,-1,0.5,9\n";
  EXPECT_EQ(run_program({"near", "-", "--broadphase", "rdc", "--box", "0,0,1,1"}, boxes).out,
            "id\n1\n3\n");
}

TEST(Near, goes_to_a_file_when_asked) {
  const test::TemporaryFolder folder;
  const std::string out = folder / "near.csv";
  const Outcome o =
      run_program({"near", "-", "--broadphase", "quadtree", "--box", "-1,-1,1,1", "--out", out},
                  "frame,id,min_x,min_y,max_x,max_y\n4,7,0,0,2,2\n");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.out, "");
  EXPECT_EQ(test::content_of(out), "frame,id\n4,7\n");
}

TEST(Near, bad_input_is_refused_with_exit_code_2_on_one_line) {
  const std::string good = "id,min_x,min_y,max_x,max_y\n1,0,0,2,2\n";
  struct Case {
    std::vector<std::string> words;
    std::string expected;
  };
  const Case cases[] = {
      {{"--box", "1,2,3"}, "--box: '1,2,3' is not a box; a box is min_x,min_y,max_x,max_y"},
      {{"--box", "0,0,-1,1"}, "--box: max_x -1 is less than min_x 0, max must be at least min"},
      {{"--box", "0,nan,1,1"}, "--box: min_y is 'nan', it must be a finite float32 number"},
      {{"--box", ""}, "--box: it is empty"},
      {{}, "--box is required; see phasebox near --help"},
      {{"--box", "0,0,1,1", "--set", "x=1"}, "--set x: rdc has no such parameter"},
      {{"--box", "0,0,1,1", "--out", "no/such/dir/x"}, "no/such/dir/x: cannot be written"},
  };
  for (const Case& c : cases) {
    std::vector<std::string> words{"near", "-", "--broadphase", "rdc"};
    words.insert(words.end(), c.words.begin(), c.words.end());
    expect_refused(words, c.expected, good);
  }
}

}  // namespace near_test
}  // namespace phasebox
