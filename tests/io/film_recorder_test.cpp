// SPDX-License-Identifier: MIT
// Films in real time: which pictures are wanted, and how long each is shown.
#include "io/pictures/film_recorder.hpp"

#include <gtest/gtest.h>
#include <webp/demux.h>

namespace phasebox {
namespace film_recorder_test {

constexpr int kWidth = 32, kHeight = 16;

std::vector<std::uint8_t> gray(std::uint8_t shade) {
  return std::vector<std::uint8_t>(std::size_t{kWidth} * kHeight * 4, shade);
}

// When each picture of the film ends, ms.
std::vector<int> ends_of(const std::string& bytes) {
  const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
  WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, nullptr);
  std::vector<int> ends;
  std::uint8_t* pixels = nullptr;
  int end = 0;
  while (decoder && WebPAnimDecoderGetNext(decoder, &pixels, &end)) ends.push_back(end);
  WebPAnimDecoderDelete(decoder);
  return ends;
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
  const Result<std::string> bytes = film.finish();
  ASSERT_TRUE(bytes) << bytes.error().text;
  EXPECT_EQ(ends_of(*bytes), (std::vector<int>{67, 133}));
}

TEST(FilmRecorder, plays_in_real_time_where_pictures_came_late) {
  FilmRecorder film(kWidth, kHeight, 0);
  take(film, 10, 0);
  take(film, 90, 1.0);
  const Result<std::string> bytes = film.finish();
  ASSERT_TRUE(bytes) << bytes.error().text;
  const std::vector<int> ends = ends_of(*bytes);
  ASSERT_GE(ends.size(), 2u);
  EXPECT_EQ(ends[ends.size() - 2], 1000) << "the first is shown until the second comes";
  EXPECT_EQ(ends.back(), 1067);
}

TEST(FilmRecorder, ends_after_half_a_minute) {
  FilmRecorder film(kWidth, kHeight, 5);
  EXPECT_FALSE(film.is_full(34.9));
  EXPECT_TRUE(film.is_full(35));
  EXPECT_FALSE(film.is_due(36));
}

TEST(FilmRecorder, without_a_picture_says_so) {
  FilmRecorder film(kWidth, kHeight, 0);
  const Result<std::string> bytes = film.finish();
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().text, "the film has no pictures");
}

}  // namespace film_recorder_test
}  // namespace phasebox
