// SPDX-License-Identifier: MIT
// One step of a simulated scene, and of a recording.
#include "session/motion_source.hpp"

#include <algorithm>
#include <charconv>

#include "session/pipeline.hpp"
#include "world/flight.hpp"
#include "world/transform.hpp"

namespace phasebox {

std::span<const Edit> Simulation::advance(World& world, const StepContext& context,
                                          PhaseTimes& times) {
  PhaseTimer timer;
  has_stepped_ = false, exceeds_pair_limit_ = false;
  const Settings& settings = context.settings;
  Scene& scene = settings.scene.instance();
  scene.steer(world, {context.images, settings.world, scene.count()});
  if (settings.response.is_on()) {
    timer.lap(times.move);
    const bool has_moved = push(world, context);
    timer.lap(times.respond);
    if (has_moved) return {};
    exceeds_pair_limit_ = true;
  }
  const auto held = context.pull ? std::optional(context.pull->id) : std::nullopt;
  move_sprites(world, settings.world, context.boxes, held);
  if (!world.cached_impulses().empty()) world.set_cached_impulses({});
  world.wake();
  timer.lap(times.move);
  return {};
}

bool Simulation::push(World& world, const StepContext& context) {
  const Settings& settings = context.settings;
  if (!response_ || response_->entry != &settings.broadphase.entry())
    response_ = std::make_unique<Response>(settings.broadphase.entry());
  Response& r = *response_;
  r.must_reset |= copy_params(settings.broadphase.instance().params(), r.finder->params());
  has_stepped_ =
      r.dynamics.step(world, context.images, settings.world, settings.response, *r.finder,
                      r.must_reset, context.threads, context.pull, settings.materials);
  r.must_reset = !has_stepped_;
  return has_stepped_;
}

void Simulation::place(const World& world, const ImageSet& images, const WorldOptions& options,
                       std::span<Transform> transforms, std::span<Aabb> boxes) const {
  place_sprites(world, images, options, transforms, boxes);
}

void Simulation::forget() {
  if (response_) response_->must_reset = true;
  has_stepped_ = false, exceeds_pair_limit_ = false;
}

void Simulation::renew_broadphase() {
  if (response_) response_->finder = response_->entry->make();
  forget();
}

const Dynamics* Simulation::dynamics_of_step(const ResponseOptions& options) const {
  return has_stepped_ && options.is_on() ? &response_->dynamics : nullptr;
}

std::span<const Edit> Playback::advance(World& world, const StepContext&, PhaseTimes& times) {
  PhaseTimer timer;
  const auto edits = recording.show(recording.next(), world);
  timer.lap(times.move);
  return edits;
}

// The boxes are taken as they are: position and scale would give them back but for rounding.
void Playback::place(const World& world, const ImageSet&, const WorldOptions&,
                     std::span<Transform> transforms, std::span<Aabb> boxes) const {
  std::ranges::copy(recording.boxes(), boxes.begin());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    transforms[i] = {world.positions()[i], rotation(0)};
}

// Each "#12" by the id of that box in its recording.
std::string Playback::named(std::string text) const {
  const std::span<const std::int64_t> ids = recording.ids();
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    out += text[at++];
    std::size_t number = 0;
    const auto [end, failure] =
        std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (out.back() != '#' || failure != std::errc{} || number >= ids.size()) continue;
    out += std::to_string(ids[number]);
    at = static_cast<std::size_t>(end - text.data());
  }
  return out;
}

}  // namespace phasebox
