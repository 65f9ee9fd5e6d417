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

/// A saved session. `image` of each sprite is an index into `images` here, and a scale below 0
/// mirrors the image.
struct SceneDocument {
  std::string scene, broadphase, narrowphase;  ///< registry ids
  std::vector<ParamValue> params{};  ///< parameters of any owner; checked when the scene is opened
  /// The images that the sprites show, and possibly others. A frame of a sprite sheet comes with
  /// all frames of it, in their order.
  std::vector<std::shared_ptr<const Image>> images{};
  std::optional<std::vector<Sprite>> sprites{};  ///< absent: opening makes the sprites of `scene`
  /// of `sprites`, as in World; without these, sprites at rest would sink into each other at first
  std::vector<CachedImpulse> cached_impulses{};
  /// of `sprites`, as in World; without these, sleeping sprites would wake
  std::vector<std::uint8_t> quiet_steps{};
  std::vector<ImageTuning> tuning{};  ///< [images] or fewer: the collision settings of each image
  std::string title{}, note{};        ///< typed by the user; may be empty
  bool paused = false;                ///< whether the session is paused when the scene is opened

  /// Replaces `sprites` by copies of all sprites of the world, and copies the cached impulses and
  /// quiet steps by which its sprites stay at rest. `shown` is the image set of the world's
  /// session. The copied image numbers are still indices into `shown`: the caller fills `images`
  /// and renumbers.
  void take(const World& world, const ImageSet& shown) {
    sprites.emplace();
    for (SpriteId i = 0; i < world.size(); ++i)
      sprites->push_back(out_of_world(world.get(i), shown));
    cached_impulses.assign(world.cached_impulses().begin(), world.cached_impulses().end());
    quiet_steps.assign(world.quiet_steps().begin(), world.quiet_steps().end());
  }
  /// Replaces all sprites of a world by `sprites`, which must be there. `number[k]` is the index of
  /// `images[k]` in `shown`, the image set of the world's session. Mirrored images that `shown`
  /// lacks are added to it.
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
  std::string path;  ///< absolute path; empty: no file
  std::shared_ptr<const SceneDocument> document;
};

}  // namespace phasebox
