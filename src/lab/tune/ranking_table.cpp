// SPDX-License-Identifier: MIT
// Writes the figures of trials in one unit.
#include "lab/tune/ranking_table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "lab/tune/choice.hpp"
#include "language/format_sentence.hpp"
#include "plot/plot.hpp"

namespace phasebox {
namespace {

using Cells = std::vector<Sentence>;

/// The head of the column for the objective's figure; empty if another column shows that figure.
std::string own_column(Objective objective) {
  if (objective == Objective::tests) return "box tests";
  return objective_name(objective) == "frame" ? "cost" : "";
}

void append_figures(Cells& cells, const TuneReport& report, std::size_t row) {
  const Trial& t = report.ranking[row];
  const TimeUnit unit = time_unit(report);
  const Objective objective = report.options.objective;
  const double score = t.score(objective), best = report.best_score();
  const Summary s = summary_of(t.times);
  if (t.is_compared) cells[0] = std::to_string(row + 1);
  if (!own_column(objective).empty())
    cells.emplace_back(objective == Objective::tests ? grouped_whole(score) : unit.text(score));
  for (const double ms : {s.median, s.mean, s.p99, s.worst}) cells.emplace_back(unit.text(ms));
  cells.emplace_back(t.is_compared ? rounded_text(score / std::max(best, 1e-12), 3) : "-");
  cells.emplace_back(t.box_tests ? rounded_text(*t.box_tests / std::max(report.facts.boxes, 1.0), 3)
                                 : "-");
  cells.emplace_back(t.is_compared ? grouped_whole(static_cast<double>(t.times.size()))
                                   : fmt::format("({})", t.times.size()));
}

/// Says why the first row stands before faster ones; empty if it is the fastest.
const char* why_first(WhyFirst why) {
  switch (why) {
    case WhyFirst::fastest: break;
    case WhyFirst::near: return "the simplest within 10 %";
    case WhyFirst::small: return "the simplest, all are fast enough";
  }
  return "";
}

}  // namespace

TimeUnit time_unit(const TuneReport& report) {
  const Trial* winner = report.winner();
  if (winner && winner->score(Objective::median) < 0.1) return {"µs", 1000};
  return {"ms", 1};
}

std::size_t cost_column(Objective objective) {
  switch (objective) {
    case Objective::mean: return 4;
    case Objective::p99: return 5;
    default: return 3;  // the objective's own column, or else the median
  }
}

std::string rounded_text(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  if (value == 0) return "0";
  const double rounded = significant(value, digits);
  if (std::abs(rounded) >= 1000) return tick_text(rounded);
  // The decade is that of the rounded value, since rounding may have reached the next one.
  const int whole = static_cast<int>(std::floor(std::log10(std::abs(rounded)) + 1e-9));
  return fmt::format("{:.{}f}", rounded, std::max(digits - 1 - whole, 0));
}

Cells ranking_heads(const TuneReport& report) {
  Cells heads{"", "broadphase", "settings"};
  if (const std::string own = own_column(report.options.objective); !own.empty())
    heads.push_back(own == "cost" ? say("{}, {}", own, time_unit(report).name) : Sentence(own));
  for (const char* figure : {"median", "mean", "p99", "worst"})
    heads.push_back(say("{}, {}", figure, time_unit(report).name));
  heads.insert(heads.end(), {"x best", "tests/object", "frames"});
  return heads;
}

Cells ranking_cells(const TuneReport& report, std::size_t row) {
  const Trial& t = report.ranking[row];
  const std::string settings = t.contestant.settings_text();
  Cells cells{"-", t.contestant.entry->id,
              t.contestant.settings.empty() ? Sentence(settings) : Sentence::as_is(settings)};
  if (t.verdict == RaceResult::Verdict::wrong)
    cells.insert(cells.end(), {"WRONG", t.fault});
  else if (!t.is_exact)
    cells.emplace_back("leaves pairs out: may not win");
  else
    append_figures(cells, report, row);
  if (const Sentence first = row == 0 ? why_first(choice_order(report).why) : ""; !first.empty())
    cells[2] = say("{}; {}", cells[2], first);
  cells.resize(ranking_heads(report).size());
  return cells;
}

}  // namespace phasebox
