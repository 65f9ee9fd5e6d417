// SPDX-License-Identifier: MIT
// A step from end to end: bodies out of the world, candidate pairs, contacts, flight, and back.
#include "world/dynamics/dynamics.hpp"

#include <algorithm>

#include "world/motion.hpp"

namespace phasebox {
namespace {

// Positions are floats, so that less cannot be told apart far from the origin.
double touch_by_size(const Body& b) {
  constexpr double kShare = 1e-3, kMinTouch = 4e-3;  // of the extent; px
  return std::max(2 * b.collider.reach * kShare, kMinTouch);
}

}  // namespace

bool Dynamics::step(World& world, const ImageSet& images, const WorldOptions& world_options,
                    const ResponseOptions& options, Broadphase& finder, bool must_reset,
                    unsigned threads, const std::optional<Pull>& pull,
                    std::span<const ImageMaterial> materials) {
  world_options_ = world_options, options_ = options, threads_ = threads;
  const double scale = static_cast<double>(options.time_scale),
               second = kStepsPerSecond * kStepsPerSecond;
  gravity_ = Vec2d{static_cast<double>(options.gravity_x), static_cast<double>(options.gravity_y)} *
             (scale * scale / second);
  restitution_threshold_ = 2 * length(gravity_);
  walls_ = {Wall{{1, 0}, 0}, Wall{{-1, 0}, -static_cast<double>(world_options.width)},
            Wall{{0, 1}, 0}, Wall{{0, -1}, -static_cast<double>(world_options.height)}};
  counts_ = {}, now_ = 0, still_.time = 0, left_ = options.most_impacts;
  impacts_.clear();
  if (!must_reset && !pull && may_sleep() && SleepingIslands::is_all_asleep(world)) return true;
  load(world, images, pull ? std::optional(pull->id) : std::nullopt);
  load_materials(world, materials);
  lull(world, pull ? std::optional(pull->id) : std::nullopt);
  if (pull) pull_at(*pull, world);
  Frame rules;
  rules.filters = world.filters(), rules.is_static = world.statics(), rules.threads = threads;
  if (!graph_.find(bodies_, gravity_, world_options, rules, finder, must_reset)) return false;
  settle(world.cached_impulses());
  run();
  finish(world);
  return true;
}

void Dynamics::load(const World& world, const ImageSet& images, std::optional<SpriteId> held) {
  const double scale = static_cast<double>(options_.time_scale);
  const double kept = 1 / (1 + static_cast<double>(options_.drag) * scale / kStepsPerSecond);
  const std::size_t n = world.size();
  bodies_.resize(n);
  const bool by_size = options_.contact_distance == ContactDistance::by_size;
  for_each_range(n, threads_, kBodiesForThread, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Body& b = bodies_[i] =
          make_body(world, images, static_cast<SpriteId>(i), static_cast<double>(options_.density));
      b.velocity = b.velocity * (scale * kept);
      b.spin *= scale * kept;
      b.touch = by_size ? touch_by_size(b) : kTouch;
    }
  });
  if (held && *held < n) bodies_[*held].has_full_gravity = true;  // the pointer holds it
  is_changed_.assign(n, 0), impacts_of_.assign(n, 0);
  begin_burst();
}

void Dynamics::load_materials(const World& world, std::span<const ImageMaterial> materials) {
  for (SpriteId i = 0; i < bodies_.size(); ++i) {
    const ImageMaterial own = material_of(materials, world.images()[i]);
    const float e = own.restitution < 0 ? options_.restitution : own.restitution;
    const float mu = own.friction < 0 ? options_.friction : own.friction;
    bodies_[i].material = {static_cast<double>(e), static_cast<double>(mu)};
  }
}

/// A border is of the same material as what meets it.
Material Dynamics::material_between(const CandidatePair& c) const {
  const Material& a = bodies_[c.a].material;
  return is_wall(c.b) ? a : combined(a, bodies_[c.b].material);
}

/// What sleeps is static until it wakes.
void Dynamics::lull(const World& world, std::optional<SpriteId> held) {
  if (!may_sleep()) return;
  sleep_.begin(world);
  if (!sleep_.has_sleepers()) return;
  if (held && *held < bodies_.size()) sleep_.wake(*held);
  inertia_.assign(bodies_.size(), {});
  for (SpriteId i = 0; i < bodies_.size(); ++i) {
    if (!sleep_.is_asleep(i)) continue;
    inertia_[i] = bodies_[i];
    bodies_[i].inverse_mass = bodies_[i].inverse_inertia = 0;
  }
}

/// Its island can be moved again. `is_carried`: by what carried it before, until the next step.
void Dynamics::wake(SpriteId id, bool is_carried) {
  for (const SpriteId i : sleep_.wake(id)) {
    Body& b = bodies_[i];
    static_cast<Inertia&>(b) = inertia_[i];
    b.time = now_, b.has_full_gravity = is_carried;
  }
}

/// A critically damped spring at the gripped point; the impulse that it gives in one step.
void Dynamics::pull_at(const Pull& pull, const World& world) {
  constexpr double kStiffness = 0.05;  // of the distance per step, and twice that of the speed
  if (pull.id >= bodies_.size() || bodies_[pull.id].is_static()) return;
  Body& b = bodies_[pull.id];
  const Vec2d point = widened(world.positions()[pull.id]) + rotated(b.rotation, widened(pull.grip));
  const Vec2d arm = point - b.position;
  const Vec2d change = (widened(pull.target) - point) * kStiffness * 2 -
                       b.velocity_at(arm) * (2 * std::sqrt(kStiffness));
  // The impulse that changes the point's velocity so: the effective mass times that change.
  const double m = b.inverse_mass, i = b.inverse_inertia;
  const double xx = m + arm.y * arm.y * i, xy = -arm.x * arm.y * i, yy = m + arm.x * arm.x * i;
  const double det = xx * yy - xy * xy;
  b.push({(yy * change.x - xy * change.y) / det, (xx * change.y - xy * change.x) / det}, arm);
}

Manifold Dynamics::manifold_of(const CandidatePair& c) const {
  if (is_wall(c.b))
    return manifold(bodies_[c.a], walls_[c.b - bodies_.size()],
                    world_options_.edges == Edges::center);
  return manifold(bodies_[c.a], bodies_[c.b], c.last.features);
}

/// All bodies move to the end of the step, or as far as the limits allowed.
void Dynamics::finish(World& world) {
  limit_.assign(bodies_.size(), 1);
  for (const EventQueue::Event& e : events_.events()) {
    const CandidatePair& c = graph_[e.pair];
    limit_[c.a] = std::min(limit_[c.a], e.time);
    if (!is_wall(c.b)) limit_[c.b] = std::min(limit_[c.b], e.time);
  }
  const double scale = static_cast<double>(options_.time_scale);
  for (std::uint32_t i = 0; i < bodies_.size(); ++i)
    counts_.deferred += !bodies_[i].is_static() && limit_[i] < 1;
  for_each_range(bodies_.size(), threads_, kBodiesForThread,
                 [&](std::size_t begin, std::size_t end) {
                   for (std::size_t i = begin; i < end; ++i) {
                     Body& b = bodies_[i];
                     if (b.is_static()) continue;
                     if (b.time < limit_[i]) b.advance(limit_[i], gravity_);
                     b.velocity -= b.ease, b.spin -= b.ease_spin;
                     b.velocity = b.velocity * (1 / scale), b.spin /= scale;
                     store(b, static_cast<SpriteId>(i), world);
                   }
                 });
  if (world_options_.edges == Edges::wrap)
    for (Vec2& p : world.positions()) p = wrapped(p, world_options_);
  std::vector<CachedImpulse> sums = solver_.sums();
  sums.insert(sums.end(), kept_impulses_.begin(), kept_impulses_.end());
  if (!kept_impulses_.empty())
    std::ranges::sort(sums, {},
                      [](const CachedImpulse& s) { return std::uint64_t{s.a} << 32 | s.b; });
  world.set_cached_impulses(sums);
  if (may_sleep())
    sleep_.finish(world, bodies_, solver_.constraints());
  else
    world.wake();
}

Mechanics mechanics(const World& world, const ImageSet& images, const ResponseOptions& options) {
  Mechanics sum;
  const Vec2d gravity =
      Vec2d{static_cast<double>(options.gravity_x), static_cast<double>(options.gravity_y)} *
      (1 / (kStepsPerSecond * kStepsPerSecond));
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

}  // namespace phasebox
