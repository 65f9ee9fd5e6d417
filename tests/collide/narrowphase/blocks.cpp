// SPDX-License-Identifier: MIT
// Claims about the blocks by which turned and scaled masks are compared.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collide/narrowphase/pixels/distance_field.hpp"
#include "collide/narrowphase/pixels/mask_kernels.hpp"
#include "collide/narrowphase/pixels/opacity_mask.hpp"
#include "io/pictures/images.hpp"
#include "support/sprites.hpp"

namespace phasebox::test {
namespace blocks_test {

constexpr int kThreshold = 128;

/// From a point, 32.32 px, to the square of the nearest opaque pixel, px.
double nearest_opaque(const OpacityMask& mask, std::int64_t u, std::int64_t v) {
  const double x = static_cast<double>(u) * 0x1p-32, y = static_cast<double>(v) * 0x1p-32;
  double best = 1e18;
  for (int row = 0; row < mask.height; ++row)
    for (int column = 0; column < mask.width; ++column) {
      if (!mask.is_opaque(column, row)) continue;
      const double dx = std::max({0.0, column - x, x - (column + 1)});
      const double dy = std::max({0.0, row - y, y - (row + 1)});
      best = std::min(best, dx * dx + dy * dy);
    }
  return std::sqrt(best);
}

std::int64_t random_place(Random& random, int size) {
  const float margin = 40;
  const float px = random.uniform(-margin, static_cast<float>(size) + margin);
  return static_cast<std::int64_t>(static_cast<double>(px) * 0x1p32);
}

TEST(DistanceFields, AreLowerBoundsThatAreClose) {
  Random random(1);
  for (const int largest : {1, 9, 40, 90}) {
    const ImageSet images = awkward_images(static_cast<std::uint64_t>(largest), largest);
    for (std::size_t i = 0; i < images.size(); ++i) {
      const OpacityMask mask = make_opacity_mask(images[i], kThreshold);
      if (mask.empty()) continue;
      const DistanceField field = make_distance_field(mask);
      for (int k = 0; k < 100; ++k) {
        const std::int64_t u = random_place(random, mask.width);
        const std::int64_t v = random_place(random, mask.height);
        const double bound = field.at(u, v) / 2.0, nearest = nearest_opaque(mask, u, v);
        const std::string where =
            images[i].name + ", " + std::to_string(u) + ", " + std::to_string(v);
        ASSERT_LE(bound, nearest) << where;
        // A cell's diagonal and the rounding; beyond the margin one axis alone is counted.
        const bool inside = u >= 0 && v >= 0 && u >> 32 < mask.width && v >> 32 < mask.height;
        if (inside) {
          ASSERT_GE(bound, std::min(nearest, 127.0) - 6.2) << where;
        }
      }
    }
  }
}

TEST(DistanceFields, OfWhatIsFarAwayAreHeldAtTheLargest) {
  std::vector<std::uint8_t> rgba(600 * 8 * 4, 0);
  rgba[3] = 255, rgba[rgba.size() - 1] = 255;
  const OpacityMask mask = make_opacity_mask(**make_image("ends", 600, 8, rgba), kThreshold);
  const DistanceField field = make_distance_field(mask);
  EXPECT_EQ(field.at(std::int64_t{300} << 32, 0), DistanceField::kMaxDistance);
  EXPECT_EQ(field.at(0, 0), 0);
  EXPECT_EQ(field.at(std::int64_t{10} << 32, 0), 2 * 7) << "the cell begins at 8 px, 7 px away";
}

/// A step per world pixel: any, or one from which whole pixels are hard to tell.
std::int64_t random_step(Random& random) {
  const auto any = static_cast<std::int64_t>(static_cast<double>(random.uniform(-3, 3)) * 0x1p32);
  const auto whole = std::int64_t{1} << (30 + random.below(4));
  const std::int64_t choices[] = {any,       any,       whole, -whole, whole - 1,
                                  1 - whole, whole + 1, 0,     1,      -1};
  return choices[random.below(10)];
}

MaskBlock random_block(Random& random) {
  const std::int64_t right_u = random_step(random), right_v = random_step(random);
  const std::int64_t down_u = random_step(random), down_v = random_step(random);
  return {right_u, right_v, down_u, down_v};
}

std::int64_t random_corner(Random& random, int size) {
  constexpr std::int64_t kFraction = (std::int64_t{1} << 32) - 1;
  const std::int64_t place = random_place(random, size);
  const std::uint32_t kind = random.below(4);
  return kind == 0 ? place & ~kFraction : kind == 1 ? place | kFraction : place;
}

std::uint64_t one_by_one(const PlacedBlock& placed) {
  const MaskBlock& block = placed.block;
  std::uint64_t bits = 0;
  for (int bit = 0; bit < 64; ++bit) {
    const int x = bit % MaskBlock::kSide, y = bit / MaskBlock::kSide;
    const std::int64_t u = placed.u + block.right_u * x + block.down_u * y;
    const std::int64_t v = placed.v + block.right_v * x + block.down_v * y;
    const bool is = placed.mask.is_opaque(static_cast<int>(u >> 32), static_cast<int>(v >> 32));
    bits |= std::uint64_t{is} << bit;
  }
  return bits;
}

TEST(MaskBlocks, AreThePixelsLookedUpOneByOne) {
  Random random(2);
  const ImageSet images = awkward_images(3, 80);
  std::vector<OpacityMask> masks;
  for (std::size_t i = 0; i < images.size(); ++i) {
    masks.push_back(make_opacity_mask(images[i], kThreshold));
    if (masks.back().empty()) masks.pop_back();
  }
  const auto any = [&]() -> const OpacityMask& {
    return masks[random.below(static_cast<std::uint32_t>(masks.size()))];
  };
  int opaque = 0;
  for (int k = 0; k < 50000; ++k) {
    const OpacityMask &mask_a = any(), &mask_b = any();
    const MaskBlock a = random_block(random), b = random_block(random);
    const PlacedBlock placed_a{mask_a, a, random_corner(random, mask_a.width),
                               random_corner(random, mask_a.height)};
    const PlacedBlock placed_b{mask_b, b, random_corner(random, mask_b.width),
                               random_corner(random, mask_b.height)};
    const std::uint64_t expected = one_by_one(placed_a) & one_by_one(placed_b);
    opaque += expected != 0;
    ASSERT_EQ(mask_kernels().common_bits(placed_a, placed_b), expected) << "block " << k;
  }
  EXPECT_GT(opaque, 200);
}

TEST(OpacityMasks, HaveAnOpaquePixelWhereOneIsFound) {
  Random random(6);
  const ImageSet images = awkward_images(7, 150);
  int found = 0, empty = 0;
  for (int k = 0; k < 5000; ++k) {
    const auto image = random.below(static_cast<std::uint32_t>(images.size()));
    const OpacityMask mask = make_opacity_mask(images[image], 255);
    const int x0 = static_cast<int>(random.below(180)) - 20,
              x1 = x0 + static_cast<int>(random.below(70));
    const int y0 = static_cast<int>(random.below(180)) - 20,
              y1 = y0 + static_cast<int>(random.below(9));
    bool expected = false;
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x) expected |= mask.is_opaque(x, y);
    ++(expected ? found : empty);
    ASSERT_EQ(mask.has_opaque(x0, y0, x1, y1), expected) << x0 << " " << y0;
  }
  EXPECT_GT(found, 500);
  EXPECT_GT(empty, 500);
}

/// Two sprites of these images somewhere near each other, turned; as far away as both reach.
struct Two {
  Sprite a, b;
};
Two random_two(Random& random, const ImageSet& images, Vec2 scale_a, Vec2 scale_b) {
  Two two;
  two.a.image = static_cast<std::uint16_t>(random.below(static_cast<std::uint32_t>(images.size())));
  two.b.image = static_cast<std::uint16_t>(random.below(static_cast<std::uint32_t>(images.size())));
  two.a.scale = scale_a, two.b.scale = scale_b;
  two.a.angle = random.uniform(-kPi, kPi);
  two.b.angle = random.uniform(-kPi, kPi);
  const float reach = images[two.a.image].reach * std::max(scale_a.x, scale_a.y) +
                      images[two.b.image].reach * std::max(scale_b.x, scale_b.y);
  two.b.position.x = random.uniform(-reach, reach);
  two.b.position.y = random.uniform(-reach, reach);
  return two;
}

TEST(Blocks, OfTheBuiltInImagesGiveTheAnswerOfEveryPixel) {
  const ImageSet images = builtin_images();
  Random random(4);
  const Vec2 scales[] = {{1, 1}, {9, 9}, {0.3f, 0.3f}, {0.05f, 2}, {3, 0.5f}, {1.5f, 9}};
  int hits = 0, misses = 0;
  for (const double threshold : {1.0, 64.0, 255.0}) {
    const auto samples =
        narrowphase_with("pixel-samples", {{"n", 1}, {"alpha-threshold", threshold}});
    const auto mask = narrowphase_with("bit-mask", {{"alpha-threshold", threshold}});
    for (int k = 0; k < 1500; ++k) {
      const Vec2 scale_a = scales[random.below(6)], scale_b = scales[random.below(6)];
      const Two two = random_two(random, images, scale_a, scale_b);
      const Duo duo(images, two.a, two.b);
      const auto expected = contact_of(*samples, duo.frame()), got = contact_of(*mask, duo.frame());
      ASSERT_EQ(got.has_value(), expected.has_value()) << describe(two.a) << "\n"
                                                       << describe(two.b);
      ASSERT_TRUE(!got || got->point == expected->point) << describe(two.a) << "\n"
                                                         << describe(two.b);
      ++(got ? hits : misses);
    }
  }
  EXPECT_GT(hits, 1000);
  EXPECT_GT(misses, 1000);
}

// A step along the thin side goes so far in the image that a large block would leave the map.
TEST(Blocks, OfSpritesAsThinAsALineGiveTheAnswerOfEveryPixel) {
  const ImageSet images = builtin_images();
  Random random(6);
  const auto samples = narrowphase_with("pixel-samples", {{"n", 1}});
  const auto mask = narrowphase_with("bit-mask");
  int hits = 0;
  for (int k = 0; k < 40; ++k) {
    const float thin = k % 2 == 0 ? 1e-7f : 0.05f, length = 400;
    const Vec2 scale = k % 4 < 2 ? Vec2{thin, length} : Vec2{length, thin};
    Two two = random_two(random, images, scale, {length, length});
    two.a.angle = 0;
    two.b.position = two.b.position * 0.2f;
    const Duo duo(images, two.a, two.b);
    const auto expected = contact_of(*samples, duo.frame()), got = contact_of(*mask, duo.frame());
    ASSERT_EQ(got.has_value(), expected.has_value()) << describe(two.a) << "\n" << describe(two.b);
    ASSERT_TRUE(!got || got->point == expected->point) << describe(two.a) << "\n"
                                                       << describe(two.b);
    hits += got.has_value();
  }
  EXPECT_GT(hits, 10);
}

/// Blocks and words of pixels per pair when both sprites are scaled alike.
double work_at_scale(const ImageSet& images, float scale) {
  Random random(5);
  const auto mask = narrowphase_with("bit-mask");
  Recorder log;
  constexpr int kPairs = 300;
  for (int k = 0; k < kPairs; ++k) {
    const Two two = random_two(random, images, Vec2{1, 1} * scale, Vec2{1, 1} * scale);
    contact_of(*mask, Duo(images, two.a, two.b).frame(), &log);
  }
  return static_cast<double>(log.count(EventKind::cell) + log.count(EventKind::read)) / kPairs;
}

// Area grows 81-fold and 6,400-fold, outlines nine-fold and eighty-fold.
TEST(Blocks, OfSpritesThatAreScaledUpGrowWithTheOutlineAtMost) {
  const ImageSet images = builtin_images();
  const double once = work_at_scale(images, 1), nine = work_at_scale(images, 9),
               eighty = work_at_scale(images, 80);
  EXPECT_GT(once, 4) << "the sprites must be close";
  EXPECT_LT(nine, 9 * once) << once;
  EXPECT_LT(eighty, 80 * once) << once;
}

}  // namespace blocks_test
}  // namespace phasebox::test
