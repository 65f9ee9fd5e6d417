// SPDX-License-Identifier: MIT
// `phasebox link`: the address has the scene in it, for a browser to inflate.
#include <algorithm>
#include <fstream>
#include <string_view>

#include "cli_test.hpp"
#include "io/boxes/box_file.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"

namespace phasebox {
namespace link_cli_test {

// The scene that a page reads out of the link.
std::string scene_in(std::string code) {
  constexpr std::string_view kBegin = "phasebox.html#s=";
  EXPECT_TRUE(code.starts_with(kBegin) && code.ends_with("\n")) << code;
  code = code.substr(kBegin.size(), code.size() - kBegin.size() - 1);
  EXPECT_EQ(code.find_first_of("+/="), std::string::npos);
  std::ranges::replace(code, '-', '+');
  std::ranges::replace(code, '_', '/');
  code.append((4 - code.size() % 4) % 4, '=');
  return *inflated(*decode_base64(code), "link", 1 << 20);
}

TEST(Link, holds_the_scene_with_its_settings) {
  const Outcome o =
      run_program({"link", "--scene", "walls", "--broadphase", "rdc", "--set", "group-size=5"});
  ASSERT_EQ(o.code, 0) << o.err;
  const json scene = json::parse(scene_in(o.out));
  EXPECT_EQ(scene.at("scene"), "walls");
  EXPECT_EQ(scene.at("parameters").at("rdc").at("group-size"), 5);
}

TEST(Link, takes_a_file) {
  const TemporaryFolder folder;
  const std::string file = folder / "boxes.csv";
  std::ofstream(file) << "frame,id,x,y,w,h\n0,1,0,0,2,2\n0,2,1,1,2,2\n";
  const Outcome o = run_program({"link", file, "--broadphase", "rdc"});
  const std::string text = scene_in(o.out), begin = "\n#0,0,boxes.csv\n";
  const std::size_t at = text.find(begin);
  EXPECT_EQ(json::parse(text.substr(0, at)).at("broadphase"), "rdc");
  EXPECT_EQ(parse_box_recording(text.substr(at + begin.size()), "boxes")->boxes_of(0)[1].max.x, 3);
}

TEST(Link, of_a_lesson_holds_it_with_its_scenes_and_names_the_step) {
  const TemporaryFolder folder;
  const std::string file = folder / "class.json";
  std::ofstream(folder / "mine.json") << R"({"phasebox": 1, "scene": "walls"})";
  std::ofstream(file) << R"({"title": "A", "setup": {"scene": "mine.json"}, "steps": [
      {"text": "x", "goal": ["sprites = 9"]},
      {"text": "y", "goal": ["sprites = 8"], "setup": {"scene": "mine.json"}}]})";
  const Outcome o = run_program({"link", file, "--step", "2"});
  ASSERT_EQ(o.code, 0) << o.err;
  constexpr std::string_view kBegin = "phasebox.html#step=2&";
  ASSERT_TRUE(o.out.starts_with(kBegin)) << o.out;
  const json lesson = json::parse(scene_in("phasebox.html#" + o.out.substr(kBegin.size())));
  EXPECT_EQ(lesson.at("setup").at("scene").at("scene"), "walls");
  EXPECT_EQ(lesson.at("steps").at(1).at("setup").at("scene").at("scene"), "walls");
  EXPECT_EQ(run_program({"link", "--lesson", "clustering", "--step", "3"}).out,
            "phasebox.html#step=3&lesson=clustering\n");
  expect_refused({"link", file, "--step", "3"}, "this lesson has 2");
  expect_refused({"link", "--lesson", "juggling"}, "juggling");
  expect_refused({"link", file, "--seed", "3"}, "leave out the other options");
  expect_refused({"link", "--scene", "walls", "--step", "1"}, "only lessons have steps");
  std::ofstream(file) << R"({"title": "A", "steps": [
      {"text": "y", "goal": ["sprites = 8"], "setup": {"scene": "lost.json"}}]})";
  expect_refused({"link", file}, "step 1, setup: ");
}

TEST(Link, bad_input_is_refused_with_exit_code_2_on_one_line) {
  expect_refused({"link", "--scene", "nowhere"}, "nowhere");
  expect_refused({"link", "no-such.json"}, "no-such.json");
  const std::string picture = PHASEBOX_SOURCE_DIR "/assets/sprites/arrow.png";
  expect_refused({"link", picture}, picture + ": is a picture, where a scene is needed");
  expect_refused({"link", "--scene", "uniform", "--count", "100000"}, "too large for a link");
  expect_refused({"link", "--set", "group-size=0"}, "group-size");
}

}  // namespace link_cli_test
}  // namespace phasebox
