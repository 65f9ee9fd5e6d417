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
/// Where they are ms, they are leveled for the clock. O(n log n).
Summary summary_of(std::vector<double> values);

/// Evens out ms by a clock that steps by `step`, as browsers have it: of so many in a row as take
/// twenty steps, each counts as their mean, which is as exact as if they had been timed at once.
void level(std::vector<double>& ms, double step);

/// Of the clock that times frames; 0: finer than what it times.
#ifdef __wasi__
inline constexpr double kClockStep = 0.1;  // ms
#else
inline constexpr double kClockStep = 0;  // ms
#endif

/// The middle value, or the mean of both middle ones; 0 of nothing. Reorders the values. O(n).
double median(std::span<double> values);

/// The value below which a share from 0 to 1 of the others lies; 0 of nothing. Reorders the values.
/// O(n).
double quantile(std::span<double> values, double share);

}  // namespace phasebox
