// SPDX-License-Identifier: MIT
// The state that the tool "Tune" keeps from frame to frame.
#pragma once

namespace phasebox::ui {

/// The user's choices for the next search.
struct TuneChoices {
  float budget = 20;  ///< s of measuring
  int objective = 0;  ///< index of an Objective
};

}  // namespace phasebox::ui
