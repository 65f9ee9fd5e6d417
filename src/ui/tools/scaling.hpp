// SPDX-License-Identifier: MIT
// The state that the tool "Scaling" keeps from frame to frame.
#pragma once
#include <string>
#include <vector>

#include "lab/scaling.hpp"

namespace phasebox::ui {

/// The user's choices for the next measurement and for how the last one is shown.
struct ScalingChoices {
  float budget = 30;  ///< s that the measurement may take
  /// What varies besides the count: "size", the key of a parameter, or kCountAlone for nothing.
  /// With kClumping, the count does not vary.
  std::string y = "size";
  std::vector<std::string> entries;  ///< ids of the broadphases to compare; empty: all contenders
  bool of_race = false;  ///< the contestants of the race are compared instead of `entries`
  std::string shown;  ///< title of the contestant whose map is shown; empty: shown_entry() chooses
  ScalingOf of = ScalingOf::time;  ///< what is shown where only the count or the clumping varies
};

}  // namespace phasebox::ui
