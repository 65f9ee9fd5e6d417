// SPDX-License-Identifier: MIT
// `phasebox tune` and `phasebox scaling`: answers, files, refusals, and what is kept when stopped.
#include <sstream>

#include <fmt/format.h>

#include "cli_test.hpp"

namespace phasebox {
namespace tune_test {

/// Flat bars, one above the other, and anywhere else in the next frame.
std::string flat_bars() {
  std::ostringstream csv;
  csv << "frame,id,min_x,min_y,max_x,max_y\n";
  for (unsigned f = 0; f < 30; ++f)
    for (unsigned i = 0; i < 1500; ++i) {
      const unsigned y = (i * 7919 + f * 104'729) * 2654435761u % 30'000;
      csv << f << ',' << i << ',' << i % 10 << ',' << y << ',' << 3000 + i % 10 << ',' << y + 10
          << '\n';
    }
  return csv.str();
}

std::vector<std::string> words_of(const std::string& command) {
  std::istringstream in(command);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  words.erase(words.begin());  // the program's name
  return words;
}

TEST(Tune, recommends_one_and_says_how_to_search_and_to_check_again) {
  const TemporaryFolder folder;
  const std::string trace = folder / "bars.csv", j = folder / "t.json", h = folder / "t.html",
                    c = folder / "t.hpp", m = folder / "t.mjs";
  test::write(trace, flat_bars());
  const Outcome o = run_program({"tune", "--boxes", trace, "--budget", "3", "--json", j, "--report",
                                 h, "--cpp", c, "--js", m});
  ASSERT_EQ(o.code, 0) << o.err;
  const json found = json::parse(test::content_of(j));
  const std::string recommended = found["recommended"]["broadphase"];
  EXPECT_THAT(o.out, HasSubstr("Recommended: " + recommended)) << o.out;
  EXPECT_THAT(test::content_of(h), HasSubstr("<svg "));
  EXPECT_THAT(test::content_of(c), HasSubstr("recommended_broadphase()"));
  EXPECT_THAT(test::content_of(m), HasSubstr(".finder('" + recommended + "', { capacity"));

  const Outcome again = run_program(words_of(found["command"]));
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("Recommended: ")) << again.out;
  const Outcome check = run_program(words_of(found["check"]));
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_THAT(check.out, HasSubstr(recommended));
}

TEST(Tune, a_setting_that_is_named_stays) {
  const TemporaryFolder folder;
  const std::string j = folder / "t.json";
  const Outcome o =
      run_program({"tune", "--scene", "uniform", "--count", "80", "--budget", "1", "--broadphase",
                   "quadtree,kd-tree", "--set", "quadtree.max-objects=33", "--json", j});
  ASSERT_EQ(o.code, 0) << o.err;
  const json found = json::parse(test::content_of(j));
  for (const json& row : found["ranking"])
    EXPECT_EQ(row["settings"].value("max-objects", 0), row["broadphase"] == "quadtree" ? 33 : 0);
  EXPECT_THAT(found["command"].get<std::string>(), HasSubstr("--set quadtree.max-objects=33"));
  EXPECT_EQ(run_program(words_of(found["command"])).code, 0);
}

TEST(Tune, refuses_on_one_line_what_cannot_be) {
  const TemporaryFolder folder;
  const std::string empty = folder / "e.csv";
  test::write(empty, "id,min_x,min_y,max_x,max_y\n");
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"tune", "--scene", "nowhere"},
           {"tune", "--boxes", "missing.csv"},
           {"tune", "--boxes", empty},
           {"tune", "--boxes", empty, "--count", "5"},
           {"tune", "--boxes", empty, "--scene", "uniform"},
           {"tune", "--objective", "beauty"},
           {"tune", "--budget", "0"},
           {"tune", "--broadphase", "oracle"},
           {"scaling", "--y", "color"},
           {"scaling", "--range", "9:3:2"},
           {"scaling", "--of", "unknown"},
           {"scaling", "--broadphase", "rdc"},
           {"scaling", "--y", "cell-size", "--broadphase", "rdc,quadtree"}}) {
    expect_refused(arguments, "");
  }
}

TEST(Tune, interrupted_prints_what_it_has) {
  const Outcome o = test::run_program_and_interrupt(
      {"tune", "--scene", "uniform", "--count", "20000", "--budget", "300"}, 4000);
  EXPECT_EQ(o.code, 130);
  EXPECT_THAT(o.out, HasSubstr("stopped early"));
}

TEST(Scaling, maps_into_text_and_csv) {
  const TemporaryFolder folder;
  const std::string c = folder / "c.csv";
  const Outcome o =
      run_program({"scaling", "--count", "50,200", "--range", "4:32:3", "--broadphase",
                   "quadtree,rdc", "--of", "rdc", "--budget", "3", "--csv", c});
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("RDC in Uniform"));
  EXPECT_THAT(o.out, HasSubstr("places"));
  EXPECT_THAT(test::content_of(c), HasSubstr("200,32,rdc,"));
}

// A level of 30 x 10 tiles, and one object that moves along its upper edge.
TEST(Tune, takes_a_file_as_it_stands_weighs_queries_and_says_what_merging_saves) {
  const TemporaryFolder folder;
  std::string text = "frame,id,x,y,width,height,static\n";
  for (int frame = 0; frame < 20; ++frame) {
    text += fmt::format("{},1000,{},-8,16,16,0\n", frame, 4 * frame);
    for (int tile = 0; tile < 300; ++tile)
      text += fmt::format("{},{},{},{},16,16,1\n", frame, tile, tile % 30 * 16, tile / 30 * 16);
  }
  const std::string file = folder / "level.csv";
  test::write(file, text);
  const Outcome o = run_program(
      {"tune", file, "--budget", "0.5", "--queries", "5", "--broadphase", "uniform-grid,quadtree"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("301 boxes (300 static"));
  EXPECT_THAT(o.out, HasSubstr("5 queries per frame (box, 96 px)"));
  EXPECT_THAT(o.out, HasSubstr("300 static boxes touch: merged (phasebox merge) they are 1"));
  EXPECT_THAT(o.out, HasSubstr("--queries 5 --query-size 96 --query-kind box"));
  expect_refused({"bench", file, "--queries-only"}, "--queries");
}

}  // namespace tune_test
}  // namespace phasebox
