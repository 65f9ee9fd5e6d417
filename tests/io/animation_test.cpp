// SPDX-License-Identifier: MIT
// Animated pictures, and the recorder that makes them while a session runs.
#include "io/pictures/animation.hpp"

#include <cstdlib>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <webp/demux.h>

namespace phasebox {

// Claims about animated pictures, read again by the libraries' decoders.

namespace animation_test {

using Pixels = std::vector<std::uint8_t>;  // [width * height * 4]

constexpr int kWidth = 40, kHeight = 30;

/// A dark field with a square at `x`.
Pixels frame(int x) {
  Pixels pixels;
  for (int row = 0; row < kHeight; ++row)
    for (int column = 0; column < kWidth; ++column) {
      const bool is_square = column >= x && column < x + 8 && row >= 10 && row < 18;
      const std::uint32_t color = is_square ? 0xF85149 : 0x14171C;
      for (const int shift : {16, 8, 0})
        pixels.push_back(static_cast<std::uint8_t>(color >> shift));
      pixels.push_back(255);
    }
  return pixels;
}

struct Film {
  std::vector<Pixels> frames;
  std::vector<int> ms;
  int loops = -1;  // 0: for ever
};

Film read_webp(const std::string& bytes) {
  const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
  WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, nullptr);
  Film film;
  if (!decoder) return film;
  WebPAnimInfo info;
  WebPAnimDecoderGetInfo(decoder, &info);
  film.loops = static_cast<int>(info.loop_count);
  std::uint8_t* shown = nullptr;
  for (int time = 0, before = 0; WebPAnimDecoderGetNext(decoder, &shown, &time); before = time) {
    film.frames.emplace_back(shown,
                             shown + std::size_t{info.canvas_width} * info.canvas_height * 4);
    film.ms.push_back(time - before);
  }
  WebPAnimDecoderDelete(decoder);
  return film;
}

int largest_difference(const Pixels& a, const Pixels& b) {
  int largest = a.size() == b.size() ? 0 : 256;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k)
    largest = std::max(largest, std::abs(int{a[k]} - int{b[k]}));
  return largest;
}

std::string animated(const std::vector<Pixels>& frames, double ms) {
  Animation animation(kWidth, kHeight, ms);
  for (const Pixels& pixels : frames) EXPECT_FALSE(animation.add(pixels).failed());
  return *animation.finish();
}

TEST(Animation, AWebpShowsEachFrameForItsTimeForEver) {
  const std::vector<Pixels> frames{frame(0), frame(5), frame(25)};
  const Film film = read_webp(animated(frames, 1000.0 / 30));
  ASSERT_EQ(film.frames.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_LT(largest_difference(film.frames[k], frames[k]), 48) << k;
  EXPECT_THAT(film.ms, testing::ElementsAre(33, 34, 33));
  EXPECT_EQ(film.loops, 0);
}

TEST(Animation, OnlyWebpIsKnown) {
  EXPECT_FALSE(Animation::check_path("field.webp").failed());
  EXPECT_TRUE(Animation::check_path("field.gif").failed());
}

}  // namespace animation_test

// Films in real time: which pictures are wanted, and how long each is shown.

namespace film_recorder_test {

constexpr int kWidth = 32, kHeight = 16;

std::vector<std::uint8_t> gray(std::uint8_t shade) {
  return std::vector<std::uint8_t>(std::size_t{kWidth} * kHeight * 4, shade);
}

// How long each picture of the film is shown, ms.
std::vector<int> times_of(FilmRecorder& film) {
  const Result<std::string> bytes = film.finish();
  EXPECT_FALSE(bytes.failed()) << bytes.error().text;
  return animation_test::read_webp(*bytes).ms;
}

// Waits while the encoder is behind; time stands still for it.
void take(FilmRecorder& film, std::uint8_t shade, double now) {
  while (!film.is_due(now)) std::this_thread::yield();
  film.take(gray(shade), now);
}

TEST(FilmRecorder, wants_fifteen_pictures_in_a_second) {
  FilmRecorder film(kWidth, kHeight, 100);
  take(film, 10, 100);
  EXPECT_FALSE(film.is_due(100.05));
  film.take(gray(200), 100.05);  // not wanted, so left out
  take(film, 90, 100.07);
  EXPECT_FALSE(film.is_due(100.12));
  EXPECT_EQ(times_of(film), (std::vector<int>{67, 66}));
}

TEST(FilmRecorder, plays_in_real_time_where_pictures_came_late) {
  FilmRecorder film(kWidth, kHeight, 0);
  take(film, 10, 0);
  take(film, 90, 1.0);
  const std::vector<int> times = times_of(film);
  ASSERT_GE(times.size(), 2u);
  EXPECT_EQ(std::accumulate(times.begin(), times.end() - 1, 0), 1000)
      << "the first is shown until the second comes";
  EXPECT_EQ(times.back(), 67);
}

TEST(FilmRecorder, ends_after_half_a_minute) {
  FilmRecorder film(kWidth, kHeight, 5);
  EXPECT_FALSE(film.is_full(34.9));
  EXPECT_TRUE(film.is_full(35));
  EXPECT_FALSE(film.is_due(36));
}

TEST(FilmRecorder, leaves_out_time_that_is_skipped) {
  FilmRecorder film(kWidth, kHeight, 0);
  take(film, 10, 0);
  film.skip(60);
  EXPECT_FALSE(film.is_full(80));
  take(film, 90, 60.08);
  EXPECT_EQ(times_of(film), (std::vector<int>{67, 66}));
}

TEST(FilmRecorder, without_a_picture_says_so) {
  FilmRecorder film(kWidth, kHeight, 0);
  const Result<std::string> bytes = film.finish();
  ASSERT_TRUE(bytes.failed());
  EXPECT_EQ(bytes.error().text, "the film has no pictures");
}

}  // namespace film_recorder_test
}  // namespace phasebox
