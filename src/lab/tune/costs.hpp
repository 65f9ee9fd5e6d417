// SPDX-License-Identifier: MIT
// The times that a search for settings expects of work before it has measured it.
#pragma once

namespace phasebox {

/// The times that a search expects, in ns. The brackets hold what `phasebox_bench_calibrate`
/// (tests/benchmarks/calibrate.cpp) measured on an AMD EPYC (g++ 12.2) on 2026-11-29, with all
/// memory in the cache and vectors of 8 boxes. The numbers are some times larger: a search must
/// keep within its budget also without vectors, and where recordings lie outside of the cache.
struct TuneCosts {
  static constexpr double kFrame = 3000;  ///< a frame, whatever its boxes, and its clocks [900]
  static constexpr double kBox = 60;      ///< a box of a frame [median algorithm: 10; slowest: 80]
  static constexpr double kTest = 0.5;    ///< a box test of brute force, at least [0.11]
  static constexpr double kCopied = 2;    ///< a box that a race copies for a contestant [0.17]
  static constexpr double kChecked = 8;   ///< a pair that a race checks [0.8]
};

}  // namespace phasebox
