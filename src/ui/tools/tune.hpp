// SPDX-License-Identifier: MIT
// The state that the tool "Tune" keeps from frame to frame.
#pragma once

namespace phasebox::ui {

/// The user's choices for the next search.
struct TuneChoices {
  float budget = 20;  ///< s that the search may take
  int objective = 0;  ///< an Objective as a number: what is minimized
  float times = 1;    ///< the slider "times as many"
  float asked = 1;    ///< the value of `times` that was asked last
};

}  // namespace phasebox::ui
