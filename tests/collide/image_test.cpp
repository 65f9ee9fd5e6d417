// SPDX-License-Identifier: MIT
// Claims about shapes of images and the bounding volumes made from them.
#include "collide/image.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "support/images.hpp"
#include "world/world.hpp"

namespace phasebox {
namespace image_test {

TEST(Image, RefusesWhatNoSpriteCanShow) {
  EXPECT_TRUE(make_image("a", 0, 4, {}).failed());
  EXPECT_TRUE(make_image("a", kMaxImageSide + 1, 1, {}).failed());
  EXPECT_TRUE(make_image("a", 2, 2, std::vector<std::uint8_t>(15)).failed());
  EXPECT_EQ(make_image("a", 1, 1, {9, 9, 9, 0}).error().text,
            "a: every pixel is transparent; a sprite needs at least one that is not");
}

TEST(Image, OpaqueBoundsLeaveTheTransparentMarginOut) {
  std::vector<std::uint8_t> rgba(8 * 8 * 4, 0);
  rgba[(2 * 8 + 3) * 4 + 3] = 1;
  rgba[(5 * 8 + 4) * 4 + 3] = 255;
  const auto image = *make_image("dots", 8, 8, rgba);
  EXPECT_EQ(image->opaque, (Aabb{{3 - 4, 2 - 4}, {5 - 4, 6 - 4}}));
}

TEST(Image, OddSidesTurnAboutAWholePixel) {
  const auto image = make_solid_image("odd", 5, 3);
  EXPECT_EQ(image->pivot_x, 2);
  EXPECT_EQ(image->pivot_y, 1);
  EXPECT_EQ(image->opaque, (Aabb{{-2, -1}, {3, 2}}));
}

TEST(Image, MirroredItCoversTheMirroredPixelsAboutThePivotAndTwiceTheSame) {
  const ImageSet images = test_images();
  for (std::size_t i = 0; i < images.size(); ++i)
    for (const Flips flips : {Flips{true, false}, Flips{false, true}, Flips{true, true}}) {
      const Image& image = images[i];
      const auto other = mirrored(image, flips);
      for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
          const int right = x - image.pivot_x, down = y - image.pivot_y;
          ASSERT_EQ(other->alpha_at((flips.x ? -right - 1 : right) + other->pivot_x,
                                    (flips.y ? -down - 1 : down) + other->pivot_y),
                    image.alpha_at(x, y))
              << image.name;
        }
      EXPECT_EQ(extent(other->opaque), extent(image.opaque));
      const auto again = mirrored(*other, flips);
      EXPECT_TRUE(same_picture(*again, image)) << image.name;
      EXPECT_EQ(again->pivot_x, image.pivot_x);
    }
}

TEST(ImageSet, MirroredImagesAndFramesHaveNumbersInARowAndOnePicture) {
  const auto frame = [](std::uint16_t k, std::vector<std::shared_ptr<const Image>> later) {
    return *make_image("sheet", 1, 1,
                       std::vector<std::uint8_t>(4, static_cast<std::uint8_t>(k + 1)),
                       {.frame = k, .steps_per_frame = 2, .later = std::move(later)});
  };
  ImageSet images;
  images.add(make_solid_image("other", 3, 3));
  EXPECT_FALSE(images.is_animated());
  const std::uint16_t first = images.add(frame(0, {frame(1, {}), frame(2, {})}));
  EXPECT_EQ(images.size(), 4u);
  EXPECT_EQ(images.pixels(), 12u);
  EXPECT_TRUE(images.is_animated());
  EXPECT_EQ(images.find_mirrored(2, {true, false}), -1);
  EXPECT_EQ(images.add_mirrored(2, {true, false}), 5);
  EXPECT_EQ(images.add_mirrored(first, {true, false}), 4) << "its sheet is there";
  EXPECT_EQ(images.add_mirrored(5, {true, false}), 2) << "twice: the picture";
  EXPECT_EQ(images.add_mirrored(5, {false, true}), 8);
  EXPECT_EQ(images.find_mirrored(3, {true, true}), 9);
  EXPECT_EQ(images.find_mirrored(0, {true, false}), -1);
  for (const std::uint16_t i : std::array<std::uint16_t, 6>{1, 2, 3, 4, 6, 9})
    EXPECT_EQ(images.picture(i), first) << i;
  EXPECT_EQ(images.next_frame(1), 2);
  EXPECT_EQ(images.next_frame(3), 1);
  EXPECT_EQ(images.next_frame(6), 4);
  EXPECT_EQ(images.next_frame(9), 7);
  EXPECT_EQ(images.next_frame(0), 0);
}

TEST(Image, HullAndCirclesCoverEveryOpaquePixel) {
  const ImageSet images = test_images();
  for (std::size_t i = 0; i < images.size(); ++i) {
    const Image& image = images[i];
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        if (!image.alpha[static_cast<std::size_t>(y * image.width + x)]) continue;
        const Vec2 corner{static_cast<float>(x - image.pivot_x),
                          static_cast<float>(y - image.pivot_y)};
        for (const Vec2 p :
             {corner, corner + Vec2{1, 0}, corner + Vec2{0, 1}, corner + Vec2{1, 1}}) {
          ASSERT_LE(length(p), image.reach * 1.0001f) << image.name;
          ASSERT_LE(length(p - image.enclosing.center), image.enclosing.radius * 1.0001f)
              << image.name;
          for (std::size_t k = 0; k < image.hull.size(); ++k) {
            const Vec2 a = image.hull[k], b = image.hull[(k + 1) % image.hull.size()];
            ASSERT_GE(cross(b - a, p - a), 0) << image.name;
          }
        }
      }
  }
}

TEST(Image, EnclosingCircleOfARectangleIsItsCircumcircle) {
  const auto image = make_solid_image("bar", 30, 40);
  EXPECT_NEAR(image->enclosing.radius, 25, 0.01);
  EXPECT_NEAR(image->enclosing.center.x, 0, 0.01);
}

// The volumes in one loop: whatever the transform, the box holds every opaque pixel's corners.
TEST(Volumes, CoverTheSpriteInEveryTransform) {
  const ImageSet images = test_images();
  Random random(3);
  for (int k = 0; k < 2000; ++k) {
    const Image& image = images[random.below(static_cast<std::uint32_t>(images.size()))];
    const Rotation turn = rotation(random.uniform(-kPi, kPi));
    const Vec2 scale{random.uniform(0.1f, 4), random.uniform(0.1f, 4)};
    for (const Volume volume : {Volume::tight, Volume::fixed, Volume::circle}) {
      Aabb box = volume_box(image, volume, turn, scale);
      box = {box.min - Vec2{0.01f, 0.01f}, box.max + Vec2{0.01f, 0.01f}};
      for (const Vec2 p : image.hull) ASSERT_TRUE(contains(box, rotate(turn, p * scale)));
    }
  }
}

TEST(Volumes, TightFollowsTheAngleAndFixedDoesNot) {
  const auto image = make_solid_image("bar", 100, 10);
  const Rotation quarter = rotation(kPi / 2);
  EXPECT_EQ(volume_box(*image, Volume::fixed, {}, {1, 1}),
            volume_box(*image, Volume::fixed, quarter, {1, 1}));
  EXPECT_NEAR(extent(volume_box(*image, Volume::tight, quarter, {1, 1})).y, 100, 0.01);
}

}  // namespace image_test
}  // namespace phasebox
