// SPDX-License-Identifier: MIT
// Runs the detection of a frame: once measured, and once more for the event log.
#include "session/pipeline.hpp"

#include <bit>
#include <utility>

namespace phasebox {

namespace {

// Resets both algorithms, or tells the broadphase which sprites were added or removed since its
// last frame, if any were.
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
  // So many edits, more than two per sprite, cost more than a reset, so they are dropped.
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
  // The ids of n sprites need only as many bits as n, so the two ids of a pair make a short key,
  // which takes few passes of the radix sort.
  const auto bits = static_cast<unsigned>(std::bit_width(f.boxes.size()));
  pair_sort_.sort_in_place(pairs_.items(), 2 * bits,
                           [bits](Pair p) { return std::uint64_t{p.a} << bits | p.b; });
  timer.lap(times.sort);
  narrow.confirm(f, pairs_.items(), contacts_, nullptr);
  timer.lap(times.narrow);
  is_detected_ = !work_->is_stopped();
  if (is_detected_) return;
  // A part of the pairs would be a wrong answer, and the state of a stopped algorithm is unknown.
  clear_pairs();
  must_reset_ = true;
}

// Returns the traced instances with the present parameters. They are made at the first call, and
// again if another broadphase is at work. If the chosen broadphase delegates to another one, that
// one is traced, and the parameters of the chosen one do not apply to it.
Pipeline::ShadowInstances& Pipeline::shadow_for(const Settings& settings) {
  const BroadphaseEntry& shown = settings.shown_broadphase();
  if (!shadow_ || shadow_->entry != &shown)
    shadow_ = std::make_unique<ShadowInstances>(shown, *settings.narrowphase);
  ShadowInstances& s = *shadow_;
  if (&shown == &*settings.broadphase)
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
  constexpr std::size_t kFew = 3000;  // more sprites would slow the simulation down
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
