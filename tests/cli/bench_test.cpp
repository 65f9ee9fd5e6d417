// SPDX-License-Identifier: MIT
// `phasebox bench`: tables, files, refusals, and what is kept of a race that was stopped.
#include <fstream>

#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli_test.hpp"
#include "collide/registry.hpp"
#include "io/pictures/images.hpp"
#include "support/planted.hpp"

namespace phasebox {
namespace bench_test {

TEST(Bench, prints_a_row_for_every_broadphase) {
  const Outcome o =
      run_program({"bench", "--scene", "uniform", "--count", "200,300", "--frames", "5"});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  EXPECT_THAT(o.out, HasSubstr("uniform: 200 boxes, 5 frames"));
  EXPECT_THAT(o.out, HasSubstr("uniform: 300 boxes, 5 frames"));
  EXPECT_THAT(o.out, HasSubstr("ns/object"));
  for (const BroadphaseEntry* entry : broadphases()) EXPECT_THAT(o.out, HasSubstr(entry->id));
  EXPECT_THAT(o.out, Not(HasSubstr("WRONG")));
}

TEST(Bench, says_wrong_without_a_time_and_ends_with_1) {
  const TemporaryFolder folder;
  const BroadphaseEntry* peers[] = {test::forgetful().entry};
  std::vector<std::string> words{
      "phasebox", "bench",          "--scene", "pile",         "--count",
      "50",       "--frames",       "4",       "--broadphase", "quadtree,forgetful",
      "--json",   folder / "b.json"};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  testing::internal::CaptureStdout();
  EXPECT_EQ(cli::run_cli(static_cast<int>(words.size()), arguments.data(), {}, {{}, peers}), 1);
  const std::string out = testing::internal::GetCapturedStdout();
  EXPECT_THAT(out, HasSubstr("forgetful"));
  EXPECT_THAT(out, HasSubstr("WRONG  frame 0: 1224 pairs instead of 1225"));
  const json rows = json::parse(test::content_of(words.back()))["races"][0]["rows"];
  EXPECT_EQ(rows[0]["verdict"], "right");
  EXPECT_EQ(rows[0]["frames"].size(), 4u);
  EXPECT_EQ(rows[1]["verdict"], "wrong");
  EXPECT_FALSE(rows[1].contains("ms"));
}

TEST(Bench, files_hold_every_number) {
  const TemporaryFolder folder;
  const std::string j = folder / "b.json", c = folder / "b.csv";
  const Outcome o = run_program({"bench", "--scene", "line", "--count", "100,200", "--frames", "6",
                                 "--broadphase", "quadtree,brute-force", "--json", j, "--csv", c});
  ASSERT_EQ(o.code, 0) << o.err;
  const json file = json::parse(test::content_of(j));
  EXPECT_EQ(file["command"][0], "bench");
  ASSERT_EQ(file["races"].size(), 2u);
  const json& race = file["races"][1];
  EXPECT_EQ(race["scene"], "line");
  EXPECT_EQ(race["boxes"], 200);
  EXPECT_TRUE(race["is_complete"]);
  ASSERT_EQ(race["rows"].size(), 2u);
  const json& row = race["rows"][1];
  EXPECT_EQ(row["broadphase"], "brute-force");
  EXPECT_EQ(row["box_tests"], 200 * 199 / 2);
  EXPECT_EQ(row["frames"].size(), 6u);
  EXPECT_LE(row["ms"]["p5"], row["ms"]["median"]);
  EXPECT_LE(row["ms"]["median"], row["ms"]["p95"]);
  EXPECT_LE(row["ms"]["p95"], row["ms"]["worst"]);
  EXPECT_EQ(row["allocations_per_frame"], 0);
  const std::string csv = test::content_of(c);
  EXPECT_EQ(std::ranges::count(csv, '\n'), 5);
  const auto commas = [](const std::string& line) { return std::ranges::count(line, ','); };
  std::ifstream lines(c);
  std::string head, line;
  std::getline(lines, head);
  while (std::getline(lines, line)) EXPECT_EQ(commas(line), commas(head)) << line;
}

TEST(Bench, parameters_reach_the_algorithms_that_have_them) {
  const auto tests = [](std::vector<std::string> more) {
    const TemporaryFolder folder;
    const std::string file = folder / "b.json";
    std::vector<std::string> words{"bench",        "--scene", "even",   "--frames", "3",
                                   "--broadphase", "rdc",     "--json", file};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome o = run_program(words);
    EXPECT_EQ(o.code, 0) << o.err;
    return json::parse(test::content_of(file))["races"][0]["rows"][0]["box_tests"].get<double>();
  };
  const auto brute = [&](const std::string& size) {
    return tests({"--set", "leaf-test=brute-force", "--set", size});
  };
  EXPECT_LT(brute("group-size=1"), brute("rdc.group-size=1000"));
}

TEST(Bench, races_over_a_box_recording) {
  const TemporaryFolder folder;
  const std::string file = folder / "t.csv";
  std::string text = "frame,id,min_x,min_y,max_x,max_y\n";
  for (int f = 0; f < 20; ++f)
    for (int i = f % 3; i < 30; ++i)
      text += fmt::format("{},{},{},{},{},{}\n", f, i, i * 5 + f, 0, i * 5 + f + 12, 9);
  test::write(file, text);
  const Outcome o = run_program({"bench", "--boxes", file});
  EXPECT_EQ(o.code, 0) << o.err << o.out;
  EXPECT_THAT(o.out, HasSubstr(": 30 boxes, all 20 frames"));
}

/// Ten boxes in the first half of the frames, forty in the second.
std::string growing(int frames) {
  std::string text = "frame,id,min_x,min_y,max_x,max_y\n";
  for (int f = 0; f < frames; ++f)
    for (int i = 0; i < (f < frames / 2 ? 10 : 40); ++i)
      text += fmt::format("{},{},{},{},{},{}\n", f, i, i * 5 + f % 7, 0, i * 5 + f % 7 + 12, 9);
  return text;
}

TEST(Bench, a_few_frames_of_a_recording_come_from_all_of_it) {
  const TemporaryFolder folder;
  const std::string file = folder / "t.csv", out = folder / "b.json";
  test::write(file, growing(2'000));
  const Outcome o = run_program(
      {"bench", "--boxes", file, "--frames", "240", "--broadphase", "brute-force", "--json", out});
  EXPECT_EQ(o.code, 0) << o.err << o.out;
  EXPECT_THAT(o.out, HasSubstr("240 of 2,000 frames, from 12 places"));
  const json race = json::parse(test::content_of(out))["races"][0];
  EXPECT_EQ(race["frames"], (json{{"used", 240}, {"of", 2'000}, {"places", 12}}));
  EXPECT_EQ(race["rows"][0]["frames"].size(), 240u);
  const double tests = race["rows"][0]["box_tests"];
  EXPECT_GT(tests, 10 * 9 / 2) << "frames of the second half are among them";
  EXPECT_LT(tests, 40 * 39 / 2) << "and frames of the first";
}

TEST(Bench, all_frames_of_a_recording_are_timed_when_asked_for) {
  const TemporaryFolder folder;
  const std::string file = folder / "t.csv", out = folder / "b.json";
  test::write(file, growing(700));
  const Outcome o = run_program(
      {"bench", "--boxes", file, "--frames", "all", "--broadphase", "quadtree", "--json", out});
  EXPECT_EQ(o.code, 0) << o.err << o.out;
  EXPECT_THAT(o.out, HasSubstr("all 700 frames"));
  const json row = json::parse(test::content_of(out))["races"][0]["rows"][0];
  EXPECT_EQ(row["frames"].size(), 700u);
  EXPECT_LE(row["ms"]["p95"], row["ms"]["p99"]);
  EXPECT_LE(row["ms"]["p99"], row["ms"]["worst"]);
}

TEST(Bench, quotes_the_name_of_a_recording_in_its_table) {
  const TemporaryFolder folder;
  const std::string trace = folder / "one, \"two\".csv", table = folder / "b.csv";
  test::write(trace, "frame,id,min_x,min_y,max_x,max_y\n0,0,0,0,9,9\n0,1,5,5,12,12\n");
  const Outcome o = run_program(
      {"bench", "--boxes", trace, "--broadphase", "quadtree", "--frames", "4", "--csv", table});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(test::content_of(table), HasSubstr("/one, \"\"two\"\".csv\",2,1,quadtree,right,"));
}

TEST(Bench, times_whole_steps_by_phase) {
  const TemporaryFolder folder;
  const std::string file = folder / "b.json";
  const Outcome o = run_program({"bench", "--whole-step", "--scene", "sprites", "--frames", "4",
                                 "--threads", "2", "--json", file});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("narrow"));
  const json race = json::parse(test::content_of(file))["races"][0];
  EXPECT_EQ(race["threads"], 2);
  for (const json& row : race["rows"]) {
    EXPECT_EQ(row["verdict"], "right") << row["broadphase"];
    for (const std::string phase : {"move", "broad", "sort", "narrow"})
      EXPECT_TRUE(row["mean_ms_by_phase"][phase].is_number()) << phase;
    EXPECT_EQ(row["mean_ms_by_phase"]["response"], 0);
  }
}

TEST(Bench, times_the_response_as_part_of_the_step) {
  const TemporaryFolder folder;
  const std::string file = folder / "b.json", table = folder / "b.csv";
  const Outcome o =
      run_program({"bench", "--whole-step", "--scene", "pour", "--count", "40", "--frames", "4",
                   "--broadphase", "quadtree,uniform-grid", "--json", file, "--csv", table});
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("response"));
  EXPECT_THAT(test::content_of(table), HasSubstr(",narrow_ms,response_ms\n"));
  const json race = json::parse(test::content_of(file))["races"][0];
  ASSERT_EQ(race["rows"].size(), 2u);
  for (const json& row : race["rows"]) {
    EXPECT_EQ(row["verdict"], "right") << row["broadphase"];
    double sum = 0;
    for (const json& ms : row["mean_ms_by_phase"]) sum += ms.get<double>();
    EXPECT_GT(row["mean_ms_by_phase"]["response"], 0);
    EXPECT_NEAR(sum, row["ms"]["mean"].get<double>(), 1e-4);
  }
}

TEST(Bench, interrupted_prints_and_writes_what_it_has) {
  const TemporaryFolder folder;
  const std::string file = folder / "b.json";
  const Outcome o = test::run_program_and_interrupt(
      {"bench", "--scene", "uniform", "--count", "2000,3000", "--frames", "100000", "--broadphase",
       "brute-force", "--budget", "1000", "--json", file},
      1500);
  EXPECT_EQ(o.code, 130) << o.err;
  EXPECT_THAT(o.out, HasSubstr("2,000 boxes"));
  EXPECT_THAT(o.out, HasSubstr("interrupted"));
  EXPECT_THAT(o.out, Not(HasSubstr("3,000 boxes")));
  const json races = json::parse(test::content_of(file))["races"];
  ASSERT_EQ(races.size(), 1u);
  EXPECT_FALSE(races[0]["is_complete"]);
}

TEST(Bench, bad_input_is_refused_with_exit_code_2_on_one_line) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--scene", "nowhere"}, "there is no scene 'nowhere'"},
      {{"--count", "10,x"}, "--count: '10,x' is not a list of whole numbers from 1 to 1,000,000"},
      {{"--count", "0"}, "--count: '0' is not a list"},
      {{"--count", "10,"}, "--count: '10,' is not a list"},
      {{"--frames", "0"}, "--frames: '0' is neither 'all' nor a whole number from 1"},
      {{"--broadphase", "rdc,fast"}, "--broadphase: there is no broadphase 'fast'; choose from"},
      {{"--set", "group-sise=3"}, "did you mean"},
      {{"--set", "cell-size"}, "is not KEY=VALUE"},
      {{"--threads", "0"}, "--threads: '0' is not"},
      {{"--boxes", "missing.csv"}, "missing.csv: cannot be opened"},
      {{"--boxes", "t.csv", "--scene", "sprites"}, "excludes"},
      {{"--boxes", "t.csv", "--count", "5"}, "--count: a box recording has a fixed number"},
      {{"--frames", "some"}, "--frames: 'some' is neither 'all' nor"},
      {{"--scene", "sprites", "--frames", "all"}, "--frames all: a scene has no last frame"},
      {{"--boxes", "t.csv", "--whole-step"}, "--whole-step: recorded boxes have no step"},
      {{"--boxes", "t.csv", "--motion", "still"}, "--motion: recorded boxes move as they were"},
      {{"--scene", "uniform", "--whole-step", "--motion", "still"},
       "--motion: whole steps move as"},
      {{"--motion", "sideways"}, "--motion: sideways not in"},
      {{"--count", "10", "--frames", "1", "--json", "no/such/dir/x"}, "no/such/dir/x: cannot be"},
  };
  for (auto [words, expected] : cases) {
    words.insert(words.begin(), "bench");
    expect_refused(words, expected);
  }
}

TEST(Bench, the_field_of_a_workload_grows_with_the_count) {
  Session session(builtin_images());
  cli::LaunchOptions launch;
  launch.scene = "uniform";
  launch.count = 10'000;
  ASSERT_FALSE(cli::configure(session, launch).failed());
  EXPECT_FLOAT_EQ(session.settings().world.width, 4800);
  launch.sets = {{"width", "900"}};
  ASSERT_FALSE(cli::configure(session, launch).failed());
  EXPECT_FLOAT_EQ(session.settings().world.width, 900);
  EXPECT_FLOAT_EQ(session.settings().world.height, 4800);
}

}  // namespace bench_test
}  // namespace phasebox
