// SPDX-License-Identifier: MIT
// The bounds of a sprite's numbers, applied to a whole sprite.
#include "world/sprite_bounds.hpp"

namespace phasebox {
namespace {

Status check(const Bound& bound, float value) {
  const std::string rule = bound.broken_by(value);
  if (rule.empty()) return {};
  return Error{std::string(bound.key) + ": " + rule};
}

Status check(const Bound& bound, Vec2 value) {
  if (auto error = check(bound, value.x)) return error;
  return check(bound, value.y);
}

}  // namespace

Status check_sprite(const Sprite& s) {
  if (auto error = check(kPositionBound, s.position)) return error;
  if (auto error = check(kVelocityBound, s.velocity)) return error;
  if (auto error = check(kAngleBound, s.angle)) return error;
  if (auto error = check(kSpinBound, s.spin)) return error;
  return check(kScaleBound, s.scale);
}

}  // namespace phasebox
