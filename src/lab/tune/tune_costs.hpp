// SPDX-License-Identifier: MIT
// The times that a search for settings expects work to take before it has measured it.
#pragma once

namespace phasebox {

/// Expected times, ns. The numbers in brackets were measured by `phasebox_bench_calibrate`
/// (tests/benchmarks/calibrate.cpp) on an AMD EPYC (g++ 12.2) on 2026-11-29, with all memory in the
/// cache and vectors of 8 boxes. The constants are several times larger, because a search must keep
/// within its budget also without vectors and where a recording does not fit into the cache.
struct TuneCosts {
  static constexpr double kFrame = 3000;  ///< per frame, whatever the number of boxes [900]
  static constexpr double kBox = 60;     ///< per box of a frame [median algorithm: 10; slowest: 80]
  static constexpr double kTest = 0.5;   ///< per box test of brute force [0.11]
  static constexpr double kCopied = 2;   ///< per box that a race copies for a contestant [0.17]
  static constexpr double kChecked = 8;  ///< per pair that a race checks [0.8]
};

}  // namespace phasebox
