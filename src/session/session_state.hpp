// SPDX-License-Identifier: MIT
// The state of a session, and what has to follow when a part of it changes.
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
  Sprite before;  ///< the sprite when it was taken
  Vec2 grip;      ///< from its position to the held point, in its own axes, px
  Vec2 offset;    ///< from its position to the held point when it was taken, world px
  Vec2 target;    ///< world px to which dynamics pulls the held point, if it moves the sprites
};

/// Numbers the states of the sprites and settings, to know whether the present one is saved. A new
/// number is never given twice; undo restores the number of the older state.
struct Revision {
  std::uint64_t now = 0;    ///< number of the present state; a user edit gives it a new one
  std::uint64_t saved = 0;  ///< number of the state in a file, or as the scene made it
  std::uint64_t last = 0;   ///< last number given

  void edited() { now = ++last; }         ///< the user has edited: there is something to save
  void begun() { now = saved = ++last; }  ///< all was replaced: there is nothing to save
};

/// All state of a session but the undo history. Commands change it, steps advance it.
struct SessionState {
  explicit SessionState(ImageSet known_images) : images(std::move(known_images)) { load_scene(); }

  ImageSet images;
  World world;
  Settings settings;
  Pipeline pipeline;
  Simulation simulation;
  std::optional<Playback> playback;  ///< plays in place of the simulation, if any
  SceneFile file;                    ///< sprites and settings came from it or were saved to it
  Revision revision;
  std::optional<Hold> held;  ///< none: the pointer holds no sprite
  PastFrames past;
  std::uint64_t steps = 0;               ///< since the scene or recording started
  std::uint64_t population_changes = 0;  ///< as PopulationChanges::count
  std::uint64_t changes = 0;             ///< as Session::changes

  Frame frame() const {
    Frame f = pipeline.frame(world, images);
    f.step = steps;
    f.tuning = settings.tuning;
    return f;
  }

  /// A copy of the parts that some commands replace as a whole.
  WholeState whole() const {
    return {settings.document(), world, playback, settings.scene_values()};
  }
  /// Replaces those parts by `from`, whose ids and values have been checked.
  void adopt(WholeState from) {
    settings.set_scene_values(from.scenes);
    settings.adopt(from.settings);
    world = std::move(from.world);
    playback = std::move(from.playback);
    pipeline.forget_algorithms();
  }

  /// Makes one step without detection, or shows the next frame of a recording. Boxes and pairs are
  /// stale afterwards. Adds the times of the phases.
  void advance(PhaseTimes&);
  /// Computes boxes if they are stale, then finds pairs and contacts. Adds the times of the phases.
  void detect(PhaseTimes& times) {
    PhaseTimer timer;
    if (!pipeline.is_placed()) place();
    timer.lap(times.move);
    pipeline.detect(frame(), settings, times);
  }

  /// Computes the boxes of the present sprites.
  void place() {
    // Recorded boxes are taken as they are, because computing them from position and scale would
    // round them.
    if (playback)
      pipeline.place(world, playback->recording.boxes(), playback->recording.rule());
    else
      pipeline.place(world, images, settings.world);
  }
  /// Replaces the sprites by those with which the chosen scene starts, and sets the step to 0.
  void load_scene();
  /// What the chosen scene needs to make sprites.
  SceneContext scene_context() const {
    return {images, settings.world, settings.scene.instance().count()};
  }
  /// Shows a frame, numbered from 0, of the recording, which must play.
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
  /// Notes that a sprite was inserted or removed, so that the algorithms learn of it.
  void note(Edit edit) {
    ++population_changes;
    pipeline.note(edit, world.size());
    simulation.forget();
  }
  /// Lets some sprites die and as many be born in their place, by the option `churn`. Ids stay with
  /// the others. What happens depends on the seed, the step and the world alone. Undo goes by ids:
  /// what it restores of a sprite that has died since, it gives to the one born in its place.
  void churn();
  /// Resets all algorithms before the next frame, because nothing that they kept from earlier
  /// frames is valid.
  void forget_frames() {
    ++population_changes;
    pipeline.forget_frames();
    simulation.forget();
  }
  /// Drops pairs and contacts, because they may name sprites that were removed, and computes the
  /// boxes again. To be called after the sprites have changed.
  void population_changed() {
    pipeline.clear_pairs();
    place();
  }
};

}  // namespace phasebox
