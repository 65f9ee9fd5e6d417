// SPDX-License-Identifier: MIT
// Places and snap.
#include "world/transform.hpp"

#include <algorithm>
#include <cmath>

namespace phasebox {
namespace {

float snap_offset(float low_edge, float grid) {
  return std::round(low_edge / grid) * grid - low_edge;
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
      const Vec2 by{snap_offset(box.min.x, options.snap_size),
                    snap_offset(box.min.y, options.snap_size)};
      transform.position += by;
      // Rounded edges: equal images at equal angles must have exactly equal boundaries.
      box = {box.min + by, box.max + by};
    }
    transforms[i] = transform;
    boxes[i] = box;
  }
}

}  // namespace phasebox
