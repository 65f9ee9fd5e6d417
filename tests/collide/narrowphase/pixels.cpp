// SPDX-License-Identifier: MIT
// Claims about all narrowphases that answer by pixels: at n = 1 they are one.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collide/narrowphase/pixels/pixel_circle.hpp"
#include "collide/narrowphase/pixels/pixel_view.hpp"
#include "support/sprites.hpp"

namespace phasebox::test {
namespace narrowphase_pixels_test {

/// Transforms close enough to touch, of every kind: whole and fractional positions, quarter and
/// other turns, with and without scale.
class Transforms {
 public:
  Transforms(std::uint64_t seed, std::size_t images, Vec2 middle, float lo, float hi)
      : random_(seed),
        images_(static_cast<std::uint32_t>(images)),
        middle_(middle),
        lo_(lo),
        hi_(hi) {}

  Sprite next(float reach) {
    Sprite s;
    s.image = static_cast<std::uint16_t>(random_.below(images_));
    s.position = middle_ + Vec2{random_.uniform(-reach, reach), random_.uniform(-reach, reach)};
    if (random_.below(3) == 0) s.position = {std::round(s.position.x), std::round(s.position.y)};
    if (random_.below(6) == 0) s.position += {0.5f, 0.5f};
    const std::uint32_t turn = random_.below(3);
    if (turn == 1) s.angle = static_cast<float>(random_.below(4)) * (kPi / 2) - kPi;
    if (turn == 2) s.angle = random_.uniform(-kPi, kPi);
    if (random_.below(2) == 0) s.scale = {scale(), scale()};
    s.volume = static_cast<Volume>(random_.below(3));
    return s;
  }

 private:
  float scale() { return lo_ * std::pow(hi_ / lo_, random_.uniform(0, 1)); }

  Random random_;
  std::uint32_t images_;
  Vec2 middle_;
  float lo_, hi_;
};

struct Tally {
  int hits = 0, misses = 0;
};

/// Compares all exact narrowphases, traced ones too, on `count` random pairs.
Tally expect_agreement(std::uint64_t seed, const ImageSet& images, Transforms transforms,
                       float reach, int count, double threshold, double leaf_size) {
  const auto samples =
      narrowphase_with("pixel-samples", {{"n", 1}, {"alpha-threshold", threshold}});
  const std::unique_ptr<Narrowphase> others[] = {
      narrowphase_with("bit-mask", {{"alpha-threshold", threshold}}),
      narrowphase_with("alpha-quadtree",
                       {{"alpha-threshold", threshold}, {"leaf-size", leaf_size}})};
  Tally tally;
  Recorder counter;
  for (int k = 0; k < count; ++k) {
    const Sprite a = transforms.next(reach), b = transforms.next(reach);
    const Duo duo(images, a, b);
    const Frame frame = duo.frame();
    if (k == 0)
      for (const auto& other : others) other->reset(frame);
    const auto expected = contact_of(*samples, frame, &counter);
    ++(expected ? tally.hits : tally.misses);
    const auto check = [&](const std::optional<Contact>& got, std::string_view name) {
      const std::string where = "seed " + std::to_string(seed) + ", transform " +
                                std::to_string(k) + ", threshold " + std::to_string(threshold) +
                                "\n" + describe(a) + "\n" + describe(b);
      ASSERT_EQ(got.has_value(), expected.has_value()) << name << ", " << where;
      ASSERT_TRUE(!got || got->point == expected->point) << name << ", " << where;
    };
    check(contact_of(*samples, frame), "untraced samples");
    check(contact_of(*others[0], frame), "bit-mask");
    check(contact_of(*others[1], frame), "alpha-quadtree");
    if (k % 16 == 0) {
      check(contact_of(*others[0], frame, &counter), "traced bit-mask");
      check(contact_of(*others[1], frame, &counter), "traced alpha-quadtree");
    }
    if (testing::Test::HasFatalFailure()) break;
  }
  return tally;
}

TEST(PixelNarrowphases, AgreeInEveryTransformAndAtEveryThreshold) {
  Tally all;
  std::size_t seed = 1;
  for (const double threshold : {1.0, 128.0, 255.0})
    for (const int largest : {12, 40, 150}) {
      const ImageSet images = awkward_images(seed, largest);
      const Transforms transforms(seed, images.size(), {}, 0.25f, 4);
      const double leaf_size = std::array{1.0, 8.0, 21.0}[seed % 3];
      const Tally t = expect_agreement(seed, images, transforms, 0.6f * static_cast<float>(largest),
                                       1600, threshold, leaf_size);
      all.hits += t.hits, all.misses += t.misses;
      if (HasFatalFailure()) return;
      ++seed;
    }
  EXPECT_GT(all.hits + all.misses, 10000);
  EXPECT_GT(all.hits, 3000);
  EXPECT_GT(all.misses, 3000);
}

TEST(PixelNarrowphases, AgreeWhereCoordinatesAreLarge) {
  const ImageSet images = awkward_images(20, 30);
  for (const Vec2 middle : {Vec2{1e7f, -1e7f}, Vec2{-1e7f, 1e7f}, Vec2{1e9f, 1e9f}}) {
    const Transforms transforms(21, images.size(), middle, 0.25f, 4);
    const Tally t = expect_agreement(21, images, transforms, 30, 600, 128, 4);
    EXPECT_GT(t.hits, 50);
  }
}

TEST(PixelNarrowphases, AgreeAtScalesFarFromOne) {
  const ImageSet images = awkward_images(30, 12);
  for (const auto& [lo, hi] :
       {std::pair{1e-9f, 1e-6f}, std::pair{1e-3f, 0.1f}, std::pair{20.0f, 60.0f}}) {
    const Transforms transforms(31, images.size(), {}, lo, hi);
    const Tally t = expect_agreement(31, images, transforms, 12, 300, 128, 2);
    EXPECT_GT(t.hits + t.misses, 0);
  }
}

/// Where sampling misses a contact, jitter finds it in a next step; each step has one answer.
TEST(PixelNarrowphases, JitterFindsInTimeWhatAStillLatticeNeverDoes) {
  const ImageSet images = awkward_images(45, 60);
  Transforms transforms(46, images.size(), {}, 0.5f, 2);
  const auto exact = narrowphase_with("pixel-samples", {{"n", 1}, {"jitter", 1}});
  const auto still = narrowphase_with("pixel-samples", {{"n", 5}}),
             jittered = narrowphase_with("pixel-samples", {{"n", 5}, {"jitter", 1}});
  int missed = 0, found = 0;
  for (int k = 0; k < 400; ++k) {
    const Duo duo(images, transforms.next(50), transforms.next(50));
    Frame frame = duo.frame();
    const auto hit_at = [&frame](Narrowphase& narrowphase, std::uint64_t step) {
      frame.step = step;
      return contact_of(narrowphase, frame).has_value();
    };
    const bool touch = hit_at(*exact, static_cast<std::uint64_t>(k));
    bool ever = false;
    for (std::uint64_t step = 0; step < 200; ++step) {
      const bool hit = hit_at(*jittered, step);
      ASSERT_TRUE(touch || !hit) << "a hit is always true";
      ever |= hit;
    }
    ASSERT_EQ(hit_at(*jittered, 77), hit_at(*jittered, 77));
    if (!touch || hit_at(*still, 0)) continue;
    EXPECT_FALSE(hit_at(*still, 150)) << "without jitter nothing changes";
    ++missed, found += ever;
  }
  EXPECT_GT(missed, 20);
  EXPECT_EQ(found, missed) << "25 places to begin, 200 steps";
}

TEST(PixelNarrowphases, AnImagesOwnNTakesThePlaceOfTheParameter) {
  const ImageSet images = awkward_images(47, 60);
  Transforms transforms(48, images.size(), {}, 0.5f, 2);
  const std::vector<ImageTuning> own(images.size(), {.n = 7});
  int differs = 0;
  for (const double mode : {0, 1})
    for (int k = 0; k < 300; ++k) {
      const auto at_two = narrowphase_with("pixel-samples", {{"n", 2}, {"n-mode", mode}}),
                 at_seven = narrowphase_with("pixel-samples", {{"n", 7}});
      const Duo duo(images, transforms.next(50), transforms.next(50));
      Frame frame = duo.frame();
      const bool before = contact_of(*at_two, frame).has_value();
      const auto expected = contact_of(*at_seven, frame);
      frame.tuning = own;
      const auto got = contact_of(*at_two, frame);
      ASSERT_EQ(got.has_value(), expected.has_value());
      differs += before != got.has_value();
    }
  EXPECT_GT(differs, 5);
}

TEST(InsetBoxes, AnImagesOwnInsetTakesThePlaceOfTheParameter) {
  ImageSet images;
  images.add(make_solid_image("block", 20, 20));
  images.add(make_solid_image("other", 20, 20));
  Sprite a, b;
  b.image = 1, b.position = {15, 0};
  const Duo duo(images, a, b);
  const auto inset = narrowphase_with("inset-box", {{"inset", 10}});
  Frame frame = duo.frame();
  EXPECT_TRUE(contact_of(*inset, frame)) << "9 + 9 > 15";
  const ImageTuning own[] = {{.inset = 50}};
  frame.tuning = own;
  EXPECT_FALSE(contact_of(*inset, frame)) << "5 + 9 < 15";
  const ImageTuning none[] = {{.inset = 50}, {.inset = 0}};
  frame.tuning = none;
  EXPECT_FALSE(contact_of(*inset, frame)) << "5 + 10 only touch 15";
}

/// Every method that reads pixels, with and without circles before: the same contacts.
/// Returns how many pairs the circles rejected.
std::uint64_t expect_circles_lose_nothing(std::uint64_t seed, const ImageSet& images,
                                          Transforms transforms, float reach, int count) {
  std::uint64_t rejected = 0;
  std::vector<std::array<std::unique_ptr<Narrowphase>, 2>> methods;
  const auto add = [&](std::string_view id, Settings settings) {
    settings.push_back({"circle-reject", 0});
    auto without = narrowphase_with(id, settings);
    settings.back().value = 1;
    methods.push_back({std::move(without), narrowphase_with(id, settings)});
  };
  for (const double n : {1, 3}) add("pixel-samples", {{"n", n}, {"alpha-threshold", 1}});
  add("bit-mask", {{"alpha-threshold", 1}});
  add("alpha-quadtree", {{"alpha-threshold", 1}});
  for (int k = 0; k < count; ++k) {
    const Sprite a = transforms.next(reach), b = transforms.next(reach);
    const Duo duo(images, a, b);
    for (const auto& [without, with] : methods) {
      if (k == 0) without->reset(duo.frame()), with->reset(duo.frame());
      Recorder log;
      const auto expected = contact_of(*without, duo.frame()), got = contact_of(*with, duo.frame()),
                 traced = contact_of(*with, duo.frame(), &log);
      const std::string where =
          "seed " + std::to_string(seed) + "\n" + describe(a) + "\n" + describe(b);
      EXPECT_EQ(got.has_value(), expected.has_value()) << where;
      EXPECT_EQ(traced.has_value(), expected.has_value()) << where;
      EXPECT_TRUE(!expected || !got || got->point == expected->point) << where;
      EXPECT_TRUE(log.count(EventKind::skip) == 0 || log.count(EventKind::read) == 0) << where;
      rejected += log.count(EventKind::skip);
    }
    if (testing::Test::HasFailure()) break;
  }
  return rejected;
}

TEST(PixelNarrowphases, CirclesBeforePixelsLoseNoCollision) {
  const auto rejected = [](std::uint64_t seed, int largest, Vec2 middle, float lo, float hi,
                           float reach, int count) {
    const ImageSet images = awkward_images(seed, largest);
    return expect_circles_lose_nothing(
        seed, images, Transforms(seed, images.size(), middle, lo, hi), reach, count);
  };
  EXPECT_GT(rejected(60, 12, {}, 0.25f, 4, 12, 1500), 100u);
  EXPECT_GT(rejected(61, 60, {}, 0.25f, 4, 60, 1500), 100u);
  EXPECT_GT(rejected(62, 30, {1e7f, -1e7f}, 0.25f, 4, 30, 600), 50u) << "positions are rounded";
  EXPECT_GT(rejected(63, 12, {1e9f, 1e9f}, 0.25f, 4, 12, 300), 0u) << "positions are held";
  EXPECT_GT(rejected(64, 12, {}, 1e-9f, 1e-3f, 3, 600), 0u) << "scales are held";
  EXPECT_GT(rejected(65, 12, {}, 20, 60, 400, 200), 50u);
}

// Where a sprite shows anything, its circle is: sought pixel by pixel.
TEST(PixelNarrowphases, CirclesEncloseEveryPixelShown) {
  const ImageSet images = awkward_images(70, 40);
  Transforms transforms(71, images.size(), {1000.5f, -300.25f}, 0.25f, 4);
  std::size_t shown = 0;
  double nearest = 1e9;
  for (int k = 0; k < 300; ++k) {
    const Sprite a = transforms.next(20);
    const Duo duo(images, a, a);
    const PixelView view = pixel_view(duo.frame(), 0);
    const PixelRect rect = pixel_rect(duo.frame(), 0, view);
    const PixelCircle circle = pixel_circle(duo.frame(), 0);
    for (int y = rect.y0; y < rect.y1; ++y)
      for (int x = rect.x0; x < rect.x1; ++x) {
        if (view.alpha(x, y) == 0) continue;
        ++shown;
        const double left = circle.radius - std::hypot(x + 0.5 - circle.x, y + 0.5 - circle.y);
        ASSERT_GE(left, 0) << describe(a) << ", pixel " << x << ", " << y;
        nearest = std::min(nearest, left);
      }
  }
  EXPECT_GT(shown, 10000u);
  EXPECT_LT(nearest, 0.3) << "a circle that is too large would enclose everything as well";
}

TEST(PixelNarrowphases, SamplesHitOnlyWhatIsHitExactly) {
  const ImageSet images = awkward_images(40, 60);
  Transforms transforms(41, images.size(), {}, 0.25f, 4);
  const auto exact = narrowphase_with("bit-mask");
  std::vector<std::unique_ptr<Narrowphase>> sampled;
  for (int n = 2; n <= 32; ++n)
    sampled.push_back(narrowphase_with("pixel-samples", {{"n", static_cast<double>(n)}}));
  int hits = 0, missed = 0;
  for (int k = 0; k < 1000; ++k) {
    const Sprite a = transforms.next(60), b = transforms.next(60);
    const Duo duo(images, a, b);
    const bool hit = contact_of(*exact, duo.frame()).has_value();
    for (const auto& samples : sampled) {
      const auto found = contact_of(*samples, duo.frame());
      Recorder counter;
      const auto traced = contact_of(*samples, duo.frame(), &counter);
      ASSERT_EQ(found.has_value(), traced.has_value()) << describe(a) << "\n" << describe(b);
      ASSERT_TRUE(!found || found->point == traced->point) << describe(a) << "\n" << describe(b);
      ASSERT_TRUE(hit || !found) << describe(a) << "\n" << describe(b);
      hits += found.has_value();
      missed += hit && !found;
    }
  }
  EXPECT_GT(hits, 1000);
  EXPECT_GT(missed, 1000) << "the images must be thin enough to be missed";
}

// Pairs that hit are another matter: the search ends at the first common opaque sample.
TEST(PixelNarrowphases, ReadsOfHitsDoNotFallWithNSquared) {
  ImageSet images;
  const std::vector<std::uint8_t> solid(64 * 64 * 4, 255);
  images.add(*make_image("solid", 64, 64, solid));
  for (const Vec2 offset : {Vec2{1, 1}, Vec2{20, 33}, Vec2{-60, 7}}) {
    Sprite a, b;
    b.position = offset;
    const Duo duo(images, a, b);
    for (const double n : {1.0, 2.0, 4.0, 16.0}) {
      Recorder log;
      EXPECT_TRUE(contact_of(*narrowphase_with("pixel-samples", {{"n", n}}), duo.frame(), &log));
      EXPECT_EQ(log.count(EventKind::read), 2u) << n << ": the first sample is opaque in both";
    }
  }
}

TEST(PixelNarrowphases, LearnAnImageThatComesBetweenFrames) {
  ImageSet images = awkward_images(60, 20);
  for (const std::string_view id : {"bit-mask", "alpha-quadtree"}) {
    const auto narrowphase = narrowphase_with(id);
    const Sprite first;
    narrowphase->reset(Duo(images, first, first).frame());
    Sprite added;
    added.image = images.add(make_solid_image("late", 9, 9));
    EXPECT_TRUE(contact_of(*narrowphase, Duo(images, added, added).frame())) << id;
  }
}

TEST(Narrowphases, find_no_contact_of_an_empty_image_whatever_it_lies_over) {
  ImageSet images;
  images.add(make_solid_image("solid", 9, 9));
  images.add(
      *make_image("empty", 9, 9, std::vector<std::uint8_t>(9 * 9 * 4), {.may_be_empty = true}));
  for (const NarrowphaseEntry* entry : narrowphases())
    for (const float angle : {0.0f, 0.7f})
      for (const bool is_traced : {false, true})
        for (const std::uint16_t image : {std::uint16_t{0}, std::uint16_t{1}}) {
          Sprite a, b;
          a.image = image, a.angle = angle;
          const Duo duo(images, a, b), turned(images, b, a);
          const auto narrowphase = entry->make();
          narrowphase->reset(duo.frame());
          Recorder log;
          for (const Duo* pair : {&duo, &turned})
            EXPECT_EQ(
                contact_of(*narrowphase, pair->frame(), is_traced ? &log : nullptr).has_value(),
                image == 0)
                << entry->id << angle;
        }
}

TEST(PixelNarrowphases, TakeTheLargestImages) {
  ImageSet images;
  images.add(make_solid_image("largest", kMaxImageSide, kMaxImageSide));
  images.add(awkward_images(70, 20).shared(17));
  const auto samples = narrowphase_with("pixel-samples", {{"n", 1}});
  for (const std::string_view id : {"bit-mask", "alpha-quadtree"}) {
    const auto narrowphase = narrowphase_with(id);
    for (const float angle : {0.0f, 0.7f}) {
      Sprite a, b;
      b.image = 1, b.angle = angle;
      for (const float x : {0.0f, 2040.0f, 2055.0f, 2070.0f}) {
        b.position = {x, -x};
        const Duo duo(images, a, b);
        const auto expected = contact_of(*samples, duo.frame()),
                   got = contact_of(*narrowphase, duo.frame());
        ASSERT_EQ(got.has_value(), expected.has_value()) << id << " " << describe(b);
        ASSERT_TRUE(!got || got->point == expected->point) << id << " " << describe(b);
      }
    }
  }
}

}  // namespace narrowphase_pixels_test
}  // namespace phasebox::test
