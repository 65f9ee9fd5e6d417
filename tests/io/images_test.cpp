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
  ASSERT_FALSE(save_png(folder / "noise.png", 37, 19, rgba));
  const auto image = load_image(folder / "noise.png");
  ASSERT_TRUE(image) << image.error().text;
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

TEST(Images, other_formats_and_broken_files_are_refused) {
  const std::string png = encode_png(8, 8, noise(8, 8));
  for (const std::string& bad : {std::string(), std::string("BM not a bitmap"), png.substr(0, 20),
                                 png.substr(0, png.size() / 2), std::string("\xFF\xD8\xFF\xE0")}) {
    const auto image = decode_image("x", bytes_of(bad));
    ASSERT_FALSE(image) << bad.size();
    EXPECT_THAT(image.error().text, StartsWith("x: not a "));
  }
}

TEST(Images, an_image_that_is_too_large_is_refused_before_it_is_unpacked) {
  std::string png = encode_png(8, 8, noise(8, 8));
  png[18] = '\x40';  // the width becomes 16392
  const auto image = decode_image("huge", bytes_of(png));
  ASSERT_FALSE(image);
  EXPECT_THAT(image.error().text, HasSubstr("16392 x 8 px are too many"));
}

// stb_image took 1.6 GB for this before it looked for the bytes.
TEST(Images, a_chunk_that_is_longer_than_the_file_is_refused_before_memory_is_taken_for_it) {
  std::string png = encode_png(8, 6, noise(8, 6));
  const std::size_t at = png.find("IDAT");
  ASSERT_NE(at, png.npos);
  png[at - 4] = '\x32';  // 839 million bytes
  const auto image = decode_bitmap("x", bytes_of(png));
  ASSERT_FALSE(image);
  EXPECT_THAT(image.error().text, HasSubstr("cut off"));
  const std::string whole = encode_png(8, 6, noise(8, 6));
  for (std::size_t n = 0; n < whole.size(); ++n)
    EXPECT_FALSE(decode_bitmap("x", bytes_of(whole.substr(0, n)))) << n;
}

TEST(Images, what_an_image_will_take_is_known_before_it_is_unpacked) {
  std::string png = encode_png(8, 6, noise(8, 6));
  EXPECT_EQ(*image_pixels("x", bytes_of(png)), 48u);
  png[18] = '\x0F', png.resize(50);  // 3848 px wide, and most of it is not there
  EXPECT_EQ(*image_pixels("x", bytes_of(png)), 3848u * 6);
  EXPECT_FALSE(image_pixels("x", bytes_of("no image")));
}

TEST(Images, an_invisible_image_is_a_bitmap_but_no_sprite) {
  const test::TemporaryFolder folder;
  const std::vector<std::uint8_t> clear(4 * 4 * 4, 0);
  ASSERT_FALSE(save_png(folder / "clear.png", 4, 4, clear));
  EXPECT_TRUE(load_bitmap(folder / "clear.png"));
  const auto image = load_image(folder / "clear.png");
  ASSERT_FALSE(image);
  EXPECT_THAT(image.error().text, StartsWith((folder / "clear").string() + ": every pixel"));
}

TEST(Images, a_missing_file_is_refused_with_its_path) {
  const auto image = load_image("no/such/image.png");
  ASSERT_FALSE(image);
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
