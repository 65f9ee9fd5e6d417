// SPDX-License-Identifier: MIT
// Races for goals: a workload with a count and a motion, and how long each algorithm takes for it.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/statistics.hpp"
#include "bench/recording.hpp"

namespace phasebox::goals {

/// Ends the program: a time of a wrong answer is none.
[[noreturn]] void give_up(const std::string& why);

/// ns that this thread has worked.
double worked();

/// The first frames of a workload.
Recording recorded(std::string_view scene, std::uint32_t count, std::uint32_t frames);

/// A race to be run.
struct Course {
  std::string scene = "uniform";
  std::uint32_t count = 10'000;
  Motion motion = Motion::normal;
  std::uint32_t frames = 60;   ///< timed ones
  std::uint32_t warm_up = 10;  ///< frames before those
  unsigned threads = 1;
  bool is_checked = true;  ///< whether the pairs of all frames are compared with the truth first

  /// "uniform, 10,000 boxes, normal".
  std::string name() const;
};

/// What a contestant took; ms per frame.
struct Lap {
  std::string id;
  Summary ms;
  double bytes = 0;  ///< kept per box beyond boxes and pairs
};

/// The laps of the named entries (ours or peers), in that order. A wrong pair set ends the program:
/// a time of a wrong answer is none. Contestants take turns frame by frame.
std::vector<Lap> race(const Course&, std::span<const std::string_view> ids);
std::vector<Lap> race(const Course&, std::initializer_list<std::string_view> ids);

/// The lap with the least mean.
const Lap& fastest(std::span<const Lap> laps);

/// The workloads of the bench, and the counts of small and large worlds.
inline constexpr std::string_view kWorkloads[]{"uniform", "sparse", "clusters", "line",
                                               "mixed",   "thin",   "ratio"};

}  // namespace phasebox::goals
