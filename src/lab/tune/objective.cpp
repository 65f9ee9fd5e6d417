// SPDX-License-Identifier: MIT
// Computes the figure that a search minimizes, and writes it as text.
#include "lab/tune/objective.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {

double frame_cost(const Summary& times) {
  constexpr double kTail = 0.02, kMaxShare = 0.1;
  const double tail = kTail * std::max(times.p99 - times.mean, 0.0);
  return times.mean + std::min(tail, kMaxShare * times.mean);
}

double score_of(std::vector<double> times, Objective objective) {
  if (times.empty() || objective == Objective::tests) return kNoScore;
  const Summary s = summary_of(std::move(times));
  switch (objective) {
    case Objective::mean: return s.mean;
    case Objective::median: return s.median;
    case Objective::p99: return s.p99;
    default: return frame_cost(s);
  }
}

Sentence score_text(double score, Objective objective) {
  if (!std::isfinite(score)) return "-";
  if (objective == Objective::tests) return say("{} box tests", grouped_whole(score));
  if (score < 0.1) return say("{:.1f} µs", score * 1000);
  return say("{} ms", fmt::format("{:.{}f}", score, score < 10 ? 3 : score < 100 ? 2 : 1));
}

std::string_view objective_text(Objective objective) {
  switch (objective) {
    case Objective::frame: return "mean time plus spikes";
    case Objective::mean: return "mean time";
    case Objective::p99: return "99th percentile of the times";
    case Objective::tests: return "box tests";
    default: return "median time";
  }
}

}  // namespace phasebox
