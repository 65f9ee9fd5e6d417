// SPDX-License-Identifier: MIT
// What is asked of the speed of Phasebox: one row for each number, with what measures it.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace phasebox::goals {

/// What one measurement gave.
struct Measured {
  double value = 0;
  std::string detail{};  ///< where it was reached: the worst workload, the peer; may be empty
};

/// One number that is asked for: at most `bar`, or at least.
struct Goal {
  std::string claim;  ///< what is compared with what: "times brute force, 10 boxes"
  double bar = 0;
  std::string_view unit{};  ///< "" for a ratio, "ns", "ms", "bytes"
  bool is_at_least = false;
  std::function<Measured()>
      measure{};  ///< everything in one run, so that a slow machine cancels out
};

/// The goals of one topic; a topic is one file.
struct Topic {
  std::string_view id, title;
  std::vector<Goal> (*goals)();
};

// One line per topic; each is defined at the end of its own file.
#define PHASEBOX_GOAL_TOPICS(X) \
  X(thin_boxes)                 \
  X(static_grids)               \
  X(trees)                      \
  X(threads)                    \
  X(neighbor_list)              \
  X(small_worlds)               \
  X(queries)                    \
  X(segments)                   \
  X(pixels)                     \
  X(auto)                       \
  X(dynamics)

}  // namespace phasebox::goals
