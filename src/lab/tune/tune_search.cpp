// SPDX-License-Identifier: MIT
// Searches for the fastest algorithm and settings: a first look, settings, finals, sensitivity.
#include "lab/tune/tune_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "base/stopwatch.hpp"
#include "lab/merged_statics.hpp"
#include "lab/tune/choice.hpp"
#include "lab/tune/explanation.hpp"
#include "lab/tune/sensitivity.hpp"
#include "lab/tune/setting_grid.hpp"
#include "lab/tune/tune_costs.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// Values tried of a parameter: on the coarse grid of the settings, and for the sensitivity.
constexpr std::size_t kCoarseSteps = 5, kSweepSteps = 9;
// Timed frames of a race: at least; in the first look at most; while settings are searched at most.
constexpr std::size_t kMinFrames = 12, kMaxScoutFrames = 600, kMaxSearchFrames = 400;
// Passes over the settings; algorithms that are searched in every pass after the first.
constexpr std::size_t kSettingPasses = 3, kRefined = 4;
// Settings are searched only of algorithms whose estimated score is at most the best one times
// this: in the first pass, and in later ones.
constexpr double kCoarseFactor = 10, kRefineFactor = 2;
// Settings take part in the finals if their estimated score is at most the best one times this.
constexpr double kFinalFactor = 2.5;
// Most algorithms whose settings are in the finals; least frames of a round of the finals.
constexpr std::size_t kFinalists = 5, kMinFinalFrames = 24;
// An algorithm whose mean time is above the fastest one's times this is unlikely to win. It may be
// left out of the finals to save time.
constexpr double kSlowFactor = 5;
// Rounds of the finals over parts of the recording: planned at least, and at most.
constexpr std::size_t kRounds = 4;
constexpr std::size_t kMaxRounds = 200;
// Passes of the finals over the whole recording end after kMaxPasses, or after kPasses if these
// have timed kEnoughFrames frames.
constexpr std::size_t kEnoughFrames = 3000, kPasses = 5, kMaxPasses = 15;
// The finals go over the whole recording if that takes at most this share of the frames that fit
// into the time.
constexpr double kWholeShare = 0.6;
/// The search. Every stage runs over windows that are spread over the recording
/// (`spread_windows`), each with its warm-up, except the finals over a whole recording:
/// 1. the first look (scouting): every algorithm with its defaults, frame by frame in turn;
/// 2. settings: a coarse grid over each parameter of the algorithms near the best, then two
///    refinements around the best values of those that are still near;
/// 3. the finals: every algorithm with its defaults and the best settings, frame by frame in turn,
///    over all frames again and again if the budget allows, else over more and more places;
/// 4. sensitivity: what the main parameter of the recommended settings does to the score.
/// The pairs of every contestant are checked in every frame that it runs.
class TuneSearch final : public PiecewiseWork<TuneReport> {
 public:
  TuneSearch(std::shared_ptr<SearchFrames> frames, TuneOptions options)
      : frames_(std::move(frames)), options_(std::move(options)) {
    enter_families();
  }

  bool advance() override {
    if (race_) {
      if (is_race_over()) finish_race();
    } else if (stage_ != Stage::done && !next_race()) {
      stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
      pass_ = 0;
      if (stage_ == Stage::done) seconds_ = passed();
    }
    return stage_ != Stage::done;
  }

  double progress() const override {
    if (stage_ == Stage::done) return 1;
    const double begin =
        stage_ == Stage::scouting ? 0 : end_of(static_cast<Stage>(static_cast<int>(stage_) - 1));
    return std::clamp(passed(), begin, end_of(stage_)) / options_.budget;
  }

  Sentence phase() const override {
    const auto name = racing_.empty() ? std::string_view() : racing_[0]->contestant.entry->id;
    switch (stage_) {
      case Stage::scouting: return "a first look at every algorithm";
      case Stage::settings:
        return pass_ > 1 ? say("refining {}", name) : say("trying settings of {}", name);
      case Stage::finals: return "timing the best settings and all defaults in turn";
      case Stage::sensitivity: return say("how sensitive {} is", name);
      case Stage::done: break;
    }
    return "done";
  }

  TuneReport result() const override {
    TuneReport report;
    report.options = options_;
    report.facts = facts_;
    report.facts.pairs = truth_.mean_pairs();
    report.coverage = coverage();
    report.coverage.is_repeated = recording_.is_repeated();
    report.steps = steps_;
    report.seconds = stage_ == Stage::done ? seconds_ : passed();
    report.is_complete = stage_ == Stage::done;
    report.tried = static_cast<std::size_t>(
        std::ranges::count_if(tried_, [](const Tried& t) { return !t.times.empty(); }));
    const auto order = ranked();
    for (const Tried* t : order) report.ranking.push_back(*t);
    if (!order.empty() && order[0]->family->plain().is_compared)
      report.default_score = score(order[0]->family->plain());
    for (const Tried& t : tried_)
      if (t.verdict == Verdict::wrong || !t.is_exact) report.ranking.push_back(t);
    report_left_out(report);
    if (!order.empty()) explain(report);
    if (!merging_.empty()) report.proportion = say("{} {}", report.proportion, merging_);
    report_sensitivity(report);
    return report;
  }

 private:
  using Verdict = RaceResult::Verdict;
  enum class Stage : std::uint8_t { scouting, settings, finals, sensitivity, done };
  struct Family;
  /// A contestant and the current estimate of its score. Estimates of all races are comparable.
  struct Tried : Trial {
    Family* family = nullptr;    // null in the race for the sensitivity
    double estimate = kNoScore;  // ms or box tests
  };
  using Trials = std::vector<Tried*>;
  /// An algorithm and all of its settings tried so far.
  struct Family {
    std::vector<const Param*> rows;  // parameters that are varied
    Trials trials{};                 // [0] has the fixed values and defaults

    // The contestant with the defaults, and the one with the lowest estimate.
    Tried& plain() const { return *trials[0]; }
    Tried& best() const { return **std::ranges::min_element(trials, {}, &Tried::estimate); }
  };

  double passed() const { return watch_.ms(false) / 1000; }  // s
  double score(const Trial& t) const { return t.score(options_.objective); }
  static double mean_ms(const Trial& t) { return summary_of(t.times).mean; }

  // When a stage must end, s after the begin of the search. Time that one stage leaves unused goes
  // to the next.
  double end_of(Stage stage) const {
    constexpr std::array kEnds{0.15, 0.42, 0.9, 1.0, 1.0};
    return options_.budget * kEnds[static_cast<std::size_t>(stage)];
  }
  double left() const { return end_of(stage_) - passed(); }

  // ---- which algorithms are searched

  /// Why an algorithm is not searched unless the user names it; none if it is searched.
  std::optional<Sentence> reason_to_leave_out(const BroadphaseEntry& entry) const {
    const double brute_seconds = facts_.boxes * facts_.boxes / 2 * TuneCosts::kTest / 1e9;
    if (entry.role == BroadphaseRole::chooser) return "it runs one of the others";
    if (entry.is_coherent && !facts_.knows_movement)
      return "one frame says nothing about movement, on which its time depends";
    if (entry.role == BroadphaseRole::reference && brute_seconds * 3 > 0.02 * options_.budget)
      return say("it would compare {:.0f} million pairs a frame",
                 facts_.boxes * facts_.boxes / 2e6);
    return {};
  }

  void enter_families() {
    const bool all = options_.entries.empty();
    const std::span<const BroadphaseEntry* const> entries =
        all ? broadphases() : std::span<const BroadphaseEntry* const>(options_.entries);
    for (const BroadphaseEntry* entry : entries) {
      if (const auto reason = reason_to_leave_out(*entry); all && reason) {
        left_out_.push_back(say("{}: {}", entry->id, *reason));
        continue;
      }
      Contestant plain{.entry = entry};
      for (const ParamValue& p : options_.fixed)
        if (const Param* row = p.owner == *entry ? find_param(rows_of(*entry), p.key) : nullptr)
          plain.set(*row, p.value);
      add(families_.emplace_back(Family{tuned_rows(*entry, options_.fixed)}), plain);
    }
  }

  /// The trial of this contestant, which is added to the family if it is not there.
  Tried* add(Family& family, const Contestant& contestant) {
    const auto known = std::ranges::find(family.trials, contestant, &Tried::contestant);
    if (known != family.trials.end()) return *known;
    family.trials.push_back(&tried_.emplace_back());
    family.trials.back()->contestant = contestant;
    family.trials.back()->family = &family;
    return family.trials.back();
  }

  /// The families whose best estimate is at most the best of all times `factor`, the best last; at
  /// least two (if so many have an estimate) and at most `most`.
  std::vector<Family*> contenders(double factor, std::size_t most) {
    std::vector<Family*> all;
    for (Family& family : families_)
      if (std::isfinite(family.best().estimate)) all.push_back(&family);
    const auto estimate = [](const Family* f) { return f->best().estimate; };
    std::ranges::stable_sort(all, {}, estimate);
    std::size_t n = 0;
    while (n < all.size() && n < most && (n < 2 || estimate(all[n]) <= factor * estimate(all[0])))
      ++n;
    all.resize(n);
    std::ranges::reverse(all);
    return all;
  }

  // ---- one race after the other

  /// Starts the next race of this stage, or does another piece of it; false if the stage is over.
  bool next_race() {
    switch (stage_) {
      case Stage::scouting: return race_scouting();
      case Stage::settings: return race_settings();
      case Stage::finals: return race_finals();
      default: return race_sensitivity();
    }
  }

  /// Starts a race of the trials over these windows. It is ended when `end` s have passed since the
  /// begin of the search; `budget_ms` is the time of each contestant, 0: no limit.
  void start(const Trials& trials, std::vector<FrameWindow> windows, double end,
             double budget_ms = 0) {
    const RaceOptions options{.windows = std::move(windows),
                              .threads = options_.threads,
                              .budget = budget_ms,
                              .fewest = 1,
                              .check_first = false,  // timed frames are checked in any case
                              .count_tests = stage_ == Stage::finals
                                                 ? steps_.empty()
                                                 : options_.objective == Objective::tests,
                              .queries = options_.queries};
    race_ = std::make_unique<Race>(recording_, options, &truth_);
    for (const Tried* t : trials) race_->enter(t->contestant);
    racing_ = trials;
    race_begin_ = passed();
    race_end_ = end;
  }

  // Advances the race; returns whether it has ended or its time is up. The first look and the first
  // round of the finals continue until every contestant that is not wrong has a time, since nothing
  // could be said without.
  bool is_race_over() {
    if (!race_->advance()) return true;
    if (passed() <= race_end_) return false;
    const auto has_nothing = [](const RaceResult& r) {
      return r.verdict != Verdict::wrong && r.times.empty();
    };
    const bool must_show = stage_ == Stage::scouting || (stage_ == Stage::finals && steps_.empty());
    return !must_show || std::ranges::none_of(race_->results(), has_nothing);
  }

  void finish_race() {
    const auto results = race_->results();
    for (std::size_t k = 0; k < racing_.size(); ++k) keep_verdict(*racing_[k], results[k]);
    if (stage_ == Stage::scouting)
      finish_scouting(results);
    else if (stage_ == Stage::finals)
      finish_finals(results);
    else
      finish_search(results);
    race_.reset();
  }

  /// Takes from a race's result whether the contestant is right, and its box tests.
  static void keep_verdict(Tried& t, const RaceResult& result) {
    t.is_exact = result.is_exact;
    if (result.verdict == Verdict::wrong) {
      t.verdict = result.verdict;
      t.fault = result.fault;
      t.times.clear();
      t.is_compared = false;
      t.estimate = kNoScore;
    } else if (t.verdict != Verdict::wrong) {
      if (result.verdict == Verdict::right) t.verdict = result.verdict;
      if (result.box_tests) t.box_tests = result.box_tests;
    }
  }

  // ---- the first look: all defaults in turn, each for as long as its share of the time allows

  bool race_scouting() {
    if (pass_++ > 0 || families_.empty()) return false;
    Trials trials;
    for (const Family& family : families_) trials.push_back(&family.plain());
    const double each = left() * 1000 / static_cast<double>(trials.size());  // ms
    const double fit = std::clamp(each * 1e6 / (TuneCosts::kFrame + facts_.boxes * TuneCosts::kBox),
                                  double{kMinFrames}, double{kMaxScoutFrames});
    auto windows = spread_windows(recording_.size(), static_cast<std::size_t>(fit));
    first_look_ = coverage_of(windows, recording_.size());
    start(trials, std::move(windows), 1.5 * end_of(Stage::scouting), each);
    return true;
  }

  // Turns the first look into estimates. A contestant too slow for all frames gets its estimate
  // from the ratio to the best one over the frames that it has timed.
  void finish_scouting(std::span<const RaceResult> results) {
    const Tried* reference = nullptr;
    std::size_t most = 0;
    for (const RaceResult& r : results) most = std::max(most, r.times.size());
    for (std::size_t k = 0; k < results.size(); ++k) {
      Tried& t = *racing_[k];
      if (t.verdict == Verdict::wrong) continue;
      t.times = results[k].times;
      t.is_compared = t.is_exact && t.times.size() == most;
      if (t.is_compared && (!reference || score(t) < score(*reference))) reference = &t;
    }
    for (Tried* t : racing_)
      if (reference && t->is_exact && t->verdict == Verdict::right)
        t->estimate = score(*reference) * score_ratio(*t, *reference, options_.objective);
  }

  // ---- settings

  /// Starts a race over as many frames as fit into `seconds`. The first trial must have an
  /// estimate, to which `finish_search` relates the others.
  void start_search(const Trials& trials, double seconds) {
    seconds = std::max(seconds, 0.005 * options_.budget);
    const std::size_t frames =
        std::clamp(frames_for(trials, seconds), kMinFrames, kMaxSearchFrames);
    start(trials, spread_windows(recording_.size(), frames), passed() + 1.4 * seconds,
          1500 * seconds / static_cast<double>(trials.size()));
  }

  /// Begins the next pass, or races settings of the next algorithm of the pass; false if all passes
  /// are done or the time is up.
  bool race_settings() {
    if (left() < 0) return false;
    if (queue_.empty()) {
      if (pass_ == kSettingPasses) return false;
      queue_ = pass_ == 0 ? contenders(kCoarseFactor, families_.size())
                          : contenders(kRefineFactor, kRefined);
      ++pass_;
      return !queue_.empty();
    }
    const auto shares = static_cast<double>(queue_.size() + (kSettingPasses - pass_) * kRefined);
    const Trials trials = proposals(*queue_.back());
    queue_.pop_back();
    if (trials.size() > 1) start_search(trials, left() / shares);
    return true;
  }

  /// The settings of a family to race next, after the trial that they vary. In the first pass that
  /// is the one with the defaults, with each coarse value alone; later the best one, with values
  /// around its own, and the combination of the best single values.
  Trials proposals(Family& family) {
    const bool is_first = pass_ == 1;
    Trials trials{is_first ? &family.plain() : &family.best()};
    const auto enter = [&](const Contestant& contestant) {
      Tried* t = add(family, contestant);
      if (std::ranges::find(trials, t) == trials.end()) trials.push_back(t);
    };
    const Contestant& top = trials[0]->contestant;
    if (!is_first) enter(combined(family));
    for (const Param* row : family.rows)
      for (const double v : is_first ? coarse_values(*row, facts_.side, kCoarseSteps)
                                     : values_around(*row, top.value(*row), facts_.side,
                                                     kCoarseSteps, pass_ == 2 ? 0.5 : 0.25)) {
        Contestant contestant = top;
        contestant.set(*row, v);
        enter(contestant);
      }
    return trials;
  }

  /// The settings that combine, for each parameter, the value that was best when it alone was set;
  /// the default where no value was better by 5 %.
  static Contestant combined(const Family& family) {
    const Contestant& base = family.plain().contestant;
    Contestant all = base;
    for (const Param* row : family.rows) {
      double best = family.plain().estimate * kWorthASetting;
      for (const Tried* t : family.trials) {
        const double value = t->contestant.value(*row);
        Contestant alone = base;
        alone.set(*row, value);
        if (!(t->contestant == alone) || t->estimate >= best) continue;
        best = t->estimate;
        all.set(*row, value);
      }
    }
    return all;
  }

  // Estimates the scores of the trials of a race from their ratio to the first one, whose estimate
  // is known. So estimates are comparable although races run over different frames.
  void finish_search(std::span<const RaceResult> results) {
    for (std::size_t k = 0; k < results.size(); ++k) {
      Tried& t = *racing_[k];
      if (t.verdict == Verdict::wrong || results[k].times.empty()) continue;
      if (!t.is_compared) t.times = results[k].times;
      if (k > 0 && t.is_exact)
        t.estimate = racing_[0]->estimate * score_ratio(results[k], results[0], options_.objective);
    }
  }

  /// The number of frames that can be run in that time, each by all trials.
  std::size_t frames_for(const Trials& trials, double seconds) const {
    const double untimed =
        facts_.boxes * TuneCosts::kCopied + truth_.mean_pairs() * TuneCosts::kChecked;  // ns
    double cost = 0;                                                                    // ms
    for (const Tried* t : trials)
      cost += mean_ms(t->times.empty() ? *trials[0] : *t) + untimed / 1e6;
    return static_cast<std::size_t>(std::clamp(seconds * 1000 / std::max(cost, 1e-6), 1.0, 1e9));
  }
  /// Whether the finals go over the whole recording if so many frames fit into the time.
  bool fits_whole(std::size_t frames) const {
    return kWholeShare * static_cast<double>(frames) >= static_cast<double>(recording_.size());
  }

  // ---- the finals

  /// The trials of the finals: every exact algorithm with its defaults, since settings must beat
  /// them, and the best settings. Unless all can run the whole recording, the slowest are left out,
  /// as far as slow ones (kSlowFactor) would take more than half of the time or leave too few
  /// frames.
  Trials finalists() {
    Trials all;
    for (const Family& family : families_)
      if (family.plain().is_exact && !family.plain().times.empty()) all.push_back(&family.plain());
    for (const Family* family : contenders(kFinalFactor, kFinalists))
      if (family->best().estimate < kWorthASetting * family->plain().estimate)
        all.push_back(&family->best());
    const auto mean = [](const Tried* t) { return mean_ms(*t); };
    std::ranges::stable_sort(all, {}, mean);
    const auto is_slow = [&](const Tried* t) { return mean(t) > kSlowFactor * mean(all[0]); };
    const auto is_too_much = [&] {
      double room = 0;
      for (const Tried* t : all) room += is_slow(t) ? -mean(t) : mean(t);
      const std::size_t frames = frames_for(all, left());
      return !fits_whole(frames) && (room < 0 || frames < kMinFinalFrames);
    };
    while (!all.empty() && is_slow(all.back()) && is_too_much()) all.pop_back();
    return all;
  }

  void plan_finals() {
    finalists_ = finalists();
    const std::size_t most = options_.max_frames;
    const std::size_t frames = frames_for(finalists_, std::max(left(), 0.05 * options_.budget));
    is_whole_ = options_.all_frames || (most > 0 ? most >= recording_.size()
                                                 : fits_whole(std::max(frames, kMinFinalFrames)));
    round_frames_ = most > 0 ? most : std::max(frames / kRounds, kMinFinalFrames);
  }

  /// Whether the rounds of the finals so far suffice.
  bool has_enough_frames() const {
    if (!is_whole_) return options_.max_frames > 0 || pass_ >= kMaxRounds;
    return pass_ >= kMaxPasses || (pass_ >= kPasses && pass_ * steps_.size() >= kEnoughFrames);
  }

  /// Starts the next round of the finals, over all frames again or over other places; false if
  /// there were enough rounds or another one does not fit into the time.
  bool race_finals() {
    const bool is_first = pass_ == 0;
    if (is_first) plan_finals();
    std::erase_if(finalists_, [](const Tried* t) { return t->verdict == Verdict::wrong; });
    if (finalists_.empty()) return false;
    if (!is_first && (left() < round_seconds_ || has_enough_frames())) return false;
    const double patience = (is_first ? 0.5 : 0.05) * options_.budget;
    start(finalists_,
          is_whole_ ? whole_recording(recording_.size(), 0)
                    : spread_windows(recording_.size(), round_frames_, pass_),
          options_.all_frames && is_first ? std::numeric_limits<double>::infinity()
                                          : std::max(end_of(stage_), passed()) + patience);
    ++pass_;
    return true;
  }

  // Keeps the times of a round of the finals, up to the last frame that every contestant has timed.
  // A later round that was cut short is dropped, since only its first places would count.
  void finish_finals(std::span<const RaceResult> results) {
    const std::vector<RaceStep> steps = race_->timed_steps();
    std::size_t common = steps.size();  // frames that every contestant has timed
    for (const RaceResult& r : results)
      if (r.verdict != Verdict::wrong) common = std::min(common, r.times.size());
    const bool is_first = steps_.empty();
    round_seconds_ = passed() - race_begin_;
    if (common == 0 || (!is_first && common < steps.size())) return;
    if (is_first)
      for (Tried& t : tried_) t.is_compared = false;
    const std::size_t places = is_first ? 0 : steps_.back().place + 1;
    const bool is_again = is_whole_ && !is_first;
    for (std::size_t k = 0; k < common && !is_again; ++k) {
      steps_.push_back(steps[k]);
      steps_.back().place += places;
    }
    for (std::size_t k = 0; k < racing_.size(); ++k)
      if (racing_[k]->verdict != Verdict::wrong)
        keep_final_times(*racing_[k], std::span(results[k].times).first(common));
  }

  /// Adds the times, ms, of a round of the finals to a trial. If the round repeats the frames of
  /// the last one, the shorter time of each frame counts, since the rest is other work of the
  /// machine; with a coarse clock the mean of all rounds counts, since the shortest would be 0.
  void keep_final_times(Tried& t, std::span<const double> times) const {
    if (!t.is_compared) {
      t.times.assign(times.begin(), times.end());
      t.is_compared = t.is_exact;
    } else if (is_whole_) {
      for (std::size_t k = 0; k < times.size(); ++k) {
        const double mean = t.times[k] + (times[k] - t.times[k]) / static_cast<double>(pass_);
        t.times[k] = clock_step > 0 ? mean : std::min(t.times[k], times[k]);
      }
    } else {
      t.times.insert(t.times.end(), times.begin(), times.end());
    }
  }

  // ---- the answer

  /// Whether settings beat the defaults by 5 % in the objective, and (unless that is box tests) do
  /// not take a longer mean time. By the median alone, a neighbor list that is rebuilt in every
  /// third frame would seem too good.
  bool is_worth(const Trial& settings, const Trial& plain) const {
    const bool is_longer =
        options_.objective != Objective::tests && mean_ms(settings) > mean_ms(plain);
    return !is_longer && score(settings) <= kWorthASetting * score(plain);
  }

  /// The trial of an algorithm that is recommended: of the compared ones the best settings, if
  /// `is_worth` says so, else the defaults. Null if it has none that may win.
  Tried* recommended(const Family& family) const {
    Tried &plain = family.plain(), *best = nullptr;
    for (Tried* t : family.trials)
      if (t->is_compared && (!best || score(*t) < score(*best))) best = t;
    if (best && best != &plain && plain.is_compared && !is_worth(*best, plain)) best = &plain;
    if (!best && !plain.times.empty() && plain.is_exact) best = &plain;
    return best;
  }

  /// The recommended trial of each algorithm: first the compared ones in the order of
  /// recommendation, then those not compared, by estimate.
  Trials ranked() const {
    Trials compared, others;
    for (const Family& family : families_)
      if (Tried* t = recommended(family))
        (t->is_compared && std::isfinite(score(*t)) ? compared : others).push_back(t);
    Trials order;
    const std::vector<const Trial*> rows(compared.begin(), compared.end());
    const ChoiceOrder chosen = choice_order(rows, options_.objective);
    for (const std::size_t k : chosen.order) order.push_back(compared[k]);
    // Before the finals the scores are too uncertain to prefer the simplest of a tie, so the
    // fastest comes first.
    if (steps_.empty() && chosen.why != WhyFirst::small)
      std::ranges::stable_sort(order, {}, [this](const Tried* t) { return score(*t); });
    std::ranges::stable_sort(others, {}, &Tried::estimate);
    order.insert(order.end(), others.begin(), others.end());
    return order;
  }

  /// Finds out what merging static boxes would save, and starts the race over values of the
  /// winner's main parameter: the first numeric one, else the first. The recommended value comes
  /// first, and the scores of the others follow from the ratio to it. False if there is nothing to
  /// race.
  bool race_sensitivity() {
    const Trials order = ranked();
    if (pass_++ > 0 || order.empty()) return false;
    const Tried& winner = *order[0];
    merging_ = merge_saving(recording_, winner.contestant, options_.threads,
                            30 * options_.budget);  // 3 % of the budget, in ms
    const auto& rows = winner.family->rows;
    if (passed() > 1.05 * options_.budget || !winner.is_compared || rows.empty()) return false;
    const auto numeric = std::ranges::find_if(
        rows, [](const Param* r) { return r->tune.scale != TuneRange::Scale::values; });
    swept_row_ = numeric == rows.end() ? rows[0] : *numeric;
    const double chosen = winner.contestant.value(*swept_row_);
    std::vector<double> values = coarse_values(*swept_row_, facts_.side, kSweepSteps);
    values.push_back(swept_row_->init);
    std::erase(values, chosen);
    std::ranges::sort(values);
    values.insert(values.begin(), chosen);
    for (const double value : values) {
      swept_.push_back(&tried_.emplace_back());
      swept_.back()->contestant = winner.contestant;
      swept_.back()->contestant.set(*swept_row_, value);
    }
    swept_[0]->times = winner.times;
    swept_[0]->estimate = score(winner);
    start_search(swept_, options_.budget - passed());
    return true;
  }

  // ---- the report

  void report_left_out(TuneReport& report) const {
    report.left_out = left_out_;
    if (stage_ == Stage::scouting) return;
    for (const Family& family : families_) {
      const Trial& first = family.plain();
      if (!recommended(family) && first.is_exact && first.verdict != Verdict::wrong)
        report.left_out.push_back(say("{}: the budget was too short", first.contestant.name()));
    }
  }

  void report_sensitivity(TuneReport& report) const {
    const Trial* winner = report.winner();
    if (swept_.size() < 2 || !winner || swept_[0]->contestant.entry != winner->contestant.entry)
      return;
    std::vector<std::pair<double, double>> sweep;
    for (const Tried* t : swept_) sweep.emplace_back(t->contestant.value(*swept_row_), t->estimate);
    report.sensitivity = sensitivity_of(*swept_row_, sweep, report);
  }

  /// The coverage of the finals; before them, of the first look.
  FrameCoverage coverage() const {
    if (steps_.empty()) return first_look_;
    std::set<std::size_t> frames, places;
    for (const RaceStep& step : steps_) {
      frames.insert(step.frame);
      places.insert(step.place);
    }
    return {.used = frames.size(), .of = recording_.size(), .places = places.size()};
  }

  std::shared_ptr<SearchFrames> frames_;
  const Recording& recording_ = frames_->recording;
  const FrameFacts& facts_ = frames_->facts;
  FrameTruth& truth_ = frames_->truth;
  TuneOptions options_;
  std::deque<Tried> tried_;  // a deque, so that pointers stay valid
  std::deque<Family> families_;
  std::vector<Sentence> left_out_;

  Stage stage_ = Stage::scouting;
  std::size_t pass_ = 0;        // passes (races, or rounds) of this stage that were begun
  std::vector<Family*> queue_;  // families left in this pass of the settings, the next one last
  std::unique_ptr<Race> race_;
  Trials racing_;                         // in the order of the race's contestants
  double race_begin_ = 0, race_end_ = 0;  // s since the begin of the search
  bool is_whole_ = false;                 // whether the finals go over the whole recording
  std::vector<RaceStep> steps_;           // timed in the finals
  std::size_t round_frames_ = 0;          // frames timed in each round of the finals
  double round_seconds_ = 0;              // time of the last round, s
  FrameCoverage first_look_;
  Trials finalists_, swept_;  // swept_[0] has the recommended value
  const Param* swept_row_ = nullptr;
  Sentence merging_;  // sentence on what merging static boxes would save
  Stopwatch watch_;
  double seconds_ = 0;  // time of the whole search, s
};

}  // namespace

OwnedWork<TuneReport> tune_search(std::shared_ptr<SearchFrames> frames, TuneOptions options) {
  return std::make_unique<TuneSearch>(std::move(frames), std::move(options));
}

}  // namespace phasebox
