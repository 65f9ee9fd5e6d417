// SPDX-License-Identifier: MIT
// Makes the sprites and finds the places that scenes share.
#include "world/scene/placing.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace phasebox {
namespace {

std::uint16_t image_named(const ImageSet& images, std::string_view name) {
  const int found = images.find(name);
  assert(found >= 0 && "a scene names an image that the session was not given");
  return static_cast<std::uint16_t>(std::max(found, 0));
}

}  // namespace

Vec2 scale_to(const Image& image, float size) {
  const float factor = size / static_cast<float>(std::max(image.width, image.height));
  return {factor, factor};
}

Sprite drifting(const SceneParams& p, const SceneContext& context, std::string_view image,
                Vec2 place, Random& random) {
  // `uniform` accepts its limits in either order, so a minimum above the maximum does no harm.
  const float size = random.uniform(p.min_size, p.max_size);
  const float speed = random.uniform(p.min_speed, p.max_speed);
  Sprite sprite;
  sprite.position = place;
  sprite.velocity = random.direction() * speed;
  sprite.spin = random.uniform(-p.max_spin, p.max_spin);
  sprite.angle = p.max_spin > 0 ? random.uniform(-kPi, kPi) : 0;
  sprite.image = image_named(context.images, image);
  sprite.scale = scale_to(context.images[sprite.image], size);
  return sprite;
}

Sprite boxed(const SceneParams& p, const SceneContext& context, std::string_view image, Vec2 center,
             Vec2 size, Random& random) {
  const auto speed = [&] {
    const float s = random.uniform(p.min_speed, p.max_speed);
    return random.next() & 1 ? s : -s;
  };
  Sprite sprite;
  sprite.image = image_named(context.images, image);
  const Aabb opaque = context.images[sprite.image].opaque;
  const Vec2 around = extent(opaque);
  sprite.scale = {size.x / around.x, size.y / around.y};
  sprite.position = center - phasebox::center(opaque) * sprite.scale;
  sprite.velocity.x = speed();
  sprite.velocity.y = speed();
  return sprite;
}

Sprite static_sprite(const ImageSet& images, std::string_view image, Vec2 place, Vec2 size) {
  Sprite sprite;
  sprite.image = image_named(images, image);
  const Image& shown = images[sprite.image];
  sprite.position = place;
  sprite.scale = {size.x / static_cast<float>(shown.width),
                  size.y / static_cast<float>(shown.height)};
  sprite.is_static = true;
  return sprite;
}

Sprite circle_on_grid(const SceneParams& p, const SceneContext& context, Vec2 center,
                      Random& random) {
  const float grid = context.world.snap_size;
  const float size = std::max(1.0f, std::round(random.uniform(p.min_size, p.max_size) / grid));
  return boxed(p, context, "circle", center, {size * grid, size * grid}, random);
}

Vec2 random_size(const SceneParams& p, Random& random) {
  const float width = random.uniform(p.min_size, p.max_size);
  return {width, random.uniform(p.min_size, p.max_size)};
}

std::vector<SceneSetting> workload_field(double area, double aspect) {
  const double width = std::sqrt(area * aspect);
  return {{Owner::world(), "width", width},
          {Owner::world(), "height", width / aspect},
          {Owner::world(), "edges", Edges::center}};
}

Vec2 point_in_field(const WorldOptions& world, float margin, Random& random) {
  const float dx = std::min(margin, world.width / 2), dy = std::min(margin, world.height / 2);
  const float x = random.uniform(dx, world.width - dx);
  return {x, random.uniform(dy, world.height - dy)};
}

std::uint32_t cells_along(float side, float cell) {
  return static_cast<std::uint32_t>(std::max(1.0f, std::floor(side / cell)));
}

Vec2 lattice_point(const WorldOptions& world, float cell, std::uint32_t i) {
  const std::uint32_t columns = cells_along(world.width, cell);
  const std::uint32_t rows = cells_along(world.height, cell);
  const std::uint32_t layer = i / (columns * rows), row = i / columns % rows;
  // Layer k is shifted by the fraction of k times the golden ratio, so that no two layers coincide.
  const float shift = static_cast<float>(layer) * 0.618034f;
  const float aside = (shift - std::floor(shift)) * cell;
  return {static_cast<float>(i % columns) * cell + aside, static_cast<float>(row) * cell + aside};
}

}  // namespace phasebox
