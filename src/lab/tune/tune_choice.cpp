// SPDX-License-Identifier: MIT
// Ties, and confidence by resampling blocks of frames (B. Efron, "Bootstrap Methods: Another Look
// at the Jackknife", 1979; H. Kuensch, "The Jackknife and the Bootstrap for General Stationary
// Observations", 1989).
#include "lab/tune/tune_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "base/random.hpp"
#include "base/statistics.hpp"
#include "lab/tune/tune_text.hpp"

namespace phasebox {
namespace {

constexpr double kUnscored = std::numeric_limits<double>::infinity();
constexpr std::size_t kResamples = 300;
constexpr std::size_t kMaxResampled = 1500;  // frames; more are thinned evenly
constexpr std::size_t kBlocks = 24;          // that a single long window is cut into
constexpr std::size_t kMinBlock = 4;         // frames
constexpr std::size_t kFewPlaces = 4, kFewFrames = 10;
constexpr double kFarBehind = 1.5;  // a ratio beyond which nothing can tie
constexpr std::size_t kMaxOthers = 5;

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

}  // namespace phasebox
