// SPDX-License-Identifier: MIT
// The order of recommendation, the confidence, and sentences about a search.
#include "lab/tune/tune_recommendation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/random.hpp"
#include "base/statistics.hpp"

namespace phasebox {
namespace {

// Ties, and confidence by resampling blocks of frames (B. Efron, "Bootstrap Methods: Another Look
// at the Jackknife", 1979; H. Kuensch, "The Jackknife and the Bootstrap for General Stationary
// Observations", 1989).

constexpr double kUnscored = std::numeric_limits<double>::infinity();
constexpr std::size_t kResamples = 300;
constexpr std::size_t kMaxResampled = 1500;  // frames; more are thinned evenly
constexpr std::size_t kBlocks = 24;          // that a single long window is cut into
constexpr std::size_t kMinBlock = 4;         // frames
constexpr std::size_t kFewPlaces = 4, kFewFrames = 10;
constexpr double kFarBehind = 1.5;  // a ratio beyond which nothing can tie
constexpr std::size_t kMaxOthers = 5;
constexpr double kFrameOf60Hz = 1000.0 / 60;  // ms
constexpr double kSmallShare = 0.01;          // of such a frame; below it any algorithm will do

using Order = std::vector<std::size_t>;

bool is_of_time(Objective objective) {
  return objective == Objective::frame || objective == Objective::mean;
}

// ---- places

/// Frames [first, last) of the times, which are alike.
struct Block {
  std::size_t first, last;
};

std::vector<Block> blocks_of(std::span<const RaceStep> steps) {
  std::vector<Block> blocks;
  for (std::size_t k = 0; k < steps.size(); ++k)
    if (k == 0 || steps[k].place != steps[k - 1].place)
      blocks.push_back({k, k + 1});
    else
      blocks.back().last = k + 1;
  if (blocks.size() != 1) return blocks;
  const std::size_t n = steps.size();
  const std::size_t length = std::max(kMinBlock, (n + kBlocks - 1) / kBlocks);
  blocks.clear();
  for (std::size_t k = 0; k < n; k += length) blocks.push_back({k, std::min(k + length, n)});
  return blocks;
}

/// The blocks' times, thinned to what is quick to resample.
std::vector<std::vector<double>> thinned(const Trial& trial, std::span<const Block> blocks,
                                         std::size_t stride) {
  std::vector<std::vector<double>> parts;
  for (const Block& b : blocks) {
    std::vector<double>& part = parts.emplace_back();
    for (std::size_t k = b.first; k < std::min(b.last, trial.times.size()); k += stride)
      part.push_back(trial.times[k]);
  }
  return parts;
}

double resampled_score(const std::vector<std::vector<double>>& parts, const Order& picks,
                       Objective objective) {
  std::vector<double> times;
  for (const std::size_t p : picks) times.insert(times.end(), parts[p].begin(), parts[p].end());
  return score_of(std::move(times), objective);
}

/// In which the ratio of `other` to the winner lies in 90 of 100 resamples of the places.
std::pair<double, double> interval(const TuneReport& report, const Trial& other,
                                   std::span<const Block> blocks) {
  const std::size_t stride = (report.steps.size() + kMaxResampled - 1) / kMaxResampled;
  const auto ours = thinned(report.ranking[0], blocks, stride);
  const auto theirs = thinned(other, blocks, stride);
  Random random(report.options.seed);
  std::vector<double> ratios;
  Order picks(blocks.size());
  for (std::size_t r = 0; r < kResamples; ++r) {
    for (std::size_t& p : picks) p = random.below(static_cast<std::uint32_t>(blocks.size()));
    const double a = resampled_score(ours, picks, report.options.objective);
    ratios.push_back(resampled_score(theirs, picks, report.options.objective) / std::max(a, 1e-12));
  }
  return {quantile(ratios, 0.05), quantile(ratios, 0.95)};
}

// ---- words

std::string factor_text(double ratio) { return fmt::format("{:.{}f}", ratio, ratio < 1.2 ? 2 : 1); }

std::string listing(std::span<const std::string> names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return text;
}

/// The first `within` are within 10 %; the others may be as fast.
std::string tie_text(const Confidence& c, std::size_t within, bool is_simplest) {
  const auto names = std::span(c.tied);
  std::string text = "a tie: ";
  if (within > 1)
    text += fmt::format("{} are within 10 % of each other; {} is the simplest{}",
                        listing(names.first(within)), names[0],
                        is_simplest ? "" : " within 6 % of the best");
  else
    text += fmt::format("{} was {} times as fast as the next", names[0], factor_text(c.ratio));
  if (within < names.size())
    text += fmt::format("; at other places of the recording {} may be as fast",
                        listing(names.subspan(within)));
  return text;
}

bool is_first_simplest(std::span<const Trial* const> ties) {
  return std::ranges::all_of(ties, [&](const Trial* t) {
    return ties[0]->contestant.entry->complexity <= t->contestant.entry->complexity;
  });
}

std::string lead_text(const Confidence& c, const std::string& next, Objective objective) {
  const std::string text = fmt::format("{}: {} times as fast as the next ({}){}",
                                       c.is_clear ? "clear" : "likely", factor_text(c.ratio), next,
                                       objective == Objective::p99 ? " in the slowest frames" : "");
  if (c.frames < kFewFrames || c.places < kFewPlaces)
    return text + fmt::format(", but over {} frame{} from {} place{} only", c.frames,
                              c.frames == 1 ? "" : "s", c.places, c.places == 1 ? "" : "s");
  return text + fmt::format(", {} to {} times when the {} places are resampled", factor_text(c.low),
                            factor_text(c.high), c.places);
}

Confidence by_tests(const TuneReport& report, Confidence c) {
  const std::string next(report.ranking[1].contestant.entry->id);
  c.low = c.high = c.ratio;
  c.is_clear = !c.is_tie;
  c.words = c.is_tie ? fmt::format("a tie: {} make about as many box tests; {} is the simplest",
                                   listing(c.tied), c.tied[0])
                     : fmt::format("clear: {} makes {} times as many box tests, as counted", next,
                                   factor_text(c.ratio));
  return c;
}

/// Two digits, without an exponent.
std::string amount(double v) { return v < 99.5 ? fmt::format("{:.2g}", v) : grouped_whole(v); }

std::string per_object(const Trial& trial, double boxes) {
  // Two digits: more are not measured.
  const double ns = significant(summary_of(trial.times).mean * 1e6 / std::max(boxes, 1.0), 2);
  return grouped_whole(ns) + " ns";
}

std::string ids_of(const std::vector<const Trial*>& trials) {
  std::vector<std::string> ids;
  for (const Trial* t : trials) ids.emplace_back(t->contestant.entry->id);
  return listing(ids);
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

double score_ratio(const Trial& a, const Trial& b, Objective objective) {
  if (objective == Objective::tests)
    return a.tests && b.tests ? *a.tests / std::max(*b.tests, 1e-12) : kUnscored;
  const std::size_t n = std::min(a.times.size(), b.times.size());
  const auto score = [&](const Trial& t) {
    return score_of({t.times.begin(), t.times.begin() + static_cast<std::ptrdiff_t>(n)}, objective);
  };
  return n == 0 ? kUnscored : score(a) / std::max(score(b), 1e-12);
}

ChoiceOrder choice_order(std::span<const Trial* const> rows, Objective objective) {
  std::vector<double> scores, means;
  for (const Trial* t : rows) {
    scores.push_back(t->score(objective));
    means.push_back(is_of_time(objective) ? summary_of(t->times).mean : 0);
  }
  Order order(rows.size());
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

Confidence confidence_of(const TuneReport& report) {
  Confidence c;
  const Objective objective = report.options.objective;
  std::vector<const Trial*> rows;
  for (const Trial& t : report.ranking)
    if (t.is_compared && std::isfinite(t.score(objective))) rows.push_back(&t);
  if (rows.size() < 2 || !report.ranking[0].is_compared) {
    c.words = "alone: no other algorithm has an exact result on the same frames to compare with";
    return c;
  }
  c.frames = report.coverage.used;
  const double mine = std::max(rows[0]->score(objective), 1e-12);
  const std::size_t tied = choice_order(rows, objective).tied;
  for (std::size_t k = 0; k < tied; ++k) c.tied.emplace_back(rows[k]->contestant.entry->id);
  c.is_tie = tied > 1;
  c.ratio = rows[1]->score(objective) / mine;
  if (objective == Objective::tests) return by_tests(report, c);
  if (report.steps.empty()) {
    c.words = fmt::format("a first impression: {} times as fast as the next ({})",
                          factor_text(c.ratio), rows[1]->contestant.entry->id);
    return c;
  }
  const auto blocks = blocks_of(report.steps);
  c.places = blocks.size();
  std::tie(c.low, c.high) = interval(report, *rows[1], blocks);
  for (std::size_t k = tied; k < std::min(rows.size(), tied + kMaxOthers); ++k)
    if (rows[k]->score(objective) < kFarBehind * mine &&
        interval(report, *rows[k], blocks).first < 1) {
      c.tied.emplace_back(rows[k]->contestant.entry->id);
      c.is_tie = true;
    }
  c.is_clear = !c.is_tie && c.low >= kTie && c.places >= kFewPlaces && c.frames >= kFewFrames;
  c.words = c.is_tie ? tie_text(c, tied, is_first_simplest(std::span(rows).first(tied)))
                     : lead_text(c, std::string(rows[1]->contestant.entry->id), objective);
  return c;
}

void explain(TuneReport& report) {
  report.confidence = confidence_of(report);
  report.why = reason(report);
  report.proportion = proportion_of(report);
  report.warnings = warnings_of(report);
}

Sensitivity sensitivity_of(const Param& row, std::span<const std::pair<double, double>> sweep,
                           const TuneReport& report) {
  Sensitivity s;
  s.row = &row;
  s.chosen = report.ranking[0].contestant.value(row);
  for (const auto& [value, score] : sweep)
    if (value == 0 && !row.zero.empty() && std::isfinite(score))
      s.automatic = score;
    else if (std::isfinite(score))
      s.points.emplace_back(value, score);
  if (s.points.empty()) return {};
  std::ranges::sort(s.points);
  s.words = sensitivity_text(s, report.facts);
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
  if (c.is_all()) return (c.of > 1 ? "all " : "") + counted(c.of, "frame");
  return fmt::format("{} of {}, from {}", grouped(c.used), counted(c.of, "frame"),
                     counted(c.places, "place"));
}

}  // namespace phasebox
