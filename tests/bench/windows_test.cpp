// SPDX-License-Identifier: MIT
// Claims about windows of frames: they lie in the recording, do not overlap, and are spread over
// all of it.
#include <algorithm>

#include <gmock/gmock.h>

#include "bench/race.hpp"

namespace phasebox {
namespace windows_test {

std::vector<FrameWindow> in_order(std::vector<FrameWindow> windows) {
  std::ranges::sort(windows, {}, &FrameWindow::begin);
  return windows;
}

TEST(Windows, lie_in_the_recording_and_apart) {
  for (const std::size_t of : {1u, 2u, 5u, 40u, 100u, 311u, 1'000u, 10'000u, 123'457u})
    for (const std::size_t timed : {1u, 3u, 12u, 60u, 312u, 2'000u, 50'000u})
      for (const std::size_t round : {0u, 1u, 7u}) {
        const auto windows = in_order(spread_windows(of, timed, round));
        ASSERT_FALSE(windows.empty());
        std::size_t end = 0;
        for (const FrameWindow& w : windows) {
          EXPECT_GE(w.begin, end) << of << " frames, " << timed << " timed, round " << round;
          EXPECT_GT(w.timed, 0u);
          end = w.end();
        }
        EXPECT_LE(end, of) << of << " frames, " << timed << " timed, round " << round;
      }
}

TEST(Windows, time_about_as_many_frames_as_asked_for) {
  for (const std::size_t timed : {30u, 100u, 312u, 3'000u}) {
    const FrameCoverage c = coverage_of(spread_windows(100'000, timed), 100'000);
    EXPECT_GE(c.used, timed);
    EXPECT_LE(c.used, timed + c.places);
  }
}

TEST(Windows, come_from_twelve_places_before_they_are_longer_than_a_few_frames) {
  EXPECT_EQ(coverage_of(spread_windows(10'000, 312), 10'000),
            (FrameCoverage{.used = 312, .of = 10'000, .places = 12}));
  EXPECT_EQ(spread_windows(10'000, 12).size(), 1u);
  EXPECT_GT(spread_windows(1'000'000, 6'000).size(), 12u);
}

TEST(Windows, cover_every_part_of_the_recording) {
  const std::size_t of = 12'000;
  std::vector<int> hits(12);
  for (const FrameWindow& w : spread_windows(of, 312)) ++hits[w.begin / 1'000];
  EXPECT_THAT(hits, testing::Each(1));
}

TEST(Windows, any_first_few_of_them_are_spread_too) {
  const std::size_t of = 100'000;
  const auto windows = spread_windows(of, 312);
  for (const std::size_t first : {2u, 4u, 6u}) {
    const auto part = in_order({windows.begin(), windows.begin() + static_cast<long>(first)});
    for (std::size_t k = 1; k < first; ++k)
      EXPECT_GE(part[k].begin - part[k - 1].begin, of / (3 * first)) << first;
  }
}

TEST(Windows, of_another_round_lie_elsewhere) {
  const auto first = in_order(spread_windows(10'000, 312, 0));
  const auto second = in_order(spread_windows(10'000, 312, 1));
  std::size_t same = 0;
  for (std::size_t k = 0; k < first.size(); ++k) same += first[k].begin == second[k].begin;
  EXPECT_LE(same, 2u);
}

TEST(Windows, warm_up_for_different_times) {
  const auto windows = spread_windows(10'000, 312);
  EXPECT_TRUE(std::ranges::any_of(
      windows, [&](const FrameWindow& w) { return w.warm_up != windows[0].warm_up; }));
}

TEST(Windows, that_would_leave_little_out_become_the_whole) {
  EXPECT_EQ(spread_windows(300, 290), whole_recording(300, 0));
  EXPECT_TRUE(coverage_of(spread_windows(7, 100), 7).is_all());
}

TEST(Windows, the_whole_of_a_short_recording_keeps_frames_to_time) {
  EXPECT_EQ(whole_recording(100, 10),
            (std::vector<FrameWindow>{{.begin = 0, .warm_up = 10, .timed = 90}}));
  EXPECT_EQ(whole_recording(4, 10),
            (std::vector<FrameWindow>{{.begin = 0, .warm_up = 1, .timed = 3}}));
  EXPECT_TRUE(whole_recording(0, 10).empty());
}

}  // namespace windows_test
}  // namespace phasebox
