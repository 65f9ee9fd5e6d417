// SPDX-License-Identifier: MIT
// The state that the tool "Over time" keeps from frame to frame.
#pragma once
#include "base/geometry.hpp"

namespace phasebox::ui {

/// The user's choice of what is drawn.
struct OverTimeView {
  Axis axis = Axis::x;  ///< axis of the box intervals
};

}  // namespace phasebox::ui
