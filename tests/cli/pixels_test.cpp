// SPDX-License-Identifier: MIT
// `phasebox pixels` agrees with looking at every pixel.

#include "base/random.hpp"
#include "cli_test.hpp"
#include "io/pictures/images.hpp"

namespace phasebox {
namespace pixels_test {

struct Alpha {
  int width, height;
  std::vector<std::uint8_t> values;
  int at(int x, int y) const {
    if (x < 0 || y < 0 || x >= width || y >= height) return -1;
    return values[static_cast<std::size_t>(y * width + x)];
  }
};

Alpha random_alpha(Random& random) {
  const auto side = [&] { return static_cast<int>(1 + random.below(40)); };
  Alpha alpha{side(), side(), {}};
  const std::uint32_t density = random.below(40);  // in per cent
  for (int i = 0; i < alpha.width * alpha.height; ++i)
    alpha.values.push_back(static_cast<std::uint8_t>(
        random.below(100) < density ? random.below(256) : random.below(50)));
  return alpha;
}

void save(const std::filesystem::path& path, const Alpha& alpha) {
  std::vector<std::uint8_t> rgba;
  for (const std::uint8_t a : alpha.values) rgba.insert(rgba.end(), {10, 20, 30, a});
  ASSERT_FALSE(save_png(path, alpha.width, alpha.height, rgba).failed());
}

json reference(const Alpha& a, const Alpha& b, int dx, int dy, int threshold) {
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x)
      if (a.at(x, y) >= threshold && b.at(x - dx, y - dy) >= threshold)
        return {{"hit", true}, {"x", x}, {"y", y}};
  return {{"hit", false}, {"x", nullptr}, {"y", nullptr}};
}

std::vector<std::string> command(const std::string& a, const std::string& b, std::int64_t dx,
                                 std::int64_t dy, std::vector<std::string> more = {}) {
  std::vector<std::string> words{"pixels",          a, b, "--dx", std::to_string(dx), "--dy",
                                 std::to_string(dy)};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Pixels, with_n_1_agree_with_every_pixel_on_random_images_and_offsets) {
  const test::TemporaryFolder folder;
  const std::string a_file = folder / "a.png", b_file = folder / "b.png";
  int hits = 0, misses = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    Random random(seed);
    const Alpha a = random_alpha(random), b = random_alpha(random);
    save(a_file, a);
    save(b_file, b);
    // From just beside one edge to just beside the other.
    const auto offset = [&](int a_side, int b_side) {
      const auto reach = static_cast<std::uint32_t>(a_side + b_side + 3);
      return static_cast<int>(random.below(reach)) - b_side - 1;
    };
    const int dx = offset(a.width, b.width), dy = offset(a.height, b.height);
    const int threshold = static_cast<int>(1 + random.below(150));
    const Outcome o = run_program(
        command(a_file, b_file, dx, dy, {"--n", "1", "--alpha", std::to_string(threshold)}));
    ASSERT_EQ(o.code, 0) << o.err;
    json found = json::parse(o.out);
    ASSERT_TRUE(found["reads"].is_number_unsigned());
    EXPECT_EQ(found["exact"], true);
    found.erase("reads"), found.erase("exact");
    EXPECT_EQ(found, reference(a, b, dx, dy, threshold))
        << "seed " << seed << " dx " << dx << " dy " << dy << " threshold " << threshold;
    ++(found["hit"] == true ? hits : misses);
  }
  EXPECT_GT(hits, 20);
  EXPECT_GT(misses, 20);
}

TEST(Pixels, cost_falls_with_n_and_samples_lie_n_apart) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "a.png", clear = folder / "b.png";
  save(file, {32, 32, std::vector<std::uint8_t>(1024, 255)});
  save(clear, {32, 32, std::vector<std::uint8_t>(1024, 0)});
  const auto reads = [&](const std::string& n) {
    return json::parse(run_program(command(file, clear, 0, 0, {"--n", n})).out)["reads"];
  };
  EXPECT_EQ(reads("1"), 2 * 32 * 32);
  EXPECT_EQ(reads("4"), 2 * 8 * 8);
  EXPECT_EQ(reads("32"), 2);
}

TEST(Pixels, offsets_may_be_any_32_bit_number) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "a.png";
  save(file, {3, 3, std::vector<std::uint8_t>(9, 255)});
  for (const std::int64_t far : {std::int64_t{INT32_MIN}, std::int64_t{INT32_MAX}}) {
    const Outcome o = run_program(command(file, file, far, far));
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.out, "{\"hit\": false, \"x\": null, \"y\": null, \"reads\": 0, \"exact\": true}\n");
  }
  EXPECT_EQ(run_program(command(file, file, INT32_MAX + 1LL, 0)).code, 2);
}

TEST(Pixels, of_images_side_by_side_do_not_touch_and_one_pixel_of_overlap_does) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "a.png";
  save(file, {3, 3, std::vector<std::uint8_t>(9, 255)});
  EXPECT_FALSE(json::parse(run_program(command(file, file, 3, 0)).out)["hit"]);
  EXPECT_FALSE(json::parse(run_program(command(file, file, 0, -3)).out)["hit"]);
  EXPECT_EQ(run_program(command(file, file, 2, -2, {"--n", "32"})).out,
            "{\"hit\": true, \"x\": 2, \"y\": 0, \"reads\": 2, \"exact\": false}\n");
}

TEST(Pixels, are_those_of_the_frame_the_mask_and_the_mirrored_picture) {
  const test::TemporaryFolder folder;
  const std::string sheet = folder / "sheet.png", dot = folder / "dot.png";
  save(sheet, {6, 1, {255, 0, 0, 0, 255, 0}});  // cells "#.." and ".#."
  save(folder / "mask.png", {6, 1, {0, 0, 255, 0, 0, 0}});
  save(dot, {1, 1, {255}});
  const auto hit_at = [&](const std::string& options) {
    std::vector<int> hits;
    for (int dx = 0; dx < 3; ++dx) {
      const Outcome o = run_program(command(sheet + options, dot, dx, 0));
      EXPECT_EQ(o.code, 0) << o.err;
      if (json::parse(o.out)["hit"] == true) hits.push_back(dx);
    }
    return hits;
  };
  EXPECT_EQ(hit_at(",cell=3x1"), std::vector{0});
  EXPECT_EQ(hit_at(",cell=3x1,flip=x"), std::vector{2});
  EXPECT_EQ(hit_at(",cell=3x1,frame=1"), std::vector{1});
  EXPECT_EQ(hit_at(",mask=mask.png"), std::vector{2});
  EXPECT_EQ(hit_at(",key=0a141e"), std::vector<int>{}) << "all of it has that color";
}

TEST(Pixels, bad_input_is_refused_with_exit_code_2_on_one_line) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "a.png", broken = folder / "broken.png";
  save(file, {3, 3, std::vector<std::uint8_t>(9, 255)});
  test::write(broken, "no image");
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"pixels", file, "--dx", "1", "--dy", "1"}, "B is required"},
      {{"pixels", file, file, "--dx", "1.5", "--dy", "0"}, "--dx: '1.5' is not a whole number"},
      {command(file, file, 0, 0, {"--n", "0"}), "--n: '0' is not a whole number from 1 to 32"},
      {command(file, file, 0, 0, {"--alpha", "256"}), "--alpha: '256' is not a whole number"},
      {command(broken, file, 0, 0), broken + ": not a PNG or JPEG image"},
      {command(file, "missing.png", 0, 0), "missing.png: cannot be opened"},
      {command(file + ",cell=2x3", file, 0, 0),
       "cells of 2 x 3 px do not divide the picture, 3 x 3"},
      {command(file + ",key=none", file, 0, 0), "'key=none' is none of mask=FILE"},
  };
  for (const auto& [words, expected] : cases) expect_refused(words, expected);
}

}  // namespace pixels_test
}  // namespace phasebox
