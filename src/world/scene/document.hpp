// SPDX-License-Identifier: MIT
// Everything that a scene file holds, as plain data.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "world/dynamics/options.hpp"
#include "world/param_owner.hpp"
#include "world/world.hpp"

namespace phasebox {

/// A saved session. Image numbers of the sprites count in `images`; scales may be below 0.
struct SceneDocument {
  std::string scene, broadphase, narrowphase;  ///< registry ids
  std::vector<ParamValue> params{};            ///< of any owner, checked when it is opened
  /// All images that the sprites show. The frames of a sheet are in a row.
  std::vector<std::shared_ptr<const Image>> images{};
  std::optional<std::vector<Sprite>> sprites{};  ///< absent: the scene's own
  std::vector<CachedImpulse> cached_impulses{};  ///< of those sprites
  std::vector<std::uint8_t> quiet_steps{};       ///< of those sprites, as in World
  std::vector<ImageTuning> tuning{};             ///< [images] or fewer, as in Frame
  std::string title{}, note{};                   ///< by the author, or empty
  bool paused = false;  ///< whether the session is paused when the scene is opened

  /// Copies the sprites of a world whose images are `shown`, with what carries them at rest.
  void take(const World& world, const ImageSet& shown) {
    sprites.emplace();
    for (SpriteId i = 0; i < world.size(); ++i)
      sprites->push_back(out_of_world(world.get(i), shown));
    cached_impulses.assign(world.cached_impulses().begin(), world.cached_impulses().end());
    quiet_steps.assign(world.quiet_steps().begin(), world.quiet_steps().end());
  }
  /// Replaces the sprites of a world by these. `number[k]` is the world's number of image k.
  void put(World& world, ImageSet& shown, std::span<const std::uint16_t> number) const {
    world.clear();
    world.reserve(sprites->size());
    for (Sprite sprite : *sprites) {
      sprite.image = number[sprite.image];
      world.add(into_world(sprite, shown));
    }
    world.set_cached_impulses(cached_impulses);
    world.set_quiet_steps(quiet_steps);
  }
};

/// A saved session and the file that holds it.
struct SceneFile {
  std::string path;  ///< absolute; empty: no file
  std::shared_ptr<const SceneDocument> document;
};

}  // namespace phasebox
