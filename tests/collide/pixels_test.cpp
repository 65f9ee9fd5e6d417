// SPDX-License-Identifier: MIT
// Where pixels lie, and how thick what they form is.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"
#include "collide/narrowphase/pixels/pixel_lattice.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"
#include "collide/narrowphase/pixels/thickness.hpp"
#include "session/session.hpp"
#include "support/images.hpp"
#include "support/sprites.hpp"

namespace phasebox {

// Claims about n-sampled pixels.

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
    ASSERT_EQ(got.hit.has_value(), expected.has_value()) << dx << " " << dy;
    if (expected) {
      ++hits;
      EXPECT_EQ(std::pair(got.hit->x, got.hit->y), *expected);
    }
  }
  EXPECT_GT(hits, 300);
  EXPECT_LT(hits, 2700);
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
  ASSERT_FALSE(session.apply(command::SetCount{200}).failed());
  for (const double volume : {0.0, 1.0, 2.0}) {
    ASSERT_FALSE(session.apply(command::SetParam{owner_named("world"), "volume", volume}).failed());
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

namespace phasebox::test {

// Claims about the thickness of images and the n that it allows.

namespace thickness_test {

constexpr int kThreshold = 128;

/// Opaque pixels, by (x, y); none outside.
class Grid {
 public:
  explicit Grid(const Image& image) : image_(image) {}
  bool at(int x, int y) const {
    if (x < 0 || y < 0 || x >= image_.width || y >= image_.height) return false;
    return image_.alpha[static_cast<std::size_t>(y * image_.width + x)] >= kThreshold;
  }
  bool is_full(int x0, int y0, int side) const {
    for (int y = y0; y < y0 + side; ++y)
      for (int x = x0; x < x0 + side; ++x)
        if (!at(x, y)) return false;
    return true;
  }
  /// Whether some opaque square of that side holds the pixel.
  bool lies_in_square(int x, int y, int side) const {
    for (int y0 = y - side + 1; y0 <= y; ++y0)
      for (int x0 = x - side + 1; x0 <= x; ++x0)
        if (is_full(x0, y0, side)) return true;
    return false;
  }
  bool all_lie_in_squares(int side) const {
    for (int y = 0; y < image_.height; ++y)
      for (int x = 0; x < image_.width; ++x)
        if (at(x, y) && !lies_in_square(x, y, side)) return false;
    return true;
  }

 private:
  const Image& image_;
};

std::shared_ptr<const Image> picture(std::vector<std::string> rows) {
  std::vector<std::uint8_t> rgba;
  for (const std::string& row : rows)
    for (const char c : row)
      rgba.insert(rgba.end(), {0, 0, 0, static_cast<std::uint8_t>(c == '#' ? 255 : 40)});
  return *make_image("picture", static_cast<int>(rows[0].size()), static_cast<int>(rows.size()),
                     rgba);
}

/// Blobs of overlapping squares: thick enough for n above 1.
std::shared_ptr<const Image> blob(Random& random, int least) {
  constexpr int kSide = 40;
  std::vector<std::string> rows(kSide, std::string(kSide, '.'));
  for (int k = 0; k < 9; ++k) {
    const int side = least + static_cast<int>(random.below(8));
    const auto from = [&] { return random.below(static_cast<std::uint32_t>(kSide - side)); };
    const std::uint32_t x = from(), y = from();
    for (std::uint32_t v = y; v < y + static_cast<std::uint32_t>(side); ++v)
      rows[v].replace(x, static_cast<std::size_t>(side), static_cast<std::size_t>(side), '#');
  }
  return picture(rows);
}

TEST(Thickness, of_drawn_shapes) {
  const auto of = [](std::vector<std::string> rows) {
    return opaque_thickness(*picture(std::move(rows)), kThreshold);
  };
  EXPECT_EQ(of({"...", "...", "..."}), 0) << "nothing is opaque at that threshold";
  EXPECT_EQ(of({"#"}), 1);
  EXPECT_EQ(of({"####", "####", "####"}), 3);
  EXPECT_EQ(of({"###.", "###.", "####"}), 1) << "a single pixel sticks out";
  EXPECT_EQ(of({"##..", "####", "..##"}), 2) << "two squares, corner to corner";
  EXPECT_EQ(of({"##...", "#####", "...##"}), 1) << "the middle is one row";
  EXPECT_EQ(of({"#####", "#...#", "#####"}), 1) << "a frame is as thin as its lines";
}

TEST(Thickness, is_the_largest_square_that_covers_every_opaque_pixel) {
  Random random(3);
  std::vector<std::shared_ptr<const Image>> all;
  for (int k = 0; k < 30; ++k) all.push_back(blob(random, 1 + k % 7));
  const ImageSet awkward = awkward_images(4, 24);
  for (std::size_t k = 0; k < awkward.size(); ++k) all.push_back(awkward.shared(k));
  int thick = 0;
  for (const auto& image : all) {
    const Grid grid(*image);
    const int thickness = opaque_thickness(*image, kThreshold);
    ASSERT_GE(thickness, 1) << image->name;
    EXPECT_TRUE(grid.all_lie_in_squares(thickness)) << image->name;
    EXPECT_FALSE(grid.all_lie_in_squares(thickness + 1)) << image->name;
    thick += thickness > 2;
  }
  EXPECT_GT(thick, 15) << "thin images alone would prove little";
}

/// World pixels that a sprite shows as opaque.
struct Shown {
  PixelView view;
  bool at(int x, int y) const { return view.alpha(x, y) >= kThreshold; }
  /// Whether the lattice has an opaque point among the `step` columns and rows on either side.
  bool is_sampled_near(int x, int y, int step, int phase_x, int phase_y) const {
    for (int v = y - step + 1; v < y + step; ++v)
      for (int u = x - step + 1; u < x + step; ++u) {
        const auto is_on = [step](int p, int phase) {
          return ((p - phase) % step + step) % step == 0;
        };
        if (is_on(u, phase_x) && is_on(v, phase_y) && at(u, v)) return true;
      }
    return false;
  }
};

TEST(Thickness, up_to_it_every_lattice_has_a_point_near_every_opaque_pixel) {
  Random random(5);
  for (int k = 0; k < 12; ++k) {
    const auto image = blob(random, 3 + k % 5);
    const Shown shown{PixelView(*image, 0, 0)};
    const int thickness = opaque_thickness(*image, kThreshold);
    for (int step = 1; step <= thickness; ++step)
      for (int y = 0; y < image->height; ++y)
        for (int x = 0; x < image->width; ++x) {
          if (!shown.at(x, y)) continue;
          for (int phase = 0; phase < step; ++phase)
            ASSERT_TRUE(shown.is_sampled_near(x, y, step, phase, (3 * phase + k) % step))
                << "image " << k << ", step " << step << ", pixel " << x << ", " << y;
        }
  }
}

/// An image over itself is covered whole: every lattice of a safe step hits it.
TEST(Thickness, a_sprite_covered_whole_is_never_missed_at_its_safe_step) {
  Random random(6);
  int largest = 0, at_more = 0;
  for (int k = 0; k < 400; ++k) {
    const auto image = blob(random, 2 + k % 6);
    const Rotation turn = rotation(k % 3 == 0 ? 0 : random.uniform(-kPi, kPi));
    const Vec2 scale =
        k % 2 == 0 ? Vec2{1, 1} : Vec2{random.uniform(0.4f, 2), random.uniform(0.4f, 2)};
    const Transform transform{{random.uniform(-5, 5), random.uniform(-5, 5)}, turn};
    const PixelView view(*image, transform, scale);
    const int thickness = opaque_thickness(*image, kThreshold);
    const int step = safe_step(thickness, turn, scale);
    largest = std::max(largest, step);
    const auto is_hit = [&](int n, LatticePhase phase) {
      const PixelRect all{-90, -90, 90, 90};
      NoTrace off;
      return sample_pixels(view, view, all, n, kThreshold, off, phase).hit.has_value();
    };
    for (int tries = 0; tries < 12; ++tries) {
      const LatticePhase phase{random.below(1000), random.below(1000)};
      ASSERT_TRUE(is_hit(step, phase)) << "image " << k << ", step " << step;
      at_more += !is_hit(4 * step + 9, phase);
    }
  }
  EXPECT_GE(largest, 6);
  EXPECT_GT(at_more, 20) << "a coarse lattice does miss";
}

// What is safe for either image is not for what both have in common.
TEST(Thickness, contacts_missed_at_a_safe_step_hold_no_square_of_it) {
  Random random(7);
  ImageSet images;
  for (int k = 0; k < 8; ++k) images.add(blob(random, 4));
  const auto samples = narrowphase_with("pixel-samples", {{"n", 32}, {"n-mode", 1}});
  const auto exact = narrowphase_with("bit-mask");
  int missed = 0, hits = 0;
  for (int k = 0; k < 4000; ++k) {
    Sprite a, b;
    a.image = static_cast<std::uint16_t>(random.below(8));
    b.image = static_cast<std::uint16_t>(random.below(8));
    b.position = {random.uniform(-45, 45), random.uniform(-45, 45)};
    const Duo duo(images, a, b);
    if (k == 0) samples->reset(duo.frame()), exact->reset(duo.frame());
    if (!contact_of(*exact, duo.frame())) continue;
    ++hits;
    if (contact_of(*samples, duo.frame())) continue;
    ++missed;
    const int step = std::min(opaque_thickness(images[a.image], kThreshold),
                              opaque_thickness(images[b.image], kThreshold));
    const Shown p{pixel_view(duo.frame(), 0)}, q{pixel_view(duo.frame(), 1)};
    const auto is_common = [&](int x0, int y0) {
      for (int y = y0; y < y0 + step; ++y)
        for (int x = x0; x < x0 + step; ++x)
          if (!p.at(x, y) || !q.at(x, y)) return false;
      return true;
    };
    for (int y = -30; y < 30; ++y)
      for (int x = -30; x < 30; ++x) ASSERT_FALSE(is_common(x, y)) << "pair " << k;
  }
  EXPECT_GT(hits, 1000);
  EXPECT_GT(missed, 10) << "safe n is no promise for thin contacts";
}

TEST(Thickness, n_by_size_grows_with_the_sprite_and_never_beyond_what_is_safe) {
  const auto image = make_solid_image("block", 64, 128);
  EXPECT_EQ(step_by_size(4, *image, {1, 1}), 4);
  EXPECT_EQ(step_by_size(4, *image, {2, 2}), 8);
  EXPECT_EQ(step_by_size(4, *image, {0.1f, 1}), 1);
  EXPECT_EQ(safe_step(5, {}, {1, 1}), 5);
  EXPECT_EQ(safe_step(5, rotation(kPi / 2), {1, 1}), 5) << "pixels show pixels";
  EXPECT_EQ(safe_step(10, rotation(kPi / 4), {1, 1}), 7) << "10 / 1.414";
  EXPECT_EQ(safe_step(5, {}, {2, 3}), 9) << "a little less than 10";
  EXPECT_EQ(safe_step(0, {}, {1, 1}), 1);
}

}  // namespace thickness_test
}  // namespace phasebox::test
