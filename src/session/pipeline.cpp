// SPDX-License-Identifier: MIT
// One frame of detection, measured, and once more for the event log.
#include "session/pipeline.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "world/world.hpp"

namespace phasebox {

Counters counters_of(const EventLog& log, const BroadphaseEntry& shown, std::uint64_t sprites) {
  const auto count = [&](EventKind kind) { return log.broad.count(kind); };
  Counters c{.sprites = sprites,
             .box_tests = count(EventKind::test),
             .pixel_reads = log.narrow.count(EventKind::read),
             .circle_rejects = log.narrow.count(EventKind::skip),
             .rechecks = count(EventKind::recheck),
             .interfering = log.broad.measured(Measure::interfering),
             .voids = log.broad.measured(Measure::voids),
             .kept = log.narrow.measured(Measure::kept),
             .walked = log.narrow.measured(Measure::walked),
             .boundaries = count(EventKind::boundary),
             .swaps = count(EventKind::swap),
             .depth = log.broad.max_depth()};
  if (const auto retrieved = log.broad.measured(Measure::retrieved); retrieved && sprites > 0)
    c.retrieved = static_cast<double>(*retrieved) / static_cast<double>(sprites);
  if (c.kept) c.searched = log.narrow.count(EventKind::search);
  const std::string_view counted = shown.walkthrough.counted;
  constexpr std::pair<EventKind, std::string_view> kParts[] = {
      {EventKind::group, "group"}, {EventKind::cell, "cell"}, {EventKind::node, "node"}};
  for (const auto& [kind, name] : kParts)
    if (name == counted || (counted.empty() && count(kind) > 0))
      c.groups = count(kind), c.part = name;
  c.has_parts = !counted.empty() || c.groups > 0;
  return c;
}

namespace {

std::uint32_t place_of_key(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

// Tells the algorithms what has changed since their last frame.
void tell_changes(const Frame& f, bool must_reset, std::span<const Edit> edits, Broadphase& broad,
                  Narrowphase& narrow) {
  if (must_reset) {
    broad.reset(f);
    narrow.reset(f);
  } else if (!edits.empty()) {
    broad.edit(f, edits);
  }
}

}  // namespace

std::span<const CoincidentBoundary> CoincidentBoundaryFinder::find(std::span<const Event> events,
                                                                   Axis axis,
                                                                   std::optional<Vec2> swept) {
  keys_.clear();
  for (const Event& e : events) {
    if (e.kind != EventKind::boundary || e.axis != axis) continue;
    const float at = is_slanted(swept) ? dot(e.box.min, *swept) : low(e.box, axis);
    keys_.push_back(std::uint64_t{ordered(at)} << 32 | (std::uint64_t{e.a} << 1 | (e.b ? 1 : 0)));
  }
  std::ranges::sort(keys_);
  keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  found_.clear();
  for (std::size_t first = 0, end = 0; first < keys_.size(); first = end) {
    const std::uint32_t place = place_of_key(keys_[first]);
    while (end < keys_.size() && place_of_key(keys_[end]) == place) ++end;
    if (end - first > 1)
      found_.push_back({unordered(place), static_cast<std::uint32_t>(end - first)});
  }
  return found_;
}

Coinciding coinciding_boundaries(std::span<const Event> events, std::optional<Vec2> swept) {
  CoincidentBoundaryFinder finder;
  Coinciding sum;
  for (const Axis axis : {Axis::x, Axis::y}) {
    for (const CoincidentBoundary& place : finder.find(events, axis, swept))
      sum.boundaries += place.count;
    sum.all += finder.boundaries();
  }
  return sum;
}

bool copy_params(ParamView from, ParamView to) {
  bool changed = false;
  for (const Param& row : from.rows) {
    if (row.get(from.object) == row.get(to.object)) continue;
    row.set(to.object, row.get(from.object));
    changed = true;
  }
  return changed;
}

void Pipeline::place(const World& world, const ImageSet& images, const WorldOptions& options) {
  transforms_.resize(world.size());
  boxes_.resize(world.size());
  place_sprites(world, images, options, transforms_, boxes_);
  placed(options.filter_rule);
}

void Pipeline::place(const World& world, std::span<const Aabb> boxes, FilterRule rule) {
  boxes_.assign(boxes.begin(), boxes.end());
  transforms_.clear();
  for (const Vec2 position : world.positions()) transforms_.push_back({position, rotation(0)});
  placed(rule);
}

void Pipeline::placed(FilterRule rule) {
  rule_ = rule;
  is_placed_ = true;
  if (shadow_) shadow_->is_behind |= std::exchange(shadow_->is_due, true);
}

Frame Pipeline::frame(const World& world, const ImageSet& images) const {
  Frame f = frame_of(world, images, transforms_, boxes_);
  f.threads = threads;
  f.limit = work_.get();
  f.rule = rule_;
  if (world.has_filters()) f.filters = world.filters();
  if (world.has_statics()) f.is_static = world.statics();
  return f;
}

void Pipeline::note(Edit edit, std::size_t sprites) {
  edits_.push_back(edit);
  if (!shadow_) return;
  shadow_->edits.push_back(edit);
  // To begin again is cheaper than so many edits.
  if (shadow_->edits.size() > 64 + 2 * sprites) shadow_->must_reset = true;
  if (shadow_->must_reset) shadow_->edits.clear();
}

void Pipeline::detect(const Frame& f, const Settings& settings, PhaseTimes& times) {
  PhaseTimer timer;
  Broadphase& broad = settings.broadphase.instance();
  Narrowphase& narrow = settings.narrowphase.instance();
  tell_changes(f, must_reset_, edits_, broad, narrow);
  must_reset_ = false;
  std::swap(last_edits_, edits_);
  edits_.clear();
  clear_pairs();
  timer.lap(times.move);
  broad.find_pairs(f, pairs_, nullptr);
  timer.lap(times.broad);
  // Ids of n sprites have few digits, so both of a key fit one short number.
  const auto bits = static_cast<unsigned>(std::bit_width(f.boxes.size()));
  pair_sort_.sort_in_place(pairs_.items(), 2 * bits,
                           [bits](Pair p) { return std::uint64_t{p.a} << bits | p.b; });
  timer.lap(times.sort);
  narrow.confirm(f, pairs_.items(), contacts_, nullptr);
  timer.lap(times.narrow);
  is_detected_ = !work_->is_stopped();
  if (is_detected_) return;
  // A part of the pairs would be worse than none, and a stopped algorithm's state is unknown.
  clear_pairs();
  must_reset_ = true;
}

// An algorithm that delegates is shown by its delegate, whose parameters are its own affair.
Pipeline::ShadowInstances& Pipeline::shadow_for(const Settings& settings) {
  const BroadphaseEntry* delegate = settings.broadphase.instance().delegate();
  const BroadphaseEntry& shown = delegate ? *delegate : settings.broadphase.entry();
  if (!shadow_ || shadow_->entry != &shown)
    shadow_ = std::make_unique<ShadowInstances>(shown, settings.narrowphase.entry());
  ShadowInstances& s = *shadow_;
  if (!delegate)
    s.must_reset |= copy_params(settings.broadphase.instance().params(), s.broad->params());
  s.must_reset |= copy_params(settings.narrowphase.instance().params(), s.narrow->params());
  return s;
}

void Pipeline::run_shadow(ShadowInstances& s, const Frame& f, EventLog& into) {
  tell_changes(f, s.must_reset, s.edits, *s.broad, *s.narrow);
  s.edits.clear();
  into.broad.clear();
  into.narrow.clear();
  s.pairs.clear();
  s.contacts.clear();
  s.broad->find_pairs(f, s.pairs, &into.broad);
  s.narrow->confirm(f, pairs_.items(), s.contacts, &into.narrow);
  s.must_reset = work_->is_stopped();
  s.is_due = s.is_behind = false;
  s.keeps = s.entry->is_coherent || into.narrow.measured(Measure::kept);
}

void Pipeline::trace(const Frame& f, const Settings& settings, EventLog& into) {
  run_shadow(shadow_for(settings), f, into);
}

void Pipeline::keep_up(const Frame& f, const Settings& settings) {
  constexpr std::size_t kFew = 3000;  // beyond, they would slow the simulation down
  if (!shadow_ || !is_detected_ || !shadow_->is_due || !shadow_->keeps || f.size() > kFew) return;
  EventLog unseen;
  run_shadow(shadow_for(settings), f, unseen);
}

void Pipeline::catch_up(const Frame& before, const Settings& settings) {
  ShadowInstances& s = shadow_for(settings);
  s.must_reset = true;
  EventLog unseen;
  run_shadow(s, before, unseen);
}

}  // namespace phasebox
