// SPDX-License-Identifier: MIT
// Orders trials by score behind the answer, the simplest of those that are fast enough.
#include "lab/tune/choice.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace phasebox {
namespace {

// The simplest contestant whose score is below the best one times this is recommended.
constexpr double kNearBest = 1.06;
// A time of at most this share of a frame at 60 Hz is small.
constexpr double kSmallShare = 0.01;

}  // namespace

double score_ratio(const RaceResult& a, const RaceResult& b, Objective objective) {
  if (objective == Objective::tests)
    return a.box_tests && b.box_tests ? *a.box_tests / std::max(*b.box_tests, 1e-12) : kNoScore;
  const std::size_t n = std::min(a.times.size(), b.times.size());
  const auto score = [&](const RaceResult& t) {
    return score_of({t.times.begin(), t.times.begin() + static_cast<std::ptrdiff_t>(n)}, objective);
  };
  return n == 0 ? kNoScore : score(a) / std::max(score(b), 1e-12);
}

bool is_small(const Trial& trial) {
  return !trial.times.empty() && summary_of(trial.times).mean <= kSmallShare * kFrameOf60Hz;
}

ChoiceOrder choice_order(std::span<const Trial* const> rows, Objective objective) {
  std::vector<double> scores, means;
  const bool is_of_time = objective == Objective::frame || objective == Objective::mean;
  for (const Trial* t : rows) {
    scores.push_back(t->score(objective));
    means.push_back(is_of_time ? summary_of(t->times).mean : 0);
  }
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return scores[k]; });
  if (order.empty()) return {};
  const double best = scores[order[0]], best_mean = *std::ranges::min_element(means);
  const bool are_small = objective != Objective::tests &&
                         std::ranges::all_of(rows, [](const Trial* t) { return is_small(*t); });
  const auto may_lead = [&](std::size_t k) {
    return are_small || k == order[0] ||
           (scores[k] < kNearBest * best && means[k] <= kNearBest * best_mean);
  };
  const auto effort = [&](std::size_t k) {
    return std::tuple(!may_lead(k), rows[k]->contestant.entry->complexity,
                      rows[k]->contestant.settings.size());
  };
  const auto lead = std::ranges::min_element(order, {}, effort);
  const auto tied = std::ranges::count_if(scores, [&](double s) { return s < kTie * best; });
  const bool is_fastest = lead == order.begin(), is_tied = scores[*lead] < kTie * best;
  std::rotate(order.begin(), lead, lead + 1);
  return {std::move(order), is_tied ? std::max<std::size_t>(static_cast<std::size_t>(tied), 1) : 1,
          is_fastest ? WhyFirst::fastest : are_small && !is_tied ? WhyFirst::small : WhyFirst::near};
}

ChoiceOrder choice_order(const TuneReport& report) {
  std::vector<const Trial*> rows;
  for (const Trial& t : report.ranking)
    if (t.is_compared && std::isfinite(t.score(report.options.objective))) rows.push_back(&t);
  ChoiceOrder order = choice_order(rows, report.options.objective);
  // Before the finals a ranking is by score.
  if (!rows.empty() && order.order[0] != 0) order.why = WhyFirst::fastest;
  return order;
}

}  // namespace phasebox
