// SPDX-License-Identifier: MIT
// The state of a session: its parts, and what follows for the others when one changes.
#pragma once
#include <cstdint>
#include <optional>
#include <utility>

#include "collide/frame.hpp"
#include "collide/image.hpp"
#include "session/past_frames.hpp"
#include "session/pipeline.hpp"
#include "session/playback.hpp"
#include "session/settings.hpp"
#include "session/simulation.hpp"
#include "session/snapshot.hpp"
#include "world/scene/document.hpp"
#include "world/world.hpp"

namespace phasebox {

/// The pointer's hold on a sprite.
struct Hold {
  SpriteId id = 0;
  Sprite before;  ///< the sprite as it was
  Vec2 grip;      ///< px from its position to the held point, before turning
  Vec2 offset;    ///< px from its position to the held point in the world, when it was taken
  Vec2 target;    ///< world px, to which the held point is pulled while sprites push each other
};

/// Numbers the states of the sprites, to tell whether the present one is saved. A number is never
/// given twice, and undo restores that of the older state.
struct Revision {
  std::uint64_t now = 0;    ///< number of the present state; a user edit gives it a new one
  std::uint64_t saved = 0;  ///< number of the state in a file, or as the scene made it
  std::uint64_t last = 0;   ///< last number given

  void edited() { now = ++last; }
  void begun() { now = saved = ++last; }
};

/// All state of a session but the undo history. Commands change it, steps advance it.
struct SessionState {
  explicit SessionState(ImageSet known_images) : images(std::move(known_images)) { load_scene(); }

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

  Frame frame() const {
    Frame f = pipeline.frame(world, images);
    f.step = steps;
    f.tuning = settings.tuning;
    return f;
  }

  WholeState whole() const { return {settings.document(), world, playback}; }
  /// Replaces the present state by `from`, whose ids and values have been checked.
  void adopt(WholeState from) {
    settings.adopt(from.settings);
    world = std::move(from.world);
    playback = std::move(from.playback);
    pipeline.forget_algorithms();
  }

  /// Makes one step without detection: boxes and pairs are stale afterwards.
  void advance(PhaseTimes&);
  /// Computes boxes if they are stale, then finds pairs and contacts.
  void detect(PhaseTimes& times) {
    PhaseTimer timer;
    if (!pipeline.is_placed()) place();
    timer.lap(times.move);
    pipeline.detect(frame(), settings, times);
  }

  /// Computes the boxes of the sprites as they stand now.
  void place() {
    // Recorded boxes are taken as they are: position and scale would round them.
    if (playback)
      pipeline.place(world, playback->recording.boxes(), playback->recording.rule());
    else
      pipeline.place(world, images, settings.world);
  }
  /// Replaces the sprites by those with which the scene starts, at step 0.
  void load_scene();
  SceneContext scene_context() const {
    return {images, settings.world, settings.scene.instance().count()};
  }
  /// Goes to a frame of the recording that plays.
  void show_frame(std::size_t frame) {
    for (const Edit& edit : playback->recording.show(frame, world)) note(edit);
  }
  /// Ends the recording that plays, if any. The narrowphase from before it is chosen again, unless
  /// the user has chosen another one.
  void end_playback() {
    if (!playback) return;
    if (playback->narrowphase_before) settings.narrowphase.select(*playback->narrowphase_before);
    pipeline.forget_algorithms();
    playback.reset();
  }
  /// Notes that a sprite was inserted or removed, for the algorithms.
  void note(Edit edit) {
    ++population_changes;
    pipeline.note(edit, world.size());
    simulation.forget();
  }
  /// Resets all algorithms before the next frame: nothing that they kept is valid now.
  void forget_frames() {
    ++population_changes;
    pipeline.forget_frames();
    simulation.forget();
  }
  /// Drops the pairs, which may name sprites that are gone, and computes the boxes.
  void population_changed() {
    pipeline.clear_pairs();
    place();
  }
};

}  // namespace phasebox
