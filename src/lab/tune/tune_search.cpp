// SPDX-License-Identifier: MIT
// Which settings are tried; scouting and the search; the finals, what the main parameter does, and
// the report.
#include "lab/tune/tune_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "base/statistics.hpp"
#include "lab/tune/tune_recommendation.hpp"

namespace phasebox {
namespace {

// Coarse grids over parameters, and what lies around their best values.

using TuneScale = TuneRange::Scale;

/// A round number, as one would write it: two digits, and whole where it must be.
double tidy(const Param& row, double value) {
  if (value == 0) return std::clamp(value, row.lo, row.hi);
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 1);
  const double rounded =
      unit >= 1 ? std::round(value / unit) * unit : std::round(value / unit) / std::round(1 / unit);
  if (row.kind == Param::Kind::integer) return std::clamp(std::round(rounded), row.lo, row.hi);
  // Parameters are float; so is what is compared and written.
  return std::clamp(static_cast<double>(static_cast<float>(rounded)), row.lo, row.hi);
}

std::pair<double, double> range_ends(const Param& row, double box_side) {
  const double unit = row.tune.scale == TuneScale::box_size ? box_side : 1;
  return {std::clamp(row.tune.lo * unit, row.lo, row.hi),
          std::clamp(row.tune.hi * unit, row.lo, row.hi)};
}

bool is_geometric(const Param& row) {
  return row.tune.scale == TuneScale::factor || row.tune.scale == TuneScale::box_size;
}

void add_once(std::vector<double>& values, double value) {
  if (std::ranges::find(values, value) == values.end()) values.push_back(value);
}

}  // namespace

std::vector<const Param*> tuned_rows(const Contestant& base, std::span<const std::string> fixed) {
  std::vector<const Param*> rows;
  for (const Param& row : rows_of(*base.entry))
    if (row.tune.scale != TuneScale::none && std::ranges::find(fixed, row.key) == fixed.end())
      rows.push_back(&row);
  return rows;
}

std::vector<double> coarse_values(const Param& row, double box_side, std::size_t steps) {
  std::vector<double> values;
  if (row.tune.scale == TuneScale::none) return values;
  const auto [lo, hi] = range_ends(row, box_side);
  if (row.tune.scale == TuneScale::values)
    for (double v = row.lo; v <= row.hi; ++v) values.push_back(v);
  else
    for (std::size_t k = 0; k < steps; ++k) {
      const double share = steps > 1 ? static_cast<double>(k) / static_cast<double>(steps - 1) : 0;
      const double v = is_geometric(row) ? lo * std::pow(hi / lo, share) : lo + (hi - lo) * share;
      if (std::isfinite(v)) add_once(values, tidy(row, v));
    }
  std::erase(values, row.init);
  return values;
}

std::vector<double> values_around(const Param& row, double value, double box_side,
                                  std::size_t steps, double part) {
  const auto [lo, hi] = range_ends(row, box_side);
  const bool is_automatic = value == 0 && row.tune.lo > 0;
  if (row.tune.scale == TuneScale::values || row.tune.scale == TuneScale::none || is_automatic ||
      steps < 2)
    return {};
  const auto gaps = static_cast<double>(steps - 1);
  std::vector<double> values;
  for (const double way : {-part, part}) {
    const double v =
        is_geometric(row) ? value * std::pow(hi / lo, way / gaps) : value + (hi - lo) * way / gaps;
    if (std::isfinite(v) && tidy(row, v) != value) add_once(values, tidy(row, v));
  }
  return values;
}

namespace {

// The search: what is tried, over which frames, for how long.

constexpr double kNever = std::numeric_limits<double>::infinity();

constexpr std::size_t kCoarseSteps = 5;
constexpr std::size_t kMinFrames = 12, kMaxScoutFrames = 600, kMaxSearchFrames = 400;
constexpr double kCoarseFactor = 10, kRefineFactor = 2;  // of the best estimate
constexpr std::size_t kRefined = 4, kRefinePasses = 2;
// What a box costs an algorithm that suits the scene, ms, and a frame of few boxes; for the first
// look only, before anything is measured.
constexpr double kBoxMs = 60e-6, kFrameMs = 3e-3;
// What comparing a pair of boxes costs at least, ms; only to leave brute force out in time.
constexpr double kTestMs = 0.5e-6;

std::vector<std::string> fixed_keys(const std::vector<ParamValue>& fixed, Owner owner) {
  std::vector<std::string> keys;
  for (const ParamValue& p : fixed)
    if (p.owner == owner) keys.push_back(p.key);
  return keys;
}

}  // namespace

double frame_cost(const Summary& times) {
  constexpr double kTail = 0.02, kMaxShare = 0.1;
  const double tail = kTail * std::max(times.p99 - times.mean, 0.0);
  return times.mean + std::min(tail, kMaxShare * times.mean);
}

double score_of(std::vector<double> times, Objective objective) {
  if (times.empty() || objective == Objective::tests) return kNever;
  const Summary s = summary_of(std::move(times));
  switch (objective) {
    case Objective::mean: return s.mean;
    case Objective::median: return s.median;
    case Objective::p99: return s.p99;
    default: return frame_cost(s);
  }
}

double Trial::score(Objective objective) const {
  if (verdict == RaceResult::Verdict::wrong || !is_exact) return kNever;
  return objective == Objective::tests ? tests.value_or(kNever) : score_of(times, objective);
}

double Trial::spike() const {
  constexpr double kSpike = 4;
  const Summary s = summary_of(times);
  return s.p99 > kSpike * s.median && s.median > 0 ? s.p99 / s.median : 0;
}

TuneSearch::TuneSearch(Recording recording, TuneOptions options)
    : recording_(std::move(recording)),
      options_(std::move(options)),
      facts_(facts_of(recording_)),
      truth_(recording_),
      begun_(std::chrono::steady_clock::now()) {
  enter_families();
}

TuneSearch::~TuneSearch() = default;

double TuneSearch::passed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
}

// A stage that has time left gives it to the next.
double TuneSearch::end_of(Stage stage) const {
  constexpr std::array kEnds{0.15, 0.32, 0.42, 0.9, 1.0, 1.0};
  return options_.budget * kEnds[static_cast<std::size_t>(stage)];
}

double TuneSearch::progress() const {
  if (stage_ == Stage::done) return 1;
  const double begin =
      stage_ == Stage::scouting ? 0 : end_of(static_cast<Stage>(static_cast<int>(stage_) - 1));
  return std::clamp(passed(), begin, end_of(stage_)) / options_.budget;
}

std::string TuneSearch::phase() const {
  switch (stage_) {
    case Stage::scouting: return "a first look at every algorithm";
    case Stage::coarse: return "trying settings of " + racing_name_;
    case Stage::refine: return "refining " + racing_name_;
    case Stage::finals: return "timing the best settings and all defaults in turn";
    case Stage::sensitivity: return "how sensitive " + racing_name_ + " is";
    case Stage::done: break;
  }
  return "done";
}

// ---- which algorithms are searched

std::optional<std::string> TuneSearch::reason_to_leave_out(const BroadphaseEntry& entry) const {
  const double brute_seconds = facts_.boxes * facts_.boxes / 2 * kTestMs / 1000;
  if (entry.role == BroadphaseRole::chooser) return "it runs one of the others";
  if (entry.is_coherent && !facts_.knows_movement)
    return "one frame says nothing about movement, on which its time depends";
  if (entry.role == BroadphaseRole::reference && brute_seconds * 3 > 0.02 * options_.budget)
    return fmt::format("it would compare {:.0f} million pairs a frame",
                       facts_.boxes * facts_.boxes / 2e6);
  return {};
}

void TuneSearch::enter_families() {
  const bool all = options_.entries.empty();
  const auto entries =
      all ? std::vector<const BroadphaseEntry*>(broadphases().begin(), broadphases().end())
          : options_.entries;
  for (const BroadphaseEntry* entry : entries) {
    if (const auto reason = reason_to_leave_out(*entry); all && reason) {
      left_out_.push_back(fmt::format("{}: {}", entry->id, *reason));
      continue;
    }
    auto family = std::make_unique<Family>();
    family->base.entry = entry;
    for (const ParamValue& p : options_.fixed)
      if (const Param* row = p.owner == *entry ? find_param(rows_of(*entry), p.key) : nullptr)
        family->base.set(*row, p.value);
    family->rows = tuned_rows(family->base, fixed_keys(options_.fixed, *entry));
    add(*family, family->base);
    families_.push_back(std::move(family));
  }
}

std::size_t TuneSearch::add(Family& family, const Contestant& contestant) {
  for (const std::size_t t : family.trials)
    if (trials_[t].contestant == contestant) return t;
  trials_.push_back({.contestant = contestant});
  estimates_.push_back(kNever);
  family.trials.push_back(trials_.size() - 1);
  return trials_.size() - 1;
}

std::size_t TuneSearch::best_of(const Family& family) const {
  return *std::ranges::min_element(family.trials, {}, [&](std::size_t t) { return estimates_[t]; });
}

double TuneSearch::mean_ms(std::size_t trial) const {
  return summary_of(trials_[trial].times).mean;
}

/// Those within `factor` of the best, best first; at most so many, two at least.
std::vector<TuneSearch::Family*> TuneSearch::contenders(double factor, std::size_t most) const {
  std::vector<Family*> all;
  for (const auto& family : families_)
    if (std::isfinite(estimates_[best_of(*family)])) all.push_back(family.get());
  const auto score = [&](const Family* f) { return estimates_[best_of(*f)]; };
  std::ranges::stable_sort(all, {}, score);
  std::size_t n = 0;
  while (n < all.size() && n < most && (n < 2 || score(all[n]) <= factor * score(all[0]))) ++n;
  all.resize(n);
  return all;
}

// ---- one piece after the other

bool TuneSearch::advance() {
  if (stage_ == Stage::done) return false;
  if (!race_)
    next_race();
  else if (is_race_over())
    finish_race();
  return stage_ != Stage::done;
}

void TuneSearch::enter_stage(Stage stage) {
  stage_ = stage;
  pass_ = 0;
  queue_.clear();
  if (stage == Stage::coarse) queue_ = contenders(kCoarseFactor, families_.size());
  if (stage == Stage::refine) queue_ = contenders(kRefineFactor, kRefined);
  if (stage == Stage::finals) choose_finalists();
  if (stage == Stage::sensitivity) measure_from_scratch();
  if (stage == Stage::done) seconds_ = passed();
  std::ranges::reverse(queue_);  // the next one stands at the end
}

void TuneSearch::next_race() {
  bool goes_on = false;
  switch (stage_) {
    case Stage::scouting: goes_on = race_scouting(); break;
    case Stage::coarse: goes_on = race_coarse(); break;
    case Stage::refine: goes_on = race_refined(); break;
    case Stage::finals: goes_on = race_finals(); break;
    case Stage::sensitivity: goes_on = race_sensitivity(); break;
    default: break;
  }
  if (!goes_on) enter_stage(static_cast<Stage>(static_cast<int>(stage_) + 1));
}

void TuneSearch::start(const Trials& trials, RaceOptions options, double end) {
  options.threads = options_.threads;
  options.fewest = 1;
  options.check_first = false;  // every timed frame is checked
  race_ = std::make_unique<Race>(recording_, std::move(options), truth_);
  for (const std::size_t t : trials) {
    race_->enter(trials_[t].contestant);
  }
  racing_name_ = trials_[trials[0]].contestant.entry->id;
  racing_ = trials;
  race_begin_ = passed();
  race_end_ = end;
}

// Without a first look there is nothing to say: it goes on until each has shown a frame.
bool TuneSearch::is_race_over() {
  if (!race_->advance()) return true;
  if (passed() <= race_end_) return false;
  const auto has_nothing = [](const RaceResult& r) {
    return r.verdict != RaceResult::Verdict::wrong && r.times.empty();
  };
  const bool must_show = stage_ == Stage::scouting || (stage_ == Stage::finals && steps_.empty());
  return !must_show || std::ranges::none_of(race_->results(), has_nothing);
}

void TuneSearch::finish_race() {
  keep_verdicts();
  if (stage_ == Stage::scouting)
    finish_scouting();
  else if (stage_ == Stage::finals)
    finish_finals();
  else
    finish_search();
  race_.reset();
}

void TuneSearch::keep_verdicts() {
  const auto results = race_->results();
  for (std::size_t k = 0; k < results.size(); ++k) {
    Trial& trial = trials_[racing_[k]];
    trial.is_exact = results[k].is_exact;
    if (results[k].verdict == RaceResult::Verdict::wrong) {
      trial.verdict = results[k].verdict, trial.fault = results[k].fault;
      trial.times.clear();
      trial.is_compared = false;
      estimates_[racing_[k]] = kNever;
    } else if (trial.verdict != RaceResult::Verdict::wrong) {
      if (results[k].verdict == RaceResult::Verdict::right) trial.verdict = results[k].verdict;
      if (results[k].box_tests) trial.tests = results[k].box_tests;
    }
  }
}

// ---- the first look: all defaults in turn, each for as long as its share of the time allows

bool TuneSearch::race_scouting() {
  if (pass_++ > 0 || families_.empty()) return false;
  Trials trials;
  for (const auto& family : families_) trials.push_back(family->trials[0]);
  const double each = end_of(Stage::scouting) * 1000 / static_cast<double>(trials.size());  // ms
  const double fit = each / (kFrameMs + facts_.boxes * kBoxMs);
  RaceOptions options;
  options.windows = spread_windows(
      recording_.size(),
      static_cast<std::size_t>(std::clamp(fit, double{kMinFrames}, double{kMaxScoutFrames})));
  options.budget = each;
  options.count_tests = options_.objective == Objective::tests;
  first_look_ = coverage_of(options.windows, recording_.size());
  start(trials, std::move(options), 1.5 * end_of(Stage::scouting));
  return true;
}

// Those that were too slow for all frames are compared over the frames that they have.
void TuneSearch::finish_scouting() {
  const auto results = race_->results();
  const Trial* reference = nullptr;
  std::size_t most = 0;
  for (std::size_t k = 0; k < results.size(); ++k) most = std::max(most, results[k].times.size());
  for (std::size_t k = 0; k < results.size(); ++k) {
    Trial& trial = trials_[racing_[k]];
    if (trial.verdict == RaceResult::Verdict::wrong) continue;
    trial.times = results[k].times;
    trial.is_compared = trial.is_exact && trial.times.size() == most;
    const bool is_first = trial.is_compared && !reference;
    if (is_first || (trial.is_compared &&
                     trial.score(options_.objective) < reference->score(options_.objective)))
      reference = &trial;
  }
  if (!reference) return;
  steps_.clear();  // the first look's frames are no frames of the finals
  const double best = reference->score(options_.objective);
  for (const std::size_t t : racing_)
    if (trials_[t].is_exact && trials_[t].verdict == RaceResult::Verdict::right)
      estimates_[t] = best * score_ratio(trials_[t], *reference, options_.objective);
}

// ---- settings

/// A race over as many frames as the time allows; the first of the trials is known, and the others
/// are measured against it.
void TuneSearch::start_search(const Trials& trials, double seconds) {
  seconds = std::max(seconds, 0.005 * options_.budget);
  RaceOptions options;
  const std::size_t frames = frames_for(trials, seconds);
  options.windows =
      spread_windows(recording_.size(), std::clamp(frames, kMinFrames, kMaxSearchFrames));
  options.budget = 1500 * seconds / static_cast<double>(trials.size());
  options.count_tests = options_.objective == Objective::tests;
  start(trials, std::move(options), passed() + 1.4 * seconds);
}

bool TuneSearch::race_coarse() {
  if (queue_.empty() || passed() > end_of(Stage::coarse)) return false;
  const auto left = static_cast<double>(queue_.size());
  Family& family = *queue_.back();
  queue_.pop_back();
  const Trials trials = coarse_trials(family);
  if (trials.size() > 1) start_search(trials, (end_of(Stage::coarse) - passed()) / left);
  return true;
}

TuneSearch::Trials TuneSearch::coarse_trials(Family& family) {
  Trials trials{family.trials[0]};
  for (const Param* row : family.rows)
    for (const double value : coarse_values(*row, facts_.side, kCoarseSteps)) {
      Contestant contestant = family.base;
      contestant.set(*row, value);
      trials.push_back(add(family, contestant));
    }
  return trials;
}

bool TuneSearch::race_refined() {
  if (passed() > end_of(Stage::refine)) return false;
  if (queue_.empty()) {
    if (++pass_ >= kRefinePasses) return false;
    queue_ = contenders(kRefineFactor, kRefined);
    std::ranges::reverse(queue_);
    return !queue_.empty();
  }
  const auto left = static_cast<double>(queue_.size() + (kRefinePasses - 1 - pass_) * kRefined);
  Family& family = *queue_.back();
  queue_.pop_back();
  const Trials trials = refined_trials(family);
  if (trials.size() > 1) start_search(trials, (end_of(Stage::refine) - passed()) / left);
  return true;
}

// The best value of each parameter taken alone, all together; then the values around the best.
TuneSearch::Trials TuneSearch::refined_trials(Family& family) {
  const std::size_t best = best_of(family);
  Trials trials{best};
  const auto enter = [&](const Contestant& contestant) {
    const std::size_t t = add(family, contestant);
    if (std::ranges::find(trials, t) == trials.end()) trials.push_back(t);
  };
  const Contestant top = trials_[best].contestant;
  enter(combined(family));
  const double part = pass_ == 0 ? 0.5 : 0.25;
  for (const Param* row : family.rows)
    for (const double v : values_around(*row, top.value(*row), facts_.side, kCoarseSteps, part)) {
      Contestant contestant = top;
      contestant.set(*row, v);
      enter(contestant);
    }
  return trials;
}

Contestant TuneSearch::combined(const Family& family) const {
  Contestant all = family.base;
  const double plain = estimates_[family.trials[0]];
  for (const Param* row : family.rows) {
    double best = plain * kWorthASetting;
    for (const std::size_t t : family.trials) {
      Contestant alone = family.base;
      alone.set(*row, trials_[t].contestant.value(*row));
      if (!(trials_[t].contestant == alone) || estimates_[t] >= best) continue;
      best = estimates_[t];
      all.set(*row, trials_[t].contestant.value(*row));
    }
  }
  return all;
}

// The first one's estimate stands; the others' follow from it, so that estimates of different
// races, over different frames, may be compared.
void TuneSearch::finish_search() {
  const auto results = race_->results();
  Trial anchor = trials_[racing_[0]];
  anchor.times = results[0].times;
  anchor.tests = results[0].box_tests;
  for (std::size_t k = 0; k < results.size(); ++k) {
    Trial& trial = trials_[racing_[k]];
    if (trial.verdict == RaceResult::Verdict::wrong || results[k].times.empty()) continue;
    if (!trial.is_compared) trial.times = results[k].times;
    if (k == 0 || !trial.is_exact) continue;
    Trial measured = trial;
    measured.times = results[k].times;
    estimates_[racing_[k]] =
        estimates_[racing_[0]] * score_ratio(measured, anchor, options_.objective);
  }
}

namespace {

// The search: the finals, what the main parameter does, and the report.

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
std::size_t TuneSearch::frames_for(const Trials& trials, double seconds) const {
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
TuneSearch::Trials TuneSearch::affordable(Trials wanted, double seconds) const {
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
void TuneSearch::choose_finalists() {
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

void TuneSearch::plan_rounds(double seconds) {
  const std::size_t of = recording_.size(), most = options_.max_frames;
  const std::size_t frames = frames_for(finalists_, seconds);
  const auto fit = std::max(static_cast<std::size_t>(kWholeShare * static_cast<double>(frames)),
                            kMinFinalFrames);
  is_whole_ = options_.all_frames || (most > 0 ? most : fit) >= of;
  round_frames_ = most > 0 ? most : std::max(frames / kRounds, kMinFinalFrames);
}

bool TuneSearch::has_enough_frames() const {
  if (!is_whole_) return options_.max_frames > 0 || pass_ >= kMaxRounds;
  return pass_ >= kMaxPasses || (pass_ >= kPasses && pass_ * steps_.size() >= kEnoughFrames);
}

/// Over all frames, again and again, or over more and more places; a round that does not fit into
/// the time is not begun.
bool TuneSearch::race_finals() {
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
std::size_t TuneSearch::common_steps() const {
  std::size_t common = race_->timed_steps().size();
  for (const RaceResult& r : race_->results())
    if (r.verdict != RaceResult::Verdict::wrong) common = std::min(common, r.times.size());
  return common;
}

// A round that was cut short would count the places of its beginning only; but the first is kept.
void TuneSearch::finish_finals() {
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
void TuneSearch::keep_final_times(Trial& trial, const RaceResult& result, std::size_t common) {
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
bool TuneSearch::is_worth(std::size_t settings, std::size_t plain) const {
  const Trial &a = trials_[settings], &b = trials_[plain];
  const Objective objective = options_.objective;
  const bool is_longer =
      objective != Objective::tests && summary_of(a.times).mean > summary_of(b.times).mean;
  return !is_longer && a.score(objective) <= kWorthASetting * b.score(objective);
}

/// What is recommended of an algorithm: the best of its settings that reached the finals, only if
/// they are worth it; before the finals its defaults.
std::optional<std::size_t> TuneSearch::recommended(const Family& family) const {
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
std::vector<std::size_t> TuneSearch::ranked() const {
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

TuneSearch::Family* TuneSearch::family_of(std::size_t trial) const {
  for (const auto& family : families_)
    if (std::ranges::find(family->trials, trial) != family->trials.end()) return family.get();
  return nullptr;
}

/// Frames from the whole recording, each as the first one.
void TuneSearch::measure_from_scratch() {
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
bool TuneSearch::race_sensitivity() {
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

void TuneSearch::report_left_out(TuneReport& report) const {
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
FrameCoverage TuneSearch::coverage() const {
  if (steps_.empty()) return first_look_;
  std::set<std::size_t> frames, places;
  for (const RaceStep& step : steps_) frames.insert(step.frame), places.insert(step.place);
  return {.used = frames.size(), .of = recording_.size(), .places = places.size()};
}

TuneReport TuneSearch::result() const {
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
