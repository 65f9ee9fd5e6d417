// SPDX-License-Identifier: MIT
// `phasebox bake`: the files have every static box, and the C in them finds what a scan finds.
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "cli_test.hpp"
#include "rows.hpp"

namespace phasebox {
namespace bake_cli_test {

using test::random_rows;
using test::Row;
using test::share_area;

constexpr const char* kKinds[] = {"groups", "quadtree", "bsp"};

std::string number(float value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
  return text;
}

// Two frames; of three objects two are static, the third moves.
std::string level_csv(const std::vector<Row>& rows) {
  std::string text = "frame,id,min_x,min_y,max_x,max_y,static\n";
  for (int frame = 0; frame < 2; ++frame)
    for (const Row& r : rows) {
      const bool is_static = r.id % 3 != 0;
      const float moved = is_static ? 0.0f : static_cast<float>(frame);
      text += std::to_string(frame) + "," + std::to_string(r.id) + "," + number(r.min_x + moved) +
              "," + number(r.min_y) + "," + number(r.max_x + moved) + "," + number(r.max_y) + "," +
              (is_static ? "1\n" : "0\n");
    }
  return text;
}

std::vector<Row> statics_of(std::vector<Row> rows) {
  std::erase_if(rows, [](const Row& r) { return r.id % 3 == 0; });
  std::ranges::sort(rows, {}, &Row::id);
  return rows;
}

std::vector<Row> level() {
  auto rows = random_rows(4, 400, 300, 14);
  rows.push_back({std::numeric_limits<std::int64_t>::min(), 0.5f, -1e-7f, 1e20f, 3.25f});
  return rows;
}

std::string level_file(const TemporaryFolder& folder) {
  test::write(folder / "level.csv", level_csv(level()));
  return folder / "level.csv";
}

// A program that reads boxes and prints the ids of what overlaps each, on a line.
constexpr const char* kProgram = R"(#include "level-1.h"
#include <inttypes.h>
#include <stdio.h>
int main(void) {
  static uint32_t found[1000];
  struct level_1_box q;
  while (scanf("%f %f %f %f", &q.min_x, &q.min_y, &q.max_x, &q.max_y) == 4) {
    const size_t count = level_1_overlapping(q, found, 1000);
    size_t k;
    if (count != level_1_overlapping(q, found, 0)) return 1;
    for (k = 0; k < count; ++k) printf("%" PRId64 " ", level_1_ids[found[k]]);
    printf("\n");
  }
  return 0;
}
)";

bool has(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

int in_folder(const TemporaryFolder& folder, const std::string& command) {
  return std::system(("cd '" + folder.path().string() + "' && " + command).c_str());
}

std::vector<std::int64_t> ids_of(const std::string& line) {
  std::vector<std::int64_t> ids;
  std::istringstream words(line);
  for (std::int64_t id; words >> id;) ids.push_back(id);
  std::ranges::sort(ids);
  return ids;
}

void expect_answers(const std::string& answers, const std::vector<Row>& queries,
                    const std::string& where) {
  const std::vector<Row> statics = statics_of(level());
  std::istringstream lines(answers);
  std::string line;
  for (const Row& query : queries) {
    std::vector<std::int64_t> right;
    for (const Row& row : statics)
      if (share_area(row, query)) right.push_back(row.id);
    ASSERT_TRUE(std::getline(lines, line)) << where;
    EXPECT_EQ(ids_of(line), right) << where;
  }
}

void expect_compiled_answers(const std::string& compiler, const std::string& source) {
  const TemporaryFolder folder;
  const std::string file = level_file(folder);
  std::vector<Row> queries = random_rows(9, 200, 320, 40);
  queries.push_back({0, -3e38f, -3e38f, 3e38f, 3e38f});
  std::string text;
  for (const Row& q : queries)
    text += number(q.min_x) + " " + number(q.min_y) + " " + number(q.max_x) + " " +
            number(q.max_y) + "\n";
  test::write(folder / "queries", text);
  test::write(folder / source, kProgram);
  for (const std::string kind : kKinds)
    for (const std::string leaf : {"1", "8", "1000"}) {
      const Outcome o = run_program(
          {"bake", file, "--kind", kind, "--leaf-size", leaf, "--out", folder / "level-1.h"});
      ASSERT_EQ(o.code, 0) << o.err;
      EXPECT_EQ(o.out, "");
      ASSERT_EQ(in_folder(folder, compiler + " -Wall -Wextra -Werror -pedantic " + source +
                                      " -o asks && ./asks <queries >answers"),
                0)
          << kind;
      expect_answers(test::content_of(folder / "answers"), queries, kind + " " + leaf);
    }
}

TEST(Bake, c_finds_what_a_scan_finds) {
  if (!has("cc")) GTEST_SKIP() << "there is no C compiler";
  expect_compiled_answers("cc -std=c99", "asks.c");
}

TEST(Bake, c_is_cpp_as_well) {
  if (!has("c++")) GTEST_SKIP() << "there is no C++ compiler";
  expect_compiled_answers("c++ -std=c++20", "asks.cpp");
}

TEST(Bake, json_has_every_static_box_under_its_id) {
  const TemporaryFolder folder;
  const std::string file = level_file(folder), out = folder / "level.json";
  const std::vector<Row> statics = statics_of(level());
  for (const std::string kind : kKinds) {
    ASSERT_EQ(run_program({"bake", file, "--kind", kind, "--leaf-size", "5", "--out", out}).code,
              0);
    const json j = json::parse(test::content_of(out));
    EXPECT_EQ(j["kind"], kind);
    EXPECT_EQ(j["leaf_size"], 5);
    ASSERT_EQ(j["boxes"].size(), statics.size());
    for (std::size_t k = 0; k < statics.size(); ++k) {
      const Row& row = statics[k];
      EXPECT_EQ(j["ids"][k], row.id);
      EXPECT_EQ(j["boxes"][k].get<std::vector<float>>(),
                (std::vector<float>{row.min_x, row.min_y, row.max_x, row.max_y}));
    }
    std::size_t members = 0;
    for (const json& node : j["nodes"]) {
      EXPECT_LE(node["first_member"].get<std::size_t>() + node["member_count"].get<std::size_t>(),
                j["members"].size());
      members += node["member_count"].get<std::size_t>();
      EXPECT_EQ(node.contains("box"), kind != "bsp");
      EXPECT_EQ(node.contains("axis"), kind == "bsp" && node["first_child"] > 0);
      EXPECT_EQ(node.contains("first_child"), kind != "groups");
    }
    EXPECT_EQ(members, statics.size());
  }
}

TEST(Bake, says_what_the_structure_is_worth) {
  const TemporaryFolder folder;
  const std::string file = level_file(folder);
  const Outcome o = run_program({"bake", file, "--frames", "2", "--broadphase", "quadtree"});
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out,
              HasSubstr("2 frames, " + std::to_string(level().size() - statics_of(level()).size()) +
                        " moving sprites per frame"));
  EXPECT_THAT(o.out, HasSubstr("every static box"));
  EXPECT_THAT(o.out, HasSubstr("Quadtree, all boxes"));
  EXPECT_THAT(o.out, HasSubstr("Moving sprites among each other are not part of it."));
}

TEST(Bake, of_a_scene_takes_its_settings) {
  const Outcome o = run_program({"bake", "walls", "--count", "10", "--frames", "1"});
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("walls: 2 static sprites in 1 node"));
  EXPECT_THAT(o.out, HasSubstr("1 frame, 8 moving sprites per frame"));
}

TEST(Bake, bad_input_is_refused_with_exit_code_2_on_one_line) {
  const TemporaryFolder folder;
  const std::string file = level_file(folder);
  struct Case {
    std::vector<std::string> words;
    std::string expected;
  };
  const Case cases[] = {
      {{"bake"}, "SCENE"},
      {{"bake", "no-such-scene"}, "no-such-scene"},
      {{"bake", folder / "none.csv"}, "none.csv"},
      {{"bake", "clusters"}, "no sprite is static"},
      {{"bake", file, "--kind", "octree"}, "octree"},
      {{"bake", file, "--leaf-size", "0"}, "--leaf-size"},
      {{"bake", file, "--max-depth", "25"}, "--max-depth"},
      {{"bake", file, "--frames", "0"}, "--frames"},
      {{"bake", file, "--seed", "3"}, "--seed"},
      {{"bake", file, "--out", "level.txt"}, "level.txt"},
      {{"bake", file, "--out", folder / "none/level.h"}, "none"},
  };
  for (const Case& c : cases) {
    const Outcome o = run_program(c.words);
    EXPECT_EQ(o.code, 2) << c.expected;
    EXPECT_TRUE(test::is_one_line_error(o.err)) << o.err;
    EXPECT_THAT(o.err, HasSubstr(c.expected));
  }
}

}  // namespace bake_cli_test
}  // namespace phasebox
