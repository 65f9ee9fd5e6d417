// SPDX-License-Identifier: MIT
// Ranks the contestants of the live race, explains the ranking, and plots the times.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/sentence.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "lab/race/live_race.hpp"
#include "lab/tune/ranking_table.hpp"
#include "plot/plot.hpp"

namespace phasebox {

enum class RankBy : std::uint8_t { time, box_tests };

/// Indices of the contestants by median time or box tests, the lowest first; then those that have
/// none or share the loop of small frames, and wrong ones last.
std::vector<std::size_t> ranking(const LiveRace& race, RankBy by);

/// The unit of all times in the answer and in the rows: µs while all are below 10 ms, else ms.
TimeUnit time_unit(const LiveRace& race);

/// The number of contestants whose last frame was answered by the loop that small frames share.
std::size_t in_one_loop(const LiveRace& race);
/// The number of contestants, RaceResults, that answer frames of so many boxes by that loop.
template <class Results>
std::size_t in_one_loop(const Results& results, std::size_t boxes) {
  if (boxes > kFewBoxes) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(results, [boxes](const RaceResult& r) {
    return r.contestant.make()->runs_small_frame_loop(boxes);
  }));
}
/// Says that `sharing` of `all` algorithms run one loop: "With up to 64 sprites, all algorithms
/// run the same loop", which is the answer where it is two or more.
Sentence one_loop_text(std::size_t sharing, std::size_t all);
/// Says which loop that is, and what the tests of a traced frame are about.
Sentence one_loop_reason();

/// What answer and reason were last: which contestants were too close to the fastest to rank; which
/// one was compared with which, by index, and which of them has more box tests.
struct LastReason {
  enum class Tests : std::uint8_t { unknown, fewer, alike, more };
  std::vector<std::size_t> level{};  ///< the fastest and those within 10 % of it; empty: not known
  std::size_t first = 0, second = 0;
  Tests tests = Tests::unknown;
};

/// In a few words: "Quadtree: fastest of 5", or where others are within 10 % of the fastest their
/// names and times as the rows have them, "Brute force and Neighbor list: 5.70 to 5.85 µs"; where
/// several share one loop, that. Empty while nothing is timed. One that was within 10 % in `last`,
/// which is updated, counts so until it is beyond, and another one from 5 % on.
Sentence answer(const LiveRace& race, LastReason& last);
inline Sentence answer(const LiveRace& race) {
  LastReason none;
  return answer(race, none);
}

/// Explains which contestant wins and why, by comparing its time, box tests and pairs per sprite
/// with the second one's; or says that nothing is known or that the lead is below 10 %. As long as
/// the same one wins before the same second, it stays with the reason in `last`, which it updates,
/// unless the counts differ from it clearly.
Sentence why(const LiveRace& race, LastReason& last);
inline Sentence why(const LiveRace& race) {
  LastReason none;
  return why(race, none);
}

/// Plots the times, ms, of each contestant over the last 300 frames. The y axis ends at three times
/// the highest median, so that single slow frames do not flatten the rest.
Plot times_plot(const LiveRace& race);

}  // namespace phasebox
