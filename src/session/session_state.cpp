// SPDX-License-Identifier: MIT
// Changes that concern several parts of a session.
#include "session/session_state.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "session/pipeline.hpp"
#include "world/flight.hpp"
#include "world/world.hpp"

namespace phasebox {

void PastFrames::put(const World& world, std::uint64_t step) {
  if (!is_on_) return;
  const std::size_t bytes = std::max<std::size_t>(world.size() * World::kBytesPerSprite, 1);
  const std::size_t most = std::min(kMaxFrames, kMaxBytes / bytes);
  const bool follows =
      !empty() && step >= first_ && step <= last() + 1 && worlds_.front().size() == world.size();
  if (!follows) forget(), first_ = step;
  if (most < 2) return;
  if (const std::size_t at = step - first_; at < size()) return void(worlds_[at] = world);
  World reused;
  if (size() == most) {
    reused = std::move(worlds_.front());
    worlds_.pop_front(), ++first_;
  }
  reused = world;
  worlds_.push_back(std::move(reused));
}

void Simulation::advance(World& world, const StepContext& context, PhaseTimes& times) {
  PhaseTimer timer;
  has_stepped_ = false, exceeds_pair_limit_ = false;
  const Settings& settings = context.settings;
  Scene& scene = settings.scene.instance();
  scene.steer(world, {context.images, settings.world, scene.count()});
  if (settings.response.is_on()) {
    timer.lap(times.move);
    const bool has_moved = push(world, context);
    timer.lap(times.respond);
    if (has_moved) return;
    exceeds_pair_limit_ = true;
  }
  const auto held = context.pull ? std::optional(context.pull->id) : std::nullopt;
  move_sprites(world, settings.world, context.boxes, held);
  if (!world.cached_impulses().empty()) world.set_cached_impulses({});
  world.wake();
  timer.lap(times.move);
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

void SessionState::load_scene() {
  world.clear();
  populate(settings.scene.instance(), scene_context(), world);
  if (file.document && file.document->sprites) file = {};  // these are not its sprites
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
}

}  // namespace phasebox
