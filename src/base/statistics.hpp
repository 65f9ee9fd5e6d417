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
/// O(n log n).
Summary summary_of(std::vector<double> values);

/// The middle value, or the mean of both middle ones; 0 of nothing. Reorders the values. O(n).
double median(std::span<double> values);

/// The value below which a share from 0 to 1 of the others lies; 0 of nothing. Reorders the values.
/// O(n).
double quantile(std::span<double> values, double share);

}  // namespace phasebox
