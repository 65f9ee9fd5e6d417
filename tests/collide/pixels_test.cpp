// SPDX-License-Identifier: MIT
// Claims about n-sampled pixels.
#include "collide/narrowphase/pixels/pixels.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "session/session.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace pixels_test {

NoTrace off;

// Random noise of a given density; one opaque corner keeps it a legal image.
std::shared_ptr<const Image> noise(int width, int height, float density, Random& random) {
  std::vector<std::uint8_t> rgba(static_cast<std::size_t>(width * height) * 4, 0);
  for (std::size_t i = 3; i < rgba.size(); i += 4)
    if (random.uniform(0, 1) < density) rgba[i] = static_cast<std::uint8_t>(random.below(256));
  rgba[3] = 255;
  return *make_image("noise", width, height, rgba);
}

PixelRect rect_at(const Image& image, int left, int top) {
  return {left, top, left + image.width, top + image.height};
}

std::uint8_t alpha_at(const Image& image, int x, int y) {
  return image.alpha[static_cast<std::size_t>(y * image.width + x)];
}

// First doubly opaque pixel in row order, by the definition, in whole numbers.
std::optional<std::pair<int, int>> first_hit(const Image& a, const Image& b, int dx, int dy,
                                             int threshold) {
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x) {
      const int bx = x - dx, by = y - dy;
      if (bx < 0 || by < 0 || bx >= b.width || by >= b.height) continue;
      if (alpha_at(a, x, y) >= threshold && alpha_at(b, bx, by) >= threshold)
        return std::pair{x, y};
    }
  return std::nullopt;
}

TEST(PixelSamples, AtOneIsThePerPixelAnswer) {
  Random random(11);
  int hits = 0;
  for (int k = 0; k < 3000; ++k) {
    const auto size = [&] { return 1 + static_cast<int>(random.below(40)); };
    const auto a = noise(size(), size(), 0.3f, random), b = noise(size(), size(), 0.3f, random);
    const int dx = static_cast<int>(random.below(80)) - 40,
              dy = static_cast<int>(random.below(80)) - 40;
    const int threshold = 1 + static_cast<int>(random.below(255));
    const auto expected = first_hit(*a, *b, dx, dy, threshold);
    const PixelRect overlap = intersection(rect_at(*a, 0, 0), rect_at(*b, dx, dy));
    const SampleResult got =
        sample_pixels(PixelView(*a, 0, 0), PixelView(*b, dx, dy), overlap, 1, threshold, off);
    ASSERT_EQ(got.hit, expected.has_value()) << dx << " " << dy;
    if (expected) {
      ++hits;
      EXPECT_EQ(std::pair(got.x, got.y), *expected);
    }
  }
  EXPECT_GT(hits, 300);
  EXPECT_LT(hits, 2700);
}

TEST(PixelSamples, HitsAtLargerNAreHitsAtOne) {
  Random random(12);
  for (int k = 0; k < 2000; ++k) {
    const auto a = noise(48, 48, 0.05f, random), b = noise(48, 48, 0.05f, random);
    const int dx = static_cast<int>(random.below(60)) - 30,
              dy = static_cast<int>(random.below(60)) - 30;
    const PixelRect overlap = intersection(rect_at(*a, 0, 0), rect_at(*b, dx, dy));
    const auto hit = [&](int n) {
      return sample_pixels(PixelView(*a, 0, 0), PixelView(*b, dx, dy), overlap, n, 1, off).hit;
    };
    for (const int n : {2, 3, 5, 32}) ASSERT_TRUE(!hit(n) || hit(1));
  }
}

TEST(PixelSamples, ThinOverlapsAreNotSkipped) {
  EXPECT_EQ(effective_step({0, 0, 100, 3}, 32), 3);
  EXPECT_EQ(effective_step({0, 0, 1, 50}, 8), 1);
  EXPECT_EQ(effective_step({0, 0, 100, 100}, 8), 8);
  const auto bar = make_solid_image("bar", 60, 2);
  const PixelRect overlap = intersection(rect_at(*bar, 0, 0), rect_at(*bar, 30, 1));
  EXPECT_TRUE(
      sample_pixels(PixelView(*bar, 0, 0), PixelView(*bar, 30, 1), overlap, 32, 128, off).hit);
}

// The article's claim: reads on pairs without a hit fall with n squared.
TEST(PixelSamples, ReadsAtTwoAreAQuarterOfThoseAtOne) {
  Random random(13);
  double one = 0, two = 0;
  for (int k = 0; k < 2000; ++k) {
    const auto a = noise(40 + static_cast<int>(random.below(60)), 64, 0.02f, random);
    const auto b = noise(64, 40 + static_cast<int>(random.below(60)), 0.02f, random);
    const int dx = static_cast<int>(random.below(50)), dy = static_cast<int>(random.below(50));
    const PixelRect overlap = intersection(rect_at(*a, 0, 0), rect_at(*b, dx, dy));
    const auto sample = [&](int n) {
      return sample_pixels(PixelView(*a, 0, 0), PixelView(*b, dx, dy), overlap, n, 255, off);
    };
    if (sample(1).hit) continue;
    one += static_cast<double>(sample(1).reads);
    two += static_cast<double>(sample(2).reads);
  }
  EXPECT_NEAR(two / one, 0.25, 0.025);
}

// Rotated and scaled: the fixed-point map against the definition in double precision, away from the
// borders between image pixels where both may round either way.
TEST(PixelView, ShowsTheImagePixelUnderTheMiddleOfTheWorldPixel) {
  Random random(14);
  const auto image = noise(37, 52, 0.5f, random);
  int compared = 0;
  for (int k = 0; k < 20000; ++k) {
    const Transform transform{{random.uniform(-500, 500), random.uniform(-500, 500)},
                              rotation(random.uniform(-kPi, kPi))};
    const Vec2 scale{random.uniform(0.2f, 5), random.uniform(0.2f, 5)};
    const PixelView view(*image, transform, scale);
    const int x = view.x() + static_cast<int>(random.below(60)) - 30;
    const int y = view.y() + static_cast<int>(random.below(60)) - 30;
    const double dx = x + 0.5 - view.x(), dy = y + 0.5 - view.y();
    ASSERT_LE(std::abs(static_cast<float>(view.x()) - transform.position.x), 0.5f);
    ASSERT_LE(std::abs(static_cast<float>(view.y()) - transform.position.y), 0.5f);
    const double c = static_cast<double>(transform.rotation.c),
                 s = static_cast<double>(transform.rotation.s);
    const double u = (c * dx + s * dy) / static_cast<double>(scale.x) + image->pivot_x;
    const double v = (c * dy - s * dx) / static_cast<double>(scale.y) + image->pivot_y;
    const auto near_border = [](double p) { return std::abs(p - std::round(p)) < 1e-4; };
    if (near_border(u) || near_border(v)) continue;
    ++compared;
    const bool inside = u >= 0 && v >= 0 && u < image->width && v < image->height;
    const int expected =
        inside ? alpha_at(*image, static_cast<int>(std::floor(u)), static_cast<int>(std::floor(v)))
               : 0;
    ASSERT_EQ(view.alpha(x, y), expected) << u << " " << v;
  }
  EXPECT_GT(compared, 19000);
}

TEST(PixelView, UnturnedSpritesShowTheirPixelsOneToOne) {
  Random random(15);
  for (const int width : {7, 8}) {
    const auto image = noise(width, 9, 0.5f, random);
    const PixelView placed(*image, {{100.4f, 50.6f}, {}}, {1, 1});
    const int left = 100 - image->pivot_x, top = 51 - image->pivot_y;
    for (int y = 0; y < image->height; ++y)
      for (int x = 0; x < image->width; ++x)
        EXPECT_EQ(placed.alpha(left + x, top + y), alpha_at(*image, x, y));
  }
}

// No opaque pixel may lie outside the rectangle that is searched, in any transform or volume.
TEST(PixelSamples, SearchEveryPixelThatATransformCanShow) {
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::SetCount{200}));
  for (const double volume : {0.0, 1.0, 2.0}) {
    ASSERT_FALSE(session.apply(command::SetParam{owner_named("world"), "volume", volume}));
    const Frame frame = session.frame();
    for (SpriteId i = 0; i < frame.size(); ++i) {
      const PixelView view = pixel_view(frame, i);
      const PixelRect rect = pixel_rect(frame, i, view);
      for (int y = rect.y0 - 5; y < rect.y1 + 5; ++y)
        for (int x = rect.x0 - 5; x < rect.x1 + 5; ++x) {
          const bool inside = x >= rect.x0 && x < rect.x1 && y >= rect.y0 && y < rect.y1;
          ASSERT_TRUE(inside || view.alpha(x, y) == 0) << i;
        }
    }
  }
}

TEST(PixelSamples, FarAwaySpritesKeepTheirAnswer) {
  const auto a = make_solid_image("a", 10, 10);
  const PixelView far(*a, {{1e9f, -1e9f}, {}}, {1, 1});
  EXPECT_EQ(far.x(), 16777216);
  EXPECT_EQ(far.alpha(far.x(), far.y()), 255);
}

}  // namespace pixels_test
}  // namespace phasebox
