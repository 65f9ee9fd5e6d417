// SPDX-License-Identifier: MIT
// Steps, detection, traced runs, reads of the whole state; changes that concern several parts.
#include "session/session.hpp"

#include <algorithm>
#include <charconv>

#include "base/hash.hpp"
#include "base/number_format.hpp"
#include "world/dynamics/contact_graph.hpp"
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
  has_stepped_ = r.dynamics.step(world, context.images, settings.world, settings.response,
                                 *r.finder, r.must_reset, context.threads, context.pull);
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
  if (!playback) world.animate(images, steps);
}

Session::Session(const Snapshot& from) : s_(from.images) {
  for (const SceneValue& v : from.scenes) {
    const ParamView view = s_.settings.scene.instance_of(*v.scene).params();
    find_param(view.rows, v.key)->set(view.object, v.value);
  }
  s_.adopt(from.state);
  s_.steps = from.steps;
  s_.forget_frames();
  s_.population_changed();
}

Snapshot Session::snapshot() const {
  Snapshot now{s_.images, s_.whole(), s_.steps};
  for (const SceneEntry* entry : scenes()) {
    const ParamView view = s_.settings.scene.instance_of(*entry).params();
    for (const Param& row : view.rows)
      if (const double value = row.get(view.object); value != row.init)
        now.scenes.push_back({entry, std::string(row.key), value});
  }
  return now;
}

PhaseTimes Session::step() {
  begin_work();
  PhaseTimes times;
  s_.pipeline.keep_up(frame(), s_.settings);
  s_.advance(times);
  s_.detect(times);
  if (observer_) observer_->stepped(*this);
  return times;
}

void Session::trace(EventLog& into) {
  begin_work();
  const std::vector<Aabb> boxes = s_.pipeline.is_behind() ? boxes_before() : std::vector<Aabb>();
  Frame before = frame();
  before.boxes = boxes;
  if (!boxes.empty()) s_.pipeline.catch_up(before, s_.settings);
  s_.pipeline.trace(frame(), s_.settings, into);
}

void Session::renew_broadphases() {
  if (!s_.settings.renew_broadphases()) forget_history();
  s_.pipeline.forget_algorithms();
  s_.pipeline.outdate_pairs();
  s_.simulation.renew_broadphase();
  ++s_.changes;
}

std::vector<Stage> Session::stages(const Counters& c) const {
  const std::uint64_t n = c.sprites;
  std::vector<Stage> all{{"pair", n == 0 ? 0 : n * (n - 1) / 2}, {"box", c.candidates}};
  if (compares_circles())
    all.push_back({"circle", c.candidates - std::min(c.candidates, c.circle_rejects)});
  all.push_back({"hit", c.collisions});
  return all;
}

// Remarks of an algorithm that delegates come before those of its delegate.
std::vector<Remark> Session::remarks() const {
  const Broadphase& measured = s_.settings.broadphase.instance();
  // The instance that is traced has not run on every frame, which a coherent algorithm needs.
  const Broadphase* traced = broadphase().is_coherent ? nullptr : s_.pipeline.traced();
  std::vector<Remark> all;
  if (exceeds_pair_limit())
    all.push_back({true, "More than " + grouped(ContactGraph::kMaxPairs) +
                             " pairs may meet in a step, so all sprites pass through each other; "
                             "take fewer or smaller ones."});
  if (traced && measured.delegate()) all = remarks_of(measured);
  for (Remark& remark : remarks_of(traced ? *traced : measured)) all.push_back(std::move(remark));
  return all;
}

std::vector<Remark> Session::remarks_of(const Broadphase& algorithm) const {
  std::vector<Remark> all;
  algorithm.remark(frame(), all);
  if (s_.playback)
    for (Remark& remark : all) remark.text = s_.playback->named(std::move(remark.text));
  return all;
}

std::string Session::number_text(SpriteId id) const {
  return show() ? std::to_string(name_of(id)) : grouped(id);
}

std::vector<Aabb> Session::boxes_before() const {
  if (s_.playback) return s_.playback->recording.boxes_before();
  const World* before = s_.steps > 0 ? s_.past.find(s_.steps - 1) : nullptr;
  if (!before || before->size() != s_.world.size()) return {};
  std::vector<Transform> transforms(before->size());
  std::vector<Aabb> boxes(before->size());
  place_sprites(*before, s_.images, options(), transforms, boxes);
  return boxes;
}

SceneDocument Session::document() const {
  SceneDocument document = s_.settings.document();
  document.tuning.clear();  // of the session's images
  document.take(s_.world, s_.images);
  std::vector<int> number(s_.images.size(), -1);
  for (SpriteId i = 0; i < s_.world.size(); ++i) {
    Sprite& sprite = (*document.sprites)[i];
    const std::uint16_t picture = s_.images.picture(sprite.image);
    int& n = number[picture];
    if (n < 0) {
      n = static_cast<int>(document.images.size());
      const auto& first = s_.images.shared(picture);
      document.images.push_back(first);
      document.images.insert(document.images.end(), first->later.begin(), first->later.end());
      document.tuning.resize(document.images.size());
      document.tuning[static_cast<std::size_t>(n)] = tuning_of(frame(), i);
    }
    sprite.image = static_cast<std::uint16_t>(n + sprite.image - picture);
  }
  return document;
}

std::uint64_t Session::hash() const {
  Hasher h;
  h.add(s_.world.hash());
  h.add(pairs().size());
  for (const Pair p : pairs()) h.add(key(p));
  h.add(contacts().size());
  for (const Contact& c : contacts()) {
    const float values[] = {c.point.x, c.point.y, c.normal.x, c.normal.y, c.depth};
    h.add(key(c.pair));
    h.add(std::span<const float>(values));
  }
  return h.value();
}

Status apply_settings(Session& session, std::span<const SceneSetting> settings) {
  for (const SceneSetting& s : settings)
    if (auto error = session.apply(command::SetParam{s.owner, std::string(s.key), s.value}))
      return error;
  return {};
}

}  // namespace phasebox
