// SPDX-License-Identifier: MIT
// The times at which the separations of a step's pairs must be computed next.
#pragma once
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <vector>

#include "world/dynamics/step/step_state.hpp"

namespace phasebox {

/// The part of a step that computes separations and keeps, in a queue, the time before which each
/// pair cannot meet (conservative advancement).
struct PairTimes : StepState {
  /// Returns the time, in steps, at which the separation of the pair must be computed next, by what
  /// is known of it. Infinity means not in this step: as for two bodies that cannot be moved
  /// (sleeping ones, too), and for old overlaps, which are eased apart. Changes only what is known
  /// of the pair.
  double next_look(CandidatePair& c) const {
    if (c.is_initially_penetrating || (is_inert(c.a) && is_inert(c.b))) return HUGE_VAL;
    const Body &a = bodies_[c.a], &b = body(c.b);
    if (c.seen < 0) return is_wall(c.b) ? now_ : circles_meet(a, b, gravity_, now_);
    c.free -= c.bound * (now_ - c.seen);
    c.seen = now_;
    c.bound = closing_bound(a, b, c.last.normal, gravity_, now_);
    if (is_soon(c)) return now_;
    return c.bound > 0 ? now_ + std::max(c.free, 0.0) / c.bound : HUGE_VAL;
  }

  /// Whether the two touched when last computed, are hardly further apart by now, and approach.
  bool is_soon(const CandidatePair& c) const {
    if (!c.has_touched || c.is_initially_penetrating || c.free > 2 * unwatched_of(c)) return false;
    return is_approaching(bodies_[c.a], body(c.b), c.last, min_approach_of(c));
  }

  /// Returns the distance, px, by which two bodies that touch may close before their separation is
  /// computed again.
  double unwatched_of(const CandidatePair& c) const {
    if (c.press > 0) return c.press / 2;
    return (is_micro() ? kUnwatchedMicro : kUnwatched) * c.last.touch;
  }

  /// Returns the manifold of a pair at the present time, and notes until when the pair cannot meet.
  /// A manifold of this time is not computed again.
  const Manifold& look(std::uint32_t pair) {
    CandidatePair& c = graph_[pair];
    if (c.looked == now_) return c.last;
    ++counts_.encounters;
    separate(c);
    return c.last;
  }

  /// Computes the manifold of a pair at the present time. Changes nothing but this pair, so that
  /// several threads may treat different pairs.
  void separate(CandidatePair& c) const {
    if (is_micro()) c.impacts = 0;  // they count for one instant only
    c.last = manifold_of(c);
    c.has_touched = c.last.touches();
    c.looked = c.seen = now_;
    // Until its next look a pair may close by this much, px. Two bodies that touch and part may
    // close again; the next step eases them apart.
    if (c.press > 0)
      c.free = std::max(c.last.distance, 0.0) + unwatched_of(c);
    else
      c.free = c.has_touched ? unwatched_of(c) : c.last.distance - c.last.touch / 2;
    c.bound = closing_bound(bodies_[c.a], body(c.b), c.last.normal, gravity_, now_);
  }

  /// Computes the manifold of each pair for which `concerns` is true, on several threads, unless it
  /// is of this time.
  template <class Concerns>
  void look_at_all(Concerns concerns) {
    std::atomic<std::uint64_t> looks = 0;
    for_pairs([&](std::size_t k, std::size_t end) {
      std::uint64_t own = 0;
      for (; k < end; ++k)
        if (CandidatePair& c = graph_[static_cast<std::uint32_t>(k)];
            c.looked != now_ && concerns(c)) {
          separate(c);
          ++own;
        }
      looks += own;
    });
    counts_.encounters += looks;
  }

  /// Returns the speed, px per step, that an approach must exceed to give a pair an impact. Two
  /// bodies that have met in this step meet again only if they would sink into each other by more
  /// than is allowed until its end; the next step takes care of less. Bodies pressed deeper than
  /// that do meet again, but with each impact only at a higher speed, so that impacts end.
  double min_approach_of(const CandidatePair& c) const {
    if (is_micro()) return kMinApproach;
    // Impacts must end, so after kMaxHeapSolves collapses solved pairs are left to the next step.
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
    if (heap_.size() == ImpactLog::kMaxKept) return;
    const CandidatePair& c = graph_[pair];
    const auto n = static_cast<std::uint32_t>(bodies_.size());
    heap_.push_back({.a = c.a,
                     .b = is_wall(c.b) ? HeapChange::kFirstBorder + (c.b - n) : c.b,
                     .time = static_cast<float>(std::min(time, 1.0)),
                     .after = static_cast<std::uint32_t>(impacts_.size()),
                     .why = why});
  }

  /// Gives all pairs of the bodies in `changed_` new times, because their paths are new.
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

  // Slower approaches, px per step, give no impact: they wait for the next step.
  static constexpr double kMinApproach = 2e-3;
  // From this many collapses of a heap in a step on, solved pairs get no impacts any more.
  static constexpr std::uint32_t kMaxHeapSolves = 3;
  // Multiples of the contact distance of a pair: kPress is the penetration allowed until the next
  // step, kUnwatched the distance by which two bodies that touch and part may close again before
  // their separation is computed (kUnwatchedMicro with micro-collisions).
  static constexpr double kPress = 2, kUnwatched = 2, kUnwatchedMicro = 1.0 / 16;
  // A solved pair that overlaps by more than this many times its `press` gets impacts by the rules
  // of other pairs.
  static constexpr double kPressLimit = 4;

  double min_approach_ = 0;               // px per step: at least this is asked of every approach
  EventQueue events_;                     // when separations must be computed next
  std::vector<double> times_;             // [pair] the time with which the queue begins
  std::vector<std::uint32_t> changed_;    // bodies whose paths changed at this instant
  std::vector<std::uint8_t> is_changed_;  // [body] whether it is in `changed_`
};

}  // namespace phasebox
