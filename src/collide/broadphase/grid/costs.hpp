// SPDX-License-Identifier: MIT
// The costs by which grids are planned and searched: a number for each kind of work, in its unit.
#pragma once
#include <cstdint>

namespace phasebox {

// All numbers were set by hand, and only their ratios matter. Work is counted, not timed, so that a
// choice is the same on every machine. No program measures the numbers one by one;
// `phasebox_bench_cliffs` (tests/benchmarks/cliffs.cpp) finds the worlds in which what they choose
// takes far longer than the best algorithm.
//
// A row of cells has three numbers that do not agree: each was set for another choice.

/// The cost model of a plan. The unit is one comparison of a box with a vector of others.
struct PlanCosts {
  static constexpr double kVector = 8;   ///< boxes in a vector, also where the machine's hold more
  static constexpr double kOwnRuns = 2;  ///< a box in its own grid: two runs, beside whole vectors
  static constexpr double kNearby = 10;  ///< a box that looks at the cells around it: all rows
  static constexpr double kCovering = 16;  ///< a box that looks at the cells it covers, beside rows
  static constexpr double kRow = 6;        ///< a row of the cells that a box covers
  static constexpr double kGrid = 1200;    ///< one more grid: in each frame
  static constexpr double kGridBox = 1;    ///< one more grid: each box of the frame, of any grid
};

/// The cost model of a search. The unit is one comparison of two boxes.
struct SearchCosts {
  static constexpr std::uint32_t kRow = 8;      ///< a row of cells, where a search counts its work
  static constexpr std::int64_t kScanRow = 16;  ///< a row of cells, where a scan may take less time
  static constexpr double kLevelBox = 36;       ///< grids: each box, for each level that there is
  static constexpr double kSlot = 6;            ///< grids: each slot of the table
  static constexpr double kSweptBox = 62;       ///< sweep: each box, which is sorted and copied
  static constexpr double kSweptTest = 0.9;     ///< sweep: each comparison, of many in a run
};

}  // namespace phasebox
