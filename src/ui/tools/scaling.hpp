// SPDX-License-Identifier: MIT
// The state that the tool "Scaling" keeps from frame to frame.
#pragma once
#include <string>
#include <vector>

namespace phasebox::ui {

/// The user's choices for the next measurement and for how the last one is shown.
struct ScalingChoices {
  float budget = 30;                 ///< s of measuring
  std::string y = "size";            ///< second axis: size, parameter, or kCountAlone
  std::vector<std::string> entries;  ///< ids of broadphases; empty: the default ones
  bool of_race = false;              ///< the race's contestants instead of these
  std::string shown;                 ///< title of the contestant shown; empty: the first
  bool by_tests = false;             ///< box tests instead of times, where only the count varies
};

}  // namespace phasebox::ui
