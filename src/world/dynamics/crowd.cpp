// SPDX-License-Identifier: MIT
// A heap that collapses: what meets in it is solved together, where impacts one by one do not end.
#include <algorithm>

#include "world/dynamics/dynamics.hpp"

namespace phasebox {

/// Two that meet, or three in a cradle, have few impacts each: these are never counted. Nor are
/// those of a small heap, which come to an end.
void Dynamics::count_impact(const CandidatePair& c) {
  constexpr std::uint32_t kFewImpacts = 4;
  const std::uint32_t of_a = ++impacts_of_[c.a], of_b = is_wall(c.b) ? 0 : ++impacts_of_[c.b];
  const std::uint32_t most = bodies_[c.a].is_static() ? of_b : std::max(of_a, of_b);
  if (solver_.has_large() && burst_ > 0 && most > kFewImpacts) --burst_;
}

/// Both have met something in this step, or rest on it; what flies alone goes on alone.
bool Dynamics::is_crowded(const CandidatePair& c) const {
  const auto has_met = [&](std::uint32_t i) { return is_inert(i) || impacts_of_[i] > 0; };
  return has_met(c.a) && has_met(c.b) && !(is_inert(c.a) && is_inert(c.b));
}

/// The crowded pairs that touch, or may until the end of the step.
void Dynamics::gather_crowd() {
  contacts_.clear();
  look_at_all([this](const CandidatePair& c) {
    return is_crowded(c) &&
           (is_wall(c.b) || circles_meet(bodies_[c.a], bodies_[c.b], gravity_, now_) < 1);
  });
  for (std::uint32_t k = 0; k < graph_.size(); ++k) {
    const CandidatePair& c = graph_[k];
    if (c.looked != now_ || !is_crowded(c)) continue;
    if (c.has_touched || c.bound * (1 - now_) > c.last.distance) contacts_.push_back({k, c.last});
  }
}

/// Velocities change as in one plastic impact, after which none comes nearer than touching until
/// the end of the step. What eases overlaps apart is found again. The sums are no cached
/// impulses: what stops a heap is not what carries it.
void Dynamics::solve_crowd() {
  constexpr int kCrowdRounds = 16;  // more would leave hardly less, as no sums are known beforehand
  begin_burst(), ++counts_.crowds;
  for (Body& b : bodies_) {
    b.advance(now_, gravity_);
    b.stop_ease();
  }
  gather_crowd();
  for (const Contact& contact : contacts_) {
    CandidatePair& c = graph_[contact.pair];
    body(c.a).integrate_gravity(gravity_), body(c.b).integrate_gravity(gravity_);
    c.rests = c.is_crowded = true;
  }
  crowd_solver_.begin({}, bodies_);
  add_contacts(crowd_solver_);
  counts_.rests += crowd_solver_.solve(kCrowdRounds, gravity_, threads_);
  crowd_solver_.store(bodies_);
  schedule_all();
}

}  // namespace phasebox
