// SPDX-License-Identifier: MIT
// What Dear ImGui includes before it declares its own types: its vectors and ours are one.
#pragma once
#include "base/geometry.hpp"

#define IM_VEC2_CLASS_EXTRA                              \
  constexpr ImVec2(phasebox::Vec2 v) : x(v.x), y(v.y) {} \
  constexpr operator phasebox::Vec2() const { return {x, y}; }
