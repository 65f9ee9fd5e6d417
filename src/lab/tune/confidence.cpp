// SPDX-License-Identifier: MIT
// Computes confidence by a bootstrap: blocks of frames are drawn at random, with repetition, and
// the scores of algorithms are compared on each draw (Bradley Efron, "Bootstrap Methods: Another
// Look at the Jackknife", 1979; Hans Kuensch, "The Jackknife and the Bootstrap for General
// Stationary Observations", 1989).
#include "lab/tune/confidence.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/random.hpp"
#include "base/statistics.hpp"
#include "lab/tune/choice.hpp"
#include "lab/tune/ranking_table.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kResamples = 300;
constexpr std::size_t kMaxResampled = 1500;  // frames; of more, every second, third, ... is used
constexpr std::size_t kBlocks = 24;          // most blocks that a single window is cut into
constexpr std::size_t kMinBlock = 4;         // frames of such a block
constexpr std::size_t kFewPlaces = 4, kFewFrames = 10;  // with fewer of one, nothing is "clear"
constexpr double kFarBehind = 1.5;     // times the winner's score; slower ones are not resampled
constexpr std::size_t kMaxOthers = 5;  // most algorithms beyond a tie of scores that are resampled

using Order = std::vector<std::size_t>;

/// The timed steps [first, last), by index, of one place of the recording.
struct Block {
  std::size_t first, last;
};

/// Cuts the timed steps into blocks: one for each window, or several of equal length if there is
/// only one window.
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

/// [blocks] the times, ms, of each block; only every `stride`-th one, to keep resampling fast.
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

/// The score over the times of the blocks `picks`, which are indices into `parts`.
double resampled_score(const std::vector<std::vector<double>>& parts, const Order& picks,
                       Objective objective) {
  std::vector<double> times;
  for (const std::size_t p : picks) times.insert(times.end(), parts[p].begin(), parts[p].end());
  return score_of(std::move(times), objective);
}

/// The interval that holds the ratio of the scores of `other` and the winner in 90 of 100 resamples
/// of the places.
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

std::string factor_text(double ratio) { return fmt::format("{:.{}f}", ratio, ratio < 1.2 ? 2 : 1); }

/// Describes a tie. The scores of the first `within` algorithms of c.tied are within 10 % of the
/// best; the others tie because they may be as fast at other places of the recording.
Sentence tie_text(const Confidence& c, std::size_t within, bool is_simplest) {
  const auto names = std::span(c.tied);
  const Sentence lead =
      within <= 1
          ? say("a tie: {} was {} times as fast as the next", names[0], factor_text(c.ratio))
      : is_simplest ? say("a tie: {} are within 10 % of each other; {} is the simplest",
                          listing(names.first(within)), names[0])
                    : say("a tie: {} are within 10 % of each other; {} is the simplest within 6 % "
                          "of the best",
                          listing(names.first(within)), names[0]);
  if (within == names.size()) return lead;
  return say("{}; at other places of the recording {} may be as fast", lead,
             listing(names.subspan(within)));
}

Sentence lead_text(const Confidence& c, std::string_view next, Objective objective) {
  const std::string ratio = factor_text(c.ratio);
  const Sentence lead =
      objective == Objective::p99
          ? say("{} times as fast as the next ({}) in the slowest frames", ratio, next)
          : say("{} times as fast as the next ({})", ratio, next);
  const char* sure = c.is_clear ? "clear" : "likely";
  if (c.frames < kFewFrames || c.places < kFewPlaces)
    return say("{}: {}, but over {} from {} only", sure, lead, counted(c.frames, "frame"),
               counted(c.places, "place"));
  return say("{}: {}, {} to {} times in random choices of the {} places", sure, lead,
             factor_text(c.low), factor_text(c.high), c.places);
}

Confidence by_tests(const TuneReport& report, Confidence c) {
  c.low = c.high = c.ratio;
  c.is_clear = !c.is_tie;
  c.words = c.is_tie ? say("a tie: {} make about as many box tests; {} is the simplest",
                           listing(c.tied), c.tied[0])
                     : say("clear: {} makes {} times as many box tests, as counted",
                           report.ranking[1].contestant.entry->id, factor_text(c.ratio));
  return c;
}

/// The confidence in the simplest of contestants whose times are all small: it is clear where the
/// slowest takes half of what is allowed. `is_first` before the finals.
Confidence as_all_are_small(std::span<const Trial* const> rows, Confidence c, bool is_first) {
  double slowest = 0;  // mean, ms
  for (const Trial* t : rows) slowest = std::max(slowest, summary_of(t->times).mean);
  const double share = 100 * slowest / kFrameOf60Hz;
  c.low = c.high = c.ratio;
  c.is_clear = share <= 0.5 && !is_first;
  c.words = say("{}: the slowest of the {} takes {} % of a frame at 60 Hz",
                is_first     ? "a first impression"
                : c.is_clear ? "clear"
                             : "likely",
                rows.size(), rounded_text(share, 2));
  return c;
}

}  // namespace

Sentence listing(std::span<const std::string> ids) {
  Sentence all = ids[0];
  for (std::size_t k = 1; k < ids.size(); ++k)
    all = k + 1 == ids.size() ? say("{} and {}", all, ids[k]) : say("{}, {}", all, ids[k]);
  return all;
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
  const auto [order, tied, why] = choice_order(report);
  for (std::size_t k = 0; k < tied; ++k) c.tied.emplace_back(rows[k]->contestant.entry->id);
  c.is_tie = tied > 1;
  c.ratio = rows[1]->score(objective) / mine;
  if (objective == Objective::tests) return by_tests(report, c);
  if (why == WhyFirst::small) return as_all_are_small(rows, std::move(c), report.steps.empty());
  if (report.steps.empty()) {
    c.words = say("a first impression: {} times as fast as the next ({})", factor_text(c.ratio),
                  rows[1]->contestant.entry->id);
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
  const bool is_simplest = std::ranges::all_of(std::span(rows).first(tied), [&](const Trial* t) {
    return rows[0]->contestant.entry->complexity <= t->contestant.entry->complexity;
  });
  c.words = c.is_tie ? tie_text(c, tied, is_simplest)
                     : lead_text(c, rows[1]->contestant.entry->id, objective);
  return c;
}

}  // namespace phasebox
