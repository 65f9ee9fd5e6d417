// SPDX-License-Identifier: MIT
// States of a session as values, from which it can be restored.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "collide/image.hpp"
#include "session/playback.hpp"
#include "session/settings.hpp"
#include "world/scene/document.hpp"
#include "world/world.hpp"

namespace phasebox {

/// The parts of a session that some commands replace as a whole and undo restores.
struct WholeState {
  SceneDocument settings;  ///< without images and sprites
  World world;
  std::optional<Playback> playback;  ///< none: a scene runs
  std::vector<SceneValue> scenes{};  ///< of all scenes, chosen or not
};

/// A state of a session from which later steps are the same as in the original, if the pointer
/// holds no sprite. The undo history, past frames and the pointer's hold are not part of it.
struct Snapshot {
  ImageSet images;
  WholeState state;
  std::uint64_t steps = 0;
};

}  // namespace phasebox
