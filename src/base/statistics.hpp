// SPDX-License-Identifier: MIT
// Summary figures of measured values: median, mean and percentiles.
#pragma once
#include <span>
#include <vector>

namespace phasebox {

/// The summary figures of some values, in their unit.
struct Summary {
  double median = 0, mean = 0, p5 = 0, p95 = 0, p99 = 0, worst = 0;
};

/// The summary of some values; zeros if there are none. Percentiles are those of the nearest rank;
/// `worst` is the largest value. Where the clock is coarse, values are times in ms and are leveled
/// first. O(n log n).
Summary summary_of(std::vector<double> values);

/// Replaces each time of a coarse clock by the mean of its run. A run is as many consecutive times
/// as take at least about twenty steps of the clock, so its mean is as exact as one timing of the
/// whole run. Times and `step` are in ms.
void level(std::vector<double>& ms, double step);

/// Resolution, ms, of the clock that times frames; 0 if it is finer than what it times. The browser
/// page sets it.
inline double clock_step = 0;

/// The middle value, or the mean of both middle ones; 0 if there are no values. Reorders the
/// values. O(n).
double median(std::span<double> values);

/// The value below which the given share (0 to 1) of the others lies; 0 if there are no values.
/// Reorders the values. O(n).
double quantile(std::span<double> values, double share);

}  // namespace phasebox
