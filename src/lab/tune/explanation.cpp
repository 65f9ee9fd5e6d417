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
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr double kFrameOf60Hz = 1000.0 / 60;  // ms
// An algorithm whose 99th percentile takes at most this share of a 60 Hz frame is quick enough.
constexpr double kSmallShare = 0.01;

/// A number with two significant digits and no exponent.
std::string amount(double v) { return v < 99.5 ? fmt::format("{:.2g}", v) : grouped_whole(v); }

Sentence per_object(const Trial& trial, double boxes) {
  // More than two digits would not be repeatable.
  const double ns = significant(summary_of(trial.times).mean * 1e6 / std::max(boxes, 1.0), 2);
  return say("{} ns", grouped_whole(ns));
}

int complexity(const Trial* trial) { return trial->contestant.entry->complexity; }

Sentence ids_of(const std::vector<const Trial*>& trials) {
  std::vector<std::string> ids;
  for (const Trial* t : trials) ids.emplace_back(t->contestant.entry->id);
  return listing(ids);
}

/// Compares two algorithms by box tests per object, and by time per object where the winner does
/// not make fewer tests, or where they were not counted. `boxes` is the mean number of objects.
Sentence comparison(const Trial& winner, const Trial& next, double boxes) {
  const auto w = winner.contestant.entry->id, x = next.contestant.entry->id;
  const Sentence ours = per_object(winner, boxes), theirs = per_object(next, boxes);
  if (!winner.box_tests || !next.box_tests)
    return say("{} spends {} on an object, {} spends {}", w, ours, x, theirs);
  const double a = *winner.box_tests / boxes, b = *next.box_tests / boxes;
  if (a < 0.8 * b)
    return say("{} makes {} box tests per object where {}, the next slower, makes {}", w, amount(a),
               x, amount(b));
  if (a > 1.25 * b)
    return say(
        "{} makes more box tests than {} ({} against {} per object), but has less work around "
        "them: {} per object against {}",
        w, x, amount(a), amount(b), ours, theirs);
  return say(
      "{} and {} make about as many box tests ({} and {} per object), and {} has less work around "
      "them: {} per object against {}",
      w, x, amount(a), amount(b), w, ours, theirs);
}

/// Explains why the winner wins, by comparing it with the best algorithm that does not tie with it.
Sentence reason(const TuneReport& report) {
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
  Sentence text = next ? comparison(winner, *next, boxes)
                       : say("{} spends {} on an object", winner.contestant.entry->id,
                             per_object(winner, boxes));
  if (tied.size() == 1)
    text = say("{}; {} is about as fast as it", text, ids_of(tied));
  else if (!tied.empty())
    text = say("{}; {} are about as fast as it", text, ids_of(tied));
  if (const Sentence here = describe(report.facts); !here.empty())
    text = say("{}; here {}", text, here);
  return say("{}.", text);
}

/// Writes the winner's mean time as a share of a 60 Hz frame. If several algorithms are quick
/// enough (kSmallShare), it tells so, names the simplest, and lists them in report.any_of.
Sentence proportion_of(TuneReport& report) {
  const Trial& winner = report.ranking[0];
  if (winner.times.empty()) return {};
  const double mean = summary_of(winner.times).mean;
  const Sentence text = say("{} is {} % of a frame at 60 Hz", score_text(mean, Objective::mean),
                            amount(100 * mean / kFrameOf60Hz));
  std::vector<const Trial*> small;
  for (const Trial& t : report.ranking)
    if (t.is_compared && t.verdict == RaceResult::Verdict::right &&
        summary_of(t.times).p99 <= kSmallShare * kFrameOf60Hz)
      small.push_back(&t);
  if (small.size() < 2) return say("{}.", text);
  const auto simplest = (*std::ranges::min_element(small, {}, complexity))->contestant.entry->id;
  constexpr std::size_t kNamed = 5;
  report.any_of = ids_of(small);
  if (small.size() > kNamed)
    return say("{}: any of these {} will do; the simplest is {}.", text, small.size(), simplest);
  return say("{}: any of these {} ({}) will do; the simplest is {}.", text, small.size(),
             report.any_of, simplest);
}

/// One sentence for each compared algorithm whose times spike (Trial::spike), and one more when all
/// of them do, since then the recording is the cause.
std::vector<Sentence> warnings_of(const TuneReport& report) {
  std::vector<Sentence> warnings;
  std::size_t compared = 0;
  for (const Trial& t : report.ranking) {
    if (!t.is_compared) continue;
    ++compared;
    const double spike = t.spike();
    if (spike == 0) continue;
    const Summary s = summary_of(t.times);
    warnings.push_back(
        say("{} spikes: 1 frame in 100 takes {} or more, {} times its median frame ({})",
            t.contestant.entry->id, score_text(s.p99, Objective::p99), amount(spike),
            score_text(s.median, Objective::median)));
  }
  if (compared > 2 && warnings.size() == compared)
    warnings.emplace_back("all of them do: the recording itself has busy moments");
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
