// SPDX-License-Identifier: MIT
// What the article on per-pixel collision detection for Android says, written from its words: every
// n-th pixel by definition, and its numbers.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/sprites.hpp"

namespace phasebox::test {
namespace sources_pixels_test {

struct Pixel {
  int x = 0, y = 0;
};

/// Alphas of 0 or 255, by `is_opaque`; the first and the last pixel are always opaque, so that the
/// box is that of the whole picture.
template <class IsOpaque>
std::shared_ptr<const Image> picture(int width, int height, IsOpaque is_opaque) {
  std::vector<std::uint8_t> rgba;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const bool is_end = (x == 0 && y == 0) || (x == width - 1 && y == height - 1);
      const std::uint8_t alpha = is_end || is_opaque(x, y) ? 255 : 0;
      rgba.insert(rgba.end(), {90, 90, 90, alpha});
    }
  return *make_image("picture", width, height, std::move(rgba));
}

struct Answer {
  bool hit = false;
  std::uint64_t points = 0;
  bool operator==(const Answer&) const = default;
};

/// The definition: points at 0, n, 2n ... of the overlap, n at most its shorter side, until both
/// pictures are opaque.
Answer sampled(const Image& left, Pixel at_left, const Image& right, Pixel at_right, int n) {
  const Pixel from{std::max(at_left.x, at_right.x), std::max(at_left.y, at_right.y)};
  const Pixel to{std::min(at_left.x + left.width, at_right.x + right.width),
                 std::min(at_left.y + left.height, at_right.y + right.height)};
  const int step = std::min({n, to.x - from.x, to.y - from.y});
  Answer answer;
  for (int y = from.y; y < to.y && !answer.hit; y += step)
    for (int x = from.x; x < to.x && !answer.hit; x += step) {
      ++answer.points;
      answer.hit = left.alpha_at(x - at_left.x, y - at_left.y) == 255 &&
                   right.alpha_at(x - at_right.x, y - at_right.y) == 255;
    }
  return answer;
}

Answer by_product(const std::shared_ptr<const Image>& left, Pixel at_left,
                  const std::shared_ptr<const Image>& right, Pixel at_right, int n) {
  ImageSet images;
  const auto sprite = [&](const std::shared_ptr<const Image>& image, Pixel at) {
    Sprite made;
    made.image = images.add(image);
    made.position = {static_cast<float>(at.x + image->pivot_x),
                     static_cast<float>(at.y + image->pivot_y)};
    return made;
  };
  const Sprite a = sprite(left, at_left), b = sprite(right, at_right);
  const Duo duo(images, a, b);
  const auto samples =
      narrowphase_with("pixel-samples", {{"n", static_cast<double>(n)}, {"circle-reject", 0}});
  Recorder log(200'000);
  Answer answer{contact_of(*samples, duo.frame(), &log).has_value()};
  for (const Event& e : log.events()) answer.points += e.kind == EventKind::read && e.b == 0;
  return answer;
}

TEST(EveryNthPixel, is_read_by_definition_until_the_first_hit) {
  Random random(5);
  int hits = 0;
  for (int round = 0; round < 300; ++round) {
    const auto below = [&](int n) {
      return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
    };
    const auto noise = [&] {
      const int width = 3 + below(30), height = 3 + below(30);
      return picture(width, height, [&](int, int) { return random.below(5) == 0; });
    };
    const auto left = noise(), right = noise();
    const Pixel at_left{10, 20};
    const Pixel at_right{10 + below(left->width + right->width - 1) - right->width + 1,
                         20 + below(left->height + right->height - 1) - right->height + 1};
    const int n = 1 + round % 8;
    const Answer expected = sampled(*left, at_left, *right, at_right, n);
    EXPECT_EQ(by_product(left, at_left, right, at_right, n), expected) << round << ", n = " << n;
    hits += expected.hit;
  }
  EXPECT_GT(hits, 50);
  EXPECT_LT(hits, 250);
}

// Two pictures that lie on each other and have no opaque pixel in common: all points are read.
Answer of_side(int side, int n) {
  const auto left = picture(side, side, [](int, int) { return false; });
  const auto right = [&] {
    std::vector<std::uint8_t> rgba(static_cast<std::size_t>(side * side) * 4, 255);
    rgba[3] = 0;
    rgba.back() = 0;
    return *make_image("right", side, side, std::move(rgba));
  }();
  return by_product(left, {}, right, {}, n);
}

TEST(EveryNthPixel, of_200_by_200_is_40000_reads_of_100_by_100_10000_and_falls_with_n_squared) {
  EXPECT_EQ(of_side(200, 1), (Answer{false, 40'000}));
  EXPECT_EQ(of_side(100, 1), (Answer{false, 10'000}));
  EXPECT_EQ(of_side(200, 2), (Answer{false, 10'000}));
  EXPECT_EQ(of_side(200, 4), (Answer{false, 2'500}));
}

TEST(EveryNthPixel, has_the_advised_n_of_2_at_first) {
  const auto samples = narrowphase_with("pixel-samples");
  EXPECT_EQ(find_param(samples->params().rows, "n")->init, 2);
}

}  // namespace sources_pixels_test
}  // namespace phasebox::test
