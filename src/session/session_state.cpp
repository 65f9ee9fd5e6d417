// SPDX-License-Identifier: MIT
// Changes that concern several parts of a session.
#include "session/session_state.hpp"

#include <utility>

namespace phasebox {

SessionState::SessionState(ImageSet known_images) : images(std::move(known_images)) {
  load_scene();
}

SceneContext SessionState::scene_context() const {
  return {images, settings.world, settings.scene.instance().count()};
}

void SessionState::load_scene() {
  world.clear();
  populate(settings.scene.instance(), scene_context(), world);
  if (file.document && file.document->sprites) file = {};  // these are not its sprites
  held.reset();
  steps = 0;
  forget_frames();
  population_changed();
}

void SessionState::adopt(WholeState from) {
  settings.adopt(from.settings);
  world = std::move(from.world);
  playback = std::move(from.playback);
  pipeline.forget_algorithms();
}

void SessionState::advance(PhaseTimes& times) {
  // Recorded frames can be gone back to anyway.
  if (!playback) past.note(std::as_const(world), steps);
  std::optional<Pull> pull;
  if (held) pull = Pull{held->id, held->grip, held->target};
  const StepContext context{images, settings, pipeline.boxes(), pull, pipeline.threads};
  for (const Edit& edit : motion().advance(world, context, times)) note(edit);
  pipeline.outdate();
  ++steps;
}

void SessionState::detect(PhaseTimes& times) {
  PhaseTimer timer;
  if (!pipeline.is_placed()) place();
  timer.lap(times.move);
  pipeline.detect(frame(), settings, times);
}

void SessionState::show_frame(std::size_t frame) {
  for (const Edit& edit : playback->recording.show(frame, world)) note(edit);
}

void SessionState::end_playback() {
  if (!playback) return;
  if (playback->narrowphase_before) settings.narrowphase.select(*playback->narrowphase_before);
  pipeline.forget_algorithms();
  playback.reset();
}

void SessionState::note(Edit edit) {
  ++population_changes;
  pipeline.note(edit, world.size());
  simulation.forget();
}

void SessionState::forget_frames() {
  ++population_changes;
  pipeline.forget_frames();
  simulation.forget();
}

void SessionState::population_changed() {
  pipeline.clear_pairs();
  place();
}

}  // namespace phasebox
