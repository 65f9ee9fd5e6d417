// SPDX-License-Identifier: MIT
// Orders trials by score, and those near the best by simplicity.
#include "lab/tune/choice.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace phasebox {
namespace {

// The simplest contestant whose score is below the best one times this is recommended.
constexpr double kNearBest = 1.06;

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
  std::vector<bool> is_near(rows.size()), is_tied(rows.size());
  for (const std::size_t k : order) {
    is_near[k] = scores[k] < kNearBest * best && means[k] <= kNearBest * best_mean;
    is_tied[k] = scores[k] < kTie * best;
  }
  is_near[order[0]] = is_tied[order[0]] = true;
  const auto simpler = [&](std::size_t i, std::size_t j) {
    const Contestant &a = rows[i]->contestant, &b = rows[j]->contestant;
    return std::pair(a.entry->complexity, a.settings.size()) <
           std::pair(b.entry->complexity, b.settings.size());
  };
  const auto end =
      std::stable_partition(order.begin(), order.end(), [&](std::size_t k) { return is_tied[k]; });
  const auto near =
      std::stable_partition(order.begin(), end, [&](std::size_t k) { return is_near[k]; });
  std::stable_sort(order.begin(), near, simpler);
  std::stable_sort(near, end, simpler);
  const auto tied = static_cast<std::size_t>(end - order.begin());
  return {std::move(order), std::max<std::size_t>(tied, 1)};
}

}  // namespace phasebox
