// SPDX-License-Identifier: MIT
// A heap that collapses: its pairs are solved together, because single impacts would not end.
#pragma once
#include <cstdint>

#include "world/dynamics/step/settling.hpp"

namespace phasebox {

/// The phase of a step that solves a large heap at once when its impacts have become too many.
struct CollapsingHeap : Settling {
  /// Solves the heap for the rest of the step: velocities change as in one plastic impact, and then
  /// no pair comes nearer than half its contact distance. Easing is computed again. Impulses are
  /// neither taken from the last step nor cached, because what stops a heap is not what carries it.
  void solve_heap() {
    begin_burst();
    ++counts_.collapses;
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

  /// Fills `contacts_` with the pairs of the heap that touch, or may touch until the end of the
  /// step.
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

  /// Whether a pair belongs to the heap: each body has met something in this step, rests on it or
  /// cannot be moved, and at least one can be moved. Bodies in free flight are not coupled to the
  /// heap.
  bool is_in_heap(const CandidatePair& c) const {
    const auto has_met = [&](std::uint32_t i) { return is_inert(i) || impacts_of_[i] > 0; };
    return has_met(c.a) && has_met(c.b) && !(is_inert(c.a) && is_inert(c.b));
  }

  ContactSolver heap_solver_;
};

}  // namespace phasebox
