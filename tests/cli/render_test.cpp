// SPDX-License-Identifier: MIT
// `phasebox render`: numbers independent of the algorithm, pictures independent of time.

#include "cli_test.hpp"
#include "io/pictures/images.hpp"
#include "io/scene_file.hpp"
#include "session/session.hpp"

namespace phasebox {
namespace render_test {

json stats(std::vector<std::string> words) {
  const TemporaryFolder folder;
  const std::string file = folder / "stats.json";
  words.insert(words.begin(), "render");
  words.insert(words.end(), {"--stats", file});
  const Outcome o = run_program(words);
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err + o.out, "");
  const std::string text = test::content_of(file);
  return text.empty() ? json::object() : json::parse(text);
}

TEST(Render, state_is_the_same_with_every_broadphase) {
  for (const std::string scene : {"sprites", "pile", "walls"}) {
    std::string first;
    for (const BroadphaseEntry* entry : broadphases()) {
      const json s =
          stats({"--scene", scene, "--frames", "60", "--broadphase", std::string(entry->id)});
      EXPECT_EQ(s["broadphase"], entry->id);
      const auto hash = s["state_hash"].get<std::string>();
      EXPECT_EQ(hash.size(), 18u);
      if (first.empty()) first = hash;
      EXPECT_EQ(hash, first) << scene << " " << entry->id;
    }
  }
}

TEST(Render, stats_hold_what_the_file_format_says) {
  const json s = stats({"--scene", "sprites", "--frames", "30", "--count", "40", "--seed", "9"});
  EXPECT_EQ(s["steps"], 30);
  EXPECT_EQ(s["sprites"], 40);
  EXPECT_EQ(s["scene"], "sprites");
  EXPECT_EQ(s["command"][0], "render");
  EXPECT_TRUE(s["is_exact"]);
  for (const std::string counter :
       {"box_tests", "candidates", "collisions", "pixel_reads", "groups", "depth", "boundaries"})
    EXPECT_TRUE(s["counters"][counter].is_number_unsigned()) << counter;
  EXPECT_GE(s["counters"]["candidates"], s["counters"]["collisions"]);
  for (const std::string phase : {"move", "broad", "sort", "narrow", "respond", "total"}) {
    const json& ms = s["ms"][phase];
    EXPECT_LE(ms["median"], ms["p95"]) << phase;
    EXPECT_LE(ms["p95"], ms["max"]) << phase;
    EXPECT_TRUE(ms["mean"].is_number()) << phase;
  }
  EXPECT_GT(s["steps_per_second"], 0);
  EXPECT_TRUE(s["realtime_60"].is_boolean());
}

TEST(Render, of_no_frames_only_detects) {
  const json s = stats({"--scene", "pile", "--frames", "0"});
  EXPECT_EQ(s["steps"], 0);
  EXPECT_GT(s["counters"]["candidates"], 0);
}

TEST(Render, options_change_what_they_name) {
  const std::vector<std::string> base{"--scene", "sprites", "--frames", "20"};
  const auto hash = [&](std::vector<std::string> more) {
    std::vector<std::string> words = base;
    words.insert(words.end(), more.begin(), more.end());
    return stats(words)["state_hash"].get<std::string>();
  };
  const std::string plain = hash({});
  EXPECT_EQ(hash({}), plain);
  EXPECT_EQ(hash({"--set", "group-size=2"}), plain);
  EXPECT_EQ(hash({"--set", "quadtree.max-objects=3"}), plain);
  EXPECT_NE(hash({"--seed", "2"}), plain);
  EXPECT_NE(hash({"--count", "61"}), plain);
  EXPECT_NE(hash({"--set", "width=900"}), plain);
  EXPECT_NE(hash({"--set", "max-speed=3"}), plain);
  EXPECT_NE(hash({"--narrowphase", "none"}), plain);
}

TEST(Render, opens_scene_files_with_their_own_sprites) {
  const TemporaryFolder folder;
  Session session(builtin_images());
  ASSERT_FALSE(session.apply(command::LoadScene{"clusters"}).failed());
  for (int i = 0; i < 25; ++i) session.step();
  const std::string file = folder / "scene";
  ASSERT_FALSE(save_scene_file(file, session.document(), session.settings().groups()).failed());
  for (int i = 0; i < 10; ++i) session.step();
  const json s = stats({"--scene", file, "--frames", "10"});
  EXPECT_EQ(s["scene"], "clusters");
  char expected[19];
  std::snprintf(expected, sizeof expected, "0x%016llx",
                static_cast<unsigned long long>(session.hash()));
  EXPECT_EQ(s["state_hash"], expected);
}

TEST(Render, bad_input_is_refused_with_exit_code_2_on_one_line) {
  const TemporaryFolder folder;
  const std::string out = folder / "s.json", scene = folder / "scene.json";
  test::write(scene, "{\n\"phasebox\": 1,\n}");
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{}, "none of --out, --animate, --stats, --log and --record is given"},
      {{"--scene", "nowhere", "--stats", out}, "there is no scene 'nowhere'; choose from sprites"},
      {{"--scene", "no/where.json", "--stats", out}, "no/where.json: cannot be opened"},
      {{"--scene", scene, "--stats", out}, scene + ":3: syntax error"},
      {{"--broadphase", "x", "--stats", out}, "there is no broadphase 'x'"},
      {{"--narrowphase", "x", "--stats", out}, "there is no narrowphase 'x'"},
      {{"--set", "group-sise=3", "--stats", out},
       "--set group-sise: there is no such parameter; did you mean group-size"},
      {{"--set", "max-objects=3", "--stats", out}, "write quadtree.max-objects"},
      {{"--set", "abracadabra=3", "--stats", out}, "choose from width, height"},
      {{"--set", "n=0", "--stats", out}, "--set n: '0' is not a whole number from 1 to 32"},
      {{"--set", "edges=soft", "--stats", out}, "--set edges: 'soft' is not bounce"},
      {{"--frames", "-1", "--stats", out}, "--frames: '-1' is not a whole number"},
      {{"--set", "n=1e300", "--stats", out}, "--set n: '1e300' is not a whole number"},
      {{"--stats", "no/such/dir/s.json"}, "no/such/dir/s.json: cannot be written"},
      {{"--out", folder / "x.jpg", "--stats", out}, "x.jpg: a picture is written as PNG"},
  };
  for (auto [words, expected] : cases) {
    words.insert(words.begin(), "render");
    expect_refused(words, expected);
    EXPECT_FALSE(std::filesystem::exists(out)) << expected;
  }
}

TEST(CommandLine, refuses_options_of_the_window_before_a_command) {
  expect_refused({"--scene", "clusters", "list"}, "--scene stands before the command list");
  expect_refused({"scene.json", "render", "--stats", "s.json"}, "scene.json stands before");
}

TEST(Render, twice_gives_the_same_picture) {
  if (test::is_headless()) GTEST_SKIP() << "this program cannot draw";
  const TemporaryFolder folder;
  const std::vector<std::string> words{"render", "--scene", "sprites", "--frames",
                                       "30",     "--size",  "640x360", "--out"};
  std::string pictures[2];
  for (std::string& picture : pictures) {
    auto all = words;
    all.push_back(folder / "p.png");
    const Outcome o = run_program(all);
    ASSERT_EQ(o.code, 0) << o.err;
    picture = test::content_of(folder / "p.png");
  }
  EXPECT_TRUE(pictures[0] == pictures[1]);
  const auto image = load_bitmap(folder / "p.png");
  ASSERT_FALSE(image.failed());
  EXPECT_EQ(image->width, 640);
  EXPECT_EQ(image->height, 360);
}

TEST(Render, view_options_change_the_picture_and_not_the_state) {
  if (test::is_headless()) GTEST_SKIP() << "this program cannot draw";
  const TemporaryFolder folder;
  const auto picture = [&](const std::string& theme) {
    const std::string file = folder / (theme + ".png");
    const json s =
        stats({"--frames", "5", "--size", "320x180", "--set", "theme=" + theme, "--out", file});
    return std::pair{s["state_hash"], test::content_of(file)};
  };
  const auto dark = picture("dark"), flash = picture("flash");
  EXPECT_EQ(dark.first, flash.first);
  EXPECT_TRUE(dark.second != flash.second);
}

TEST(Render, the_3d_view_is_a_second_pane_of_the_picture) {
  if (test::is_headless()) GTEST_SKIP() << "this program cannot draw";
  const TemporaryFolder folder;
  const auto picture = [&](const std::string& name, std::vector<std::string> more) {
    std::vector<std::string> all{"render", "--frames",         "30", "--size", "800x400",
                                 "--set",  "view.structure=on"};
    all.insert(all.end(), more.begin(), more.end());
    all.insert(all.end(), {"--out", folder / name});
    EXPECT_EQ(run_program(all).code, 0);
    return test::content_of(folder / name);
  };
  const std::string flat = picture("flat.png", {});
  const std::string both = picture("both.png", {"--set", "view.space=on"});
  const std::string grown =
      picture("grown.png", {"--set", "view.space=on", "--set", "view.extrusion=80"});
  EXPECT_TRUE(both == picture("again.png", {"--set", "view.space=on"}));
  EXPECT_FALSE(both == flat);
  const auto a = load_bitmap(folder / "both.png"), b = load_bitmap(folder / "grown.png");
  ASSERT_TRUE(!a.failed() && !b.failed());
  std::size_t left = 0, right = 0;  // bytes that the height of the sprites changes
  for (std::size_t i = 0; i < a->rgba.size(); ++i)
    (i / 4 % 800 < 400 ? left : right) += a->rgba[i] != b->rgba[i];
  EXPECT_EQ(left, 0u);
  EXPECT_GT(right, 1000u);
}

TEST(Render, without_opengl_says_so) {
  if (!test::is_headless()) GTEST_SKIP() << "this program can draw";
  expect_refused({"render", "--out", "x.png"}, "built without OpenGL");
}

}  // namespace render_test
}  // namespace phasebox
