// SPDX-License-Identifier: MIT
// The costs by which grids are planned and searched: a number for each kind of work, in its unit.
#pragma once
#include <cstdint>

namespace phasebox {

// Only the ratios of the numbers matter. Work is counted, not timed, so that a choice is the same
// on every machine.
//
// The brackets hold what `phasebox_bench_calibrate` (tests/benchmarks/calibrate.cpp) measured on an
// AMD EPYC (g++ 12.2, vectors of 8 boxes) on 2026-11-29. It measures each kind of work alone, with
// warm memory. The numbers were set by comparing times of whole frames, in which tables leave the
// cache and branches are harder to predict. That is why some are two to three times as large.
// `phasebox_bench_cliffs` finds the worlds in which what they choose takes far longer than the best
// algorithm.
//
// A row of cells has one number for plans and one for searches. A plan must price the rows of
// tables that are not built yet, which may not fit in the cache. With the 2 vectors that a row
// costs a search, the world `ratio-1000` of `phasebox_bench_cliffs` takes 1.4 times as long.

/// The cost model of a plan. The unit is one comparison of a box with a vector of others [1.7 ns].
struct PlanCosts {
  static constexpr double kVector = 8;     ///< boxes in a vector, whatever the machine has
  static constexpr double kOwnRuns = 2;    ///< per box: visits its two runs in its own grid [2.9]
  static constexpr double kNearby = 10;    ///< per box that looks at another grid's cells around
                                           ///< it, if it spans few of these [10]
  static constexpr double kCovering = 16;  ///< per box that looks at all the cells it covers [4.6]
  static constexpr double kRow = 6;        ///< per row of the cells that a box covers [2.6]
  static constexpr double kGrid = 1200;    ///< per grid and frame [850]
  static constexpr double kGridBox = 1;    ///< per grid and box of the frame [0.3]
};

/// The cost model of a search. The unit is one comparison of two boxes, an eighth of that of a
/// vector [0.23 ns].
struct SearchCosts {
  static constexpr std::uint32_t kRow = 16;  ///< per row of the cells that a box covers [19]
  static constexpr double kLevelBox = 36;  ///< per box and level, in a frame searched by grids [30]
  static constexpr double kSlot = 6;       ///< per slot of the grids' table and frame [3]
  static constexpr double kSweptBox = 62;  ///< per box of a swept frame: sorted and copied [34]
  static constexpr double kSweptTest = 1.2;  ///< per comparison of a sweep, made by vectors [0.5]
};

}  // namespace phasebox
