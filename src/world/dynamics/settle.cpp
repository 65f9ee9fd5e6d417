// SPDX-License-Identifier: MIT
// The contacts at the start of a step: who wakes, which get an impact, which rest.
#include <algorithm>

#include "world/dynamics/dynamics.hpp"

namespace phasebox {
namespace {

Transform transform_of(const Body& b) { return {narrowed(b.pivot()), b.rotation}; }

}  // namespace

/// What moves wakes what it touches.
void Dynamics::wake_touched() {
  if (!may_sleep() || !sleep_.has_sleepers()) return;
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
void Dynamics::keep_impulses(std::span<const CachedImpulse> last) {
  kept_impulses_.clear();
  if (!may_sleep() || !sleep_.has_sleepers()) return;
  for (const CachedImpulse& s : last)
    if (is_inert(s.a) && (s.b >= CachedImpulse::kBorders || is_inert(s.b)))
      kept_impulses_.push_back(s);
}

/// For drawing and counting. `b` may be any number that is no body's: a border.
void Dynamics::note(SpriteId a, SpriteId b, const ContactFrame& at, Vec2d impulse, double before,
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

/// Contacts at the start of the step: first the fast ones, then rounds of small impacts.
void Dynamics::settle(std::span<const CachedImpulse> last) {
  contacts_.clear();
  solver_.clear();
  wake_touched();
  keep_impulses(last);
  if (is_micro()) return;
  look_at_all([this](const CandidatePair& c) {
    if (is_inert(c.a) && is_inert(c.b)) return false;  // they sleep
    return is_wall(c.b) || circles_meet(bodies_[c.a], bodies_[c.b], gravity_, 0) <= 0;
  });
  for (std::uint32_t k = 0; k < graph_.size(); ++k) {
    CandidatePair& c = graph_[k];
    if (c.looked != now_ || !c.has_touched) continue;
    contacts_.push_back({k, c.last});
    c.is_initially_penetrating = c.last.distance < -kInitialPenetration;
  }
  min_approach_ = std::max(restitution_threshold_, kMinApproach);
  for (const Contact& contact : contacts_) propagate_impact(contact.pair);
  forget_changed();
  for (const Contact& contact : contacts_) {
    const CandidatePair& c = graph_[contact.pair];
    body(c.a).integrate_gravity(gravity_), body(c.b).integrate_gravity(gravity_);
    graph_[contact.pair].rests = true;
    ++impacts_of_[c.a];
    if (!is_wall(c.b)) ++impacts_of_[c.b];
  }
  warm_start(last);
}

void Dynamics::add_to(ContactSolver& solver, const Contact& contact) const {
  const CandidatePair& c = graph_[contact.pair];
  const SpriteId b =
      is_wall(c.b) ? CachedImpulse::kBorders + c.b - static_cast<SpriteId>(bodies_.size()) : c.b;
  solver.add(c.a, b, contact.at, material_between(c).friction, 1 - now_);
}

/// The contacts become the constraints of a solver, island by island.
void Dynamics::add_contacts(ContactSolver& solver) {
  islands_.begin(bodies_.size());
  island_bodies_.clear();
  for (const Contact& contact : contacts_) {
    const CandidatePair& c = graph_[contact.pair];
    if (!is_inert(c.a) && !is_inert(c.b)) islands_.join(c.a, c.b);
    island_bodies_.push_back(is_inert(c.a) ? c.b : c.a);
  }
  island_order_.sort(islands_, bodies_.size(), island_bodies_);
  const auto begins = island_order_.begins();
  for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
    solver.begin_island();
    for (std::uint32_t at = begins[i]; at < begins[i + 1]; ++at)
      add_to(solver, contacts_[island_order_.things()[at]]);
  }
}

/// A few that still approach meet in flight; the many of a large heap would not come to an end.
void Dynamics::mark_crowds(const ContactSolver& solver) {
  for (std::size_t i = 0; i < solver.islands().size(); ++i) {
    const SolvedIsland& island = solver.islands()[i];
    if (island.has_converged || !island.is_large()) continue;
    for (std::uint32_t at = island_order_.begins()[i]; at < island_order_.begins()[i + 1]; ++at)
      graph_[contacts_[island_order_.things()[at]].pair].is_crowded = true;
  }
}

void Dynamics::warm_start(std::span<const CachedImpulse> last) {
  if (contacts_.empty()) return;
  solver_.begin(last, bodies_);
  add_contacts(solver_);
  counts_.rests += solver_.solve(ContactSolver::kMaxRounds, gravity_, threads_);
  solver_.store(bodies_);
  mark_crowds(solver_);
  for (std::size_t k = 0; k < solver_.constraints().size(); ++k) {
    const ContactConstraint& c = solver_.constraints()[k];
    const ConstrainedPoint& p = solver_.points()[k];
    if (c.accumulated.x > 0) note(p.between.a, p.between.b, p.at, c.impulse(), 0, true);
  }
}

}  // namespace phasebox
