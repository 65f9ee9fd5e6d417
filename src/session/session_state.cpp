// SPDX-License-Identifier: MIT
// Loads the scene and makes steps.
#include "session/session_state.hpp"

namespace phasebox {

void SessionState::load_scene() {
  world.clear();
  populate(settings.scene.instance(), scene_context(), world);
  if (file.document && file.document->sprites)
    file = {};  // the sprites are no longer those of the file
  held.reset();
  steps = 0;
  forget_frames();
  population_changed();
}

void SessionState::advance(PhaseTimes& times) {
  if (playback) {
    PhaseTimer timer;
    show_frame(playback->recording.next());
    timer.lap(times.move);
  } else {
    past.note(std::as_const(world), steps);
    std::optional<Pull> pull;
    if (held) pull = Pull{held->id, held->grip, held->target};
    simulation.advance(world, {images, settings, pipeline.boxes(), pull, pipeline.threads}, times);
  }
  pipeline.outdate();
  ++steps;
  if (!playback) world.animate(images, steps);
}

}  // namespace phasebox
