// SPDX-License-Identifier: MIT
// Sentences about a search.
#include "lab/tune/tune_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "lab/tune/tune_choice.hpp"

namespace phasebox {
namespace {

constexpr double kFrameOf60Hz = 1000.0 / 60;  // ms
constexpr double kSmallShare = 0.01;          // of such a frame; below it any algorithm will do

/// Two digits, without an exponent.
std::string amount(double v) { return v < 99.5 ? fmt::format("{:.2g}", v) : grouped_whole(v); }

/// Two digits: more are not measured.
double rounded(double v) {
  if (!(v > 0)) return v;
  const double unit = std::pow(10, std::floor(std::log10(v)) - 1);
  return std::round(v / unit) * unit;
}

std::string per_object(const Trial& trial, double boxes) {
  return fmt::format(
      "{} ns", grouped_whole(rounded(summary_of(trial.times).mean * 1e6 / std::max(boxes, 1.0))));
}

std::string ids_of(const std::vector<const Trial*>& trials) {
  std::string text;
  for (std::size_t k = 0; k < trials.size(); ++k)
    text += fmt::format("{}{}",
                        k == 0                   ? ""
                        : k + 1 == trials.size() ? " and "
                                                 : ", ",
                        trials[k]->contestant.entry->id);
  return text;
}

/// The two by their box tests, and by their time where tests do not tell them apart.
std::string comparison(const Trial& winner, const Trial& next, double boxes) {
  const auto w = winner.contestant.entry->id, x = next.contestant.entry->id;
  const std::string ours = per_object(winner, boxes), theirs = per_object(next, boxes);
  if (!winner.tests || !next.tests)
    return fmt::format("{} spends {} on an object, {} spends {}", w, ours, x, theirs);
  const double a = *winner.tests / boxes, b = *next.tests / boxes;
  if (a < 0.8 * b)
    return fmt::format("{} makes {} box tests per object where {}, the next slower, makes {}", w,
                       amount(a), x, amount(b));
  if (a > 1.25 * b)
    return fmt::format(
        "{} makes more box tests than {} ({} against {} per object), but has less "
        "work around them: {} per object against {}",
        w, x, amount(a), amount(b), ours, theirs);
  return fmt::format(
      "{} and {} make about as many box tests ({} and {} per object), and {} has "
      "less work around them: {} per object against {}",
      w, x, amount(a), amount(b), w, ours, theirs);
}

/// The winner beside the best of those that do not tie with it.
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
  const double mean = summary_of(winner.times).mean;
  if (winner.contestant.entry->is_coherent && report.from_scratch &&
      *report.from_scratch > 1.5 * mean)
    text += fmt::format("; what it keeps between frames spares it {:.0f} % of a frame from scratch",
                        100 * (1 - mean / *report.from_scratch));
  if (const std::string here = describe(report.facts); !here.empty()) text += "; here " + here;
  return text + ".";
}

/// What the time is beside a frame at 60 Hz, and how many algorithms stay below a hundredth of it.
std::string proportion_of(const TuneReport& report) {
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
  const auto complexity = [](const Trial* t) { return t->contestant.entry->complexity; };
  const Trial* simplest = *std::ranges::min_element(small, {}, complexity);
  constexpr std::size_t kNamed = 5;
  const std::string names = small.size() <= kNamed ? " (" + ids_of(small) + ")" : "";
  return text + fmt::format(": any of these {}{} will do; the simplest is {}.", small.size(), names,
                            simplest->contestant.entry->id);
}

/// A sentence for each algorithm that spikes; one for all where the recording itself does.
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

std::string sensitivity_text(const Sensitivity& s, const FrameFacts& facts) {
  if (s.points.size() < 2) return "";
  const auto score = [](const auto& p) { return p.second; };
  const double best = score(*std::ranges::min_element(s.points, {}, score));
  const auto worst = *std::ranges::max_element(s.points, {}, score);
  double from = 0, to = 0;
  bool any = false;
  for (const auto& [value, cost] : s.points) {
    if (cost > 1.1 * best) continue;
    if (!any) from = value;
    to = value, any = true;
  }
  const std::string key(s.row->key);
  const std::string unit = s.row->unit.empty() ? "" : " " + in_unit_of(facts, s.row->unit);
  if (worst.second <= 1.1 * best) return key + " hardly matters: all values tried are within 10 %.";
  const std::string good =
      s.row->tune.scale == TuneRange::Scale::values || from == to
          ? fmt::format("{} is best at {}{}", key, value_text(*s.row, from), unit)
          : fmt::format("{} costs at most 10 % more than the best from {} to {}{}", key,
                        value_text(*s.row, from), value_text(*s.row, to), unit);
  return fmt::format("{}; at {} it takes {:.1f} times as long.", good,
                     value_text(*s.row, worst.first), worst.second / best);
}

}  // namespace

void explain(TuneReport& report) {
  report.confidence = confidence_of(report);
  report.why = reason(report);
  report.proportion = proportion_of(report);
  report.warnings = warnings_of(report);
}

Sensitivity sensitivity_of(const std::vector<std::pair<Contestant, double>>& sweep,
                           const TuneReport& report) {
  Sensitivity s;
  const Trial* winner = report.winner();
  if (!winner) return s;
  // The row that varies is the one in which two of them differ.
  for (const Param& row : rows_of(*sweep[0].first.entry))
    for (const auto& [contestant, score] : sweep)
      if (contestant.value(row) != sweep[0].first.value(row)) s.row = &row;
  if (!s.row || sweep[0].first.entry != winner->contestant.entry) return {};
  s.chosen = winner->contestant.value(*s.row);
  for (const auto& [contestant, score] : sweep) {
    const double value = contestant.value(*s.row);
    if (!std::isfinite(score)) continue;
    if (value == 0 && !s.row->zero.empty())
      s.automatic = score;
    else
      s.points.emplace_back(value, score);
  }
  std::ranges::sort(s.points);
  s.words = sensitivity_text(s, report.facts);
  if (s.points.empty()) s.row = nullptr;
  return s;
}

std::string score_text(double score, Objective objective) {
  if (!std::isfinite(score)) return "-";
  if (objective == Objective::tests) return grouped_whole(score) + " box tests";
  if (score < 0.1) return fmt::format("{:.1f} µs", score * 1000);
  return fmt::format("{:.{}f} ms", score, score < 10 ? 3 : score < 100 ? 2 : 1);
}

std::string_view objective_text(Objective objective) {
  switch (objective) {
    case Objective::frame: return "mean time with its tail";
    case Objective::mean: return "mean time";
    case Objective::p99: return "99th percentile of the times";
    case Objective::tests: return "box tests";
    default: return "median time";
  }
}

std::string in_unit_of(const FrameFacts& facts, std::string_view unit) {
  if (unit != "px" && !unit.starts_with("px/")) return std::string(unit);
  return facts.unit + std::string(unit.substr(2));
}

std::string coverage_text(const FrameCoverage& c) {
  const auto n = [](std::size_t v) { return grouped_whole(static_cast<double>(v)); };
  if (c.is_all())
    return fmt::format("{}{} frame{}", c.of > 1 ? "all " : "", n(c.of), c.of == 1 ? "" : "s");
  return fmt::format("{} of {} frames, from {} place{}", n(c.used), n(c.of), n(c.places),
                     c.places == 1 ? "" : "s");
}

}  // namespace phasebox
