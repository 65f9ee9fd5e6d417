// SPDX-License-Identifier: MIT
// What a session is made of, and what follows in all parts when one of them changes.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "session/motion_source.hpp"
#include "session/past_frames.hpp"
#include "session/pipeline.hpp"
#include "session/settings.hpp"
#include "world/scene/document.hpp"
#include "world/world.hpp"

namespace phasebox {

/// The pointer's hold on a sprite.
struct Hold {
  SpriteId id = 0;
  Sprite before;  ///< the sprite as it was
  Vec2 grip;      ///< px, where it is held: from its position, before turning
  Vec2 offset;    ///< px, the same in the world, when it was taken
  Vec2 target;    ///< px, where that point is pulled to, while sprites push each other
};

/// Which state of the sprites is there, and which one would not be missed. Numbers are never given
/// twice, so undo comes back to the number that a state had before.
struct Revision {
  std::uint64_t now = 0;    ///< another one whenever sprites are changed by hand
  std::uint64_t saved = 0;  ///< in a file, or as a scene made them
  std::uint64_t last = 0;   ///< given so far

  void edited() { now = ++last; }
  void begun() { now = saved = ++last; }
};

/// What commands replace as a whole, and undo brings back.
struct WholeState {
  SceneDocument settings;  ///< without images and sprites
  World world;
  std::optional<Playback> playback;
};

/// Commands change it, a session runs it.
struct SessionState {
  explicit SessionState(ImageSet known_images);

  ImageSet images;
  World world;
  Settings settings;
  Pipeline pipeline;
  Simulation simulation;
  std::optional<Playback> playback;  ///< plays in place of the simulation
  SceneFile file;                    ///< that sprites and settings came from or were saved to
  Revision revision;
  std::optional<Hold> held;
  PastFrames past;
  std::uint64_t steps = 0;
  std::uint64_t population_changes = 0;  ///< sprites inserted, removed or replaced so far
  std::uint64_t changes = 0;             ///< commands carried out

  MotionSource& motion() { return playback ? static_cast<MotionSource&>(*playback) : simulation; }
  const MotionSource& motion() const {
    return playback ? static_cast<const MotionSource&>(*playback) : simulation;
  }
  Frame frame() const {
    Frame f = pipeline.frame(world, images);
    f.step = steps;
    f.tuning = settings.tuning;
    return f;
  }

  WholeState whole() const { return {settings.document(), world, playback}; }
  /// Puts all of it in place of what is there; ids and values have been checked.
  void adopt(WholeState);

  /// One step without looking for pairs.
  void advance(PhaseTimes&);
  /// Boxes if they are stale, pairs and contacts.
  void detect(PhaseTimes&);

  /// Boxes of the sprites as they stand now.
  void place() { pipeline.place(motion(), world, images, settings.world); }
  /// The scene's sprites from its start, in place of these.
  void load_scene();
  SceneContext scene_context() const;
  /// Goes to a frame of the recording that plays.
  void show_frame(std::size_t frame);
  /// The narrowphase that a recording had set goes with it, unless another one was chosen.
  void end_playback();
  /// A sprite was inserted or removed.
  void note(Edit edit);
  /// Nothing that an algorithm kept is valid now.
  void forget_frames();
  /// Old pairs may name sprites that are gone.
  void population_changed();
};

/// A value that a scene keeps for when it is chosen again.
struct SceneValue {
  const SceneEntry* scene;
  std::string key;
  double value;
};

/// All that the future of a session depends on. The undo history, past frames and what the pointer
/// holds are not in it.
struct Snapshot {
  ImageSet images;
  WholeState state;
  std::uint64_t steps = 0;
  std::vector<SceneValue> scenes{};  ///< of all scenes, where they are not the defaults
};

}  // namespace phasebox
