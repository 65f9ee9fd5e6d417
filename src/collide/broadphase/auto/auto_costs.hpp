// SPDX-License-Identifier: MIT
// The times that auto expects of frames before it has measured them.
#pragma once
#include "collide/broadphase/list/neighbor_list_costs.hpp"

namespace phasebox {

/// The times that auto expects, in ns. The brackets hold what `phasebox_bench_calibrate`
/// (tests/benchmarks/calibrate.cpp) measured on an AMD EPYC (g++ 12.2) on 2026-11-29.
struct AutoCosts {
  /// The time per box beyond which a frame is slow: three times that of the hierarchical grid [25].
  static constexpr double kSlowBox = 3 * ListCosts::kBox;
  /// The new memory of a trial's first frame [17,000 for 2,500 boxes, the median algorithm]. It is
  /// larger because a game's heap seldom has such memory at hand, and must get it from the system.
  static constexpr double kFirstFrame = 60'000;
};

}  // namespace phasebox
