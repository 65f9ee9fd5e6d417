// SPDX-License-Identifier: MIT
// The search: the finals, what the main parameter does, and the report.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "base/statistics.hpp"
#include "lab/tune/tune_choice.hpp"
#include "lab/tune/tune_text.hpp"
#include "lab/tune/tuning.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kSweepSteps = 9;
constexpr std::size_t kFinalists = 5;
constexpr double kFinalFactor = 2.5;  // settings this far from the best estimate may still win
constexpr double kSlowFactor = 5;     // beyond it, in time, an algorithm is there to be compared
constexpr std::size_t kMinFinalFrames = 24;
constexpr std::size_t kRounds = 4;  // at least, where the time does not allow all frames
constexpr std::size_t kMaxRounds = 200;
constexpr std::size_t kEnoughFrames = 3000, kPasses = 5, kMaxPasses = 15;  // over all frames
constexpr double kWholeShare = 0.6;  // of the time that a pass over all frames may take
// What a race does beside the timed work, ms per box and per pair: it copies the boxes and looks at
// the pairs.
constexpr double kBoxOverhead = 2e-6, kPairOverhead = 8e-6;

}  // namespace

// ---- which contestants run

/// How many frames all of them can run in that time, one after the other.
std::size_t Tuning::frames_for(const Trials& trials, double seconds) const {
  const double known = mean_ms(trials[0]);
  double cost = 0;
  for (const std::size_t t : trials) {
    cost += trials_[t].times.empty() ? known : mean_ms(t);
    cost += facts_.boxes * kBoxOverhead + truth_.mean_pairs() * kPairOverhead;
  }
  const double frames = seconds * 1000 / std::max(cost, 1e-6);
  return static_cast<std::size_t>(std::clamp(frames, 1.0, 1e9));
}

/// All of which the whole recording fits into the time; where it does not, the slow ones take half
/// of the time at most, and leave enough frames to the others. Those that are left out are no
/// contenders, and get no ratio.
Tuning::Trials Tuning::affordable(Trials wanted, double seconds) const {
  std::ranges::stable_sort(wanted, {}, [&](std::size_t t) { return mean_ms(t); });
  Trials kept;
  double fast = 0, slow = 0;
  for (const std::size_t t : wanted) {
    const double ms = mean_ms(t);
    const bool is_slow = ms > kSlowFactor * mean_ms(wanted[0]);
    kept.push_back(t);
    const std::size_t frames = frames_for(kept, seconds);
    const bool all_fit =
        kWholeShare * static_cast<double>(frames) >= static_cast<double>(recording_.size());
    if (is_slow && !all_fit && (slow + ms > fast || frames < kMinFinalFrames))
      kept.pop_back();
    else
      (is_slow ? slow : fast) += ms;
  }
  return kept;
}

// Every algorithm's defaults run along: the answer is checked against all of them, and a setting
// must beat them.
void Tuning::choose_finalists() {
  Trials wanted;
  for (const auto& family : families_) {
    const std::size_t plain = family->trials[0];
    if (trials_[plain].is_exact && !trials_[plain].times.empty()) wanted.push_back(plain);
  }
  for (const Family* family : contenders(kFinalFactor, kFinalists)) {
    const std::size_t best = best_of(*family);
    if (estimates_[best] < kWorthASetting * estimates_[family->trials[0]]) wanted.push_back(best);
  }
  finalists_ =
      wanted.empty() ? wanted : affordable(std::move(wanted), end_of(Stage::finals) - passed());
}

// ---- the finals

void Tuning::plan_rounds(double seconds) {
  const std::size_t of = recording_.size(), most = options_.max_frames;
  const std::size_t frames = frames_for(finalists_, seconds);
  const auto fit = std::max(static_cast<std::size_t>(kWholeShare * static_cast<double>(frames)),
                            kMinFinalFrames);
  is_whole_ = options_.all_frames || (most > 0 ? most : fit) >= of;
  round_frames_ = most > 0 ? most : std::max(frames / kRounds, kMinFinalFrames);
}

bool Tuning::has_enough_frames() const {
  if (!is_whole_) return options_.max_frames > 0 || pass_ >= kMaxRounds;
  return pass_ >= kMaxPasses || (pass_ >= kPasses && pass_ * steps_.size() >= kEnoughFrames);
}

/// Over all frames, again and again, or over more and more places; a round that does not fit into
/// the time is not begun.
bool Tuning::race_finals() {
  std::erase_if(finalists_,
                [&](std::size_t t) { return trials_[t].verdict == RaceResult::Verdict::wrong; });
  if (finalists_.empty()) return false;
  const double left = end_of(Stage::finals) - passed();
  if (pass_ == 0)
    plan_rounds(std::max(left, 0.05 * options_.budget));
  else if (left < round_seconds_ || has_enough_frames())
    return false;
  RaceOptions options;
  options.windows = is_whole_ ? whole_recording(recording_.size(), 0)
                              : spread_windows(recording_.size(), round_frames_, pass_);
  options.count_tests = pass_ == 0;
  const double patience = pass_ == 0 ? 0.5 * options_.budget : 0.05 * options_.budget;
  const double end = options_.all_frames && pass_ == 0
                         ? std::numeric_limits<double>::infinity()
                         : std::max(end_of(Stage::finals), passed()) + patience;
  start(finalists_, std::move(options), end);
  ++pass_;
  return true;
}

/// Times that all of them have.
std::size_t Tuning::common_steps() const {
  std::size_t common = race_->timed_steps().size();
  for (const RaceResult& r : race_->results())
    if (r.verdict != RaceResult::Verdict::wrong) common = std::min(common, r.times.size());
  return common;
}

// A round that was cut short would count the places of its beginning only; but the first is kept.
void Tuning::finish_finals() {
  const std::vector<RaceStep> steps = race_->timed_steps();
  const std::size_t common = common_steps();
  const bool is_first = steps_.empty();
  round_seconds_ = passed() - race_begin_;
  if (common == 0 || (!is_first && common < steps.size())) return;
  if (is_first)
    for (Trial& t : trials_) t.is_compared = false;
  const std::size_t places = is_first ? 0 : steps_.back().place + 1;
  const bool is_again = is_whole_ && !is_first;
  for (std::size_t k = 0; k < common && !is_again; ++k) {
    steps_.push_back(steps[k]);
    steps_.back().place += places;
  }
  for (std::size_t k = 0; k < racing_.size(); ++k)
    keep_final_times(trials_[racing_[k]], race_->results()[k], common);
}

/// What else the machine did is not the algorithm's: of several passes over a frame the shortest
/// time counts.
void Tuning::keep_final_times(Trial& trial, const RaceResult& result, std::size_t common) {
  if (trial.verdict == RaceResult::Verdict::wrong) return;
  const auto end = result.times.begin() + static_cast<std::ptrdiff_t>(common);
  if (!trial.is_compared) {
    trial.times.assign(result.times.begin(), end);
    trial.is_compared = trial.is_exact;
  } else if (is_whole_) {
    for (std::size_t k = 0; k < common; ++k)
      trial.times[k] = std::min(trial.times[k], result.times[k]);
  } else {
    trial.times.insert(trial.times.end(), result.times.begin(), end);
  }
}

// ---- the answer

/// Whether settings are better than none: by the objective, and not by a longer mean. (The median
/// alone would favor a list that is made again in every third frame.)
bool Tuning::is_worth(std::size_t settings, std::size_t plain) const {
  const Trial &a = trials_[settings], &b = trials_[plain];
  const Objective objective = options_.objective;
  const bool is_longer =
      objective != Objective::tests && summary_of(a.times).mean > summary_of(b.times).mean;
  return !is_longer && a.score(objective) <= kWorthASetting * b.score(objective);
}

/// What is recommended of an algorithm: the best of its settings that reached the finals, only if
/// they are worth it; before the finals its defaults.
std::optional<std::size_t> Tuning::recommended(const Family& family) const {
  const std::size_t plain = family.trials[0];
  std::optional<std::size_t> best;
  for (const std::size_t t : family.trials)
    if (trials_[t].is_compared &&
        (!best || trials_[t].score(options_.objective) < trials_[*best].score(options_.objective)))
      best = t;
  if (best && *best != plain && trials_[plain].is_compared && !is_worth(*best, plain)) best = plain;
  if (!best && !trials_[plain].times.empty() && trials_[plain].is_exact) best = plain;
  return best;
}

/// The recommended ones of all algorithms: the order of recommendation, then those that were not
/// compared, by what is known of them.
std::vector<std::size_t> Tuning::ranked() const {
  Trials compared, others;
  for (const auto& family : families_)
    if (const auto t = recommended(*family)) {
      const bool has_score = std::isfinite(trials_[*t].score(options_.objective));
      (trials_[*t].is_compared && has_score ? compared : others).push_back(*t);
    }
  std::vector<const Trial*> rows;
  for (const std::size_t t : compared) rows.push_back(&trials_[t]);
  Trials order;
  for (const std::size_t k : choice_order(rows, options_.objective).order)
    order.push_back(compared[k]);
  std::ranges::stable_sort(others, {}, [&](std::size_t t) { return estimates_[t]; });
  order.insert(order.end(), others.begin(), others.end());
  return order;
}

Tuning::Family* Tuning::family_of(std::size_t trial) const {
  for (const auto& family : families_)
    if (std::ranges::find(family->trials, trial) != family->trials.end()) return family.get();
  return nullptr;
}

/// Frames from the whole recording, each as the first one.
void Tuning::measure_from_scratch() {
  constexpr std::size_t kFrames = 5;
  const auto order = ranked();
  if (order.empty()) return;
  const auto made = trials_[order[0]].contestant.make();
  std::vector<double> times;
  PairSink pairs;
  for (std::size_t k = 0; k < std::min(recording_.size(), kFrames); ++k) {
    Frame frame = recording_.frame(recording_.size() * (2 * k + 1) / (2 * kFrames));
    frame.threads = options_.threads;
    pairs.clear();
    const auto begun = std::chrono::steady_clock::now();
    made->reset(frame);
    made->find_pairs(frame, pairs, nullptr);
    const auto took = std::chrono::steady_clock::now() - begun;
    times.push_back(std::chrono::duration<double, std::milli>(took).count());
  }
  from_scratch_ = summary_of(times).mean;
}

/// The recommended value first: the others are measured against it.
bool Tuning::race_sensitivity() {
  const auto order = ranked();
  if (pass_++ > 0 || order.empty() || passed() > 1.05 * options_.budget) return false;
  const Family& family = *family_of(order[0]);
  const Trial winner = trials_[order[0]];
  if (!winner.is_compared || family.rows.empty()) return false;
  const auto is_number = [](const Param* r) { return r->tune.scale != TuneRange::Scale::values; };
  const auto numeric = std::ranges::find_if(family.rows, is_number);
  const Param& row = numeric == family.rows.end() ? *family.rows[0] : **numeric;
  const double chosen = winner.contestant.value(row);
  std::set<double> values{row.init};
  for (const double v : coarse_values(row, facts_.side, kSweepSteps)) values.insert(v);
  values.erase(chosen);
  const auto enter = [&](double value) {
    trials_.push_back({.contestant = winner.contestant});
    trials_.back().contestant.set(row, value);
    estimates_.push_back(std::numeric_limits<double>::infinity());
    swept_.push_back(trials_.size() - 1);
  };
  enter(chosen);
  trials_.back().times = winner.times;
  estimates_.back() = winner.score(options_.objective);
  for (const double v : values) enter(v);
  start_search(swept_, options_.budget - passed());
  return true;
}

// ---- the report

void Tuning::report_left_out(TuneReport& report) const {
  report.left_out = left_out_;
  if (stage_ == Stage::scouting) return;
  for (const auto& family : families_) {
    const Trial& first = trials_[family->trials[0]];
    if (!recommended(*family) && first.is_exact && first.verdict != RaceResult::Verdict::wrong)
      report.left_out.push_back(
          fmt::format("{}: the budget was too short", first.contestant.name()));
  }
}

/// Different frames behind the times, and from how many places.
FrameCoverage Tuning::coverage() const {
  if (steps_.empty()) return first_look_;
  std::set<std::size_t> frames, places;
  for (const RaceStep& step : steps_) frames.insert(step.frame), places.insert(step.place);
  return {.used = frames.size(), .of = recording_.size(), .places = places.size()};
}

TuneReport Tuning::result() const {
  TuneReport report;
  report.options = options_;
  report.facts = facts_;
  report.facts.pairs = truth_.mean_pairs();
  report.coverage = coverage();
  report.steps = steps_;
  report.seconds = stage_ == Stage::done ? seconds_ : passed();
  report.is_complete = stage_ == Stage::done;
  report.tried = static_cast<std::size_t>(
      std::ranges::count_if(trials_, [](const Trial& t) { return !t.times.empty(); }));
  report.from_scratch = from_scratch_;
  const auto order = ranked();
  for (const std::size_t t : order) report.ranking.push_back(trials_[t]);
  if (!order.empty())
    if (const Trial& plain = trials_[family_of(order[0])->trials[0]]; plain.is_compared)
      report.default_score = plain.score(options_.objective);
  for (const Trial& t : trials_)
    if (t.verdict == RaceResult::Verdict::wrong || !t.is_exact) report.ranking.push_back(t);
  report_left_out(report);
  if (!order.empty()) explain(report);
  std::vector<std::pair<Contestant, double>> sweep;
  for (const std::size_t t : swept_) sweep.emplace_back(trials_[t].contestant, estimates_[t]);
  if (!sweep.empty()) report.sensitivity = sensitivity_of(sweep, report);
  return report;
}

const Trial* TuneReport::winner() const {
  const bool has_one = !ranking.empty() && std::isfinite(ranking[0].score(options.objective));
  return has_one ? &ranking[0] : nullptr;
}

double TuneReport::best_score() const {
  double best = std::numeric_limits<double>::infinity();
  for (const Trial& t : ranking)
    if (t.is_compared) best = std::min(best, t.score(options.objective));
  return best;
}

bool TuneReport::any_wrong() const {
  return std::ranges::any_of(
      ranking, [](const Trial& t) { return t.verdict == RaceResult::Verdict::wrong; });
}

}  // namespace phasebox
