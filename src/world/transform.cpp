// SPDX-License-Identifier: MIT
// Places and snap.
#include "world/transform.hpp"

#include <algorithm>
#include <cmath>

namespace phasebox {
namespace {

// Sizes are rounded too: boundaries of boxes whose sizes are multiples of the grid coincide to the
// bit, whatever factor scales their images.
constexpr float kFinest = 1.0f / 256;  // px

float to_multiple(float value, float step) { return std::round(value / step) * step; }

Aabb snapped(const Aabb& box, float grid) {
  const Vec2 size = extent(box);
  const Vec2 corner{to_multiple(box.min.x, grid), to_multiple(box.min.y, grid)};
  return {corner, corner + Vec2{to_multiple(size.x, kFinest), to_multiple(size.y, kFinest)}};
}

// The bounds of a sprite's numbers, applied to a whole sprite.

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

Frame frame_of(const World& world, const ImageSet& images, std::span<const Transform> transforms,
               std::span<const Aabb> boxes) {
  Frame f;
  f.boxes = boxes;
  f.transforms = transforms;
  f.scales = world.scales();
  f.image_of = world.images();
  f.volumes = world.volumes();
  f.images = &images;
  return f;
}

void place_sprites(const World& world, const ImageSet& images, const WorldOptions& options,
                   std::span<Transform> transforms, std::span<Aabb> boxes) {
  for (std::size_t i = 0; i < world.size(); ++i) {
    Transform transform{world.positions()[i], rotation(world.angles()[i])};
    const Aabb local = volume_box(images[world.images()[i]], world.volumes()[i], transform.rotation,
                                  world.scales()[i]);
    Aabb box = translated(local, transform.position);
    if (options.snap) {
      const Aabb moved = snapped(box, options.snap_size);
      transform.position += moved.min - box.min;
      box = moved;
    }
    transforms[i] = transform;
    boxes[i] = box;
  }
}

Status check_sprite(const Sprite& s) {
  if (auto error = check(kPositionBound, s.position)) return error;
  if (auto error = check(kVelocityBound, s.velocity)) return error;
  if (auto error = check(kAngleBound, s.angle)) return error;
  if (auto error = check(kSpinBound, s.spin)) return error;
  return check(kScaleBound, s.scale);
}

}  // namespace phasebox
