// SPDX-License-Identifier: MIT
// Results of searches that are made up: no time of theirs was measured.
#pragma once
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "collide/registry.hpp"
#include "lab/tune/tune_recommendation.hpp"

namespace phasebox::test {

inline std::vector<double> steady(double ms, std::size_t n = 50) {
  return std::vector<double>(n, ms);
}

/// A right contestant of the finals with these times, ms.
inline Trial timed(std::string_view id, std::vector<double> times, double tests) {
  Trial t{.contestant = {.entry = find_entry(broadphases(), id)}};
  t.verdict = RaceResult::Verdict::right;
  t.times = std::move(times);
  t.tests = tests;
  t.is_compared = true;
  return t;
}

/// Over a hundred boxes; the frames come from places of ten each. Nothing is said yet (`explain`).
inline TuneReport ranked_report(std::vector<Trial> trials, Objective objective = Objective::frame) {
  TuneReport report;
  report.options.objective = objective;
  report.facts.boxes = 100;
  const std::size_t n = trials[0].times.size();
  for (std::size_t k = 0; k < n; ++k) report.steps.push_back({k, k / 10, k % 10 == 0, true});
  report.coverage = {.used = n, .of = n, .places = (n + 9) / 10};
  std::vector<const Trial*> rows;
  for (const Trial& t : trials) rows.push_back(&t);
  for (const std::size_t k : choice_order(rows, objective).order)
    report.ranking.push_back(trials[k]);
  return report;
}

inline TuneReport report_of(std::vector<Trial> trials, Objective objective = Objective::frame) {
  TuneReport report = ranked_report(std::move(trials), objective);
  explain(report);
  return report;
}

}  // namespace phasebox::test
