// SPDX-License-Identifier: MIT
// Points and directions of the 3D view: +x right and +z down in the field, +y up from it.
#pragma once
#include <cmath>

namespace phasebox {

/// A point or vector of the space, in its units (space/ground.hpp).
struct Vec3 {
  float x = 0, y = 0, z = 0;
  constexpr bool operator==(const Vec3&) const = default;
};
constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator*(Vec3 a, float k) { return {a.x * k, a.y * k, a.z * k}; }
constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(Vec3 a) { return std::sqrt(dot(a, a)); }

/// A half-line: `from + along * t`, t >= 0.
struct Ray {
  Vec3 from, along;
  constexpr Vec3 at(float t) const { return from + along * t; }
};

}  // namespace phasebox
