// SPDX-License-Identifier: MIT
// Fills worlds with the sprites of scenes.
#include "world/scene/scene.hpp"

#include <algorithm>

namespace phasebox {

std::uint32_t Scene::count() {
  const ParamView view = params();
  return static_cast<std::uint32_t>(find_param(view.rows, "count")->get(view.object));
}

void Scene::set_count(std::uint32_t n) {
  const ParamView view = params();
  find_param(view.rows, "count")->set(view.object, n);
}

void end_setting(const ParamView& rows, const SceneSetting& setting) {
  const Param& row = *find_param(rows.rows, setting.key);
  if (row.get(rows.object) == setting.value) row.set(rows.object, row.init);
}

namespace {

// The heap lies in the middle of the field, and the standard deviation of its sprites is a tenth of
// the field's shorter side. Where the field grows with the number of sprites, as for workloads, the
// pairs per sprite stay the same.
Vec2 place_in_heap(const WorldOptions& world, Random& random) {
  const float spread = std::min(world.width, world.height) / 10;
  const float x = world.width / 2 + random.normal() * spread;
  return {x, world.height / 2 + random.normal() * spread};
}

}  // namespace

Sprite scene_sprite(const Scene& scene, const SceneContext& context, std::uint32_t i,
                    std::uint64_t birth) {
  // Streams of births begin where no scene has streams of its own: kFirstBirth << 20.
  constexpr std::uint64_t kFirstBirth = std::uint64_t{1} << 22;
  Random random(context.world.seed, birth == 0 ? i : i + ((kFirstBirth + birth) << 20));
  Sprite sprite = scene.sprite(i, random, context);
  sprite.volume = context.world.volume;
  if (const float share = scene.clumping(); share > 0 && !sprite.is_static)
    sprite.position += (place_in_heap(context.world, random) - sprite.position) * share;
  return sprite;
}

void populate(const Scene& scene, const SceneContext& context, World& world) {
  world.reserve(context.count);
  for (std::uint32_t i = 0; i < context.count; ++i) world.add(scene_sprite(scene, context, i));
}

ScenePicture scene_picture(const SceneEntry& entry, const ImageSet& images) {
  constexpr std::uint32_t kMaxSprites = 150;
  const auto scene = entry.make();
  WorldOptions world;
  for (const SceneSetting& setting : entry.settings) {
    const ParamView own = scene->params();
    if (setting.owner == Owner::world())
      if (const Param* row = find_param(kWorldRows, setting.key)) row->set(&world, setting.value);
    if (setting.owner == Owner::scene())
      if (const Param* row = find_param(own.rows, setting.key)) row->set(own.object, setting.value);
  }
  const std::uint32_t count = scene->count();
  const std::uint32_t stride = std::max(1u, (count + kMaxSprites - 1) / kMaxSprites);
  const SceneContext context{images, world, count};
  ScenePicture picture{{world.width, world.height}, {}};
  for (std::uint32_t i = 0; i < count; i += stride)
    picture.sprites.push_back(scene_sprite(*scene, context, i));
  return picture;
}

}  // namespace phasebox
