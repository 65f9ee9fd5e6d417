// SPDX-License-Identifier: MIT
// Recorded boxes by way of `phasebox render`, and files named without an option.
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "../io/files.hpp"
#include "core/session.hpp"
#include "program.hpp"

namespace phasebox {
namespace {

using nlohmann::json;
using test::Outcome;
using test::run_program;
using test::TemporaryFolder;
using testing::HasSubstr;

constexpr const char* kFrames =
    "frame,id,min_x,min_y,max_x,max_y\n"
    "5,1,0,0,10,10\n5,2,5,5,20,20\n"
    "6,1,0,0,10,10\n6,2,10,5,20,20\n"
    "7,2,1,1,2,2\n7,1,0,0,10,10\n7,3,0,0,3,3\n";

json stats(const std::vector<std::string>& more) {
  const TemporaryFolder folder;
  test::write(folder / "boxes.csv", kFrames);
  std::vector<std::string> words{"render",  "--scene",           folder / "boxes.csv",
                                 "--stats", folder / "s.json"};
  words.insert(words.end(), more.begin(), more.end());
  const Outcome o = run_program(words);
  EXPECT_EQ(o.code, 0) << o.err;
  const std::string text = test::content_of(folder / "s.json");
  return text.empty() ? json::object() : json::parse(text);
}

TEST(Recording, renders_the_frame_after_so_many_steps_and_loops) {
  for (const auto& [steps, boxes, pairs] :
       {std::tuple{"0", 2, 1}, {"1", 2, 0}, {"2", 3, 3}, {"3", 2, 1}, {"7", 2, 0}}) {
    const json s = stats({"--frames", steps});
    EXPECT_EQ(s["scene"], "boxes.csv");
    EXPECT_EQ(s["narrowphase"], "none");
    EXPECT_EQ(s["sprites"], boxes) << steps;
    EXPECT_EQ(s["counters"]["candidates"], pairs) << steps;
  }
}

TEST(Recording, has_one_state_with_every_broadphase) {
  std::string first;
  for (const BroadphaseEntry* entry : broadphases()) {
    const std::string hash =
        stats({"--frames", "8", "--broadphase", std::string(entry->id)})["state_hash"];
    if (first.empty()) first = hash;
    EXPECT_EQ(hash, first) << entry->id;
  }
}

TEST(Recording, has_neither_seed_nor_count) {
  const TemporaryFolder folder;
  test::write(folder / "boxes.csv", kFrames);
  for (const std::string option : {"--seed", "--count"}) {
    const Outcome o = run_program(
        {"render", "--scene", folder / "boxes.csv", option, "3", "--stats", folder / "s.json"});
    EXPECT_EQ(o.code, 2);
    EXPECT_TRUE(test::is_one_line_error(o.err)) << o.err;
    EXPECT_THAT(o.err, HasSubstr(option));
  }
}

TEST(Recording, a_bad_line_is_refused_with_its_number) {
  const TemporaryFolder folder;
  test::write(folder / "bad.csv", "id,min_x,min_y,max_x,max_y\n1,0,0,5,5\n2,3,3,1,4\n");
  const Outcome o =
      run_program({"render", "--scene", folder / "bad.csv", "--stats", folder / "s.json"});
  EXPECT_EQ(o.code, 2);
  EXPECT_THAT(o.err, HasSubstr("bad.csv:3:"));
}

TEST(Recording, a_file_stands_for_the_scene_or_the_other_way_round_but_not_both) {
  const Outcome o = run_program({"somewhere.csv", "--scene", "flash"});
  EXPECT_EQ(o.code, 2);
  EXPECT_TRUE(test::is_one_line_error(o.err)) << o.err;
}

}  // namespace
}  // namespace phasebox
