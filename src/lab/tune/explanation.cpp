// SPDX-License-Identifier: MIT
// Explains why the winner wins, and what its time means.
#include "lab/tune/explanation.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "lab/tune/choice.hpp"
#include "lab/tune/confidence.hpp"

namespace phasebox {
namespace {

constexpr double kFrameOf60Hz = 1000.0 / 60;  // ms
// Share of such a frame; below it any algorithm will do
constexpr double kSmallShare = 0.01;

/// A number with two significant digits and no exponent.
std::string amount(double v) { return v < 99.5 ? fmt::format("{:.2g}", v) : grouped_whole(v); }

std::string per_object(const Trial& trial, double boxes) {
  // The measurement supports two digits only.
  const double ns = significant(summary_of(trial.times).mean * 1e6 / std::max(boxes, 1.0), 2);
  return grouped_whole(ns) + " ns";
}

int complexity(const Trial* trial) { return trial->contestant.entry->complexity; }

std::string ids_of(const std::vector<const Trial*>& trials) {
  std::vector<std::string> ids;
  for (const Trial* t : trials) ids.emplace_back(t->contestant.entry->id);
  return listing(ids);
}

/// Compares two algorithms by box tests, and by time per object where the tests are about equal.
std::string comparison(const Trial& winner, const Trial& next, double boxes) {
  const auto w = winner.contestant.entry->id, x = next.contestant.entry->id;
  const std::string ours = per_object(winner, boxes), theirs = per_object(next, boxes);
  if (!winner.box_tests || !next.box_tests)
    return fmt::format("{} spends {} on an object, {} spends {}", w, ours, x, theirs);
  const double a = *winner.box_tests / boxes, b = *next.box_tests / boxes;
  if (a < 0.8 * b)
    return fmt::format("{} makes {} box tests per object where {}, the next slower, makes {}", w,
                       amount(a), x, amount(b));
  if (a > 1.25 * b)
    return fmt::format(
        "{} makes more box tests than {} ({} against {} per object), but has less work around "
        "them: {} per object against {}",
        w, x, amount(a), amount(b), ours, theirs);
  return fmt::format(
      "{} and {} make about as many box tests ({} and {} per object), and {} has less work around "
      "them: {} per object against {}",
      w, x, amount(a), amount(b), w, ours, theirs);
}

/// Explains why the winner wins, beside the best algorithm that does not tie with it.
std::string reason(const TuneReport& report) {
  const Trial& winner = report.ranking[0];
  const double boxes = std::max(report.facts.boxes, 1.0);
  std::vector<const Trial*> tied;
  const Trial* next = nullptr;
  for (const Trial& t : std::span(report.ranking).subspan(1)) {
    const double score = t.score(report.options.objective);
    if (!t.is_compared || !std::isfinite(score)) continue;
    if (score < kTie * report.best_score())
      tied.push_back(&t);
    else if (!next)
      next = &t;
  }
  std::string text = next ? comparison(winner, *next, boxes)
                          : fmt::format("{} spends {} on an object", winner.contestant.entry->id,
                                        per_object(winner, boxes));
  if (!tied.empty())
    text +=
        fmt::format("; {} {} about as fast as it", ids_of(tied), tied.size() == 1 ? "is" : "are");
  if (const std::string here = describe(report.facts); !here.empty()) text += "; here " + here;
  return text + ".";
}

/// The winner's time as a share of a 60 Hz frame. Where several algorithms stay below 1 % of one,
/// it names them and the simplest.
std::string proportion_of(TuneReport& report) {
  const Trial& winner = report.ranking[0];
  if (winner.times.empty()) return {};
  const double mean = summary_of(winner.times).mean;
  std::string text =
      fmt::format("{} is {} % of a frame at 60 Hz", score_text(mean, Objective::mean),
                  amount(100 * mean / kFrameOf60Hz));
  std::vector<const Trial*> small;
  for (const Trial& t : report.ranking)
    if (t.is_compared && t.verdict == RaceResult::Verdict::right &&
        summary_of(t.times).p99 <= kSmallShare * kFrameOf60Hz)
      small.push_back(&t);
  if (small.size() < 2) return text + ".";
  const Trial* simplest = *std::ranges::min_element(small, {}, complexity);
  constexpr std::size_t kNamed = 5;
  report.any_of = ids_of(small);
  const std::string names = small.size() <= kNamed ? " (" + report.any_of + ")" : "";
  return text + fmt::format(": any of these {}{} will do; the simplest is {}.", small.size(), names,
                            simplest->contestant.entry->id);
}

/// One sentence for each algorithm that spikes, and one more when all do, since then the recording
/// is the cause.
std::vector<std::string> warnings_of(const TuneReport& report) {
  std::vector<std::string> warnings;
  std::size_t compared = 0;
  for (const Trial& t : report.ranking) {
    if (!t.is_compared) continue;
    ++compared;
    const double spike = t.spike();
    if (spike == 0) continue;
    const Summary s = summary_of(t.times);
    warnings.push_back(
        fmt::format("{} spikes: 1 frame in 100 takes {} or more, {} times its median frame ({})",
                    t.contestant.entry->id, score_text(s.p99, Objective::p99), amount(spike),
                    score_text(s.median, Objective::median)));
  }
  if (compared > 2 && warnings.size() == compared)
    warnings.push_back("all of them do: the recording itself has busy moments");
  return warnings;
}

}  // namespace

void explain(TuneReport& report) {
  report.confidence = confidence_of(report);
  report.why = reason(report);
  report.proportion = proportion_of(report);
  report.warnings = warnings_of(report);
}

}  // namespace phasebox
