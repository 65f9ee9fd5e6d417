// SPDX-License-Identifier: MIT
// The contacts at the start of a step: some wake their bodies, some get an impact, some rest.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "world/dynamics/step/impacts.hpp"

namespace phasebox {

/// The phase at the start of a step that lets fast contacts meet and solves those that rest.
struct Settling : StepImpacts {
  /// Handles the contacts at the start of the step: fast ones get impacts first, then those that
  /// rest, or may come to rest, are solved, starting from the cached impulses `last`. With
  /// micro-collisions only sleeping bodies wake.
  void settle(std::span<const CachedImpulse> last) {
    contacts_.clear();
    solver_.clear();
    wake_touched();
    keep_impulses(last);
    if (is_micro()) return;
    look_at_all([this](const CandidatePair& c) {
      if (is_inert(c.a) && is_inert(c.b)) return false;  // each sleeps or is static
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

  /// Wakes sleeping bodies that a moving body touches; one that is quiet does not wake them.
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

  /// Keeps the cached impulses of pairs that are not solved in this step because neither can be
  /// moved: both sleep, or one does and the other is static or a border.
  void keep_impulses(std::span<const CachedImpulse> last) {
    kept_impulses_.clear();
    if (!has_sleepers()) return;
    for (const CachedImpulse& s : last)
      if (is_inert(s.a) && (s.b >= CachedImpulse::kBorders || is_inert(s.b)))
        kept_impulses_.push_back(s);
  }

  /// Whether a pair is so near and slow that it is solved together with touching ones. Between
  /// bodies that touch something, faster pairs count as slow, too, so that little bounces in a
  /// heap. Without gravity no pair is.
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

  /// Makes `contacts_` constraints of a solver, island by island, solves them and writes the result
  /// to the bodies.
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
        c.press = press;
        c.free = std::max(c.last.distance, 0.0) + press / 2;
        const SpriteId b =
            is_wall(c.b) ? CachedImpulse::kBorders + c.b - static_cast<SpriteId>(bodies_.size())
                         : c.b;
        solver.add(c.a, b, c.last, static_cast<double>(options_.friction));
      }
    }
    counts_.rests += solver.solve(gravity_, threads_);
    solver.store(bodies_);
  }

  /// Solves `contacts_`, starting from the cached impulses `last`, and logs the sum of each contact
  /// point's impulses.
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

  // Penetration, px, that solved pairs are allowed before they get impacts again. It is larger in
  // large heaps, so that impacts end there.
  static constexpr double kPressSolved = 0.1, kPressInHeap = 0.5;

  std::vector<std::uint32_t> contacts_;  // pairs to be solved, which touch or soon may
  // [body] whether it touched something at the start of the step
  std::vector<std::uint8_t> is_touched_;
  // between sprites that sleep or are static, in order
  std::vector<CachedImpulse> kept_impulses_;
  Islands islands_;                           // of the bodies in `contacts_`, joined by these
  std::vector<std::uint32_t> island_bodies_;  // [contact] one of its bodies that can be moved
  IslandOrder island_order_;                  // sorts `contacts_` by island
};

}  // namespace phasebox
