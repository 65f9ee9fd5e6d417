// SPDX-License-Identifier: MIT
// Everything that a scene file holds, as plain data.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collide/image.hpp"
#include "world/dynamics/options.hpp"
#include "world/param_owner.hpp"
#include "world/world.hpp"

namespace phasebox {

/// A saved session. Image numbers of the sprites count in `images`.
struct SceneDocument {
  std::string scene, broadphase, narrowphase;        ///< registry ids
  std::vector<ParamValue> params;                    ///< of any owner, checked when it is opened
  std::vector<std::shared_ptr<const Image>> images;  ///< all that the sprites show
  std::optional<std::vector<Sprite>> sprites;        ///< absent: the scene's own
  std::vector<CachedImpulse> cached_impulses{};      ///< of those sprites
  std::vector<std::uint8_t> quiet_steps{};           ///< of those sprites, as in World
  std::vector<ImageTuning> tuning{};                 ///< [images] or fewer
  std::vector<ImageMaterial> materials{};            ///< [images] or fewer
};

/// A saved session and where it is saved.
struct SceneFile {
  std::string path;  ///< absolute; empty: no file
  std::shared_ptr<const SceneDocument> document;
};

}  // namespace phasebox
