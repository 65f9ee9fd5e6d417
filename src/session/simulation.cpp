// SPDX-License-Identifier: MIT
// Lets sprites fly freely, or lets dynamics move them.
#include "session/simulation.hpp"

#include "world/flight.hpp"

namespace phasebox {

void Simulation::advance(World& world, const StepContext& context, PhaseTimes& times) {
  PhaseTimer timer;
  has_stepped_ = false;
  exceeds_pair_limit_ = false;
  const Settings& settings = context.settings;
  Scene& scene = settings.scene.instance();
  const auto held = context.pull ? std::optional(context.pull->id) : std::nullopt;
  scene.steer(world, {context.images, settings.world, scene.count(), held});
  if (settings.response.is_on()) {
    timer.lap(times.move);
    const bool has_moved = push(world, context);
    timer.lap(times.respond);
    if (has_moved) return;
    exceeds_pair_limit_ = true;
  }
  move_sprites(world, settings.world, context.boxes, held);
  if (!world.cached_impulses().empty()) world.set_cached_impulses({});
  world.wake();
  timer.lap(times.move);
}

bool Simulation::push(World& world, const StepContext& context) {
  const Settings& settings = context.settings;
  if (!response_ || response_->entry != &*settings.broadphase)
    response_ = std::make_unique<Response>(*settings.broadphase);
  Response& r = *response_;
  r.must_reset |= copy_params(settings.broadphase.instance().params(), r.finder->params());
  has_stepped_ = r.dynamics.step(world, context.images, settings.world, settings.response,
                                 *r.finder, r.must_reset, context.threads, context.pull);
  r.must_reset = !has_stepped_;
  return has_stepped_;
}

}  // namespace phasebox
