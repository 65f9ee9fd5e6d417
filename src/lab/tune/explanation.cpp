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
#include "lab/tune/ranking_table.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

/// A number with two significant digits and no exponent.
std::string amount(double v) { return v < 99.5 ? fmt::format("{:.2g}", v) : grouped_whole(v); }

/// The time of a trial that the first column of the table has, ms; where that has box tests, the
/// mean time.
double time_of(const TuneReport& report, const Trial& trial) {
  const Objective objective = report.options.objective;
  return score_of(trial.times, objective == Objective::tests ? Objective::mean : objective);
}

/// That time as the table writes it, and its unit.
Sentence time_text(const TuneReport& report, const Trial& trial) {
  const TimeUnit unit = time_unit(report);
  return Sentence::as_is(fmt::format("{} {}", unit.text(time_of(report, trial)), unit.name));
}

Sentence per_object(const TuneReport& report, const Trial& trial) {
  // More than two digits would not be repeatable.
  const double ns =
      significant(time_of(report, trial) * 1e6 / std::max(report.facts.boxes, 1.0), 2);
  return say("{} ns", grouped_whole(ns));
}

Sentence ids_of(const std::vector<const Trial*>& trials) {
  std::vector<std::string> ids;
  for (const Trial* t : trials) ids.emplace_back(t->contestant.entry->id);
  return listing(ids);
}

/// Compares two algorithms by box tests per object, and by time per object where the winner does
/// not make fewer tests, or where they were not counted.
Sentence comparison(const TuneReport& report, const Trial& next) {
  const Trial& winner = report.ranking[0];
  const double boxes = std::max(report.facts.boxes, 1.0);
  const auto w = winner.contestant.entry->id, x = next.contestant.entry->id;
  const Sentence ours = per_object(report, winner), theirs = per_object(report, next);
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

/// Explains why the winner wins, by comparing it with the best algorithm that does not tie with it,
/// or with the fastest where all times are small.
Sentence reason(const TuneReport& report) {
  const Trial& winner = report.ranking[0];
  if (choice_order(report).why == WhyFirst::small)
    return say("time is no reason for a more complex one: {} spends {} on an object, {} spends {}.",
               winner.contestant.entry->id, per_object(report, winner),
               report.ranking[1].contestant.entry->id, per_object(report, report.ranking[1]));
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
  Sentence text = next ? comparison(report, *next)
                       : say("{} spends {} on an object", winner.contestant.entry->id,
                             per_object(report, winner));
  if (tied.size() == 1)
    text = say("{}; {} is about as fast as it", text, ids_of(tied));
  else if (!tied.empty())
    text = say("{}; {} are about as fast as it", text, ids_of(tied));
  if (const Sentence here = describe(report.facts); !here.empty())
    text = say("{}; here {}", text, here);
  return say("{}.", text);
}

/// Writes the winner's time, as the table has it, as a share of a 60 Hz frame. Where the simplest
/// is the answer since all times are small, it says so and names the fastest; else it compares with
/// brute force.
Sentence proportion_of(const TuneReport& report) {
  const Trial& winner = report.ranking[0];
  if (winner.times.empty()) return {};
  const double mine = time_of(report, winner);
  const Sentence text = say("{} is {} % of a frame at 60 Hz", time_text(report, winner),
                            amount(100 * mine / kFrameOf60Hz));
  const ChoiceOrder order = choice_order(report);
  if (order.why == WhyFirst::small) {
    const Trial& fastest = report.ranking[1];
    return say(
        "{}. On average all {} take at most 1 %, so the simplest is the answer; the fastest is {}, "
        "{}.",
        text, order.order.size(), fastest.contestant.entry->title, time_text(report, fastest));
  }
  const auto brute = std::ranges::find_if(report.ranking, [](const Trial& t) {
    return t.is_compared && t.contestant.entry->role == BroadphaseRole::reference;
  });
  if (brute == report.ranking.end() || brute->contestant.entry == winner.contestant.entry)
    return say("{}.", text);
  return say("{}; {} takes {} times as long.", text, brute->contestant.entry->title,
             amount(time_of(report, *brute) / std::max(mine, 1e-12)));
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
