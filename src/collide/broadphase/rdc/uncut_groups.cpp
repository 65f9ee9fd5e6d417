// SPDX-License-Identifier: MIT
// Looks for the sprites that close the gaps of a group, and counts tests on a sample of it.
#include "collide/broadphase/rdc/uncut_groups.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/broadphase/rdc/gaps.hpp"
#include "collide/broadphase/sweep/swept_line.hpp"

namespace phasebox {

Sentence why_closed(const Frame& f, std::span<const SpriteId> members, Axis axis) {
  const char* const along = axis == Axis::x ? "x" : "y";
  const std::vector<SpriteId> found = blockers(f, members, axis);
  if (found.empty()) return {"the crowd leaves no gap along {}", {along}};
  Sentence names;
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (k > 0) names += k + 1 == found.size() ? " and " : ", ";
    names += Sentence::as_is("#" + std::to_string(found[k]));
  }
  return {
      found.size() == 1 ? "sprite {} spans the gaps along {}" : "sprites {} span the gaps along {}",
      {names, along}};
}

double wasted_tests(const Frame& f, std::span<const SpriteId> members, bool sweeps) {
  constexpr std::size_t kSample = 256;
  const std::size_t n = members.size(), taken = std::min(n, kSample);
  if (taken < 2) return 0;
  const Axis along = longer_axis(bounds_of(f, members));
  std::size_t wasted = 0;
  for (std::size_t i = 0; i < taken; ++i)
    for (std::size_t j = i + 1; j < taken; ++j) {
      const Aabb &a = f.boxes[members[i * n / taken]], &b = f.boxes[members[j * n / taken]];
      const bool is_tested =
          !sweeps || (low(a, along) < high(b, along) && low(b, along) < high(a, along));
      wasted += is_tested && !overlaps(a, b);
    }
  const auto pairs = static_cast<double>(taken) * static_cast<double>(taken - 1) / 2;
  return static_cast<double>(wasted) / pairs * static_cast<double>(n - 1) / 2;
}

}  // namespace phasebox
