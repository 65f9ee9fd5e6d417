// SPDX-License-Identifier: MIT
// Angles without libm: the same bits on every platform.
#pragma once
#include "base/geometry.hpp"

namespace phasebox {

inline constexpr float kPi = 3.14159265358979323846f;

/// Cosine and sine of an angle: turns +x toward +y (clockwise on screen).
struct Rotation {
  float c = 1, s = 0;
};

/// Rotation by `angle` radians, |angle| <= 64 pi; error below 1e-6, exact at 0.
Rotation rotation(float angle);

/// The same angle in [-pi, pi).
float wrap_angle(float angle);

constexpr Vec2 rotate(Rotation r, Vec2 v) { return {r.c * v.x - r.s * v.y, r.s * v.x + r.c * v.y}; }
constexpr Vec2 rotate_back(Rotation r, Vec2 v) {
  return {r.c * v.x + r.s * v.y, r.c * v.y - r.s * v.x};
}

}  // namespace phasebox
