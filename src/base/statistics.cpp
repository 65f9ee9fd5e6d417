// SPDX-License-Identifier: MIT
// Computes summary figures of measured values.
#include "base/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace phasebox {
namespace {

// The percentile of the nearest rank: the smallest value that at least that share of the values
// does not exceed.
double at_rank(std::span<const double> sorted, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

// The value at index k of the values in ascending order. Reorders them.
double nth(std::span<double> values, std::size_t k) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(k);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

void level(std::vector<double>& ms, double step) {
  constexpr double kSteps = 20;
  const double sum = std::accumulate(ms.begin(), ms.end(), 0.0);
  const double count = static_cast<double>(ms.size());
  const double wanted = sum > 0 ? std::ceil(kSteps * step * count / sum) : count;
  const auto each = static_cast<std::size_t>(std::clamp(wanted, 1.0, std::max(1.0, count)));
  for (std::size_t begin = 0; begin < ms.size();) {
    const std::size_t left = ms.size() - begin, n = left < 2 * each ? left : each;
    const auto from = ms.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto to = from + static_cast<std::ptrdiff_t>(n);
    std::fill(from, to, std::accumulate(from, to, 0.0) / static_cast<double>(n));
    begin += n;
  }
}

Summary summary_of(std::vector<double> values) {
  if (clock_step > 0) level(values, clock_step);
  if (values.empty()) return {};
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return {.median = (values[(n - 1) / 2] + values[n / 2]) / 2,
          .mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(n),
          .p5 = at_rank(values, 0.05),
          .p95 = at_rank(values, 0.95),
          .p99 = at_rank(values, 0.99),
          .worst = values.back(),
          .p10 = at_rank(values, 0.1),
          .p90 = at_rank(values, 0.9)};
}

double median(std::span<double> values) {
  if (values.empty()) return 0;
  const std::size_t n = values.size();
  const double upper = nth(values, n / 2);
  if (n % 2 == 1) return upper;
  return (*std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n / 2)) +
          upper) /
         2;
}

double quantile(std::span<double> values, double share) {
  if (values.empty()) return 0;
  return nth(values, static_cast<std::size_t>(share * static_cast<double>(values.size() - 1)));
}

}  // namespace phasebox
