// SPDX-License-Identifier: MIT
// Makes a step of dynamics: takes bodies out of the world, finds candidate pairs, solves contacts,
// lets bodies fly to the end of the step, and writes them back.
#include "world/dynamics/dynamics.hpp"

#include <algorithm>
#include <cmath>

#include "world/dynamics/step/collapsing_heap.hpp"
#include "world/flight.hpp"

namespace phasebox {
namespace {

// Returns the contact distance, px, of a body by its size. There is a minimum because positions are
// floats, which cannot resolve less far from the origin.
double touch_by_size(const Body& b) {
  constexpr double kShare = 1e-3, kMinTouch = 4e-3;  // kShare: of the extent; kMinTouch: px
  return std::max(2 * b.collider.reach * kShare, kMinTouch);
}

}  // namespace

struct Dynamics::Impl : CollapsingHeap {
  bool step(World& world, const ImageSet& images, const WorldOptions& world_options,
            const ResponseOptions& options, Broadphase& finder, bool must_reset, unsigned threads,
            const std::optional<Pull>& pull) {
    world_options_ = world_options;
    options_ = options;
    threads_ = threads;
    const double scale = static_cast<double>(options.time_scale),
                 second = kStepsPerSecond * kStepsPerSecond;
    gravity_ = widened({options.gravity_x, options.gravity_y}) * (scale * scale / second);
    restitution_threshold_ = 2 * length(gravity_);
    walls_ = {Wall{{1, 0}, 0}, Wall{{-1, 0}, -static_cast<double>(world_options.width)},
              Wall{{0, 1}, 0}, Wall{{0, -1}, -static_cast<double>(world_options.height)}};
    counts_ = {};
    now_ = 0;
    still_.time = 0;
    left_ = options.most_impacts;
    impacts_.clear();
    heap_.clear();
    if (!must_reset && !pull && may_sleep() && SleepingIslands::is_all_asleep(world)) return true;
    load(world, images);
    const bool is_held = pull && pull->id < bodies_.size();
    // it hangs on the pointer and does not fall
    if (is_held) bodies_[pull->id].has_full_gravity = true;
    put_islands_to_sleep(world, is_held ? std::optional(pull->id) : std::nullopt);
    if (is_held) pull_at(*pull, world);
    Frame rules;
    rules.filters = filters_of(world, images);
    rules.is_static = world.statics();
    rules.threads = threads;
    rules.rule = world_options.filter_rule;
    if (!graph_.find(bodies_, gravity_, world_options, rules, finder, must_reset)) return false;
    settle(world.cached_impulses());
    run();
    finish(world);
    return true;
  }

  // The sprites' filters, but those that show an empty frame may meet none.
  std::span<const Filter> filters_of(const World& world, const ImageSet& images) {
    if (!images.has_empty()) return world.filters();
    filters_.assign(world.filters().begin(), world.filters().end());
    for (std::size_t i = 0; i < filters_.size(); ++i)
      if (images[world.images()[i]].is_empty) filters_[i] = {0, 0, 0};
    return filters_;
  }

  void load(const World& world, const ImageSet& images) {
    const double scale = static_cast<double>(options_.time_scale);
    const double kept = 1 / (1 + static_cast<double>(options_.drag) * scale / kStepsPerSecond);
    const bool by_size = options_.contact_distance == ContactDistance::by_size;
    bodies_.resize(world.size());
    each_body([&](SpriteId i, Body& b) {
      b = make_body(world, images, i, static_cast<double>(options_.density));
      b.velocity = b.velocity * (scale * kept);
      b.spin *= scale * kept;
      b.touch = by_size ? touch_by_size(b) : kTouch;
    });
    is_changed_.assign(world.size(), 0);
    impacts_of_.assign(world.size(), 0);
    begin_burst();
  }

  /// Makes sleeping bodies static until they wake, and keeps their inertia for then. The island of
  /// the held sprite wakes at once.
  void put_islands_to_sleep(const World& world, std::optional<SpriteId> held) {
    if (!may_sleep()) return;
    sleep_.begin(world);
    if (!sleep_.has_sleepers()) return;
    if (held) sleep_.wake(*held);
    inertia_.assign(bodies_.size(), {});
    for (SpriteId i = 0; i < bodies_.size(); ++i) {
      if (!sleep_.is_asleep(i)) continue;
      inertia_[i] = bodies_[i];
      bodies_[i].inverse_mass = bodies_[i].inverse_inertia = 0;
    }
  }

  /// Applies to the gripped point the impulse that changes its velocity, px per step, as a damped
  /// spring would in one step.
  void pull_at(const Pull& pull, const World& world) {
    // the change is 2 k times the distance, minus 2 sqrt(k) times the velocity
    constexpr double kStiffness = 0.05;
    Body& b = bodies_[pull.id];
    if (b.is_static()) return;
    const Vec2d point =
        widened(world.positions()[pull.id]) + rotated(b.rotation, widened(pull.grip));
    const Vec2d arm = point - b.position;
    const Vec2d change = (widened(pull.target) - point) * kStiffness * 2 -
                         b.velocity_at(arm) * (2 * std::sqrt(kStiffness));
    // The impulse is the change of velocity times the effective mass of the point, a 2 x 2 matrix
    // whose inverse is (xx, xy, yy).
    const double m = b.inverse_mass, i = b.inverse_inertia;
    const double xx = m + arm.y * arm.y * i, xy = -arm.x * arm.y * i, yy = m + arm.x * arm.x * i;
    const double det = xx * yy - xy * xy;
    b.push({(yy * change.x - xy * change.y) / det, (xx * change.y - xy * change.x) / det}, arm);
  }

  void run() {
    min_approach_ = 0;
    begin_burst();
    schedule_all();
    while (!events_.empty() && left_ > 0) {
      const EventQueue::Event event = events_.pop();
      now_ = event.time;
      carry_out(event.pair);
      schedule_changed();
      if (burst_ == 0) solve_heap();
    }
  }

  /// Computes the separation of the pair. Either the two meet, or the pair is put off until the
  /// time before which they cannot.
  void carry_out(std::uint32_t pair) {
    propagate_impact(pair);
    if (!changed_.empty()) return;
    const CandidatePair& c = graph_[pair];
    schedule(pair, c.bound > 0 ? now_ + c.free / c.bound : HUGE_VAL, HeapChange::Why::looked);
  }

  /// Moves all bodies to the end of the step, or to the next event of their pairs where
  /// `most_impacts` was reached, and writes them back to the world.
  void finish(World& world) {
    limit_.assign(bodies_.size(), 1);
    for (std::uint32_t k = 0; !events_.empty() && k < graph_.size(); ++k)
      for (const std::uint32_t i : {graph_[k].a, graph_[k].b})
        if (!is_wall(i)) limit_[i] = std::min(limit_[i], events_.time(k));
    const double scale = static_cast<double>(options_.time_scale);
    for (std::uint32_t i = 0; i < bodies_.size(); ++i)
      counts_.deferred += !bodies_[i].is_static() && limit_[i] < 1;
    each_body([&](SpriteId i, Body& b) {
      if (b.is_static()) return;
      if (b.time < limit_[i]) b.advance(limit_[i], gravity_);
      b.velocity -= b.ease;
      b.spin -= b.ease_spin;
      b.velocity = b.velocity * (1 / scale);
      b.spin /= scale;
      store(b, i, world);
    });
    if (world_options_.edges == Edges::wrap)
      for (Vec2& p : world.positions()) p = wrapped(p, world_options_);
    std::vector<CachedImpulse> sums = solver_.sums();
    sums.insert(sums.end(), kept_impulses_.begin(), kept_impulses_.end());
    std::ranges::inplace_merge(sums, sums.end() - std::ssize(kept_impulses_), {}, pair_key);
    world.set_cached_impulses(sums);
    if (may_sleep())
      sleep_.finish(world, bodies_);
    else
      world.wake();
  }

  // [body] share of the step up to which it moves; below 1 if impacts ran out
  std::vector<Filter> filters_;
  std::vector<double> limit_;
};

Dynamics::Dynamics() : impl_(std::make_unique<Impl>()) {}
Dynamics::~Dynamics() = default;

bool Dynamics::step(World& world, const ImageSet& images, const WorldOptions& world_options,
                    const ResponseOptions& options, Broadphase& finder, bool must_reset,
                    unsigned threads, const std::optional<Pull>& pull) {
  return impl_->step(world, images, world_options, options, finder, must_reset, threads, pull);
}
ImpactLog Dynamics::log() const { return {impl_->impacts_, impl_->heap_, impl_->counts_}; }

}  // namespace phasebox
