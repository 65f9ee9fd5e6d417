// SPDX-License-Identifier: MIT
// The state that the tool "Over time" keeps from frame to frame.
#pragma once
#include "base/geometry.hpp"

namespace phasebox::ui {

/// The user's choice of the curves that are drawn.
struct OverTimeView {
  Axis axis = Axis::x;  ///< axis along which the boxes' intervals are drawn
};

}  // namespace phasebox::ui
