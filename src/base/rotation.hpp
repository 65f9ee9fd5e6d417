// SPDX-License-Identifier: MIT
// Angles without the sine and cosine of libm: results have the same bits on every platform.
#pragma once
#include <cmath>

#include "base/geometry.hpp"

namespace phasebox {

inline constexpr float kPi = 3.14159265358979323846f;

/// The cosine `c` and sine `s` of an angle. A positive angle turns +x toward +y, which is clockwise
/// on the screen.
struct Rotation {
  float c = 1, s = 0;
};

/// The rotation by `angle` radians, |angle| <= 64 pi. The error of c and s is below 1e-6, and 0 at
/// angle 0.
Rotation rotation(float angle);

/// The angle, radians, moved into [-pi, pi) by whole turns.
float wrap_angle(float angle);

constexpr Vec2 rotate(Rotation r, Vec2 v) { return {r.c * v.x - r.s * v.y, r.s * v.x + r.c * v.y}; }
/// Undoes `rotate`.
constexpr Vec2 rotate_back(Rotation r, Vec2 v) {
  return {r.c * v.x + r.s * v.y, r.c * v.y - r.s * v.x};
}

/// A point or vector in double precision, where the rounding of floats would matter.
struct Vec2d {
  double x = 0, y = 0;

  constexpr bool operator==(const Vec2d&) const = default;
  constexpr Vec2d& operator+=(Vec2d o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  constexpr Vec2d& operator-=(Vec2d o) {
    x -= o.x;
    y -= o.y;
    return *this;
  }
};
constexpr Vec2d operator+(Vec2d a, Vec2d b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2d operator-(Vec2d a, Vec2d b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2d operator-(Vec2d a) { return {-a.x, -a.y}; }
constexpr Vec2d operator*(Vec2d a, double k) { return {a.x * k, a.y * k}; }
constexpr double dot(Vec2d a, Vec2d b) { return a.x * b.x + a.y * b.y; }
constexpr double cross(Vec2d a, Vec2d b) { return a.x * b.y - a.y * b.x; }
inline double length(Vec2d a) { return std::sqrt(dot(a, a)); }
/// The vector turned by a quarter turn, in the direction from +x toward +y.
constexpr Vec2d turned(Vec2d a) { return {-a.y, a.x}; }
constexpr Vec2d widened(Vec2 a) { return {static_cast<double>(a.x), static_cast<double>(a.y)}; }
constexpr Vec2 narrowed(Vec2d a) { return {static_cast<float>(a.x), static_cast<float>(a.y)}; }
constexpr Vec2d rotated(Rotation r, Vec2d v) {
  const double c = static_cast<double>(r.c), s = static_cast<double>(r.s);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

}  // namespace phasebox
