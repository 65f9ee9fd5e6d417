// SPDX-License-Identifier: MIT
// Summary figures of measured values: median, mean, percentiles and the largest value.
#pragma once
#include <span>
#include <vector>

namespace phasebox {

/// The summary figures of some values, in their unit: p5 is the 5th percentile, and so on.
struct Summary {
  double median = 0, mean = 0, p5 = 0, p95 = 0, p99 = 0, worst = 0, p10 = 0, p90 = 0;
};

/// The summary of some values; zeros if there are none. Percentiles are those of the nearest rank,
/// the median of an even number is the mean of the middle two, and `worst` is the largest value. If
/// `clock_step` is above 0, the values must be times in ms, and `level` is applied first. Takes
/// O(n log n).
Summary summary_of(std::vector<double> values);

/// Replaces each time that a coarse clock measured by the mean of its run. A run is as many
/// consecutive times as take some twenty steps of the clock on average, or all if they take less,
/// so the error of a step counts little. Times and `step` are in ms.
void level(std::vector<double>& ms, double step);

/// Resolution, ms, of the clock that times frames; 0 if it is much finer than a frame takes. The
/// browser page sets it, because browsers make their clocks coarse.
inline double clock_step = 0;

/// The middle value, or the mean of both middle ones; 0 if there are no values. Reorders the
/// values. O(n).
double median(std::span<double> values);

/// The value at index floor(share * (n - 1)) of the n values in ascending order, 0 <= share <= 1; 0
/// if there are no values. Reorders the values. O(n).
double quantile(std::span<double> values, double share);

}  // namespace phasebox
