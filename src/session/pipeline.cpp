// SPDX-License-Identifier: MIT
// One frame of detection, measured, and once more for the event log.
#include "session/pipeline.hpp"

#include <bit>
#include <utility>

#include "world/transform.hpp"

namespace phasebox {
namespace {

// A shadow that has missed more edits than this begins again, which is cheaper.
std::size_t most_edits(std::size_t sprites) { return 64 + 2 * sprites; }

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

// Orders by key; ids of n sprites have few digits, so both fit one short number.
void sort_pairs(PairSink& pairs, std::size_t n, RadixSort<Pair, 64>& sort) {
  const auto bits = static_cast<unsigned>(std::bit_width(n));
  sort.sort_in_place(pairs.items(), 2 * bits,
                     [bits](Pair p) { return std::uint64_t{p.a} << bits | p.b; });
}

}  // namespace

bool copy_params(ParamView from, ParamView to) {
  bool changed = false;
  for (const Param& row : from.rows) {
    if (row.get(from.object) == row.get(to.object)) continue;
    row.set(to.object, row.get(from.object));
    changed = true;
  }
  return changed;
}

void Pipeline::place(const MotionSource& population, const World& world, const ImageSet& images,
                     const WorldOptions& options) {
  transforms_.resize(world.size());
  boxes_.resize(world.size());
  population.place(world, images, options, transforms_, boxes_);
  rule_ = population.filter_rule(options);
  is_placed_ = true;
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
  if (shadow_->edits.size() > most_edits(sprites)) shadow_->must_reset = true;
  if (shadow_->must_reset) shadow_->edits.clear();
}

void Pipeline::forget_frames() {
  must_reset_ = true;
  if (shadow_) shadow_->must_reset = true;
}

void Pipeline::forget_algorithms() {
  must_reset_ = true;
  shadow_.reset();
}

void Pipeline::clear_pairs() {
  pairs_.clear();
  contacts_.clear();
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
  sort_pairs(pairs_, f.boxes.size(), pair_sort_);
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
  const Broadphase& measured = settings.broadphase.instance();
  const BroadphaseEntry* delegate = measured.delegate();
  const BroadphaseEntry& shown = delegate ? *delegate : settings.broadphase.entry();
  if (!shadow_ || shadow_->entry != &shown)
    shadow_ = std::make_unique<ShadowInstances>(shown, settings.narrowphase.entry());
  ShadowInstances& s = *shadow_;
  if (!delegate)
    s.must_reset |= copy_params(settings.broadphase.instance().params(), s.broad->params());
  s.must_reset |= copy_params(settings.narrowphase.instance().params(), s.narrow->params());
  return s;
}

void Pipeline::trace(const Frame& f, const Settings& settings, EventLog& into) {
  ShadowInstances& s = shadow_for(settings);
  tell_changes(f, s.must_reset, s.edits, *s.broad, *s.narrow);
  s.edits.clear();
  into.broad.clear();
  into.narrow.clear();
  s.pairs.clear();
  s.contacts.clear();
  s.broad->find_pairs(f, s.pairs, &into.broad);
  s.narrow->confirm(f, pairs_.items(), s.contacts, &into.narrow);
  s.must_reset = work_->is_stopped();
}

}  // namespace phasebox
