// SPDX-License-Identifier: MIT
// Frames that a JSON file places in a picture, as Aseprite and TexturePacker write them.
#include "io/pictures/atlas.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "io/boxes/box_file.hpp"
#include "io/pictures/images.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace atlas_test {

using testing::ElementsAre;
using testing::HasSubstr;

/// A folder with a picture of 4 x 3 px, sheet.png, whose pixels have the reds 1 to 12; those of the
/// last row are transparent.
class Atlases : public testing::Test {
 protected:
  void SetUp() override {
    std::vector<std::uint8_t> rgba;
    for (std::uint8_t k = 1; k <= 12; ++k)
      rgba.insert(rgba.end(), {k, 0, 0, static_cast<std::uint8_t>(k > 8 ? 0 : 255)});
    ASSERT_FALSE(save_png(folder_ / "sheet.png", 4, 3, rgba).failed());
  }
  auto read(const std::string& text) {
    test::write(folder_ / "hero.json", text);
    return load_pictures(folder_ / "hero.json");
  }
  std::vector<std::shared_ptr<const Image>> accepted(const std::string& text) {
    const auto pictures = read(text);
    EXPECT_FALSE(is_box_file(folder_ / "hero.json")) << text;
    EXPECT_FALSE(pictures.failed()) << text << "\n" << pictures.error().text;
    return pictures.failed() ? std::vector<std::shared_ptr<const Image>>{} : *pictures;
  }

  test::TemporaryFolder folder_;
};

const std::string kMeta = R"("meta":{"image":"sheet.png")";

/// The member of a frame: its place in the picture, and what else it says.
std::string frame_at(int x, int y, int w, int h, const std::string& more = "") {
  const auto side = [](int k) { return std::to_string(k); };
  return R"({"frame":{"x":)" + side(x) + R"(,"y":)" + side(y) + R"(,"w":)" + side(w) + R"(,"h":)" +
         side(h) + "}" + (more.empty() ? "" : "," + more) + R"(,"sourceSize":{"w":2,"h":2}})";
}

/// The reds of an image, where it is not transparent, else 0.
std::vector<int> reds(const Image& image) {
  std::vector<int> made;
  for (std::size_t k = 0; k < image.rgba.size(); k += 4)
    made.push_back(image.rgba[k + 3] > 0 ? image.rgba[k] : 0);
  return made;
}

std::vector<int> alphas(const Image& image) { return {image.alpha.begin(), image.alpha.end()}; }

TEST_F(Atlases, a_trimmed_frame_gets_its_size_and_a_turned_one_its_rows_back) {
  const auto pictures = accepted(
      R"({"frames":{"cat.png":)" +
      frame_at(1, 0, 1, 2, R"("trimmed":true,"spriteSourceSize":{"x":1,"y":0,"w":1,"h":2})") +
      R"(,"dog.png":)" +
      frame_at(2, 0, 1, 2, R"("rotated":true,"spriteSourceSize":{"x":0,"y":0,"w":1,"h":2})") +
      "}," + kMeta + "}}");
  ASSERT_EQ(pictures.size(), 2u);
  EXPECT_EQ(pictures[0]->name, "cat");
  EXPECT_THAT(reds(*pictures[0]), ElementsAre(0, 2, 0, 6));
  // A clockwise quarter takes the upper pixel to the right, so the right one is the upper one.
  EXPECT_THAT(reds(*pictures[1]), ElementsAre(4, 0, 3, 0));
}

TEST_F(Atlases, numbered_frames_of_one_size_are_an_animation_in_the_order_of_their_numbers) {
  const auto pictures = accepted(R"({"frames":{"run_10.png":)" + frame_at(0, 0, 2, 2) +
                                 R"(,"run_9.png":)" + frame_at(2, 0, 2, 2) + R"(,"rock.png":)" +
                                 frame_at(1, 0, 2, 2) + "}," + kMeta + "}}");
  ASSERT_EQ(pictures.size(), 2u);
  EXPECT_EQ(pictures[0]->name, "run");
  EXPECT_EQ(pictures[0]->steps_per_frame, 6);
  ASSERT_EQ(pictures[0]->later.size(), 1u);
  EXPECT_THAT(reds(*pictures[0]), ElementsAre(3, 4, 7, 8));
  EXPECT_THAT(reds(*pictures[0]->later[0]), ElementsAre(1, 2, 5, 6));
  EXPECT_EQ(pictures[1]->name, "rock");
  EXPECT_EQ(pictures[1]->steps_per_frame, 0);
}

/// Three frames of Aseprite, the last one empty, shown 100, 300 and 100 ms.
std::string aseprite(const std::string& meta = "") {
  const auto frame = [](int k, int y, int ms) {
    const std::string number = std::to_string(k);
    return R"({"filename":"hero )" + number + R"(.aseprite",)" +
           frame_at(k % 2 * 2, y, 2, y == 2 ? 1 : 2, R"("duration":)" + std::to_string(ms))
               .substr(1);
  };
  return R"({"frames":[)" + frame(0, 0, 100) + "," + frame(1, 0, 300) + "," + frame(2, 2, 100) +
         "]," + kMeta + meta + "}}";
}

TEST_F(Atlases, a_longer_frame_is_repeated_and_an_empty_one_stays) {
  const auto pictures = accepted(aseprite());
  ASSERT_EQ(pictures.size(), 1u);
  const Image& hero = *pictures[0];
  EXPECT_EQ(hero.name, "hero");
  EXPECT_EQ(hero.steps_per_frame, 6);
  ASSERT_EQ(hero.later.size(), 4u);
  for (const std::size_t k : {0u, 1u, 2u})
    EXPECT_THAT(reds(*hero.later[k]), ElementsAre(3, 4, 7, 8));
  EXPECT_TRUE(hero.later[3]->is_empty);
}

TEST_F(Atlases, tags_are_sprites_of_their_own) {
  const auto pictures = accepted(aseprite(
      R"(,"frameTags":[{"name":"run","from":0,"to":1,"direction":"reverse"},
          {"name":"turn","from":0,"to":2,"direction":"pingpong"},{"name":"off","from":5,"to":9}])"));
  ASSERT_EQ(pictures.size(), 2u);
  EXPECT_EQ(pictures[0]->name, "hero run");
  EXPECT_THAT(reds(*pictures[0]), ElementsAre(3, 4, 7, 8));
  EXPECT_EQ(pictures[0]->later.size(), 3u) << "the longer frame first, three times";
  EXPECT_EQ(pictures[1]->name, "hero turn");
  EXPECT_EQ(pictures[1]->later.size(), 7u) << "1 + 3 + 1 there, and 3 back";
}

TEST_F(Atlases, slices_are_what_collides_from_their_frame_on) {
  const auto pictures = accepted(aseprite(
      R"(,"slices":[{"name":"hit","keys":[{"frame":0,"bounds":{"x":-1,"y":0,"w":2,"h":1}},
          {"frame":2,"bounds":{"x":0,"y":1,"w":9,"h":1}}]},
          {"name":"frame","keys":[{"frame":0,"bounds":{"x":0,"y":0,"w":2,"h":2},
          "center":{"x":1,"y":1,"w":1,"h":1}}]}])"));
  ASSERT_EQ(pictures.size(), 1u);
  EXPECT_THAT(alphas(*pictures[0]), ElementsAre(255, 0, 0, 0));
  EXPECT_THAT(alphas(*pictures[0]->later[0]), ElementsAre(255, 0, 0, 0));
  EXPECT_THAT(alphas(*pictures[0]->later[3]), ElementsAre(0, 0, 255, 255));
  EXPECT_THAT(reds(*pictures[0]), ElementsAre(1, 2, 5, 6)) << "the look is the picture's";
}

TEST_F(Atlases, the_picture_is_looked_for_beside_the_file) {
  const std::string frames = R"({"frames":{"a":)" + frame_at(0, 0, 2, 2) + "}";
  EXPECT_EQ(accepted(frames + R"(,"meta":{"image":"/home/me/art/sheet.png"}})").size(), 1u);
  EXPECT_THAT(read(frames + "}").error().text.english(), HasSubstr("hero.png: cannot be opened"));
  EXPECT_EQ(load_pictures(folder_ / "sheet.png")->size(), 1u) << "a picture alone is one sprite";
}

TEST_F(Atlases, what_cannot_be_read_is_refused_in_one_line) {
  const auto with = [](const std::string& frame) {
    return R"({"frames":{"a":)" + frame + "}," + kMeta + "}}";
  };
  const std::string source = R"("spriteSourceSize":)";
  const std::string large = R"({"frame":{"w":1,"h":1},"sourceSize":{"w":4096,"h":4096}})";
  const std::pair<std::string, std::string> cases[] = {
      {R"({"frames":{"frame":1,"sourceSize":)", "hero.json:1: "},
      {R"({"frames":{},"frame":1,"sourceSize":1})", "hero.json: it has no frame"},
      {with(frame_at(-1, 0, 2, 2)), "frame 'a': its numbers must be whole ones from 0 to 4096 px"},
      {with(frame_at(0, 0, 1, 1, source + R"({"x":0.5})")), "its numbers must be whole ones"},
      {with(frame_at(0, 0, 1, 1, source + R"({"x":4096000000000})")), "must be whole ones"},
      {with(frame_at(0, 0, 2, 2, source + R"({"x":1})")),
       "its 2 x 2 px at 1, 0 must lie in the 2 x 2 px of its sprite"},
      {with(frame_at(3, 0, 2, 2)), "frame 'a': it lies outside of its picture, 4 x 3 px"},
      {with(frame_at(3, 0, 1, 2, R"("rotated":true)")), "it lies outside of its picture"},
      {with(frame_at(0, 2, 2, 1)), "hero.json: a: every pixel is transparent"},
      {with(large + R"(,"b":)" + large),
       "its 2 frames, as large as before they were trimmed, do not"},
      {R"({"frames":[{"frame":{},"sourceSize":)" + std::string(70, '['), "64 levels deep at most"}};
  for (const auto& [text, what] : cases) {
    const auto pictures = read(text);
    ASSERT_TRUE(pictures.failed()) << text;
    EXPECT_THAT(pictures.error().text.english(), HasSubstr(what));
  }
}

}  // namespace atlas_test
}  // namespace phasebox
