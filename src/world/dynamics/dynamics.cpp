// SPDX-License-Identifier: MIT
// A step from end to end: bodies out of the world, candidate pairs, contacts, flight, and back.
#include "world/dynamics/dynamics.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "base/parallel.hpp"
#include "world/dynamics/contact_graph.hpp"
#include "world/dynamics/contact_solver.hpp"
#include "world/dynamics/sleep.hpp"
#include "world/flight.hpp"

namespace phasebox {
namespace {

// Positions are floats, so that less cannot be told apart far from the origin.
double touch_by_size(const Body& b) {
  constexpr double kShare = 1e-3, kMinTouch = 4e-3;  // of the extent; px
  return std::max(2 * b.collider.reach * kShare, kMinTouch);
}

Transform transform_of(const Body& b) { return {narrowed(b.pivot()), b.rotation}; }

// Contact distances: allowed press until the next step, unseen closing of two that touch and part.
constexpr double kPress = 2, kUnwatched = 2, kUnwatchedMicro = 1.0 / 16;
// How often as much what is solved may be pressed together, until it is so no further.
constexpr double kPressLimit = 4;
constexpr std::uint32_t kMaxHeapSolves = 3;
constexpr double kMaxMicroSpeed = 1;  // px per step, of sprites that a micro-collision parts
constexpr int kTries = 8;             // impulses at one contact, until both its points part

/// Where two bodies approach: the middle of those points that do, weighted by how fast.
struct Approach {
  ContactFrame frame;
  double fastest = 0;  // px per step, without what eases overlaps apart
};

std::optional<Approach> approach_at(const Body& a, const Body& b, const Manifold& at) {
  Vec2d point;
  double weight = 0, most = 0, fastest = 0;
  for (int k = 0; k < at.count; ++k) {
    if (!at.touches_at(k)) continue;
    const ContactFrame m = contact_frame(a, b, at, k);
    const double closing = -relative_normal_velocity(a, b, m);
    if (closing <= 0) continue;
    point += at.points[static_cast<std::size_t>(k)] * closing;
    weight += closing, most = std::max(most, closing);
    fastest = std::max(fastest, -relative_normal_velocity(a.without_ease(), b.without_ease(), m));
  }
  if (most <= kConvergence) return {};
  point = point * (1 / weight);
  return Approach{{point - a.position, point - b.position, at.normal}, fastest};
}

/// What eases one of two out of a third does not press it into the other.
void stop_easing(Body& a, Body& b, const ContactFrame& at) {
  const Vec2d impulse = impact_impulse(a, b, at, {});
  a.add_ease(-impulse * a.inverse_mass, -cross(at.arm_a, impulse) * a.inverse_inertia);
  b.add_ease(impulse * b.inverse_mass, cross(at.arm_b, impulse) * b.inverse_inertia);
}

// px: impacts' allowed press on what is solved, in small islands, and in large ones so they end.
constexpr double kPressSolved = 0.1, kPressInHeap = 0.5;

constexpr auto kCode = std::to_array<CodeLine>({
    {"the swept AABB of each sprite over the step"},
    {"the broadphase finds the candidate pairs"},
    {"resting contacts: small impulses till none sinks"},
    {"a heap of the times of impact of all pairs"},
    {"while the earliest lies within the step:"},
    {"  move its two sprites there"},
    {"  compression: push till they approach no more"},
    {"  restitution: e times that push once more"},
    {"  friction across, mu times the push at most"},
    {"  find the times of their pairs again"},
    {"move all sprites to the end of the step"},
});
constexpr std::size_t kRest = 2, kCompression = 6, kRestitution = 7;

}  // namespace

struct Dynamics::Impl {
  // A step, from its bodies to the candidate pairs, and at last back into the world.

  bool step(World& world, const ImageSet& images, const WorldOptions& world_options,
            const ResponseOptions& options, Broadphase& finder, bool must_reset, unsigned threads,
            const std::optional<Pull>& pull) {
    world_options_ = world_options, options_ = options, threads_ = threads;
    const double scale = static_cast<double>(options.time_scale),
                 second = kStepsPerSecond * kStepsPerSecond;
    gravity_ = widened({options.gravity_x, options.gravity_y}) * (scale * scale / second);
    restitution_threshold_ = 2 * length(gravity_);
    walls_ = {Wall{{1, 0}, 0}, Wall{{-1, 0}, -static_cast<double>(world_options.width)},
              Wall{{0, 1}, 0}, Wall{{0, -1}, -static_cast<double>(world_options.height)}};
    counts_ = {}, now_ = 0, still_.time = 0, left_ = options.most_impacts;
    impacts_.clear(), heap_.clear();
    if (!must_reset && !pull && may_sleep() && SleepingIslands::is_all_asleep(world)) return true;
    load(world, images);
    const bool is_held = pull && pull->id < bodies_.size();
    if (is_held) bodies_[pull->id].has_full_gravity = true;  // the pointer holds it
    put_islands_to_sleep(world, is_held ? std::optional(pull->id) : std::nullopt);
    if (is_held) pull_at(*pull, world);
    Frame rules;
    rules.filters = world.filters(), rules.is_static = world.statics(), rules.threads = threads;
    rules.rule = world_options.filter_rule;
    if (!graph_.find(bodies_, gravity_, world_options, rules, finder, must_reset)) return false;
    settle(world.cached_impulses());
    run();
    finish(world);
    return true;
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
    is_changed_.assign(world.size(), 0), impacts_of_.assign(world.size(), 0);
    begin_burst();
  }

  /// What sleeps is static until it wakes.
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

  /// Its island can be moved again. `is_carried`: by what carried it before, until the next step.
  void wake(SpriteId id, bool is_carried) {
    for (const SpriteId i : sleep_.wake(id)) {
      Body& b = bodies_[i];
      static_cast<Inertia&>(b) = inertia_[i];
      b.time = now_, b.has_full_gravity = is_carried;
    }
  }

  /// A critically damped spring at the gripped point; the impulse that it gives in one step.
  void pull_at(const Pull& pull, const World& world) {
    constexpr double kStiffness = 0.05;  // of the distance per step, and twice that of the speed
    Body& b = bodies_[pull.id];
    if (b.is_static()) return;
    const Vec2d point =
        widened(world.positions()[pull.id]) + rotated(b.rotation, widened(pull.grip));
    const Vec2d arm = point - b.position;
    const Vec2d change = (widened(pull.target) - point) * kStiffness * 2 -
                         b.velocity_at(arm) * (2 * std::sqrt(kStiffness));
    // The impulse that changes the point's velocity so: the effective mass times that change.
    const double m = b.inverse_mass, i = b.inverse_inertia;
    const double xx = m + arm.y * arm.y * i, xy = -arm.x * arm.y * i, yy = m + arm.x * arm.x * i;
    const double det = xx * yy - xy * xy;
    b.push({(yy * change.x - xy * change.y) / det, (xx * change.y - xy * change.x) / det}, arm);
  }

  Manifold manifold_of(const CandidatePair& c) const {
    if (is_wall(c.b))
      return manifold(bodies_[c.a], walls_[c.b - bodies_.size()],
                      world_options_.edges == Edges::center);
    return manifold(bodies_[c.a], bodies_[c.b], c.last.features);
  }

  /// All bodies move to the end of the step, or as far as the limits allowed.
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
      b.velocity -= b.ease, b.spin -= b.ease_spin;
      b.velocity = b.velocity * (1 / scale), b.spin /= scale;
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

  // Contacts at the start of a step: which wake their bodies, which get an impact, which rest.

  /// What moves wakes what it touches.
  void wake_touched() {
    if (!has_sleepers()) return;
    for (std::uint32_t k = 0; k < graph_.size(); ++k) {
      const CandidatePair& c = graph_[k];
      if (is_wall(c.b) || sleep_.is_asleep(c.a) == sleep_.is_asleep(c.b)) continue;
      const SpriteId sleeper = sleep_.is_asleep(c.a) ? c.a : c.b;
      const Body& other = bodies_[c.other(sleeper)];
      if (other.is_static() ||
          length(other.velocity) + std::abs(other.spin) * other.collider.reach < kQuietSpeed)
        continue;
      if (circles_meet(bodies_[c.a], bodies_[c.b], gravity_, 0) > 0 || !look(k).touches()) continue;
      wake(sleeper, false);
    }
  }

  /// The impulses of pairs that are not solved in this step.
  void keep_impulses(std::span<const CachedImpulse> last) {
    kept_impulses_.clear();
    if (!has_sleepers()) return;
    for (const CachedImpulse& s : last)
      if (is_inert(s.a) && (s.b >= CachedImpulse::kBorders || is_inert(s.b)))
        kept_impulses_.push_back(s);
  }

  /// For drawing and counting. `b` may be any number that is no body's: a border.
  void note(SpriteId a, SpriteId b, const ContactFrame& at, Vec2d impulse, double before,
            bool rests) {
    if (impacts_.size() == kMaxKept) return;
    const Body &one = bodies_[a], &other = body(b);
    impacts_.push_back({.a = a,
                        .b = is_wall(b) ? Impact::kWall : b,
                        .time = static_cast<float>(one.time),
                        .point = narrowed(one.position + at.arm_a),
                        .normal = narrowed(at.normal),
                        .impulse = narrowed(impulse),
                        .before = static_cast<float>(before),
                        .after = static_cast<float>(
                            relative_normal_velocity(one.without_ease(), other.without_ease(), at)),
                        .transform_a = transform_of(one),
                        .transform_b = transform_of(other),
                        .rests = rests});
  }

  /// Contacts at the start of the step: first the fast ones, then what rests or may come to.
  void settle(std::span<const CachedImpulse> last) {
    contacts_.clear();
    solver_.clear();
    wake_touched();
    keep_impulses(last);
    if (is_micro()) return;
    look_at_all([this](const CandidatePair& c) {
      if (is_inert(c.a) && is_inert(c.b)) return false;  // they sleep
      return is_wall(c.b) || are_circles_near(bodies_[c.a], bodies_[c.b], kSpeculative);
    });
    is_touched_.assign(bodies_.size(), 0);
    for (std::uint32_t k = 0; k < graph_.size(); ++k) {
      const CandidatePair& c = graph_[k];
      if (c.looked != now_ || !c.has_touched) continue;
      is_touched_[c.a] = 1;
      if (!is_wall(c.b)) is_touched_[c.b] = 1;
    }
    for (std::uint32_t k = 0; k < graph_.size(); ++k) {
      CandidatePair& c = graph_[k];
      if (c.looked != now_ || !(c.has_touched || is_slow_and_near(c))) continue;
      contacts_.push_back(k);
      c.is_initially_penetrating = c.last.distance < -kInitialPenetration;
    }
    min_approach_ = std::max(restitution_threshold_, kMinApproach);
    for (const std::uint32_t pair : contacts_) propagate_impact(pair);
    forget_changed();
    mark_contacts();
    warm_start(last);
  }

  /// So near and slow that it is solved with touching ones. In a heap more is slow: little bounce.
  bool is_slow_and_near(const CandidatePair& c) const {
    constexpr double kSlowInHeap = 0.5;  // px per step
    const Body &a = bodies_[c.a], &b = body(c.b);
    if (c.last.distance > kSpeculative || restitution_threshold_ == 0) return false;
    const bool is_in_heap = is_touched_[c.a] && (is_wall(c.b) || is_touched_[c.b]);
    const double slow =
        is_in_heap ? std::max(kSlowInHeap, restitution_threshold_) : restitution_threshold_;
    return std::abs(relative_normal_velocity(a, b, contact_frame(a, b, c.last, 0))) < slow;
  }

  void mark_contacts() {
    for (const std::uint32_t pair : contacts_) {
      CandidatePair& c = graph_[pair];
      c.rests = true;
      ++impacts_of_[c.a];
      if (!is_wall(c.b)) ++impacts_of_[c.b];
    }
  }

  /// The contacts become the constraints of a solver, island by island.
  void solve_contacts(ContactSolver& solver) {
    islands_.begin(bodies_.size());
    island_bodies_.clear();
    for (const std::uint32_t pair : contacts_) {
      const CandidatePair& c = graph_[pair];
      if (!is_inert(c.a) && !is_inert(c.b)) islands_.join(c.a, c.b);
      island_bodies_.push_back(is_inert(c.a) ? c.b : c.a);
    }
    island_order_.sort(islands_, bodies_.size(), island_bodies_);
    const auto begins = island_order_.begins();
    for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
      solver.begin_island(begins[i + 1] - begins[i]);
      const double press = begins[i + 1] - begins[i] > kLargeHeap ? kPressInHeap : kPressSolved;
      for (std::uint32_t at = begins[i]; at < begins[i + 1]; ++at) {
        CandidatePair& c = graph_[contacts_[island_order_.things()[at]]];
        c.press = press, c.free = std::max(c.last.distance, 0.0) + press / 2;
        const SpriteId b =
            is_wall(c.b) ? CachedImpulse::kBorders + c.b - static_cast<SpriteId>(bodies_.size())
                         : c.b;
        solver.add(c.a, b, c.last, static_cast<double>(options_.friction));
      }
    }
    counts_.rests += solver.solve(gravity_, threads_);
    solver.store(bodies_);
  }

  void warm_start(std::span<const CachedImpulse> last) {
    if (contacts_.empty()) return;
    solver_.begin(last, bodies_);
    solve_contacts(solver_);
    for (std::size_t k = 0; k < solver_.constraints().size(); ++k) {
      const ContactConstraint& c = solver_.constraints()[k];
      const auto& [a, b, points] = solver_.pairs()[k];
      for (std::size_t p = 0; p < c.count; ++p)
        if (const Vec2d total = c.points[p].total; total.x > 0)
          note(a, b, {points[p] - bodies_[a].position, points[p] - body(b).position, c.normal},
               c.normal * total.x + turned(c.normal) * total.y, 0, true);
    }
  }

  // The flight of a step: impact after impact, in the order of their times.

  void push_apart(const CandidatePair& c, const ContactFrame& at, Material material, bool rests) {
    Body &a = body(c.a), &b = body(c.b);
    const Inertia own_a = a.without_ease(), own_b = b.without_ease();
    const Vec2d impulse = impact_impulse(own_a, own_b, at, material);
    if (impulse == Vec2d{}) return;
    const double before = relative_normal_velocity(own_a, own_b, at);
    a.push(-impulse, at.arm_a);
    b.push(impulse, at.arm_b);
    ++(rests ? counts_.rests : counts_.impacts);
    note(c.a, c.b, at, impulse, before, rests);
  }

  /// Until when the pair needs no look, by its separation; infinity: not in this step, as for
  /// sleepers and old overlaps, which steps ease apart. Changes only what is known of the pair.
  double next_look(CandidatePair& c) const {
    if (c.is_initially_penetrating || (is_inert(c.a) && is_inert(c.b))) return HUGE_VAL;
    const Body &a = bodies_[c.a], &b = body(c.b);
    if (c.seen < 0) return is_wall(c.b) ? now_ : circles_meet(a, b, gravity_, now_);
    c.free -= c.bound * (now_ - c.seen);
    c.seen = now_, c.bound = closing_bound(a, b, c.last.normal, gravity_, now_);
    if (is_soon(c)) return now_;
    return c.bound > 0 ? now_ + std::max(c.free, 0.0) / c.bound : HUGE_VAL;
  }

  /// They touched when last looked at, are hardly further apart by now, and approach.
  bool is_soon(const CandidatePair& c) const {
    if (!c.has_touched || c.is_initially_penetrating || c.free > 2 * unwatched_of(c)) return false;
    return is_approaching(bodies_[c.a], body(c.b), c.last, min_approach_of(c));
  }

  /// px by which two that touch may come closer before they are looked at again.
  double unwatched_of(const CandidatePair& c) const {
    if (c.press > 0) return c.press / 2;
    return (is_micro() ? kUnwatchedMicro : kUnwatched) * c.last.touch;
  }

  /// The separation as it is now, and what it proves about the time to come.
  const Manifold& look(std::uint32_t pair) {
    CandidatePair& c = graph_[pair];
    if (c.looked == now_) return c.last;
    ++counts_.encounters;
    separate(c);
    return c.last;
  }

  /// Changes nothing but what is known of this pair.
  void separate(CandidatePair& c) const {
    if (is_micro()) c.impacts = 0;  // of this instant
    c.last = manifold_of(c);
    c.has_touched = c.last.touches();
    c.looked = c.seen = now_;
    // Two that touch and part may come that close again unseen; the next step eases them apart.
    if (c.press > 0)
      c.free = std::max(c.last.distance, 0.0) + unwatched_of(c);
    else
      c.free = c.has_touched ? unwatched_of(c) : c.last.distance - c.last.touch / 2;
    c.bound = closing_bound(bodies_[c.a], body(c.b), c.last.normal, gravity_, now_);
  }

  /// px per step. Two that have met do not meet again for so little: the next step takes care of
  /// it. Those already pressed do, but from time to time for more only, so that there is an end.
  double min_approach_of(const CandidatePair& c) const {
    if (is_micro()) return kMinApproach;
    // There must be an end to it: from the third time on they are left to the next step.
    if (c.press > 0 && counts_.collapses >= kMaxHeapSolves) return HUGE_VAL;
    if (c.press > 0 && c.last.distance > -kPressLimit * c.press)
      return c.press / std::max(1 - now_, 1e-3);
    const double press = kPress * c.last.touch;
    double min_approach =
        c.rests ? std::max(restitution_threshold_ / 2, kMinApproach) : kMinApproach;
    if (c.impacts > 0) min_approach = std::max(min_approach, press / std::max(1 - now_, 1e-3));
    if (c.last.distance < -press)
      min_approach =
          std::min(min_approach, std::ldexp(kMinApproach, 2 * static_cast<int>(c.impacts)));
    return std::max(min_approach_, min_approach);
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

  void schedule_all() {
    graph_.widen_all();
    times_.resize(graph_.size());
    for_pairs([this](std::size_t k, std::size_t end) {
      for (; k < end; ++k) times_[k] = next_look(graph_[static_cast<std::uint32_t>(k)]);
    });
    events_.assign(times_);
    for (std::uint32_t k = 0; k < times_.size(); ++k)
      if (times_[k] < 1) log_time(k, times_[k], HeapChange::Why::begins);
  }

  void schedule(std::uint32_t pair, double time, HeapChange::Why why) {
    events_.set(pair, time);
    log_time(pair, time, why);
  }
  void log_time(std::uint32_t pair, double time, HeapChange::Why why) {
    if (heap_.size() == kMaxKept) return;
    const CandidatePair& c = graph_[pair];
    const auto n = static_cast<std::uint32_t>(bodies_.size());
    heap_.push_back({.a = c.a,
                     .b = is_wall(c.b) ? HeapChange::kFirstBorder + (c.b - n) : c.b,
                     .time = static_cast<float>(std::min(time, 1.0)),
                     .after = static_cast<std::uint32_t>(impacts_.size()),
                     .why = why});
  }

  /// Looks at the pair: either they meet, or it is known until when they do not.
  void carry_out(std::uint32_t pair) {
    propagate_impact(pair);
    if (!changed_.empty()) return;
    const CandidatePair& c = graph_[pair];
    schedule(pair, c.bound > 0 ? now_ + c.free / c.bound : HUGE_VAL, HeapChange::Why::looked);
  }

  /// Bodies that met have new paths.
  void schedule_changed() {
    for (const std::uint32_t i : changed_) graph_.widen(i);
    for (const std::uint32_t i : changed_)
      for (std::uint32_t k = graph_.first(i); k != ContactGraph::kNone; k = graph_.next(k, i)) {
        const std::uint32_t other = graph_[k].other(i);
        if (is_wall(other) || !is_changed_[other] || i < other)
          schedule(k, next_look(graph_[k]), HeapChange::Why::met);
      }
    forget_changed();
  }

  void forget_changed() {
    for (const std::uint32_t i : changed_) is_changed_[i] = 0;
    changed_.clear();
  }

  /// An impact, and all that it leads to at this instant among sprites that touch.
  void propagate_impact(std::uint32_t pair) {
    waiting_.assign(1, pair);
    for (std::size_t n = 0; n < waiting_.size(); ++n) {
      const std::uint32_t k = waiting_[n];
      graph_[k].is_waiting = false;
      if (left_ == 0 || burst_ == 0 || !collide(k)) continue;
      --left_;
      count_impact(graph_[k]);
      await_touching(graph_[k].a);
      await_touching(graph_[k].b);
    }
  }

  void await_touching(std::uint32_t i) {
    if (is_wall(i) || bodies_[i].is_static()) return;
    if (!is_changed_[i]) is_changed_[i] = 1, changed_.push_back(i);
    for (std::uint32_t k = graph_.first(i); k != ContactGraph::kNone; k = graph_.next(k, i)) {
      CandidatePair& c = graph_[k];
      if (c.is_waiting || !is_soon(c)) continue;
      c.is_waiting = true;
      waiting_.push_back(k);
    }
  }

  bool collide(std::uint32_t pair) {
    CandidatePair& c = graph_[pair];
    if (c.is_initially_penetrating) return false;
    Body &a = bodies_[c.a], &b = body(c.b);
    a.advance(now_, gravity_), b.advance(now_, gravity_);
    const Manifold at = look(pair);
    if (!at.touches() || !is_approaching(a, b, at, min_approach_of(c))) return false;
    if (has_sleepers() && is_approaching(a, b, at, kQuietSpeed)) {
      if (sleep_.is_asleep(c.a)) wake(c.a, true);
      if (!is_wall(c.b) && sleep_.is_asleep(c.b)) wake(c.b, true);
    }
    return meet(pair, at);
  }

  /// Slow approaches part so fast that both leave the contact distance: faster than they came if
  /// pressed, slower if they came fast. Once at an instant: wedged bodies would bounce for ever.
  double micro_restitution(const Manifold& at, double closing) const {
    const double room = std::max(at.touch - at.distance, 0.0);
    const double parting =
        std::clamp(std::sqrt(2 * length(gravity_) * room), kMinApproach, kMaxMicroSpeed);
    return parting / std::max(closing, kMinApproach);
  }

  /// Fast approaches part with restitution, at the point amid those that touch where both impulses
  /// would act; slow ones rest, with the step's gravity left and a plastic impact. What only
  /// approaches by easing from a third stops without impact. False if none approaches.
  bool meet(std::uint32_t pair, const Manifold& at) {
    CandidatePair& c = graph_[pair];
    Body &a = body(c.a), &b = body(c.b);
    const bool is_first = c.impacts == 0;
    for (int tried = 0; tried < kTries; ++tried) {
      const std::optional<Approach> approach = approach_at(a, b, at);
      if (!approach) return tried > 0;
      const ContactFrame& frame = approach->frame;
      if (relative_normal_velocity(a.without_ease(), b.without_ease(), frame) >= -kConvergence) {
        stop_easing(a, b, frame);
        continue;
      }
      const bool is_slow = approach->fastest < restitution_threshold_,
                 rests = is_slow && !is_micro();
      const bool falls =
          !(a.has_full_gravity || a.is_static()) || !(b.has_full_gravity || b.is_static());
      if (rests && falls) {
        a.integrate_gravity(gravity_), b.integrate_gravity(gravity_);
        continue;
      }
      c.rests |= rests;
      c.impacts += 1;
      Material material{static_cast<double>(options_.restitution),
                        static_cast<double>(options_.friction)};
      if (is_slow)
        material.restitution =
            is_micro() && is_first ? micro_restitution(at, approach->fastest) : 0;
      counts_.micro += is_slow && !rests;
      push_apart(c, frame, material, rests);
    }
    return true;
  }

  // A heap that collapses: what meets in it is solved together, as single impacts do not end.

  /// Few impacts of two that meet or three in a cradle, or of a small heap, which end: uncounted.
  void count_impact(const CandidatePair& c) {
    constexpr std::uint32_t kFewImpacts = 4;
    const std::uint32_t of_a = ++impacts_of_[c.a], of_b = is_wall(c.b) ? 0 : ++impacts_of_[c.b];
    const std::uint32_t most = bodies_[c.a].is_static() ? of_b : std::max(of_a, of_b);
    if (solver_.has_large() && burst_ > 0 && most > kFewImpacts) --burst_;
  }

  /// Both have met something in this step, or rest on it; bodies in free flight are not coupled.
  bool is_in_heap(const CandidatePair& c) const {
    const auto has_met = [&](std::uint32_t i) { return is_inert(i) || impacts_of_[i] > 0; };
    return has_met(c.a) && has_met(c.b) && !(is_inert(c.a) && is_inert(c.b));
  }

  /// The pairs of the heap that touch, or may until the end of the step.
  void gather_heap() {
    contacts_.clear();
    look_at_all([this](const CandidatePair& c) {
      return is_in_heap(c) &&
             (is_wall(c.b) || circles_meet(bodies_[c.a], bodies_[c.b], gravity_, now_) < 1);
    });
    for (std::uint32_t k = 0; k < graph_.size(); ++k) {
      const CandidatePair& c = graph_[k];
      if (c.looked != now_ || !is_in_heap(c)) continue;
      if (c.has_touched || c.bound * (1 - now_) > c.last.distance) contacts_.push_back(k);
    }
  }

  /// Velocities change as in one plastic impact, then none comes nearer than touching in the step.
  /// Easing apart is found again. No cached impulses: what stops a heap is not what carries it.
  void solve_heap() {
    begin_burst(), ++counts_.collapses;
    for (Body& b : bodies_) {
      b.advance(now_, gravity_);
      b.stop_ease();
    }
    gather_heap();
    mark_contacts();
    heap_solver_.begin({}, bodies_, 1 - now_);
    solve_contacts(heap_solver_);
    schedule_all();
  }

  /// Looks at each pair that it concerns, on several threads.
  template <class Concerns>
  void look_at_all(Concerns concerns) {
    std::atomic<std::uint64_t> looks = 0;
    for_pairs([&](std::size_t k, std::size_t end) {
      std::uint64_t own = 0;
      for (; k < end; ++k)
        if (CandidatePair& c = graph_[static_cast<std::uint32_t>(k)];
            c.looked != now_ && concerns(c))
          separate(c), ++own;
      looks += own;
    });
    counts_.encounters += looks;
  }

  /// Calls `f(number, body)` for each, on several threads.
  template <class F>
  void each_body(F f) {
    for_each_range(bodies_.size(), threads_, kBodiesForThread, [&](std::size_t i, std::size_t end) {
      for (; i < end; ++i) f(static_cast<SpriteId>(i), bodies_[i]);
    });
  }
  /// Calls `f(begin, end)` for ranges of candidate pairs, on several threads.
  template <class F>
  void for_pairs(F f) {
    constexpr std::size_t kPairsForThread = 2000;  // that are worth a thread
    for_each_range(graph_.size(), threads_, kPairsForThread, f);
  }

  bool may_sleep() const { return options_.sleeping && !is_micro(); }
  bool has_sleepers() const { return may_sleep() && sleep_.has_sleepers(); }
  bool is_inert(std::uint32_t i) const { return is_wall(i) || bodies_[i].is_static(); }
  void begin_burst() { burst_ = kMinBurst + bodies_.size(); }
  bool is_micro() const { return options_.resting == RestingContacts::micro_collisions; }
  bool is_wall(std::uint32_t b) const { return b >= bodies_.size(); }
  Body& body(std::uint32_t i) { return is_wall(i) ? still_ : bodies_[i]; }
  const Body& body(std::uint32_t i) const { return is_wall(i) ? still_ : bodies_[i]; }

  // px per step: slower approaches wait for the next step.
  static constexpr double kMinApproach = 2e-3;
  // Impacts, besides one per body, of bodies with several in the step: then the heap is solved.
  static constexpr std::uint64_t kMinBurst = 2000;

  // What holds for the step.
  WorldOptions world_options_;
  ResponseOptions options_;
  unsigned threads_ = 1;
  Vec2d gravity_;                     // px per step², in the step's own time
  double restitution_threshold_ = 0;  // px per step: slower impacts rest
  double min_approach_ = 0;           // px per step: the least that counts as an approach
  double now_ = 0;                    // of the step
  std::uint64_t left_ = 0;            // impacts until the bound
  std::uint64_t burst_ = 0;           // impacts until the heap is solved together

  std::vector<Body> bodies_;
  Body still_;  // represents every border
  std::array<Wall, 4> walls_;
  std::vector<Inertia> inertia_;  // [body] of what sleeps, to be given back when it wakes
  SleepingIslands sleep_;
  ContactGraph graph_;
  ContactSolver solver_, heap_solver_;
  Islands islands_;                           // of the contacts
  std::vector<std::uint32_t> island_bodies_;  // [contact] one that can be moved
  IslandOrder island_order_;                  // of the contacts
  std::vector<std::uint32_t> impacts_of_;  // [body] in this step, and one for each contact at rest
  std::vector<std::uint32_t> contacts_;    // pairs that touch, as they were last looked at
  std::vector<std::uint8_t> is_touched_;   // [body] at the start of the step
  std::vector<CachedImpulse> kept_impulses_;  // of what sleeps on each other, in order
  EventQueue events_;                         // until when pairs need not be looked at
  std::vector<double> times_;                 // [pair] of its first event
  std::vector<std::uint32_t>
      waiting_;  // candidate pairs that may meet at this instant, first come first
  std::vector<std::uint32_t> changed_;    // bodies that met at this instant
  std::vector<std::uint8_t> is_changed_;  // [body] among them
  std::vector<double> limit_;             // [body] how far it may go when the bound is reached
  std::vector<Impact> impacts_;
  std::vector<HeapChange> heap_;
  ImpactCounts counts_;
};

Mechanics mechanics(const World& world, const ImageSet& images, const ResponseOptions& options) {
  Mechanics sum;
  const Vec2d gravity =
      widened({options.gravity_x, options.gravity_y}) * (1 / (kStepsPerSecond * kStepsPerSecond));
  for (SpriteId i = 0; i < world.size(); ++i) {
    const Body b = make_body(world, images, i, static_cast<double>(options.density));
    if (b.is_static()) continue;
    const double mass = 1 / b.inverse_mass, inertia = 1 / b.inverse_inertia;
    sum.kinetic += mass * dot(b.velocity, b.velocity) / 2 + inertia * b.spin * b.spin / 2;
    sum.potential -= mass * dot(gravity, b.position);
    sum.momentum += b.velocity * mass;
    sum.angular_momentum += mass * cross(b.position, b.velocity) + inertia * b.spin;
  }
  return sum;
}

Dynamics::Dynamics() : impl_(std::make_unique<Impl>()) {}
Dynamics::~Dynamics() = default;

bool Dynamics::step(World& world, const ImageSet& images, const WorldOptions& world_options,
                    const ResponseOptions& options, Broadphase& finder, bool must_reset,
                    unsigned threads, const std::optional<Pull>& pull) {
  return impl_->step(world, images, world_options, options, finder, must_reset, threads, pull);
}
std::span<const Impact> Dynamics::impacts() const { return impl_->impacts_; }
const ImpactCounts& Dynamics::counts() const { return impl_->counts_; }

std::span<const HeapChange> Dynamics::heap() const { return impl_->heap_; }

std::span<const CodeLine> impulse_code() { return kCode; }

std::size_t impulse_line(const Impact& impact) {
  constexpr float kParted = 1e-3f;  // px per step; plastic impacts end with rounding only
  if (impact.rests && impact.time == 0) return kRest;
  return impact.rests || impact.after < kParted ? kCompression : kRestitution;
}

}  // namespace phasebox
