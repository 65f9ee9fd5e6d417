// SPDX-License-Identifier: MIT
// Images go out as PNG and come back the same; anything but an image is refused.
#include "io/pictures/images.hpp"

#include <gmock/gmock.h>

#include "base/random.hpp"
#include "io/files/embedded.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace images_test {

using testing::HasSubstr;
using testing::StartsWith;

std::span<const unsigned char> bytes_of(const std::string& text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

std::vector<std::uint8_t> noise(int width, int height) {
  Random random(3);
  std::vector<std::uint8_t> rgba(static_cast<std::size_t>(width * height) * 4);
  for (auto& byte : rgba) byte = static_cast<std::uint8_t>(random.below(256));
  rgba[3] = 255;
  return rgba;
}

TEST(Images, pixels_survive_a_png_file_bit_for_bit_under_zero_alpha_too) {
  const test::TemporaryFolder folder;
  const auto rgba = noise(37, 19);
  ASSERT_FALSE(save_png(folder / "noise.png", 37, 19, rgba).failed());
  const auto image = load_image(folder / "noise.png");
  ASSERT_FALSE(image.failed()) << image.error().text;
  EXPECT_EQ((*image)->name, "noise");
  EXPECT_EQ((*image)->width, 37);
  EXPECT_EQ((*image)->height, 19);
  EXPECT_EQ((*image)->rgba, rgba);
}

TEST(Images, every_built_in_sprite_is_there_under_its_name) {
  const ImageSet images = builtin_images();
  ASSERT_EQ(images.size(), embedded_sprites().size());
  EXPECT_GE(images.size(), 10u);
  for (std::size_t i = 0; i < images.size(); ++i)
    EXPECT_EQ(images[i].name, embedded_sprites()[i].name);
}

Bitmap bitmap_of(int width, int height, const std::vector<std::array<std::uint8_t, 4>>& pixels) {
  Bitmap bitmap{width, height, {}};
  for (const auto& p : pixels) bitmap.rgba.insert(bitmap.rgba.end(), p.begin(), p.end());
  return bitmap;
}

TEST(Masks, say_what_collides_by_alpha_or_by_brightness_and_a_color_key_by_color) {
  const Bitmap look =
      bitmap_of(2, 2, {{255, 0, 255, 255}, {1, 2, 3, 255}, {255, 0, 254, 255}, {0, 0, 0, 7}});
  const auto alpha = [&](std::optional<Rgb> key, const std::optional<Bitmap>& mask) {
    return make_masked("x", look, key, mask)->alpha;
  };
  using Values = std::vector<std::uint8_t>;
  EXPECT_EQ(alpha({}, {}), (Values{255, 255, 255, 7}));
  EXPECT_EQ(alpha(parse_color("#ff00ff"), {}), (Values{0, 255, 255, 7}));
  const Bitmap gray = bitmap_of(2, 2, {{0, 0, 0, 255}, {9, 80, 3, 255}, {}, {}});
  Bitmap opaque = gray;
  for (std::size_t k = 3; k < 16; k += 4) opaque.rgba[k] = 255;
  EXPECT_EQ(alpha({}, opaque), (Values{0, 80, 0, 0})) << "all is opaque: brightness";
  EXPECT_EQ(alpha(parse_color("ff00ff"), gray), (Values{255, 255, 0, 0}));
  for (const char* none : {"", "#", "ff00f", "#ff00fff", "gg0000", "-f00ff", "red"})
    EXPECT_FALSE(parse_color(none)) << none;
}

TEST(Images, without_a_pixel_are_refused_by_the_whole_name_of_their_file) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "none.png";
  ASSERT_FALSE(save_png(file, 1, 1, std::vector<std::uint8_t>(4)).failed());
  EXPECT_THAT(load_image(file).error().text.english(), StartsWith(file + ": every pixel"));
}

TEST(Sheets, are_cut_row_by_row_and_put_together_again) {
  MaskedBitmap all{{4, 4, std::vector<std::uint8_t>(64)}, std::vector<std::uint8_t>(16)};
  for (std::size_t k = 0; k < 16; ++k) {
    if (k >= 10) continue;  // the last cell is empty, the third is not
    all.look.rgba[4 * k + 3] = 255, all.alpha[k] = static_cast<std::uint8_t>(k + 1);
  }
  const auto sheet = make_sheet("s", all, {2, 2, 5});
  ASSERT_FALSE(sheet.failed()) << sheet.error().text;
  ASSERT_EQ((*sheet)->later.size(), 2u);
  using Values = std::vector<std::uint8_t>;
  EXPECT_EQ((*sheet)->alpha, (Values{1, 2, 5, 6}));
  EXPECT_EQ((*sheet)->later[0]->alpha, (Values{3, 4, 7, 8}));
  EXPECT_EQ((*sheet)->later[1]->alpha, (Values{9, 10, 0, 0}));
  EXPECT_EQ((*sheet)->later[1]->frame, 2);
  const auto [again, cells] = picture_of(**sheet);
  EXPECT_EQ(cells, (SheetCells{2, 2, 5}));
  EXPECT_TRUE(same_picture(**make_sheet("s", again, cells), **sheet));
  all.alpha.assign(16, 0), all.alpha[0] = all.alpha[15] = 1;
  const auto blinking = make_sheet("s", all, {2, 2});
  ASSERT_FALSE(blinking.failed()) << blinking.error().text;
  ASSERT_EQ((*blinking)->later.size(), 3u);
  EXPECT_TRUE((*blinking)->later[0]->is_empty);
  EXPECT_FALSE((*blinking)->later[2]->is_empty);
  EXPECT_EQ(make_sheet("s", all, {3, 2}).error().text,
            "s: cells of 3 x 2 px do not divide the picture, 4 x 4");
}

// A sprite that blinks: an empty frame first, in the middle, and at the end.
TEST(Sheets, keep_empty_frames_unless_all_are) {
  for (const std::size_t shown : {0u, 1u, 2u}) {
    MaskedBitmap all{{3, 1, std::vector<std::uint8_t>(12)}, std::vector<std::uint8_t>(3)};
    all.look.rgba[4 * shown + 3] = all.alpha[shown] = 255;
    const auto sheet = make_sheet("s", all, {.width = 1, .height = 1, .frames = 3});
    ASSERT_FALSE(sheet.failed()) << sheet.error().text;
    ASSERT_EQ((*sheet)->later.size(), 2u);
    EXPECT_EQ((*sheet)->is_empty, shown != 0);
    const auto [again, cells] = picture_of(**sheet);
    EXPECT_TRUE(same_picture(**make_sheet("s", again, cells), **sheet)) << shown;
  }
  const MaskedBitmap none{{3, 1, std::vector<std::uint8_t>(12)}, std::vector<std::uint8_t>(3)};
  EXPECT_THAT(make_sheet("s", none, {.width = 1, .height = 1, .frames = 3}).error().text.english(),
              HasSubstr("every pixel is transparent"));
}

TEST(PictureSources, name_a_file_and_what_is_made_of_it) {
  const auto source = parse_picture_source("a,b/hero.png,mask=m.png,key=#0102ff,cell=3x2,steps=6");
  ASSERT_FALSE(source.failed()) << source.error().text;
  EXPECT_EQ(source->file, "a,b/hero.png");
  EXPECT_EQ(source->mask, "a,b/m.png");
  EXPECT_EQ(source->key->b, 255);
  EXPECT_EQ(source->cells, (SheetCells{3, 2, 6}));
  EXPECT_EQ(picture_file("x/y.png,frame=2"), "x/y.png");
  for (const char* bad :
       {"a.png,cel=3x2", "a.png,cell=3", "a.png,cell=0x2", "a.png,cell=3x2,steps=0",
        "a.png,key=red", "a.png,flip=z", "a.png,mask=", "a.png,cell=3x2,frame=-1"})
    EXPECT_THAT(parse_picture_source(bad).error().text, HasSubstr("is none of mask=FILE")) << bad;
  for (const char* bare : {"a.png,frame=1", "a.png,spacing=1"})
    EXPECT_THAT(parse_picture_source(bare).error().text, HasSubstr("cell=WxH")) << bare;
}

TEST(PictureSources, are_a_file_where_one_has_the_whole_name) {
  const test::TemporaryFolder folder;
  const std::vector<std::uint8_t> rgba(2 * 4, 255);
  for (const char* name : {"hero,x=1.png", "a.png,cell=1x1"}) {
    ASSERT_FALSE(save_png(folder / name, 2, 1, rgba).failed());
    const auto whole = load_image(folder / name);
    ASSERT_FALSE(whole.failed()) << whole.error().text;
    EXPECT_EQ((*whole)->width, 2);
  }
  EXPECT_EQ(parse_picture_options("hero,x=1.png", "cell=1x1")->file, "hero,x=1.png");
}

TEST(PictureSources, leave_out_the_margin_and_the_spacing_of_cells) {
  const test::TemporaryFolder folder;
  std::vector<std::uint8_t> rgba;
  for (std::uint8_t k = 0; k < 7; ++k) rgba.insert(rgba.end(), {k, k, k, 255});
  ASSERT_FALSE(save_png(folder / "s.png", 7, 1, rgba).failed());
  const auto source = parse_picture_options(folder / "s.png", "cell=2x1,margin=0,spacing=1");
  const auto sheet = image_of(*source, *load_bitmap(source->file));
  ASSERT_FALSE(sheet.failed()) << sheet.error().text;
  ASSERT_EQ((*sheet)->later.size(), 1u) << "what is left beyond the last whole cell is cut off";
  EXPECT_EQ((*sheet)->rgba[0], 0);
  EXPECT_EQ((*sheet)->later[0]->rgba[0], 3);
  const Bitmap look{7, 9, {}};
  EXPECT_EQ(*count_cells("s", look, {.width = 2, .height = 2, .margin = 1, .spacing = 1}), 6u);
  EXPECT_TRUE(count_cells("s", look, {.width = 7, .height = 2, .margin = 1}).failed());
}

TEST(PictureSources, give_sheets_single_frames_and_mirrored_ones) {
  const test::TemporaryFolder folder;
  std::vector<std::uint8_t> rgba;
  for (std::uint8_t k = 1; k <= 6; ++k) rgba.insert(rgba.end(), {k, k, k, 255});
  ASSERT_FALSE(save_png(folder / "s.png", 6, 1, rgba).failed());
  ASSERT_FALSE(save_png(folder / "m.png", 6, 1, rgba).failed());
  ASSERT_FALSE(save_png(folder / "small.png", 3, 2, rgba).failed());
  const auto load = [&](const char* options) {
    return load_image((folder / "s.png").string() + options);
  };
  const auto reds = [](const Image& image) {
    std::vector<int> all;
    for (std::size_t k = 0; k < image.rgba.size(); k += 4) all.push_back(image.rgba[k]);
    return all;
  };
  using testing::ElementsAre;
  const auto sheet = *load(",cell=3x1,steps=2,flip=x,mask=m.png");
  EXPECT_EQ(sheet->name, "s");
  EXPECT_THAT(reds(*sheet), ElementsAre(3, 2, 1));
  EXPECT_THAT(sheet->alpha, ElementsAre(3, 2, 1));
  ASSERT_EQ(sheet->later.size(), 1u);
  EXPECT_THAT(reds(*sheet->later[0]), ElementsAre(6, 5, 4));
  const auto frame = *load(",cell=2x1,frame=2");
  EXPECT_TRUE(frame->later.empty());
  EXPECT_THAT(reds(*frame), ElementsAre(5, 6));
  EXPECT_THAT(load(",cell=2x1,frame=3").error().text, HasSubstr("no frame 3; the last one is 2"));
  EXPECT_THAT(load(",mask=small.png").error().text, HasSubstr("its mask is 3 x 2 px"));
  EXPECT_THAT(load(",mask=none.png").error().text, HasSubstr("none.png"));
}

TEST(Images, other_formats_and_broken_files_are_refused) {
  const std::string png = encode_png(8, 8, noise(8, 8));
  for (const std::string& bad : {std::string(), std::string("BM not a bitmap"), png.substr(0, 20),
                                 png.substr(0, png.size() / 2), std::string("\xFF\xD8\xFF\xE0")}) {
    const auto image = decode_image("x", bytes_of(bad));
    ASSERT_TRUE(image.failed()) << bad.size();
    EXPECT_THAT(image.error().text, StartsWith("x: not a "));
  }
}

TEST(Images, an_image_that_is_too_large_is_refused_before_it_is_unpacked) {
  std::string png = encode_png(8, 8, noise(8, 8));
  png[18] = '\x40';  // the width becomes 16392
  const auto image = decode_image("huge", bytes_of(png));
  ASSERT_TRUE(image.failed());
  EXPECT_THAT(image.error().text, HasSubstr("16392 x 8 px are too many"));
}

// stb_image took 1.6 GB for this before it looked for the bytes.
TEST(Images, a_chunk_that_is_longer_than_the_file_is_refused_before_memory_is_taken_for_it) {
  std::string png = encode_png(8, 6, noise(8, 6));
  const std::size_t at = png.find("IDAT");
  ASSERT_NE(at, png.npos);
  png[at - 4] = '\x32';  // 839 million bytes
  const auto image = decode_bitmap("x", bytes_of(png));
  ASSERT_TRUE(image.failed());
  EXPECT_THAT(image.error().text, HasSubstr("cut off"));
  const std::string whole = encode_png(8, 6, noise(8, 6));
  for (std::size_t n = 0; n < whole.size(); ++n)
    EXPECT_TRUE(decode_bitmap("x", bytes_of(whole.substr(0, n))).failed()) << n;
}

TEST(Images, what_an_image_will_take_is_known_before_it_is_unpacked) {
  std::string png = encode_png(8, 6, noise(8, 6));
  EXPECT_EQ(*image_pixels("x", bytes_of(png)), 48u);
  png[18] = '\x0F', png.resize(50);  // 3848 px wide, and most of it is not there
  EXPECT_EQ(*image_pixels("x", bytes_of(png)), 3848u * 6);
  EXPECT_TRUE(image_pixels("x", bytes_of("no image")).failed());
}

TEST(Images, an_invisible_image_is_a_bitmap_but_no_sprite) {
  const test::TemporaryFolder folder;
  const std::vector<std::uint8_t> clear(4 * 4 * 4, 0);
  ASSERT_FALSE(save_png(folder / "clear.png", 4, 4, clear).failed());
  EXPECT_FALSE(load_bitmap(folder / "clear.png").failed());
  const auto image = load_image(folder / "clear.png");
  ASSERT_TRUE(image.failed());
  EXPECT_THAT(image.error().text, testing::HasSubstr("/clear.png: every pixel"));
}

TEST(Images, a_missing_file_is_refused_with_its_path) {
  const auto image = load_image("no/such/image.png");
  ASSERT_TRUE(image.failed());
  EXPECT_THAT(image.error().text, StartsWith("no/such/image.png: cannot be opened"));
}

TEST(Base64, is_that_of_rfc_4648) {
  const std::pair<std::string, std::string> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"},
                                                         {"\xFF\xFE", "//4="}};
  for (const auto& [bytes, text] : vectors) {
    EXPECT_EQ(encode_base64(bytes), text);
    EXPECT_EQ(decode_base64(text), bytes);
  }
}

TEST(Base64, anything_else_is_refused) {
  for (const std::string bad : {"Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z=g=", "====", "Zm9v\n",
                                "Zm 9", "Zm9v====", "=AAA"})
    EXPECT_FALSE(decode_base64(bad)) << bad;
}

}  // namespace images_test
}  // namespace phasebox
