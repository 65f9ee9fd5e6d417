// SPDX-License-Identifier: MIT
// The impacts of a step: bodies meet, and those that they touch meet at the same instant.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "world/dynamics/step/pair_times.hpp"

namespace phasebox {

/// Where two bodies approach: the mean of the touching points that approach, weighted by closing
/// speed.
struct Approach {
  ContactFrame frame;
  double fastest = 0;  // px per step, the fastest of these points; easing does not count
};

/// The phase of a step that carries out impacts.
struct StepImpacts : PairTimes {
  /// Computes the separation of a pair, lets the two meet where they touch and approach, and then
  /// all sprites that the impact sends into others that they touch, at the same instant.
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

  /// Notes that body i has a new path, and queues those of its pairs that touch and now approach.
  /// Does nothing for borders and static bodies.
  void await_touching(std::uint32_t i) {
    if (is_wall(i) || bodies_[i].is_static()) return;
    if (!is_changed_[i]) {
      is_changed_[i] = 1;
      changed_.push_back(i);
    }
    for (std::uint32_t k = graph_.first(i); k != ContactGraph::kNone; k = graph_.next(k, i)) {
      CandidatePair& c = graph_[k];
      if (c.is_waiting || !is_soon(c)) continue;
      c.is_waiting = true;
      waiting_.push_back(k);
    }
  }

  /// Advances both bodies to the present time and lets them meet if they touch and approach. An
  /// approach that is not quiet wakes sleepers. Returns whether there was an impact.
  bool collide(std::uint32_t pair) {
    CandidatePair& c = graph_[pair];
    if (c.is_initially_penetrating) return false;
    Body &a = bodies_[c.a], &b = body(c.b);
    a.advance(now_, gravity_);
    b.advance(now_, gravity_);
    const Manifold at = look(pair);
    if (!at.touches() || !is_approaching(a, b, at, min_approach_of(c))) return false;
    if (has_sleepers() && is_approaching(a, b, at, kQuietSpeed)) {
      if (sleep_.is_asleep(c.a)) wake(c.a, true);
      if (!is_wall(c.b) && sleep_.is_asleep(c.b)) wake(c.b, true);
    }
    return meet(pair, at);
  }

  /// Makes the sleeping island of a sprite movable again. With `is_carried` gravity does not act on
  /// it in this step, as if what carried it before still did.
  void wake(SpriteId id, bool is_carried) {
    for (const SpriteId i : sleep_.wake(id)) {
      Body& b = bodies_[i];
      static_cast<Inertia&>(b) = inertia_[i];
      b.time = now_;
      b.has_full_gravity = is_carried;
    }
  }

  /// Gives a pair its impacts at this instant. A fast approach parts with restitution, at one point
  /// amid those that touch, where the impulses of both would act. A slow one comes to rest: both
  /// bodies get the rest of the step's gravity, then a plastic impact (but see
  /// `micro_restitution`). An approach that is only easing from a third body is stopped without an
  /// impact. Returns false if nothing approaches.
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
        a.integrate_gravity(gravity_);
        b.integrate_gravity(gravity_);
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

  /// Returns the restitution of the first slow impact of a pair at an instant, with
  /// micro-collisions. The bodies part at a speed, px per step, at which they just leave the
  /// contact distance, however fast they came (`closing`), so the value may exceed 1. Further
  /// impacts are plastic, because wedged bodies would bounce for ever.
  double micro_restitution(const Manifold& at, double closing) const {
    const double room = std::max(at.touch - at.distance, 0.0);
    const double parting =
        std::clamp(std::sqrt(2 * length(gravity_) * room), kMinApproach, kMaxMicroSpeed);
    return parting / std::max(closing, kMinApproach);
  }

  /// Applies the impulse of an impact to both bodies, counts and logs it. The velocity that easing
  /// gives does not count as approach. Does nothing if the bodies do not approach without it.
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

  /// Counts an impact towards the collapse of its heap, if the step has a large heap. The first few
  /// impacts of a body (two that meet, three in a cradle) are left out, because such series end.
  void count_impact(const CandidatePair& c) {
    constexpr std::uint32_t kFewImpacts = 4;
    const std::uint32_t of_a = ++impacts_of_[c.a], of_b = is_wall(c.b) ? 0 : ++impacts_of_[c.b];
    const std::uint32_t most = bodies_[c.a].is_static() ? of_b : std::max(of_a, of_b);
    if (solver_.has_large() && burst_ > 0 && most > kFewImpacts) --burst_;
  }

  void begin_burst() { burst_ = kMinBurst + bodies_.size(); }

  static std::optional<Approach> approach_at(const Body& a, const Body& b, const Manifold& at) {
    Vec2d point;
    double weight = 0, most = 0, fastest = 0;
    for (int k = 0; k < at.count; ++k) {
      if (!at.touches_at(k)) continue;
      const ContactFrame m = contact_frame(a, b, at, k);
      const double closing = -relative_normal_velocity(a, b, m);
      if (closing <= 0) continue;
      point += at.points[static_cast<std::size_t>(k)] * closing;
      weight += closing;
      most = std::max(most, closing);
      fastest = std::max(fastest, -relative_normal_velocity(a.without_ease(), b.without_ease(), m));
    }
    if (most <= kConvergence) return {};
    point = point * (1 / weight);
    return Approach{{point - a.position, point - b.position, at.normal}, fastest};
  }

  /// Stops an approach that easing alone causes, by changing the easing: what eases one body out of
  /// a third must not press it into the other.
  static void stop_easing(Body& a, Body& b, const ContactFrame& at) {
    const Vec2d impulse = impact_impulse(a, b, at, {});
    a.add_ease(-impulse * a.inverse_mass, -cross(at.arm_a, impulse) * a.inverse_inertia);
    b.add_ease(impulse * b.inverse_mass, cross(at.arm_b, impulse) * b.inverse_inertia);
  }

  // The fastest parting, px per step, that a micro-collision gives two bodies.
  static constexpr double kMaxMicroSpeed = 1;
  // How often a pair is treated at one instant (by an impulse, stopped easing, or gravity) until no
  // touching point approaches.
  static constexpr int kTries = 8;
  // A heap is solved together after this many impacts, plus the number of bodies, among bodies that
  // have had several impacts in the step.
  static constexpr std::uint64_t kMinBurst = 2000;

  std::uint64_t left_ = 0;        // impacts that the step may still have
  std::uint64_t burst_ = 0;       // impacts that count, until the heap is solved together
  std::vector<Inertia> inertia_;  // [body] its inertia, to which a sleeper returns when it wakes
  // [body] impacts in this step, plus contacts that the solver solved
  std::vector<std::uint32_t> impacts_of_;
  std::vector<std::uint32_t> waiting_;  // pairs that may meet at this instant, first come first
};

}  // namespace phasebox
