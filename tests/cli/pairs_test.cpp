// SPDX-License-Identifier: MIT
// `phasebox pairs`: its answers, where they go, and what is refused. That they are exact with every
// broadphase is tested in recording_test.cpp.
#include "cli_test.hpp"
#include "collide/broadphase.hpp"

namespace phasebox {
namespace pairs_test {

TEST(Pairs, of_a_recording_come_by_frame_then_by_id_as_numbers) {
  const std::string boxes =
      "max_y,max_x,min_y,min_x,id,frame\n3,3,0,0,10,10\n3,3,0,0,9,10\n3,3,0,0,-1,10\n"
      "3,3,0,0,5,-2\n3,3,1,1,4,-2\n9,9,8,8,5,9\n";
  EXPECT_EQ(run_program({"pairs", "-", "--broadphase", "rdc"}, boxes).out,
            "frame,a,b\n-2,4,5\n10,-1,9\n10,-1,10\n10,9,10\n");
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
  for (const BroadphaseEntry* entry : broadphases())
    for (const auto& [head, expected] : {std::pair{"", "a,b\n"}, {"frame,", "frame,a,b\n"}}) {
      const Outcome o = run_program({"pairs", "-", "--broadphase", std::string(entry->id)},
                                    std::string(head) + "id,min_x,min_y,max_x,max_y\n");
      EXPECT_EQ(o.code, 0);
      EXPECT_EQ(o.out, expected) << entry->id;
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

// The bullet is left of the wall, then right of it, and then gone.
TEST(Pairs, of_swept_boxes_are_those_that_meet_on_the_way) {
  const std::string boxes =
      "frame,id,min_x,min_y,max_x,max_y\n0,1,0,0,1,1\n0,2,5,0,6,1\n1,1,10,0,11,1\n1,2,5,0,6,1\n"
      "2,2,5,0,6,1\n";
  EXPECT_EQ(run_program({"pairs", "-"}, boxes).out, "frame,a,b\n");
  EXPECT_EQ(run_program({"pairs", "-", "--swept"}, boxes).out, "frame,a,b\n0,1,2\n");
  const test::TemporaryFolder folder;
  const std::string file = folder / "game.csv";
  test::write(file, boxes);
  const auto pairs_of = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--broadphase", "quadtree", "--json", folder / "bench.json"});
    EXPECT_EQ(run_program(words).code, 0);
    return json::parse(test::content_of(folder / "bench.json"))["races"][0]["pairs_per_frame"];
  };
  EXPECT_GT(pairs_of({"bench", file, "--swept"}), 0);
  EXPECT_EQ(pairs_of({"bench", file}), 0);
  EXPECT_THAT(run_program({"why", file, "--sprite", "1", "--frames", "0", "--swept"}).out,
              HasSubstr("hit"));
  expect_refused({"explain", "--swept"}, "only recorded boxes");
  expect_refused({"tune", "--swept"}, "only recorded boxes");
}

TEST(Merge, gives_a_recording_that_is_read_again) {
  const std::string tiles =
      "id,min_x,min_y,max_x,max_y,static\n1,0,0,1,1,1\n2,1,0,2,1,1\n3,0.5,0.5,1.5,1.5,0\n";
  const Outcome few = run_program({"merge", "-"}, tiles);
  EXPECT_EQ(few.err, "phasebox: 2 static boxes -> 1\n");
  EXPECT_EQ(run_program({"merge", "-"}, few.out).err, "phasebox: 1 static box -> 1\n");
  EXPECT_EQ(run_program({"pairs", "-"}, tiles).out, "a,b\n1,3\n2,3\n");
  EXPECT_EQ(run_program({"pairs", "-"}, few.out).out, "a,b\n1,3\n") << "frames are as they were";
  const std::string frames =
      "frame,id,min_x,min_y,max_x,max_y,static\n4,1,0,0,1,1,1\n4,2,1,0,2,1,1\n6,1,0,0,1,1,1\n";
  EXPECT_EQ(run_program({"merge", "-"}, frames).out,
            "# unit: px\nframe,id,min_x,min_y,max_x,max_y,static\n4,1,0,0,2,1,1\n6,1,0,0,1,1,1\n");
}

TEST(Merge, of_boxes_that_move_needs_to_be_asked_for) {
  const std::string tiles = "id,min_x,min_y,max_x,max_y\n1,0,0,1,1\n2,1,0,2,1\n";
  expect_refused({"merge", "-"}, "no box is static", tiles);
  EXPECT_EQ(run_program({"merge", "-", "--all"}, tiles).out,
            "# unit: px\nid,min_x,min_y,max_x,max_y,static\n1,0,0,2,1,1\n");
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
      {{"pairs", "-", "--out", ""}, good, "--out: it is empty; give a value or leave it out"},
      {{"pairs", "-", "--broadphase", "rdc", "--out", "a\nb/c"}, good, "a?b/c: cannot be written"},
  };
  for (const Case& c : cases) expect_refused(c.words, c.expected, c.input);
}

}  // namespace pairs_test
}  // namespace phasebox
