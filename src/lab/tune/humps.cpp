// SPDX-License-Identifier: MIT
// Peaks of a kernel density estimate, merged until all that are left stand apart.
#include "lab/tune/humps.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace phasebox {
namespace {

constexpr std::size_t kMin = 30, kBins = 512;
constexpr double kValley = 0.5, kShare = 0.05, kApart = 1.25;

/// Logarithms of the times above 0, ascending.
std::vector<double> logarithms(std::span<const double> times) {
  std::vector<double> logs;
  for (const double t : times)
    if (t > 0 && std::isfinite(t)) logs.push_back(std::log(t));
  std::ranges::sort(logs);
  return logs;
}

using Sorted = std::span<const double>;

double quantile_of_sorted(Sorted sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

double bandwidth(Sorted sorted) {
  const auto n = static_cast<double>(sorted.size());
  double mean = 0, squares = 0;
  for (const double v : sorted) mean += v / n;
  for (const double v : sorted) squares += (v - mean) * (v - mean) / n;
  const double range = (quantile_of_sorted(sorted, 0.75) - quantile_of_sorted(sorted, 0.25)) / 1.34;
  const double deviation = std::sqrt(squares);
  return 0.9 * (range > 0 ? std::min(deviation, range) : deviation) * std::pow(n, -0.2);
}

/// Evenly spaced bins from a little below the first value to a little above the last.
struct Density {
  double from = 0, step = 0;
  std::vector<double> height, count;

  Density(Sorted sorted, double width)
      : from(sorted.front() - 3 * width),
        step((sorted.back() + 3 * width - from) / kBins),
        height(kBins),
        count(kBins) {
    for (const double v : sorted)
      ++count[std::min(static_cast<std::size_t>((v - from) / step), kBins - 1)];
    // A kernel that is narrower than a bin would have gaps between the bins.
    const double sigma = std::max(width / step, 1.0);
    for (std::size_t i = 0; i < kBins; ++i)
      for (std::size_t j = 0; j < kBins && count[i] > 0; ++j) {
        const double away = (static_cast<double>(j) - static_cast<double>(i)) / sigma;
        height[j] += count[i] * std::exp(-away * away / 2);
      }
  }
  double at(std::size_t bin) const {
    return std::exp(from + (static_cast<double>(bin) + 0.5) * step);
  }
};

struct Peak {
  std::size_t top;    // bin
  std::size_t begin;  // the valley before it, or 0
};

std::vector<Peak> peaks_of(const Density& d) {
  std::vector<Peak> peaks;
  std::size_t valley = 0;
  bool rises = true;
  for (std::size_t i = 1; i < kBins; ++i) {
    if (rises && d.height[i] < d.height[i - 1])
      peaks.push_back({i - 1, peaks.empty() ? 0 : valley}), rises = false;
    if (!rises && d.height[i] < d.height[i - 1]) valley = i;
    if (!rises && d.height[i] > d.height[i - 1]) rises = true;
  }
  return peaks;
}

double count_of(const Density& d, const std::vector<Peak>& peaks, std::size_t k) {
  const std::size_t end = k + 1 < peaks.size() ? peaks[k + 1].begin : kBins;
  double inside = 0;
  for (std::size_t i = peaks[k].begin; i < end; ++i) inside += d.count[i];
  return inside;
}

/// How far peak k and the next are from being two: below 1 they are one hump. `least`: times that
/// a hump has.
double separation(const Density& d, const std::vector<Peak>& peaks, std::size_t k, double least) {
  const Peak &a = peaks[k], &b = peaks[k + 1];
  const double lower = std::min(d.height[a.top], d.height[b.top]);
  const double depth = kValley * lower / std::max(d.height[b.begin], 1e-12 * lower);
  const double mass = std::min(count_of(d, peaks, k), count_of(d, peaks, k + 1)) / least;
  const double apart = std::log(d.at(b.top) / d.at(a.top)) / std::log(kApart);
  return std::min({depth, mass, apart});
}

/// Peak k and the next become one, at the higher of the two.
void merge(const Density& d, std::vector<Peak>& peaks, std::size_t k) {
  if (d.height[peaks[k + 1].top] > d.height[peaks[k].top]) peaks[k].top = peaks[k + 1].top;
  peaks.erase(peaks.begin() + static_cast<std::ptrdiff_t>(k) + 1);
}

std::vector<Peak> separate_peaks(const Density& d, double least) {
  std::vector<Peak> peaks = peaks_of(d);
  while (peaks.size() > 1) {
    std::size_t nearest = 0;
    for (std::size_t k = 1; k + 1 < peaks.size(); ++k)
      if (separation(d, peaks, k, least) < separation(d, peaks, nearest, least)) nearest = k;
    if (separation(d, peaks, nearest, least) >= 1) break;
    merge(d, peaks, nearest);
  }
  return peaks;
}

/// The humps of a part of `all` times. Those far apart widen the kernels for all, so each hump that
/// was found is looked at by itself.
void append_humps(Sorted part, std::size_t all, std::vector<Hump>& humps) {
  const double width = bandwidth(part), total = static_cast<double>(all);
  const double share = static_cast<double>(part.size()) / total;
  if (part.size() < kMin || !(width > 0))
    return humps.push_back({std::exp(quantile_of_sorted(part, 0.5)), share});
  const Density d(part, width);
  const std::vector<Peak> peaks = separate_peaks(d, kShare * total);
  if (peaks.size() == 1) return humps.push_back({d.at(peaks[0].top), share});
  std::size_t begin = 0;
  for (std::size_t k = 0; k < peaks.size(); ++k) {
    const auto n = static_cast<std::size_t>(count_of(d, peaks, k));
    append_humps(part.subspan(begin, n), all, humps);
    begin += n;
  }
}

}  // namespace

std::vector<Hump> humps_of(std::span<const double> times) {
  const std::vector<double> logs = logarithms(times);
  std::vector<Hump> humps;
  if (!logs.empty()) append_humps(logs, logs.size(), humps);
  return humps;
}

}  // namespace phasebox
