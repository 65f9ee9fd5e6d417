// SPDX-License-Identifier: MIT
// `--plugin FILE`: a plug-in is one more broadphase in every command.
#include <filesystem>

#include "cli_test.hpp"
#include "collide/broadphase.hpp"

namespace phasebox {
namespace plugin_cli_test {

using testing::HasSubstr;

std::string file_of(const std::string& name) {
  return std::string(PHASEBOX_TEST_PLUGINS "/") + name + ".so";
}

using Words = std::vector<std::string>;

Outcome with_plugins(Words words) {
  for (const char* name : {"naive_grid", "sample"})
    words.insert(words.end(), {"--plugin", file_of(name)});
  return run_program(words);
}

const std::string kRecording = PHASEBOX_SOURCE_DIR "/examples/trace.csv";

TEST(PluginOption, finds_the_pairs_of_brute_force_in_every_frame) {
  const std::string truth = run_program({"pairs", kRecording, "--broadphase", "brute-force"}).out;
  ASSERT_GT(truth.size(), 100u);
  for (const char* id : {"naive-grid", "sample"}) {
    const Outcome o = with_plugins({"pairs", kRecording, "--broadphase", id});
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.out, truth) << id;
    EXPECT_EQ(o.err, "");
  }
}

TEST(PluginOption, finds_what_is_near_as_brute_force_does) {
  const Words near{"near", kRecording, "--box", "0,0,200,200", "--broadphase"};
  Words reference = near, grid = near;
  reference.push_back("brute-force"), grid.push_back("naive-grid");
  const Outcome o = with_plugins(grid);
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.out, run_program(reference).out);
}

TEST(PluginOption, lists_it_behind_all_others_with_its_parameters) {
  const Outcome o = with_plugins({"list", "broadphases"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_LT(o.out.find("  auto "), o.out.find("  naive-grid "));
  EXPECT_THAT(o.out, HasSubstr("cell-size  a number from 1 to 1,000 px  default 64"));
  EXPECT_THAT(o.out, HasSubstr("axis  x or y  default x"));
}

TEST(PluginOption, sets_its_parameters_and_refuses_others) {
  const Outcome o =
      with_plugins({"pairs", kRecording, "--broadphase", "naive-grid", "--set", "cell-size=5000"});
  EXPECT_EQ(o.code, 2);
  EXPECT_THAT(o.err, HasSubstr("cell-size: '5000' is not a number from 1 to 1,000 px"));
}

TEST(PluginOption, races_without_a_fault) {
  const Outcome o = with_plugins({"bench", "--scene", "uniform", "--count", "300", "--budget", "1",
                                  "--frames", "10", "--broadphase", "naive-grid,sample,rdc"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("naive-grid"));
  EXPECT_THAT(o.out, HasSubstr("sample"));
  EXPECT_THAT(o.out, testing::Not(HasSubstr("WRONG")));
}

TEST(PluginOption, tunes_it) {
  const Outcome o = with_plugins({"tune", "--scene", "uniform", "--count", "300", "--budget", "1",
                                  "--broadphase", "naive-grid,quadtree"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("naive-grid"));
}

TEST(PluginOption, explains_why_sprites_were_compared) {
  const Outcome o = with_plugins({"why", "--boxes", kRecording, "--broadphase", "naive-grid",
                                  "--sprite", "102", "--frames", "0"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("cell"));
}

TEST(PluginOption, walks_through_its_events) {
  const Outcome o =
      with_plugins({"explain", "--scene", "sprites", "--broadphase", "naive-grid", "--count", "9"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("is in cell "));
  EXPECT_THAT(o.out, HasSubstr("compare "));
}

TEST(PluginOption, serves_the_commands_that_measure_and_draw) {
  const test::TemporaryFolder folder;
  for (const Words& words : {Words{"scaling", "--count", "100,200", "--range", "8:16:2", "--budget",
                                   "1", "--broadphase", "naive-grid,rdc"},
                             Words{"render", "--scene", "sprites", "--broadphase", "naive-grid",
                                   "--frames", "2", "--stats", folder / "stats.json"}}) {
    const Outcome o = with_plugins(words);
    EXPECT_EQ(o.code, 0) << words[0] << ": " << o.err;
  }
}

TEST(PluginOption, refuses_what_cannot_be_loaded_in_one_line) {
  const test::TemporaryFolder folder;
  test::write(folder / "text.so", "this is text");
  for (const std::string& file :
       {std::string("missing.so"), (folder / "text.so").string(), file_of("no_entry")})
    expect_refused({"list", "broadphases", "--plugin", file}, "--plugin " + file + ": ");
  expect_refused(
      {"list", "broadphases", "--plugin", file_of("planted"), "--plugin", file_of("planted_2")},
      "'planted' already");
}

TEST(PluginOption, stands_before_a_command_by_its_former_name_too) {
  const std::string file = file_of("naive_grid");
  const Words scaling{"cliffs", "--broadphase", "naive-grid,rdc", "--of", "unknown"};
  for (Words words : {Words{"--plugin", file}, Words{"--plugin=" + file}}) {
    words.insert(words.end(), scaling.begin(), scaling.end());
    expect_refused(words, "unknown");
  }
  expect_refused({"pairs", "cliffs", "--plugin", file}, "cliffs");  // a file of that name
}

TEST(PluginOption, means_the_current_folder_by_a_name_without_one) {
  const test::TemporaryFolder folder;
  std::filesystem::copy_file(file_of("naive_grid"), folder / "mine.so");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const Outcome o = run_program({"list", "broadphases", "--plugin", "mine.so"});
  std::filesystem::current_path(before);
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("naive-grid"));
}

TEST(PluginOption, says_which_pairs_were_refused) {
  const Outcome o = run_program({"pairs", kRecording, "--broadphase", "planted", "--set",
                                 "fault=itself", "--plugin", file_of("planted")});
  EXPECT_EQ(o.code, 0);
  EXPECT_TRUE(test::is_one_line_error(o.err)) << o.err;
  EXPECT_THAT(o.err, HasSubstr("Planted: 1 pair was refused: (1, 1)"));
  EXPECT_EQ(o.out, run_program({"pairs", kRecording, "--broadphase", "brute-force"}).out);
}

TEST(PluginOption, is_one_of_all_commands_that_know_broadphases_and_of_no_others) {
  for (const char* command :
       {"list", "render", "explain", "pairs", "near", "bench", "tune", "scaling", "why"})
    EXPECT_THAT(run_program({command, "--help"}).out, HasSubstr("--plugin FILE.so")) << command;
  for (const char* command : {"pixels", "export", "completion"})
    EXPECT_THAT(run_program({command, "--help"}).out, Not(HasSubstr("--plugin"))) << command;
}

}  // namespace plugin_cli_test
}  // namespace phasebox
