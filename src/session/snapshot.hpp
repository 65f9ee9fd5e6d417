// SPDX-License-Identifier: MIT
// All of a session that its future depends on: one that begins with it goes on like the original.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "session/population.hpp"
#include "world/scene/document.hpp"
#include "world/world.hpp"

namespace phasebox {

/// A value that a scene keeps for when it is chosen again.
struct SceneValue {
  const SceneEntry* scene;
  std::string key;
  double value;
};

/// What undo would bring back, frames that have passed and what the pointer holds are not in it.
struct Snapshot {
  ImageSet images;
  SceneDocument settings;            ///< without images and sprites
  std::vector<SceneValue> scenes{};  ///< of all scenes, where they are not the defaults
  std::vector<ImageTuning> tuning;
  std::vector<ImageMaterial> materials;
  World world;
  std::optional<Playback> playback;
  std::uint64_t steps = 0;
};

}  // namespace phasebox
