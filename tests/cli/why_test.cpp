// SPDX-License-Identifier: MIT
// `phasebox why` and the oracle's verdict in `render --stats`.

#include "cli_test.hpp"
#include "session/session.hpp"

namespace phasebox {
namespace why_test {

json written(std::vector<std::string> words, const std::string& flag) {
  const TemporaryFolder folder;
  const std::string file = folder / "out.json";
  words.insert(words.end(), {flag, file});
  const Outcome o = run_program(words);
  EXPECT_EQ(o.code, 0) << o.err;
  const std::string text = test::content_of(file);
  return text.empty() ? json::object() : json::parse(text);
}

TEST(Why, lists_every_test_of_a_sprite_with_its_part) {
  for (const BroadphaseEntry* entry : broadphases()) {
    const json w = written({"why", "--scene", "clusters", "--sprite", "5", "--frames", "20",
                            "--broadphase", std::string(entry->id)},
                           "--json");
    EXPECT_EQ(w["sprite"], 5);
    EXPECT_EQ(w["tests_of_the_frame"]["listed"], w["tests_of_the_frame"]["counted"]) << entry->id;
    EXPECT_FALSE(w["rows"].empty()) << entry->id;
    for (const json& row : w["rows"])
      EXPECT_TRUE(row["tests"] == 0 || !row["by"].empty()) << entry->id;
  }
}

TEST(Why, two_sprites_get_their_tests_or_the_reason_for_none) {
  const std::vector<std::string> start{"why",          "--scene",     "clusters",
                                       "--broadphase", "brute-force", "--frames",
                                       "20",           "--sprite",    "5"};
  std::vector<std::string> words = start;
  words.insert(words.end(), {"--sprite", "40"});
  json w = written(words, "--json");
  ASSERT_EQ(w["rows"].size(), 1u);
  EXPECT_EQ(w["rows"][0]["other"], 40);
  EXPECT_EQ(w["untested"], "");
  words[4] = "rdc";
  w = written(words, "--json");
  EXPECT_TRUE(w["rows"].empty());
  EXPECT_THAT(w["untested"].get<std::string>(), HasSubstr("not tested: a gap along"));
  EXPECT_THAT(run_program(words).out, HasSubstr("between them, in groups"));
}

TEST(Why, recorded_boxes_go_by_their_ids) {
  const TemporaryFolder folder;
  const std::string file = folder / "boxes.csv";
  test::write(file, "id,min_x,min_y,max_x,max_y\n1007,0,0,10,10\n-3,5,5,20,20\n8,100,0,110,9\n");
  const Outcome o = run_program(
      {"why", "--boxes", file, "--sprite", "1007", "--frames", "0", "--broadphase", "brute-force"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("sprite 1007, 2 box tests"));
  EXPECT_THAT(o.out, HasSubstr("-3  hit"));
}

TEST(Why, names_what_is_wrong_with_the_question) {
  const std::vector<std::pair<std::vector<std::string>, const char*>> cases = {
      {{"why", "--scene", "sprites"}, "--sprite is required"},
      {{"why", "--scene", "sprites", "--sprite", "x"}, "'x' is not a number"},
      {{"why", "--scene", "sprites", "--sprite", "900"},
       "there is no sprite 900; choose from 0 to"},
      {{"why", "--scene", "sprites", "--sprite", "1", "--sprite", "1"}, "not compared with itself"},
      {{"why", "--scene", "sprites", "--sprite", "1", "--sprite", "2", "--sprite", "3"},
       "give --sprite once or twice"}};
  for (const auto& [words, expected] : cases) expect_refused(words, expected);
}

TEST(Oracle, its_verdict_is_in_the_statistics) {
  json s = written({"render", "--scene", "clusters", "--frames", "30"}, "--stats");
  EXPECT_EQ(s["oracle"]["verdict"], "exact");
  EXPECT_EQ(s["oracle"]["overlaps"], s["counters"]["candidates"]);
  s = written({"render", "--scene", "clusters", "--frames", "30", "--broadphase", "rdc", "--set",
               "contact-threshold=8"},
              "--stats");
  EXPECT_EQ(s["oracle"]["verdict"], "allowed_misses");
  EXPECT_EQ(s["oracle"]["false_negatives"], 0);
  EXPECT_GT(s["oracle"]["allowed_misses"], 0);
  EXPECT_EQ(s["oracle"]["overlaps"].get<int>() - s["oracle"]["allowed_misses"].get<int>(),
            s["counters"]["candidates"].get<int>());
}

}  // namespace why_test
}  // namespace phasebox
