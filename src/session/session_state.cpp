// SPDX-License-Identifier: MIT
// Loads the scene and makes steps.
#include "session/session_state.hpp"

#include <cmath>

#include "base/random.hpp"

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

// Each sprite is born at the end of the world, from where removing the other one moves it to the
// free id, so that algorithms see births and deaths as they see those of edits.
void SessionState::churn() {
  const std::size_t n = world.size();
  const double rate = static_cast<double>(settings.world.churn) / 100 * static_cast<double>(n);
  const auto deaths_until = [&](std::uint64_t step) {
    return std::floor(static_cast<double>(step) * rate);
  };
  Random random(settings.world.seed, ~steps);  // no sprite draws from so high a stream
  const SceneContext context = scene_context();
  for (double k = deaths_until(steps); k < deaths_until(steps + 1); ++k) {
    const SpriteId dies = random.below(static_cast<std::uint32_t>(n));
    if (world.statics()[dies] || (held && held->id == dies)) continue;
    const Sprite child = scene_sprite(settings.scene.instance(), context, dies, steps + 1);
    if (child.is_static) continue;  // it would never die
    const SpriteId born = world.add(child);
    for (const Edit& edit :
         {Edit{Edit::Kind::add, born, born}, Edit{Edit::Kind::remove, dies, born}})
      pipeline.note(edit, world.size());
    population_changes += 2;
    simulation.forget_ids();
    world.remove(dies);
  }
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
    if (settings.world.churn > 0) churn();
  }
  pipeline.outdate();
  ++steps;
  if (!playback) world.animate(images, steps);
}

}  // namespace phasebox
