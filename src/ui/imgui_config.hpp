// SPDX-License-Identifier: MIT
// The configuration that Dear ImGui includes before it declares its types (IMGUI_USER_CONFIG). It
// lets ImVec2 and Vec2 convert to each other implicitly.
#pragma once
#include "base/geometry.hpp"

#define IM_VEC2_CLASS_EXTRA                              \
  constexpr ImVec2(phasebox::Vec2 v) : x(v.x), y(v.y) {} \
  constexpr operator phasebox::Vec2() const { return {x, y}; }
