// SPDX-License-Identifier: MIT
// Confidence by resampling frames (B. Efron, "Bootstrap Methods: Another Look at the Jackknife",
// 1979), and sentences.
#include "lab/tune_words.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/random.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kResamples = 300, kMostResampled = 600;
constexpr double kTie = 1.02;        // a ratio that may be below this is none
constexpr double kClear = 1.1;       // one that is above this in 95 of 100 resamples is clear
constexpr double kClearShare = 0.9;  // if the winner is ahead in that many frames
constexpr std::size_t kFewFrames = 10;

double at_share(std::vector<double>& values, double share) {
  const auto k = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(k));
  return values[k];
}

/// Frames that both ran in turn, thinned evenly to a number that is quick to resample.
void resample(const Trial& winner, const Trial& next, const TuneOptions& options, Confidence& c) {
  const std::size_t n = std::min(winner.times.size(), next.times.size());
  const std::size_t stride = (n + kMostResampled - 1) / kMostResampled;
  std::vector<double> ours, theirs;
  std::size_t ahead = 0;
  for (std::size_t k = 0; k < n; ++k) {
    if (winner.times[k] < next.times[k]) ++ahead;
    if (k % stride == 0) ours.push_back(winner.times[k]), theirs.push_back(next.times[k]);
  }
  c.frames = n;
  c.share = static_cast<double>(ahead) / static_cast<double>(n);
  Random random(options.seed);
  const double share = options.objective == Objective::p99 ? 0.99 : 0.5;
  std::vector<double> ratios, a(ours.size()), b(ours.size());
  for (std::size_t r = 0; r < kResamples; ++r) {
    for (std::size_t k = 0; k < ours.size(); ++k) {
      const std::uint32_t pick = random.below(static_cast<std::uint32_t>(ours.size()));
      a[k] = ours[pick], b[k] = theirs[pick];
    }
    ratios.push_back(at_share(b, share) / std::max(at_share(a, share), 1e-12));
  }
  c.low = at_share(ratios, 0.05), c.high = at_share(ratios, 0.95);
}

std::string factor_text(double ratio) { return fmt::format("{:.{}f}", ratio, ratio < 1.2 ? 2 : 1); }

Confidence confidence_of(const TuneReport& report) {
  Confidence c;
  const Objective objective = report.options.objective;
  const Trial& winner = report.ranking[0];
  const Trial* next = report.ranking.size() > 1 ? &report.ranking[1] : nullptr;
  if (!next || !std::isfinite(next->score(objective))) {
    c.words = "alone: no other algorithm has an exact result to compare with";
    return c;
  }
  const std::string name(next->candidate.entry->id);
  c.ratio = next->score(objective) / std::max(winner.score(objective), 1e-12);
  if (objective == Objective::tests) {
    c.low = c.high = c.ratio, c.share = 1;
    c.is_tie = c.ratio < kTie, c.is_clear = !c.is_tie;
    c.words = c.is_tie ? fmt::format("a tie with {}: as many box tests", name)
                       : fmt::format("clear: {} makes {} times as many box tests, as counted", name,
                                     factor_text(c.ratio));
    return c;
  }
  if (!winner.is_finalist || !next->is_finalist) {
    c.words = fmt::format("first impression: {} times as fast as {}; they have not raced in turn",
                          factor_text(c.ratio), name);
    return c;
  }
  resample(winner, *next, report.options, c);
  c.is_tie = c.low < kTie;
  c.is_clear = !c.is_tie && c.low >= kClear && c.share >= kClearShare && c.frames >= kFewFrames;
  if (c.is_tie)
    c.words = fmt::format("a tie with {}: their times differ by a factor of {:.2f} to {:.2f}", name,
                          c.low, c.high);
  else
    c.words =
        fmt::format("{}: {} times as fast as the next ({}){}, ahead in {:.0f} % of the frames",
                    c.is_clear ? "clear" : "likely", factor_text(c.ratio), name,
                    objective == Objective::p99 ? " in the slowest frames" : "", 100 * c.share);
  if (c.frames < kFewFrames) c.words += fmt::format(", but over {} frames only", c.frames);
  return c;
}

/// Two digits, without an exponent.
std::string amount(double v) { return v < 99.5 ? fmt::format("{:.2g}", v) : grouped_text(v); }

std::string per_object(const Trial& trial, double boxes) {
  return fmt::format("{:.0f} ns", spread(trial.times).median * 1e6 / std::max(boxes, 1.0));
}

/// The two by their box tests, and by their time where tests do not tell them apart.
std::string comparison(const Trial& winner, const Trial& next, double boxes) {
  const auto w = winner.candidate.entry->id, x = next.candidate.entry->id;
  const std::string ours = per_object(winner, boxes), theirs = per_object(next, boxes);
  if (!winner.tests || !next.tests)
    return fmt::format("{} spends {} on an object, {} spends {}", w, ours, x, theirs);
  const double a = *winner.tests / boxes, b = *next.tests / boxes;
  if (a < 0.8 * b)
    return fmt::format("{} makes {} box tests per object where {}, the next, makes {}", w,
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

std::string reason(const TuneReport& report) {
  const Trial& winner = report.ranking[0];
  const double boxes = std::max(report.facts.boxes, 1.0);
  const bool has_next =
      report.ranking.size() > 1 && std::isfinite(report.ranking[1].score(report.options.objective));
  std::string text = has_next ? comparison(winner, report.ranking[1], boxes)
                              : fmt::format("{} spends {} on an object", winner.candidate.entry->id,
                                            per_object(winner, boxes));
  const double median = spread(winner.times).median;
  if (report.from_scratch && *report.from_scratch > 1.5 * median)
    text += fmt::format("; what it keeps between frames spares it {:.0f} % of a frame from scratch",
                        100 * (1 - median / *report.from_scratch));
  if (const std::string here = describe(report.facts); !here.empty()) text += "; here " + here;
  return text + ".";
}

std::string value_text(const Param& row, double value) {
  const bool is_automatic = value == 0 && row.init == 0 && row.tune.lo > 0;
  return is_automatic ? "automatic" : format_value(row, value);
}

std::string sensitivity_words(const Sensitivity& s) {
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
  const std::string unit = s.row->unit.empty() ? "" : " " + std::string(s.row->unit);
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
}

Sensitivity sensitivity_of(const std::vector<Trial>& sweep, const TuneReport& report) {
  Sensitivity s;
  const Trial* winner = report.winner();
  if (!winner) return s;
  // The row that varies is the one in which two of them differ.
  for (const Param& row : rows_of(*sweep[0].candidate.entry))
    for (const Trial& t : sweep)
      if (t.candidate.value(row) != sweep[0].candidate.value(row)) s.row = &row;
  if (!s.row) return s;
  s.chosen = winner->candidate.value(*s.row);
  for (const Trial& t : sweep) {
    const double value = t.candidate.value(*s.row), score = t.score(report.options.objective);
    if (!std::isfinite(score)) continue;
    if (value_text(*s.row, value) == "automatic")
      s.automatic = score;
    else
      s.points.emplace_back(value, score);
  }
  std::ranges::sort(s.points);
  s.words = sensitivity_words(s);
  if (s.points.empty()) s.row = nullptr;
  return s;
}

std::string grouped_text(double value) {
  std::string text = fmt::format("{:.0f}", value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string score_text(double score, Objective objective) {
  if (!std::isfinite(score)) return "-";
  if (objective == Objective::tests) return grouped_text(score) + " box tests";
  if (score < 0.1) return fmt::format("{:.1f} µs", score * 1000);
  return fmt::format("{:.{}f} ms", score, score < 10 ? 3 : score < 100 ? 2 : 1);
}

std::string_view objective_text(Objective objective) {
  switch (objective) {
    case Objective::p99: return "99th percentile of the times";
    case Objective::tests: return "box tests";
    default: return "median time";
  }
}

}  // namespace phasebox
