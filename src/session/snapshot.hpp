// SPDX-License-Identifier: MIT
// States of a session as values, from which it can go on.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collide/image.hpp"
#include "session/playback.hpp"
#include "world/scene/document.hpp"
#include "world/scene/scene.hpp"
#include "world/world.hpp"

namespace phasebox {

/// The parts of a session that some commands replace as a whole and undo restores.
struct WholeState {
  SceneDocument settings;  ///< without images and sprites
  World world;
  std::optional<Playback> playback;
};

/// A parameter of a scene that is not at its default. The scene keeps it for when it is chosen
/// again.
struct SceneValue {
  const SceneEntry* scene;
  std::string key;
  double value;
};

/// Everything that later steps depend on. The undo history, past frames and the pointer's hold are
/// not part of it.
struct Snapshot {
  ImageSet images;
  WholeState state;
  std::uint64_t steps = 0;
  std::vector<SceneValue> scenes{};  ///< all values of all scenes that are not the defaults
};

}  // namespace phasebox
