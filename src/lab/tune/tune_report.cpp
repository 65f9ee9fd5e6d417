// SPDX-License-Identifier: MIT
// Computes the scores of trials.
#include "lab/tune/tune_report.hpp"

namespace phasebox {

double Trial::score(Objective objective) const {
  if (verdict == RaceResult::Verdict::wrong || !is_exact) return kNoScore;
  return objective == Objective::tests ? box_tests.value_or(kNoScore) : score_of(times, objective);
}

double TuneReport::best_score() const {
  double best = kNoScore;
  for (const Trial& t : ranking)
    if (t.is_compared) best = std::min(best, t.score(options.objective));
  return best;
}

}  // namespace phasebox
