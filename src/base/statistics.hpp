// SPDX-License-Identifier: MIT
// What many measured values come to: median, mean and percentiles.
#pragma once
#include <span>
#include <vector>

namespace phasebox {

/// The summary figures of some values, in their unit.
struct Summary {
  double median = 0, mean = 0, p5 = 0, p95 = 0, p99 = 0, worst = 0;
};

/// Percentiles are those of the nearest rank; `worst` is the largest value. Of nothing: zeros.
/// Times are in ms, and leveled where the clock is coarse. O(n log n).
Summary summary_of(std::vector<double> values);

/// Averages times of a coarse clock over runs of at least twenty of its steps: each becomes the
/// mean of its run, as exact as one timing of all of it. Times and `step` in ms.
void level(std::vector<double>& ms, double step);

/// Resolution of the clock that times frames, ms; 0: finer than what it times. A page sets it.
inline double clock_step = 0;

/// The middle value, or the mean of both middle ones; 0 of nothing. Reorders the values. O(n).
double median(std::span<double> values);

/// The value below which a share from 0 to 1 of the others lies; 0 of nothing. Reorders. O(n).
double quantile(std::span<double> values, double share);

}  // namespace phasebox
