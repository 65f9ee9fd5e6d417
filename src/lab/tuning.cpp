// SPDX-License-Identifier: MIT
// The search: who is tried next, for how long, and who is left.
#include "lab/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "lab/tune_words.hpp"

namespace phasebox {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::string_view kAuto = "auto", kBruteForce = "brute-force";

constexpr std::size_t kCoarseSteps = 5, kSweepSteps = 9;
constexpr std::size_t kScoutFrames = 16, kCoarseFrames = 40, kSweepFrames = 120;
constexpr std::size_t kLeastFrames = 3;      // below that a race tells nothing
constexpr std::size_t kEnoughFrames = 3000;  // of a finalist; more do not change the answer
constexpr double kCoarseFactor = 10, kRefineFactor = 2, kFinalFactor = 2.5;  // of the best score
constexpr std::size_t kRefined = 4, kFinalists = 5, kRefinePasses = 2;
constexpr double kWorthASetting = 0.97;  // of the score without it
// A race runs each frame twice (checked, then timed) and looks at the pairs both times.
constexpr double kRunsPerFrame = 2.6;
// What comparing a pair of boxes costs at least, ms; only to leave brute force out in time.
constexpr double kTestMs = 0.5e-6;

std::vector<std::string> fixed_keys(const std::vector<ParamValue>& fixed, std::string_view owner) {
  std::vector<std::string> keys;
  for (const ParamValue& p : fixed)
    if (p.owner == owner) keys.push_back(p.key);
  return keys;
}

double rank(std::vector<double> times, double share) {
  const double place = std::ceil(share * static_cast<double>(times.size()));
  const auto k = static_cast<std::ptrdiff_t>(std::max(place, 1.0)) - 1;
  std::ranges::nth_element(times, times.begin() + k);
  return times[static_cast<std::size_t>(k)];
}

}  // namespace

double Trial::score(Objective objective) const {
  if (verdict == Rival::Verdict::wrong || !is_exact) return kNever;
  if (objective == Objective::tests) return tests.value_or(kNever);
  if (times.empty()) return kNever;
  return objective == Objective::p99 ? rank(times, 0.99) : spread(times).median;
}

struct Tuning::Family {
  Candidate base;                  // the fixed values and defaults
  std::vector<const Param*> rows;  // that are varied
  Trials trials{};                 // [0]: the base

  bool has(std::size_t trial) const { return std::ranges::find(trials, trial) != trials.end(); }
};

Tuning::Tuning(Recording recording, TuneOptions options)
    : recording_(std::move(recording)),
      options_(std::move(options)),
      facts_(facts_of(recording_)),
      begun_(std::chrono::steady_clock::now()) {
  enter_families();
}

Tuning::~Tuning() = default;

double Tuning::passed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
}

// A stage that has time left gives it to the next.
double Tuning::end_of(Stage stage) const {
  constexpr std::array kEnds{0.12, 0.3, 0.5, 0.62, 0.88, 1.0, 1.0};
  return options_.budget * kEnds[static_cast<std::size_t>(stage)];
}

double Tuning::progress() const {
  if (stage_ == Stage::done) return 1;
  const double begin =
      stage_ == Stage::truth ? 0 : end_of(static_cast<Stage>(static_cast<int>(stage_) - 1));
  return std::clamp(passed(), begin, end_of(stage_)) / options_.budget;
}

std::string Tuning::phase() const {
  switch (stage_) {
    case Stage::truth: return "finding the true pairs";
    case Stage::defaults: return "first look at " + racing_name_;
    case Stage::coarse: return "trying settings of " + racing_name_;
    case Stage::refine: return "refining " + racing_name_;
    case Stage::finals: return "timing the best against each other";
    case Stage::sensitivity: return "how sensitive " + racing_name_ + " is";
    case Stage::done: break;
  }
  return "done";
}

void Tuning::enter_families() {
  const bool all = options_.entries.empty();
  const double brute_seconds = facts_.boxes * facts_.boxes / 2 * kTestMs / 1000;
  const auto entries =
      all ? std::vector<const BroadphaseEntry*>(broadphases().begin(), broadphases().end())
          : options_.entries;
  for (const BroadphaseEntry* entry : entries) {
    if (all && entry->id == kAuto) {
      left_out_.push_back("auto: it runs one of the others");
      continue;
    }
    if (all && entry->id == kBruteForce && brute_seconds * kLeastFrames > 0.02 * options_.budget) {
      left_out_.push_back(fmt::format("brute-force: it would compare {:.0f} million pairs a frame",
                                      facts_.boxes * facts_.boxes / 2e6));
      continue;
    }
    auto family = std::make_unique<Family>();
    family->base.entry = entry;
    for (const ParamValue& p : options_.fixed)
      if (const Param* row = p.owner == entry->id ? find_param(rows_of(*entry), p.key) : nullptr)
        family->base.set(*row, p.value);
    family->rows = tuned_rows(family->base, fixed_keys(options_.fixed, entry->id));
    add(*family, family->base);
    families_.push_back(std::move(family));
  }
}

std::size_t Tuning::add(Family& family, const Candidate& candidate) {
  for (const std::size_t t : family.trials)
    if (trials_[t].candidate == candidate) return t;
  trials_.push_back({.candidate = candidate});
  family.trials.push_back(trials_.size() - 1);
  return trials_.size() - 1;
}

bool Tuning::advance() {
  if (stage_ == Stage::done) return false;
  if (stage_ == Stage::truth) {
    find_truth();
  } else if (!race_) {
    next_race();
  } else if (!race_->advance() || passed() > race_end_) {
    finish_race();
  }
  return stage_ != Stage::done;
}

void Tuning::find_truth() {
  truth_.push_back(true_pairs(recording_.frame(truth_.size())));
  const bool is_late = passed() > end_of(Stage::truth) && truth_.size() >= kLeastFrames;
  if (truth_.size() < recording_.size() && !is_late) return;
  double pairs = 0;
  for (const PairDigest& d : truth_) pairs += static_cast<double>(d.count);
  facts_.pairs = pairs / static_cast<double>(truth_.size());
  enter_stage(Stage::defaults);
}

void Tuning::enter_stage(Stage stage) {
  stage_ = stage;
  pass_ = 0;
  queue_.clear();
  if (stage == Stage::defaults)
    for (const auto& family : families_) queue_.push_back(family.get());
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
    case Stage::defaults: goes_on = race_defaults(); break;
    case Stage::coarse: goes_on = race_coarse(); break;
    case Stage::refine: goes_on = race_refined(); break;
    case Stage::finals: goes_on = race_finals(); break;
    case Stage::sensitivity: goes_on = race_sensitivity(); break;
    default: break;
  }
  if (!goes_on) enter_stage(static_cast<Stage>(static_cast<int>(stage_) + 1));
}

// One algorithm after the other: whatever the budget, each that was begun has shown something.
bool Tuning::race_defaults() {
  if (queue_.empty()) return false;
  const auto left = static_cast<double>(queue_.size());
  Family& family = *queue_.back();
  queue_.pop_back();
  if (passed() > 0.7 * options_.budget && !contenders(1, 1).empty()) return true;
  start({family.trials[0]}, (end_of(Stage::defaults) - passed()) / left, kScoutFrames);
  return true;
}

bool Tuning::race_coarse() {
  if (queue_.empty() || passed() > end_of(Stage::coarse)) return false;
  const auto left = static_cast<double>(queue_.size());
  Family& family = *queue_.back();
  queue_.pop_back();
  Trials trials{family.trials[0]};
  for (const Param* row : family.rows)
    for (const double value : coarse_values(*row, facts_.side, kCoarseSteps)) {
      Candidate candidate = family.base;
      candidate.set(*row, value);
      trials.push_back(add(family, candidate));
    }
  if (trials.size() > 1) start(trials, (end_of(Stage::coarse) - passed()) / left, kCoarseFrames);
  return true;
}

// The best value of each parameter taken alone, all together; then the values around the best.
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
  if (trials.size() > 1) start(trials, (end_of(Stage::refine) - passed()) / left, kCoarseFrames);
  return true;
}

Candidate Tuning::combined(const Family& family) const {
  Candidate all = family.base;
  const double plain = score_of(family.trials[0]);
  for (const Param* row : family.rows) {
    double best = plain * kWorthASetting;
    for (const std::size_t t : family.trials) {
      Candidate alone = family.base;
      alone.set(*row, trials_[t].candidate.value(*row));
      if (!(trials_[t].candidate == alone) || score_of(t) >= best) continue;
      best = score_of(t);
      all.set(*row, trials_[t].candidate.value(*row));
    }
  }
  return all;
}

std::size_t Tuning::best_of(const Family& family) const {
  return *std::ranges::min_element(family.trials, {}, [&](std::size_t t) { return score_of(t); });
}

/// Those within `factor` of the best, best first; at most so many, two at least.
std::vector<Tuning::Family*> Tuning::contenders(double factor, std::size_t most) const {
  std::vector<Family*> all;
  for (const auto& family : families_)
    if (std::isfinite(score_of(best_of(*family)))) all.push_back(family.get());
  const auto score = [&](const Family* f) { return score_of(best_of(*f)); };
  std::ranges::stable_sort(all, {}, score);
  std::size_t n = 0;
  while (n < all.size() && n < most && (n < 2 || score(all[n]) <= factor * score(all[0]))) ++n;
  all.resize(n);
  return all;
}

// The same algorithm without settings runs along: a setting must earn its place.
void Tuning::choose_finalists() {
  finalists_.clear();
  for (const Family* family : contenders(kFinalFactor, kFinalists))
    finalists_.push_back(best_of(*family));
  const std::size_t n = std::min<std::size_t>(finalists_.size(), 2);
  for (std::size_t k = 0; k < n; ++k)
    for (const auto& family : families_)
      if (family->has(finalists_[k]) && family->trials[0] != finalists_[k])
        finalists_.push_back(family->trials[0]);
}

// The first pass is short and counts box tests; the others go over all frames until time is up.
bool Tuning::race_finals() {
  const bool has_times = pass_ > 1;
  const double left = end_of(Stage::finals) - passed();
  if (finalists_.empty() || (pass_ > 0 && left <= 0)) return false;
  if (has_times && trials_[finalists_[0]].times.size() >= kEnoughFrames) return false;
  start(finalists_, pass_ == 0 ? left / 4 : left, pass_ == 0 ? kScoutFrames : truth_.size());
  ++pass_;
  return true;
}

bool Tuning::race_sensitivity() {
  const auto order = ranked();
  if (pass_++ > 0 || order.empty() || passed() > 1.05 * options_.budget) return false;
  const Family& family = *order[0];
  const auto best = recommended(family);
  if (!best || family.rows.empty()) return false;
  const auto is_number = [](const Param* r) { return r->tune.scale != TuneRange::Scale::values; };
  const auto numeric = std::ranges::find_if(family.rows, is_number);
  const Param& row = numeric == family.rows.end() ? *family.rows[0] : **numeric;
  const Candidate chosen = trials_[*best].candidate;
  std::vector<double> values = coarse_values(row, facts_.side, kSweepSteps);
  for (const double v : {row.init, chosen.value(row)})
    if (std::ranges::find(values, v) == values.end()) values.push_back(v);
  std::ranges::sort(values);
  for (const double v : values) {
    Candidate candidate = chosen;
    candidate.set(row, v);
    trials_.push_back({.candidate = candidate});
    swept_.push_back(trials_.size() - 1);
  }
  start(swept_, options_.budget - passed(), kSweepFrames, *best);
  return true;
}

/// As many frames as are likely to fit into the time. What is far too slow runs fewer of them, by
/// the race's own limit; in the finals all run as many. Who has not run yet is taken to cost as
/// much as `like`, or as the first.
void Tuning::start(Trials trials, double seconds, std::size_t most_frames,
                   std::optional<std::size_t> like) {
  seconds = std::max(seconds, 0.01 * options_.budget);
  const auto n = static_cast<double>(trials.size());
  const double one = spread(trials_[like.value_or(trials[0])].times).mean;
  double cost = 0;
  for (const std::size_t t : trials)
    cost += trials_[t].times.empty() ? one : spread(trials_[t].times).mean;
  const double fit = cost > 0 ? seconds * 1000 / (cost * kRunsPerFrame) : kNever;
  const auto most = static_cast<double>(std::min(most_frames, truth_.size()));
  const auto frames =
      static_cast<std::size_t>(std::clamp(fit, std::min(most, double{kLeastFrames}), most));
  RaceOptions options;
  options.frames = frames;
  options.warm_up = frames >= 100 ? 10 : frames / 6;
  options.threads = options_.threads;
  options.fewest = 1;
  const bool all_alike = stage_ == Stage::finals;
  options.budget = all_alike ? 0 : seconds * 1000 / n / 2;
  options.count_tests = options_.objective == Objective::tests || stage_ == Stage::defaults ||
                        (stage_ == Stage::finals && pass_ == 0);
  race_ = std::make_unique<Race>(recording_, options);
  for (const std::size_t t : trials) {
    const Candidate& candidate = trials_[t].candidate;
    race_->enter(candidate.name(), [candidate] { return candidate.make(); });
  }
  race_->know(std::span(truth_).first(frames));
  racing_name_ = trials_[trials[0]].candidate.entry->id;
  racing_ = std::move(trials);
  // Who has not been seen at all gets a little longer: without a first look there is nothing to
  // say.
  const double patience = stage_ == Stage::defaults ? 0.05 * options_.budget : 0;
  race_end_ =
      std::max(passed() + 1.3 * seconds + patience, all_alike ? end_of(Stage::finals) : 0.0);
}

void Tuning::keep(const Rival& rival, Trial& trial) const {
  trial.is_exact = rival.is_exact;
  if (rival.verdict == Rival::Verdict::wrong) {
    trial.verdict = rival.verdict, trial.fault = rival.fault;
    trial.times.clear();
    return;
  }
  if (trial.verdict == Rival::Verdict::wrong) return;
  if (rival.verdict == Rival::Verdict::right) trial.verdict = rival.verdict;
  if (rival.box_tests) trial.tests = static_cast<double>(*rival.box_tests);
}

void Tuning::finish_race() {
  const auto rivals = race_->rivals();
  const bool is_final = stage_ == Stage::finals;
  std::size_t common = rivals.empty() ? 0 : kEnoughFrames;
  for (const Rival& r : rivals)
    if (r.verdict != Rival::Verdict::wrong) common = std::min(common, r.times.size());
  for (std::size_t k = 0; k < rivals.size(); ++k) {
    Trial& trial = trials_[racing_[k]];
    keep(rivals[k], trial);
    if (trial.verdict == Rival::Verdict::wrong || rivals[k].times.empty()) continue;
    if (!is_final) {
      trial.times = rivals[k].times;
      continue;
    }
    // Finalists keep the frames that all of them ran, so that frame k of one is frame k of all.
    if (common == 0) continue;
    if (!trial.is_finalist) trial.times.clear();
    trial.times.insert(trial.times.end(), rivals[k].times.begin(),
                       rivals[k].times.begin() + static_cast<std::ptrdiff_t>(common));
    trial.is_finalist = true;
  }
  race_.reset();
}

/// Whether settings are better than none: by the objective, and not dearer over all frames. (The
/// median alone would praise a list that is made anew in every third frame.)
bool Tuning::is_worth(std::size_t settings, std::size_t plain) const {
  const Trial &a = trials_[settings], &b = trials_[plain];
  const bool is_dearer =
      options_.objective != Objective::tests && spread(a.times).mean > spread(b.times).mean;
  return !is_dearer && score_of(settings) <= kWorthASetting * score_of(plain);
}

/// Of an algorithm that reached the finals, what is recommended of it: its settings only if they
/// are worth it.
std::optional<std::size_t> Tuning::recommended(const Family& family) const {
  std::optional<std::size_t> best;
  for (const std::size_t t : family.trials)
    if (trials_[t].is_finalist && std::isfinite(score_of(t)) &&
        (!best || score_of(t) < score_of(*best)))
      best = t;
  const std::size_t plain = family.trials[0];
  if (best && best != plain && trials_[plain].is_finalist && !is_worth(*best, plain)) best = plain;
  if (!best && std::isfinite(score_of(best_of(family)))) best = best_of(family);
  return best;
}

/// Finalists first, each by what it has shown; without those that have shown nothing.
std::vector<const Tuning::Family*> Tuning::ranked() const {
  std::vector<const Family*> order;
  for (const auto& family : families_)
    if (recommended(*family)) order.push_back(family.get());
  std::ranges::stable_sort(order, [&](const Family* a, const Family* b) {
    const std::size_t i = *recommended(*a), j = *recommended(*b);
    if (trials_[i].is_finalist != trials_[j].is_finalist) return trials_[i].is_finalist;
    return score_of(i) < score_of(j);
  });
  return order;
}

void Tuning::measure_from_scratch() {
  const auto order = ranked();
  if (order.empty()) return;
  const auto made = trials_[*recommended(*order[0])].candidate.make();
  std::vector<double> times;
  PairSink pairs;
  for (std::size_t k = 0; k < std::min<std::size_t>(truth_.size(), 5); ++k) {
    Frame frame = recording_.frame(k);
    frame.threads = options_.threads;
    pairs.clear();
    const auto begun = std::chrono::steady_clock::now();
    made->reset(frame);
    made->find_pairs(frame, pairs, nullptr);
    const auto took = std::chrono::steady_clock::now() - begun;
    times.push_back(std::chrono::duration<double, std::milli>(took).count());
  }
  from_scratch_ = spread(times).median;
}

TuneReport Tuning::report() const {
  TuneReport report;
  report.options = options_;
  report.facts = facts_;
  report.frames = truth_.size();
  report.seconds = stage_ == Stage::done ? seconds_ : passed();
  report.is_complete = stage_ == Stage::done;
  report.left_out = left_out_;
  report.tried = static_cast<std::size_t>(
      std::ranges::count_if(trials_, [](const Trial& t) { return !t.times.empty(); }));
  report.from_scratch = from_scratch_;
  const auto order = ranked();
  for (const Family* family : order) report.ranking.push_back(trials_[*recommended(*family)]);
  if (!order.empty() && trials_[order[0]->trials[0]].is_finalist)
    report.default_score = score_of(order[0]->trials[0]);
  for (const Trial& t : trials_)
    if (t.verdict == Rival::Verdict::wrong || !t.is_exact) report.ranking.push_back(t);
  for (const auto& family : families_) {
    const auto& first = trials_[family->trials[0]];
    if (stage_ > Stage::defaults && !recommended(*family) && first.is_exact &&
        first.verdict != Rival::Verdict::wrong)
      report.left_out.push_back(
          fmt::format("{}: the budget was too short", first.candidate.name()));
  }
  if (!order.empty()) explain(report);
  if (!swept_.empty()) {
    std::vector<Trial> sweep;
    for (const std::size_t t : swept_) sweep.push_back(trials_[t]);
    report.sensitivity = sensitivity_of(sweep, report);
  }
  return report;
}

const Trial* TuneReport::winner() const {
  const bool has_one = !ranking.empty() && std::isfinite(ranking[0].score(options.objective));
  return has_one ? &ranking[0] : nullptr;
}

bool TuneReport::any_wrong() const {
  return std::ranges::any_of(ranking,
                             [](const Trial& t) { return t.verdict == Rival::Verdict::wrong; });
}

}  // namespace phasebox
