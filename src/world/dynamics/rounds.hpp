// SPDX-License-Identifier: MIT
// What both solvers of contacts share: the order of their rounds.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "world/dynamics/body.hpp"

namespace phasebox {

/// px per step: what resting sprites may still approach by.
inline constexpr double kConvergence = 1e-5;

/// Constraints of a heap so large that the rounds do not reach from end to end of it.
inline constexpr std::size_t kLargeHeap = 1000;

/// The constraints that join some bodies, one after the other in the list of all.
struct IslandOfConstraints {
  std::uint32_t first = 0, count = 0;
  bool is_large() const { return count > kLargeHeap; }

  template <class Constraint>
  std::span<Constraint> of(std::vector<Constraint>& all) const {
    return std::span(all).subspan(first, count);
  }
};

/// An impulse on a row that nothing moves is no change, and none is written: islands that are
/// solved at the same time share what carries them.
inline void push(Inertia& row, Vec2d impulse, double turn) {
  if (row.inverse_mass == 0) return;
  row.velocity += impulse * row.inverse_mass;
  row.spin += turn * row.inverse_inertia;
}

/// Improves all constraints once; by turns forwards and backwards, so that an impulse travels as
/// far either way. Those of a large heap take turns between four places, which saves a tenth:
/// neighbors in the order share a body, and the processor waits for one before it begins the next.
/// Returns the largest change, px per step.
template <class Constraint, class Improve>
double improve_all(std::span<Constraint> all, bool forwards, Improve improve) {
  constexpr std::size_t kPlaces = 4;
  const std::size_t n = all.size(), each = n > kLargeHeap ? n / kPlaces : 0;
  double most = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t turn = forwards ? i : n - 1 - i;
    const bool takes_turns = turn < each * kPlaces;
    const std::size_t k = takes_turns ? turn % kPlaces * each + turn / kPlaces : turn;
    most = std::max(most, improve(all[k]));
  }
  return most;
}

}  // namespace phasebox
