// SPDX-License-Identifier: MIT
// The flight of a step: impact after impact, in the order of their times.
#include <algorithm>

#include "world/dynamics/dynamics.hpp"

namespace phasebox {
namespace {

// In contact distances: what sprites may be pressed by until the next step, and what two that touch
// and part may come closer by, unseen.
constexpr double kPress = 2, kUnwatched = 2, kUnwatchedMicro = 1.0 / 16;
// px: what those that were solved together may be pressed by, unless they overlap by so much.
constexpr double kCrowdPress = 0.5, kCrowdDepth = 2;
constexpr std::uint32_t kMaxCrowds = 3;
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

}  // namespace

void Dynamics::push_apart(const CandidatePair& c, const ContactFrame& at, Material material,
                          bool rests) {
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

/// Until when the pair need not be looked at, from what is known of its separation; infinity for
/// all of the step. Changes nothing but what is known of this pair.
double Dynamics::next_look(CandidatePair& c) const {
  const Body &a = bodies_[c.a], &b = is_wall(c.b) ? still_ : bodies_[c.b];
  if (c.seen < 0) return is_wall(c.b) ? now_ : circles_meet(a, b, gravity_, now_);
  c.free -= c.bound * (now_ - c.seen);
  c.seen = now_, c.bound = closing_bound(a, b, c.last.normal, gravity_, now_);
  if (is_soon(c)) return now_;
  return c.bound > 0 ? now_ + std::max(c.free, 0.0) / c.bound : HUGE_VAL;
}

/// There is no time of impact of those that overlap since before the step: each step eases them
/// apart. Nor is there one of those that sleep.
bool Dynamics::may_meet(const CandidatePair& c) const {
  return !c.is_initially_penetrating && !(is_inert(c.a) && is_inert(c.b));
}

void Dynamics::schedule(std::uint32_t pair) {
  CandidatePair& c = graph_[pair];
  if (!may_meet(c)) return;
  const double time = next_look(c);
  if (time < 1)
    events_.set(pair, time);
  else
    events_.remove(pair);
}

/// They touched when last looked at, are hardly further apart by now, and approach.
bool Dynamics::is_soon(const CandidatePair& c) const {
  if (!c.has_touched || c.is_initially_penetrating || c.free > 2 * unwatched_of(c)) return false;
  return is_approaching(bodies_[c.a], is_wall(c.b) ? still_ : bodies_[c.b], c.last,
                        min_approach_of(c));
}

/// px by which two that touch may come closer before they are looked at again.
double Dynamics::unwatched_of(const CandidatePair& c) const {
  if (c.is_crowded) return kCrowdPress / 2;
  return (is_micro() ? kUnwatchedMicro : kUnwatched) * c.last.touch;
}

/// The separation as it is now, and what it proves about the time to come.
const Manifold& Dynamics::look(std::uint32_t pair) {
  CandidatePair& c = graph_[pair];
  if (c.looked == now_) return c.last;
  ++counts_.encounters;
  separate(c);
  return c.last;
}

/// Changes nothing but what is known of this pair.
void Dynamics::separate(CandidatePair& c) const {
  if (is_micro()) c.impacts = 0;  // of this instant
  c.last = manifold_of(c);
  c.has_touched = c.last.touches();
  c.looked = c.seen = now_;
  // Two that touch and part may come that close again unseen; the next step eases them apart.
  c.free = c.has_touched ? unwatched_of(c) : c.last.distance - c.last.touch / 2;
  c.bound = closing_bound(bodies_[c.a], is_wall(c.b) ? still_ : bodies_[c.b], c.last.normal,
                          gravity_, now_);
}

/// px per step. Two that have met do not meet again for so little: the next step takes care of it.
/// Those already pressed do, but from time to time for more only, so that there is an end.
double Dynamics::min_approach_of(const CandidatePair& c) const {
  if (is_micro()) return kMinApproach;
  // There must be an end to it: from the third time on they are left to the next step.
  if (c.is_crowded && counts_.crowds >= kMaxCrowds) return HUGE_VAL;
  if (c.is_crowded && c.last.distance > -kCrowdDepth) return kCrowdPress / std::max(1 - now_, 1e-3);
  const double press = kPress * c.last.touch;
  double min_approach = c.rests ? std::max(restitution_threshold_ / 2, kMinApproach) : kMinApproach;
  if (c.impacts > 0) min_approach = std::max(min_approach, press / std::max(1 - now_, 1e-3));
  if (c.last.distance < -press)
    min_approach =
        std::min(min_approach, std::ldexp(kMinApproach, 2 * static_cast<int>(c.impacts)));
  return std::max(min_approach_, min_approach);
}

void Dynamics::run() {
  min_approach_ = 0;
  begin_burst();
  schedule_all();
  while (!events_.empty() && left_ > 0) {
    const EventQueue::Event event = events_.pop();
    now_ = event.time;
    carry_out(event.pair);
    schedule_changed();
    if (burst_ == 0) solve_crowd();
  }
}

void Dynamics::schedule_all() {
  graph_.widen_all();
  times_.resize(graph_.size());
  for_each_range(graph_.size(), threads_, kPairsForThread, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      CandidatePair& c = graph_[static_cast<std::uint32_t>(k)];
      times_[k] = may_meet(c) ? next_look(c) : HUGE_VAL;
    }
  });
  events_.assign(times_);
}

/// Looks at the pair: either they meet, or it is known until when they do not.
void Dynamics::carry_out(std::uint32_t pair) {
  propagate_impact(pair);
  if (!changed_.empty()) return;
  const CandidatePair& c = graph_[pair];
  const double time = c.bound > 0 ? now_ + c.free / c.bound : 1;
  if (time < 1) events_.set(pair, time);
}

/// Bodies that met have new paths.
void Dynamics::schedule_changed() {
  for (const std::uint32_t i : changed_) graph_.widen(i);
  for (const std::uint32_t i : changed_)
    for (std::uint32_t k = graph_.first(i); k != ContactGraph::kNone; k = graph_.next(k, i)) {
      const std::uint32_t other = graph_[k].other(i);
      if (is_wall(other) || !is_changed_[other] || i < other) schedule(k);
    }
  forget_changed();
}

void Dynamics::forget_changed() {
  for (const std::uint32_t i : changed_) is_changed_[i] = 0;
  changed_.clear();
}

/// An impact, and all that it leads to at this instant among sprites that touch.
void Dynamics::propagate_impact(std::uint32_t pair) {
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

void Dynamics::await_touching(std::uint32_t i) {
  if (is_wall(i) || bodies_[i].is_static()) return;
  if (!is_changed_[i]) is_changed_[i] = 1, changed_.push_back(i);
  for (std::uint32_t k = graph_.first(i); k != ContactGraph::kNone; k = graph_.next(k, i)) {
    CandidatePair& c = graph_[k];
    if (c.is_waiting || !is_soon(c)) continue;
    c.is_waiting = true;
    waiting_.push_back(k);
  }
}

bool Dynamics::collide(std::uint32_t pair) {
  CandidatePair& c = graph_[pair];
  if (c.is_initially_penetrating) return false;
  Body &a = bodies_[c.a], &b = body(c.b);
  a.advance(now_, gravity_), b.advance(now_, gravity_);
  const Manifold at = look(pair);
  if (!at.touches() || !is_approaching(a, b, at, min_approach_of(c))) return false;
  if (may_sleep() && sleep_.has_sleepers() && is_approaching(a, b, at, kQuietSpeed)) {
    if (sleep_.is_asleep(c.a)) wake(c.a, true);
    if (!is_wall(c.b) && sleep_.is_asleep(c.b)) wake(c.b, true);
  }
  return meet(pair, at);
}

/// Slow approaches part so fast that both fall back from the contact distance: with more than they
/// came where they are pressed, with less where they came fast. Once at an instant: what is wedged
/// in would be thrown to and fro for ever.
double Dynamics::micro_restitution(const Manifold& at, double closing) const {
  const double room = std::max(at.touch - at.distance, 0.0);
  const double parting =
      std::clamp(std::sqrt(2 * length(gravity_) * room), kMinApproach, kMaxMicroSpeed);
  return parting / std::max(closing, kMinApproach);
}

/// Fast approaches part with restitution, at the point between those that touch where the impulse
/// of both would act; slow ones rest: they get the rest of the step's gravity and a plastic impact.
/// What comes together only because something eases one of them apart from a third stops, and gets
/// no impact. False when they do not approach.
bool Dynamics::meet(std::uint32_t pair, const Manifold& at) {
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
    const bool is_slow = approach->fastest < restitution_threshold_, rests = is_slow && !is_micro();
    const bool falls =
        !(a.has_full_gravity || a.is_static()) || !(b.has_full_gravity || b.is_static());
    if (rests && falls) {
      a.integrate_gravity(gravity_), b.integrate_gravity(gravity_);
      continue;
    }
    c.rests |= rests;
    c.impacts += 1;
    Material material = material_between(c);
    if (is_slow)
      material.restitution = is_micro() && is_first ? micro_restitution(at, approach->fastest) : 0;
    counts_.micro += is_slow && !rests;
    push_apart(c, frame, material, rests);
  }
  return true;
}

}  // namespace phasebox
