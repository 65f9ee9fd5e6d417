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

Sprite scene_sprite(const Scene& scene, const SceneContext& context, std::uint32_t i) {
  Random random(context.world.seed, i);
  Sprite sprite = scene.sprite(i, random, context);
  sprite.volume = context.world.volume;
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
