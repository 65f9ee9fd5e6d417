// SPDX-License-Identifier: MIT
// The session's state, its frame, and what can be read from it; commands are in session_apply.cpp.
#include "session/session.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <chrono>

#include "base/hash.hpp"
#include "collide/registry.hpp"
#include "session/session_parts.hpp"
#include "world/motion.hpp"
#include "world/transform.hpp"

namespace phasebox {
namespace {

template <class Entry>
auto make_all(std::span<const Entry* const> entries) {
  std::vector<decltype(entries[0]->make())> all;
  for (const Entry* entry : entries) all.push_back(entry->make());
  return all;
}

template <class Entry>
std::size_t position_of(std::span<const Entry* const> entries, std::string_view id) {
  const auto it = std::ranges::find(entries, id, [](const Entry* e) { return e->id; });
  assert(it != entries.end() && "a default names a registry line");
  return static_cast<std::size_t>(it - entries.begin());
}

// Adds the time since it was made, or since the last lap, to a phase.
class PhaseTimer {
 public:
  void lap(double& ms) {
    const auto now = Clock::now();
    ms += std::chrono::duration<double, std::milli>(now - since_).count();
    since_ = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point since_ = Clock::now();
};

bool copy_params(ParamView from, ParamView to) {
  bool changed = false;
  for (const Param& row : from.rows) {
    if (row.get(from.object) == row.get(to.object)) continue;
    row.set(to.object, row.get(from.object));
    changed = true;
  }
  return changed;
}

// Orders by key; ids of n sprites have few digits, so both fit one short number.
void sort_pairs(PairSink& pairs, std::size_t n, RadixSort<Pair, 64>& sort) {
  const auto bits = static_cast<unsigned>(std::bit_width(n));
  sort.sort_in_place(pairs.items(), 2 * bits,
                     [bits](Pair p) { return std::uint64_t{p.a} << bits | p.b; });
}

}  // namespace

Session::Session(ImageSet images)
    : images_(std::move(images)),
      scenes_(make_all(phasebox::scenes())),
      broadphases_(make_all(phasebox::broadphases())),
      narrowphases_(make_all(phasebox::narrowphases())),
      broad_(position_of(phasebox::broadphases(), "rdc")),
      narrow_(position_of(phasebox::narrowphases(), "pixel-samples")) {
  load_scene();
}

Session::Session(Session&&) noexcept = default;
Session::~Session() = default;

SceneContext Session::scene_context() { return {images_, options_, scenes_[scene_]->count()}; }

void Session::load_scene() {
  world_.clear();
  populate(*scenes_[scene_], scene_context(), world_);
  if (file_.document && file_.document->sprites) file_ = {};  // these are not its sprites
  held_.reset();
  steps_ = 0;
  forget_frames();
  population_changed();
}

// Nothing that an algorithm kept is valid now.
void Session::forget_frames() {
  must_reset_ = true;
  ++population_changes_;
  if (shadow_) shadow_->must_reset = true;
  if (dynamics_) dynamics_->must_reset = true;
}

// The shadow instances see fewer frames than the measured instances; what they missed adds up,
// until a reset is cheaper.
void Session::note_edit(Edit edit) {
  edits_.push_back(edit);
  ++population_changes_;
  if (dynamics_) dynamics_->must_reset = true;
  if (!shadow_) return;
  shadow_->edits.push_back(edit);
  if (shadow_->edits.size() > 64 + 2 * world_.size()) shadow_->must_reset = true;
  if (shadow_->must_reset) shadow_->edits.clear();
}

// Old pairs may name sprites that are gone.
void Session::population_changed() {
  pairs_.clear();
  contacts_.clear();
  refresh();
}

void Session::refresh() {
  transforms_.resize(world_.size());
  boxes_.resize(world_.size());
  if (show_)
    place_recording();
  else
    place_sprites(world_, images_, options_, transforms_, boxes_);
  filters_in_use_ =
      std::ranges::any_of(std::as_const(world_).filters(), [](Filter f) { return f != Filter{}; });
  statics_in_use_ =
      std::ranges::any_of(std::as_const(world_).statics(), [](std::uint8_t s) { return s != 0; });
}

Frame Session::frame() const {
  Frame f = frame_of(world_, images_, transforms_, boxes_);
  f.threads = threads_;
  f.limit = work_.get();
  if (filters_in_use_) f.filters = world_.filters();
  if (statics_in_use_) f.is_static = world_.statics();
  return f;
}

PhaseTimes Session::step() {
  keep_frame();
  work_->begin();
  PhaseTimes times;
  advance(times);
  const PhaseTimes rest = find_all();
  times.move += rest.move;
  times.broad = rest.broad;
  times.sort = rest.sort;
  times.narrow = rest.narrow;
  return times;
}

void Session::advance(PhaseTimes& times) {
  PhaseTimer watch;
  if (show_) {
    show_frame(show_->next());
  } else {
    scenes_[scene_]->steer(world_, scene_context());
    if (!response_.is_on()) {
      move_sprites(world_, options_, boxes_, held_);
      if (!world_.cached_impulses().empty()) world_.set_cached_impulses({});
    }
  }
  watch.lap(times.move);
  if (!show_ && response_.is_on()) {
    step_dynamics();
    watch.lap(times.respond);
  }
  is_detected_ = false;
  ++steps_;
}

void Session::step_dynamics() {
  if (!dynamics_ || dynamics_->entry != &broadphase())
    dynamics_ = std::make_unique<DynamicsStep>(broadphase());
  DynamicsStep& p = *dynamics_;
  p.must_reset |= copy_params(broadphases_[broad_]->params(), p.finder->params());
  std::optional<Pull> pull;
  if (held_) pull = Pull{*held_, grip_, pulled_to_};
  p.dynamics.step(world_, images_, options_, response_, *p.finder, p.must_reset, threads_, pull);
  p.must_reset = false;
  p.step = steps_ + 1, p.population = population_changes_;
}

const Dynamics* Session::last_push() const {
  if (!dynamics_ || !response_.is_on()) return nullptr;
  const bool is_of_now = dynamics_->step == steps_ && dynamics_->population == population_changes_;
  return is_of_now ? &dynamics_->dynamics : nullptr;
}

std::span<const Impact> Session::impacts() const {
  const Dynamics* last = last_push();
  return last ? last->impacts() : std::span<const Impact>();
}

ImpactCounts Session::impact_counts() const {
  const Dynamics* last = last_push();
  return last ? last->counts() : ImpactCounts{};
}

void Session::move() {
  keep_frame();
  PhaseTimes times;
  advance(times);
  refresh();
}

PhaseTimes Session::detect() {
  work_->begin();
  return find_all();
}

PhaseTimes Session::find_all() {
  PhaseTimes times;
  PhaseTimer watch;
  refresh();
  const Frame f = frame();
  Broadphase& broad = *broadphases_[broad_];
  Narrowphase& narrow = *narrowphases_[narrow_];
  if (must_reset_) {
    broad.reset(f);
    narrow.reset(f);
  } else if (!edits_.empty()) {
    broad.edit(f, edits_);
  }
  must_reset_ = false;
  std::swap(last_edits_, edits_);
  edits_.clear();
  pairs_.clear();
  contacts_.clear();
  watch.lap(times.move);
  broad.find_pairs(f, pairs_, nullptr);
  watch.lap(times.broad);
  sort_pairs(pairs_, world_.size(), pair_sort_);
  watch.lap(times.sort);
  narrow.confirm(f, pairs_.items(), contacts_, nullptr);
  watch.lap(times.narrow);
  if (work_->is_stopped())
    forget_pairs();
  else
    is_detected_ = true;
  return times;
}

// A part of them would be worse than none, and a stopped algorithm's state is unknown.
void Session::forget_pairs() {
  pairs_.clear();
  contacts_.clear();
  is_detected_ = false;
  must_reset_ = true;
}

void Session::near(const Aabb& box, Sink<SpriteId>& found, Recorder* log) {
  found.clear();
  if (log) log->clear();
  if (!is_detected_) detect();
  if (!is_detected_) return;
  broadphases_[broad_]->query(frame(), box, found, log);
}

// An algorithm that delegates is shown by its delegate.
void Session::trace(EventLog& into) {
  work_->begin();
  const Frame f = frame();
  const BroadphaseEntry* delegate = broadphases_[broad_]->delegate();
  const BroadphaseEntry& shown = shown_broadphase();
  if (!shadow_ || shadow_->entry != &shown)
    shadow_ = std::make_unique<ShadowInstances>(shown, narrowphase());
  ShadowInstances& w = *shadow_;
  const bool broad_changed =
      !delegate && copy_params(broadphases_[broad_]->params(), w.broad->params());
  const bool narrow_changed = copy_params(narrowphases_[narrow_]->params(), w.narrow->params());
  if (broad_changed || narrow_changed || w.must_reset) {
    w.broad->reset(f);
    w.narrow->reset(f);
    w.must_reset = false;
  } else if (!w.edits.empty()) {
    w.broad->edit(f, w.edits);
  }
  w.edits.clear();
  into.broad.clear();
  into.narrow.clear();
  w.pairs.clear();
  w.contacts.clear();
  w.broad->find_pairs(f, w.pairs, &into.broad);
  w.narrow->confirm(f, pairs_.items(), w.contacts, &into.narrow);
  w.must_reset = work_->is_stopped();
}

Counters Session::counters(const EventLog& trace) const {
  const auto count = [&](EventKind m) { return trace.broad.count(m); };
  Counters c{.sprites = world_.size(),
             .box_tests = count(EventKind::test),
             .candidates = pairs_.size(),
             .collisions = contacts_.size(),
             .pixel_reads = trace.narrow.count(EventKind::read),
             .boundaries = count(EventKind::boundary),
             .swaps = count(EventKind::swap),
             .depth = trace.broad.max_depth()};
  c.rechecks = count(EventKind::recheck);
  c.interfering = trace.broad.measured(Measure::interfering);
  c.voids = trace.broad.measured(Measure::voids);
  if (const auto retrieved = trace.broad.measured(Measure::retrieved); retrieved && c.sprites > 0)
    c.retrieved = static_cast<double>(*retrieved) / static_cast<double>(c.sprites);
  const std::string_view counted = shown_broadphase().walkthrough.counted;
  constexpr std::pair<EventKind, std::string_view> kParts[] = {
      {EventKind::group, "group"}, {EventKind::cell, "cell"}, {EventKind::node, "node"}};
  for (const auto& [mark, name] : kParts)
    if (name == counted || (counted.empty() && count(mark) > 0))
      c.groups = count(mark), c.part = name;
  c.has_parts = !counted.empty() || c.groups > 0;
  return c;
}

std::vector<Remark> Session::remarks() const {
  const Broadphase& measured = *broadphases_[broad_];
  std::vector<Remark> all;
  if (shadow_ && measured.delegate()) all = remarks_of(measured);
  for (Remark& remark : remarks_of(shadow_ ? *shadow_->broad : measured))
    all.push_back(std::move(remark));
  return all;
}

namespace {

// Each "#12" by the id of that box in its recording.
std::string with_ids(std::string_view text, std::span<const std::int64_t> ids) {
  std::string named;
  for (std::size_t at = 0; at < text.size();) {
    named += text[at++];
    std::size_t number = 0;
    const auto [end, failure] =
        std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (named.back() != '#' || failure != std::errc{} || number >= ids.size()) continue;
    named += std::to_string(ids[number]);
    at = static_cast<std::size_t>(end - text.data());
  }
  return named;
}

}  // namespace

std::vector<Remark> Session::remarks_of(const Broadphase& algorithm) const {
  std::vector<Remark> all;
  algorithm.remark(frame(), all);
  if (show_)
    for (Remark& remark : all) remark.text = with_ids(remark.text, show_->ids());
  return all;
}

std::vector<SceneSetting> Session::workload(std::uint32_t count) const {
  return scenes_[scene_]->workload(count);
}

Status apply_settings(Session& session, std::span<const SceneSetting> settings) {
  for (const SceneSetting& s : settings)
    if (auto error = session.apply(command::SetParam{s.owner, std::string(s.key), s.value}))
      return error;
  return {};
}

bool Session::is_exact() const { return broadphases_[broad_]->is_exact(); }

ParamView Session::view(Owner owner) const {
  if (owner == Owner::world()) return {const_cast<WorldOptions*>(&options_), kWorldRows};
  if (owner == Owner::response()) return {const_cast<ResponseOptions*>(&response_), kResponseRows};
  if (owner == Owner::scene()) return scenes_[scene_]->params();
  for (std::size_t i = 0; i < broadphases_.size(); ++i)
    if (owner == *phasebox::broadphases()[i]) return broadphases_[i]->params();
  for (std::size_t i = 0; i < narrowphases_.size(); ++i)
    if (owner == *phasebox::narrowphases()[i]) return narrowphases_[i]->params();
  return {};
}

ParamGroup Session::group(Owner owner) const {
  for (const ParamGroup& g : groups())
    if (g.owner == owner) return g;
  return {};
}

std::vector<ParamGroup> Session::groups() const {
  std::vector<ParamGroup> all;
  const auto add = [&](Owner owner, std::string_view title) {
    const ParamView v = view(owner);
    all.push_back({owner, title, v.rows, v.object});
  };
  add(Owner::world(), "World");
  add(Owner::scene(), scene().title);
  add(Owner::response(), "Response");
  for (const BroadphaseEntry* entry : phasebox::broadphases()) add(*entry, entry->title);
  for (const NarrowphaseEntry* entry : phasebox::narrowphases()) add(*entry, entry->title);
  return all;
}

Owner Session::owner_of(std::string_view key) const {
  for (const Owner owner : {Owner(broadphase()), Owner(narrowphase()), Owner::scene(),
                            Owner::world(), Owner::response()})
    if (find_param(view(owner).rows, key)) return owner;
  return {};
}

SceneDocument Session::settings() const {
  SceneDocument document{.scene = std::string(scene().id),
                         .broadphase = std::string(broadphase().id),
                         .narrowphase = std::string(narrowphase().id),
                         .params = {},
                         .images = {},
                         .sprites = {}};
  for (const ParamGroup& g : groups())
    for (const Param& row : g.rows)
      document.params.push_back({g.owner, std::string(row.key), row.get(g.object)});
  return document;
}

SceneDocument Session::document() const {
  SceneDocument document = settings();
  std::vector<int> number(images_.size(), -1);
  auto& sprites = document.sprites.emplace();
  for (SpriteId i = 0; i < world_.size(); ++i) {
    Sprite sprite = world_.get(i);
    int& n = number[sprite.image];
    if (n < 0) {
      n = static_cast<int>(document.images.size());
      document.images.push_back(images_.shared(sprite.image));
    }
    sprite.image = static_cast<std::uint16_t>(n);
    sprites.push_back(sprite);
  }
  document.cached_impulses.assign(world_.cached_impulses().begin(), world_.cached_impulses().end());
  return document;
}

std::uint64_t Session::hash() const {
  Hasher h;
  h.add(world_.hash());
  h.add(pairs_.size());
  for (const Pair p : pairs_.items()) h.add(key(p));
  h.add(contacts_.size());
  for (const Contact& c : contacts_.items()) {
    const float values[] = {c.point.x, c.point.y, c.normal.x, c.normal.y, c.depth};
    h.add(key(c.pair));
    h.add(std::span<const float>(values));
  }
  return h.value();
}

}  // namespace phasebox
