// SPDX-License-Identifier: MIT
// Maps space to screen and back, and moves the eye by the pointer.
#include "view/space/orbit_camera.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasebox {
namespace {

constexpr float kDegree = 3.14159265358979f / 180;
constexpr float kTurnPerPx = 0.4f;  // degrees per px of a drag

}  // namespace

std::array<Vec3, 3> OrbitCamera::axes() const {
  const float cy = std::cos(yaw * kDegree), sy = std::sin(yaw * kDegree);
  const float cp = std::cos(pitch * kDegree), sp = std::sin(pitch * kDegree);
  const Vec3 right{cy, 0, -sy}, into{-sy * cp, -sp, -cy * cp};
  return {right, cross(right, into), into};
}

float OrbitCamera::focal() const {
  const Vec2 size = extent(viewport);
  return std::max(std::min(size.x, size.y), 1.0f) / 2 / std::tan(kFieldOfView / 2 * kDegree);
}

std::array<float, 16> OrbitCamera::matrix() const {
  const auto [right, up, into] = axes();
  const Vec3 e = eye();
  const Vec2 size = extent(viewport);
  const float sx = 2 * focal() / std::max(size.x, 1.0f), sy = 2 * focal() / std::max(size.y, 1.0f);
  const float n = near_plane(), f = far_plane();
  const float a = (f + n) / (f - n), b = -2 * f * n / (f - n);
  const float er = -dot(e, right), eu = -dot(e, up), ei = -dot(e, into);
  return {right.x * sx, up.x * sy, into.x * a, into.x, right.y * sx, up.y * sy, into.y * a, into.y,
          right.z * sx, up.z * sy, into.z * a, into.z, er * sx,      eu * sy,   ei * a + b, ei};
}

std::optional<Vec2> OrbitCamera::to_screen(Vec3 p) const {
  const auto [right, up, into] = axes();
  const Vec3 d = p - eye();
  const float away = dot(d, into);
  if (!(away >= near_plane())) return {};
  return center(viewport) + Vec2{dot(d, right), -dot(d, up)} * (focal() / away);
}

void OrbitCamera::orbit(Vec2 screen_delta) {
  yaw = std::remainder(yaw - screen_delta.x * kTurnPerPx, 360.0f);
  pitch = std::clamp(pitch + screen_delta.y * kTurnPerPx, kMinPitch, kMaxPitch);
}

void OrbitCamera::pan(Vec2 screen_delta) {
  // At a flat pitch a px upwards is a long way over the ground. The bound of the pitch's sine keeps
  // a small drag from moving the target far away.
  constexpr float kFlattest = 0.25f;
  const float cy = std::cos(yaw * kDegree), sy = std::sin(yaw * kDegree);
  const float unit = distance / focal();
  const float across = -screen_delta.x * unit;
  const float ahead = screen_delta.y * unit / std::max(std::sin(pitch * kDegree), kFlattest);
  target.x = std::clamp(target.x + cy * across - sy * ahead, -kReach, kReach);
  target.z = std::clamp(target.z - sy * across - cy * ahead, -kReach, kReach);
}

void OrbitCamera::zoom_at(Vec2 screen, float factor) {
  const Ray look = ray(screen);
  Vec3 fixed = target;
  if (look.along.y < 0) {
    const float t = -look.from.y / look.along.y;
    if (t < 4 * distance) fixed = look.at(t);
  }
  const float wanted = std::clamp(distance / factor, kMinDistance, kMaxDistance);
  const float part = wanted / distance;
  const Vec3 to = fixed + (target - fixed) * part;
  target = {std::clamp(to.x, -kReach, kReach), to.y, std::clamp(to.z, -kReach, kReach)};
  distance = wanted;
}

// Centers the field in the pane and sets the distance at which it fits, with things up to `height`
// units above it. Both steps are repeated, because each changes what the other needs. A pane
// without room keeps a distance of twice the field's longer side.
void OrbitCamera::fit(const Ground& ground, float height) {
  constexpr float kFilled = 0.96f;  // share of the pane's width and height that the field may take
  target = {};
  distance = 2 * static_cast<float>(Ground::kSide);
  const Vec2 room = extent(viewport) * kFilled;
  if (!(room.x > 1 && room.y > 1)) return;
  for (int k = 0; k < 12; ++k) {
    constexpr float kFar = std::numeric_limits<float>::max();
    Aabb seen{{kFar, kFar}, {-kFar, -kFar}};
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 p{corner & 1 ? ground.half.x : -ground.half.x, corner & 2 ? height : 0,
                   corner & 4 ? ground.half.y : -ground.half.y};
      if (const auto at = to_screen(p)) seen = united(seen, {*at, *at});
    }
    const Vec2 size = extent(seen);
    pan(center(viewport) - center(seen));
    const float scale = std::max({size.x / room.x, size.y / room.y, 0.1f});
    distance = std::clamp(distance * scale, kMinDistance, kMaxDistance);
  }
}

}  // namespace phasebox
