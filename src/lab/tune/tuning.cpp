// SPDX-License-Identifier: MIT
// The search: what is tried, over which frames, for how long.
#include "lab/tune/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "lab/tune/tune_choice.hpp"
#include "lab/tune/tune_text.hpp"

namespace phasebox {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::string_view kAuto = "auto", kBruteForce = "brute-force";

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
  if (verdict == Rival::Verdict::wrong || !is_exact) return kNever;
  return objective == Objective::tests ? tests.value_or(kNever) : score_of(times, objective);
}

double Trial::spike() const {
  constexpr double kSpike = 4;
  const Summary s = summary_of(times);
  return s.p99 > kSpike * s.median && s.median > 0 ? s.p99 / s.median : 0;
}

Tuning::Tuning(Recording recording, TuneOptions options)
    : recording_(std::move(recording)),
      options_(std::move(options)),
      facts_(facts_of(recording_)),
      truth_(recording_),
      begun_(std::chrono::steady_clock::now()) {
  enter_families();
}

Tuning::~Tuning() = default;

double Tuning::passed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
}

// A stage that has time left gives it to the next.
double Tuning::end_of(Stage stage) const {
  constexpr std::array kEnds{0.15, 0.32, 0.42, 0.9, 1.0, 1.0};
  return options_.budget * kEnds[static_cast<std::size_t>(stage)];
}

double Tuning::progress() const {
  if (stage_ == Stage::done) return 1;
  const double begin =
      stage_ == Stage::scouting ? 0 : end_of(static_cast<Stage>(static_cast<int>(stage_) - 1));
  return std::clamp(passed(), begin, end_of(stage_)) / options_.budget;
}

std::string Tuning::phase() const {
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

std::optional<std::string> Tuning::reason_to_leave_out(const BroadphaseEntry& entry) const {
  const double brute_seconds = facts_.boxes * facts_.boxes / 2 * kTestMs / 1000;
  if (entry.id == kAuto) return "it runs one of the others";
  if (entry.is_coherent && !facts_.knows_movement)
    return "one frame says nothing about movement, on which its time depends";
  if (entry.id == kBruteForce && brute_seconds * 3 > 0.02 * options_.budget)
    return fmt::format("it would compare {:.0f} million pairs a frame",
                       facts_.boxes * facts_.boxes / 2e6);
  return {};
}

void Tuning::enter_families() {
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

std::size_t Tuning::add(Family& family, const Candidate& candidate) {
  for (const std::size_t t : family.trials)
    if (trials_[t].candidate == candidate) return t;
  trials_.push_back({.candidate = candidate});
  estimates_.push_back(kNever);
  family.trials.push_back(trials_.size() - 1);
  return trials_.size() - 1;
}

std::size_t Tuning::best_of(const Family& family) const {
  return *std::ranges::min_element(family.trials, {}, [&](std::size_t t) { return estimates_[t]; });
}

double Tuning::mean_ms(std::size_t trial) const { return summary_of(trials_[trial].times).mean; }

/// Those within `factor` of the best, best first; at most so many, two at least.
std::vector<Tuning::Family*> Tuning::contenders(double factor, std::size_t most) const {
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

bool Tuning::advance() {
  if (stage_ == Stage::done) return false;
  if (!race_)
    next_race();
  else if (is_race_over())
    finish_race();
  return stage_ != Stage::done;
}

void Tuning::enter_stage(Stage stage) {
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

void Tuning::next_race() {
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

void Tuning::start(const Trials& trials, RaceOptions options, double end) {
  options.threads = options_.threads;
  options.fewest = 1;
  options.check_first = false;  // every timed frame is checked
  race_ = std::make_unique<Race>(recording_, std::move(options), truth_);
  for (const std::size_t t : trials) {
    const Candidate& candidate = trials_[t].candidate;
    race_->enter(candidate.name(), [candidate] { return candidate.make(); });
  }
  racing_name_ = trials_[trials[0]].candidate.entry->id;
  racing_ = trials;
  race_begin_ = passed();
  race_end_ = end;
}

// Without a first look there is nothing to say: it goes on until each has shown a frame.
bool Tuning::is_race_over() {
  if (!race_->advance()) return true;
  if (passed() <= race_end_) return false;
  const auto has_nothing = [](const Rival& r) {
    return r.verdict != Rival::Verdict::wrong && r.times.empty();
  };
  const bool must_show = stage_ == Stage::scouting || (stage_ == Stage::finals && steps_.empty());
  return !must_show || std::ranges::none_of(race_->rivals(), has_nothing);
}

void Tuning::finish_race() {
  keep_verdicts();
  if (stage_ == Stage::scouting)
    finish_scouting();
  else if (stage_ == Stage::finals)
    finish_finals();
  else
    finish_search();
  race_.reset();
}

void Tuning::keep_verdicts() {
  const auto rivals = race_->rivals();
  for (std::size_t k = 0; k < rivals.size(); ++k) {
    Trial& trial = trials_[racing_[k]];
    trial.is_exact = rivals[k].is_exact;
    if (rivals[k].verdict == Rival::Verdict::wrong) {
      trial.verdict = rivals[k].verdict, trial.fault = rivals[k].fault;
      trial.times.clear();
      trial.is_compared = false;
      estimates_[racing_[k]] = kNever;
    } else if (trial.verdict != Rival::Verdict::wrong) {
      if (rivals[k].verdict == Rival::Verdict::right) trial.verdict = rivals[k].verdict;
      if (rivals[k].box_tests) trial.tests = rivals[k].box_tests;
    }
  }
}

// ---- the first look: all defaults in turn, each for as long as its share of the time allows

bool Tuning::race_scouting() {
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
void Tuning::finish_scouting() {
  const auto rivals = race_->rivals();
  const Trial* reference = nullptr;
  std::size_t most = 0;
  for (std::size_t k = 0; k < rivals.size(); ++k) most = std::max(most, rivals[k].times.size());
  for (std::size_t k = 0; k < rivals.size(); ++k) {
    Trial& trial = trials_[racing_[k]];
    if (trial.verdict == Rival::Verdict::wrong) continue;
    trial.times = rivals[k].times;
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
    if (trials_[t].is_exact && trials_[t].verdict == Rival::Verdict::right)
      estimates_[t] = best * score_ratio(trials_[t], *reference, options_.objective);
}

// ---- settings

/// A race over as many frames as the time allows; the first of the trials is known, and the others
/// are measured against it.
void Tuning::start_search(const Trials& trials, double seconds) {
  seconds = std::max(seconds, 0.005 * options_.budget);
  RaceOptions options;
  const std::size_t frames = frames_for(trials, seconds);
  options.windows =
      spread_windows(recording_.size(), std::clamp(frames, kMinFrames, kMaxSearchFrames));
  options.budget = 1500 * seconds / static_cast<double>(trials.size());
  options.count_tests = options_.objective == Objective::tests;
  start(trials, std::move(options), passed() + 1.4 * seconds);
}

bool Tuning::race_coarse() {
  if (queue_.empty() || passed() > end_of(Stage::coarse)) return false;
  const auto left = static_cast<double>(queue_.size());
  Family& family = *queue_.back();
  queue_.pop_back();
  const Trials trials = coarse_trials(family);
  if (trials.size() > 1) start_search(trials, (end_of(Stage::coarse) - passed()) / left);
  return true;
}

Tuning::Trials Tuning::coarse_trials(Family& family) {
  Trials trials{family.trials[0]};
  for (const Param* row : family.rows)
    for (const double value : coarse_values(*row, facts_.side, kCoarseSteps)) {
      Candidate candidate = family.base;
      candidate.set(*row, value);
      trials.push_back(add(family, candidate));
    }
  return trials;
}

bool Tuning::race_refined() {
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
Tuning::Trials Tuning::refined_trials(Family& family) {
  const std::size_t best = best_of(family);
  Trials trials{best};
  const auto enter = [&](const Candidate& candidate) {
    const std::size_t t = add(family, candidate);
    if (std::ranges::find(trials, t) == trials.end()) trials.push_back(t);
  };
  const Candidate top = trials_[best].candidate;
  enter(combined(family));
  const double part = pass_ == 0 ? 0.5 : 0.25;
  for (const Param* row : family.rows)
    for (const double v : values_around(*row, top.value(*row), facts_.side, kCoarseSteps, part)) {
      Candidate candidate = top;
      candidate.set(*row, v);
      enter(candidate);
    }
  return trials;
}

Candidate Tuning::combined(const Family& family) const {
  Candidate all = family.base;
  const double plain = estimates_[family.trials[0]];
  for (const Param* row : family.rows) {
    double best = plain * kWorthASetting;
    for (const std::size_t t : family.trials) {
      Candidate alone = family.base;
      alone.set(*row, trials_[t].candidate.value(*row));
      if (!(trials_[t].candidate == alone) || estimates_[t] >= best) continue;
      best = estimates_[t];
      all.set(*row, trials_[t].candidate.value(*row));
    }
  }
  return all;
}

// The first one's estimate stands; the others' follow from it, so that estimates of different
// races, over different frames, may be compared.
void Tuning::finish_search() {
  const auto rivals = race_->rivals();
  Trial anchor = trials_[racing_[0]];
  anchor.times = rivals[0].times;
  anchor.tests = rivals[0].box_tests;
  for (std::size_t k = 0; k < rivals.size(); ++k) {
    Trial& trial = trials_[racing_[k]];
    if (trial.verdict == Rival::Verdict::wrong || rivals[k].times.empty()) continue;
    if (!trial.is_compared) trial.times = rivals[k].times;
    if (k == 0 || !trial.is_exact) continue;
    Trial measured = trial;
    measured.times = rivals[k].times;
    estimates_[racing_[k]] =
        estimates_[racing_[0]] * score_ratio(measured, anchor, options_.objective);
  }
}

}  // namespace phasebox
