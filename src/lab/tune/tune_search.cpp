// SPDX-License-Identifier: MIT
// Which settings are tried; scouting, search, finals; what the main parameter does; the report.
#include "lab/tune/tune_search.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/stopwatch.hpp"
#include "lab/merged_statics.hpp"
#include "lab/tune/tune_report.hpp"

namespace phasebox {
namespace {

using TuneScale = TuneRange::Scale;

constexpr double kNever = std::numeric_limits<double>::infinity();

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

constexpr std::size_t kCoarseSteps = 5, kSweepSteps = 9;
constexpr std::size_t kMinFrames = 12, kMaxScoutFrames = 600, kMaxSearchFrames = 400;
constexpr std::size_t kSettingPasses = 3, kRefined = 4;  // algorithms in all passes but the first
constexpr double kCoarseFactor = 10, kRefineFactor = 2;  // of the best estimate
constexpr double kFinalFactor = 2.5;  // settings this far from the best estimate may still win
constexpr std::size_t kFinalists = 5, kMinFinalFrames = 24;
constexpr double kSlowFactor = 5;   // beyond it, in time, an algorithm is there to be compared
constexpr std::size_t kRounds = 4;  // at least, where the time does not allow all frames
constexpr std::size_t kMaxRounds = 200;
constexpr std::size_t kEnoughFrames = 3000, kPasses = 5, kMaxPasses = 15;  // over all frames
constexpr double kWholeShare = 0.6;  // of the time that a pass over all frames may take
// First guess before measuring, ms: a box's cost in a suitable algorithm, a frame of few boxes.
constexpr double kBoxMs = 60e-6, kFrameMs = 3e-3;
// What comparing a pair of boxes costs at least, ms; only to leave brute force out in time.
constexpr double kTestMs = 0.5e-6;
// What a race does beside the timed work, ms: it copies each box and looks at each pair.
constexpr double kBoxOverhead = 2e-6, kPairOverhead = 8e-6;
constexpr std::size_t kUntimed = 10;  // frames recorded beside those that are timed

/// Every stage runs over windows of the whole recording (`spread_windows`), each with its warm-up:
/// 1. every algorithm with its defaults, in turn over the same frames;
/// 2. settings: a coarse grid over each parameter of those that are near the best, then twice
///    refinement around the best values of those that are still nearer;
/// 3. the finals: every algorithm with its defaults and the best settings, frame by frame in turn,
///    over all frames if the budget allows, again and again, otherwise over more and more places;
/// 4. what the recommended settings' main parameter does to the time.
/// Every contestant's pairs are checked in every frame, as in the bench.
class TuneSearch final : public PiecewiseWork<TuneReport> {
 public:
  TuneSearch(Recording recording, TuneOptions options)
      : recording_(std::move(recording)),
        options_(std::move(options)),
        facts_(facts_of(recording_)),
        truth_(recording_) {
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

  std::string phase() const override {
    const std::string name(racing_.empty() ? "" : racing_[0]->contestant.entry->id);
    switch (stage_) {
      case Stage::scouting: return "a first look at every algorithm";
      case Stage::settings: return (pass_ > 1 ? "refining " : "trying settings of ") + name;
      case Stage::finals: return "timing the best settings and all defaults in turn";
      case Stage::sensitivity: return "how sensitive " + name + " is";
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
    if (!merging_.empty()) report.proportion += " " + merging_;
    report_sensitivity(report);
    return report;
  }

 private:
  using Verdict = RaceResult::Verdict;
  enum class Stage : std::uint8_t { scouting, settings, finals, sensitivity, done };
  struct Family;
  /// A contestant, and its score as far as the search knows it.
  struct Tried : Trial {
    Family* family = nullptr;
    double estimate = kNever;
  };
  using Trials = std::vector<Tried*>;
  /// An algorithm and all that was tried of it.
  struct Family {
    std::vector<const Param*> rows;  // that are varied
    Trials trials{};                 // [0]: the fixed values and defaults

    Tried& plain() const { return *trials[0]; }
    Tried& best() const { return **std::ranges::min_element(trials, {}, &Tried::estimate); }
  };

  double passed() const { return watch_.ms(false) / 1000; }  // s
  double score(const Trial& t) const { return t.score(options_.objective); }
  static double mean_ms(const Trial& t) { return summary_of(t.times).mean; }

  // A stage that has time left gives it to the next.
  double end_of(Stage stage) const {
    constexpr std::array kEnds{0.15, 0.42, 0.9, 1.0, 1.0};
    return options_.budget * kEnds[static_cast<std::size_t>(stage)];
  }
  double left() const { return end_of(stage_) - passed(); }

  // ---- which algorithms are searched

  std::optional<std::string> reason_to_leave_out(const BroadphaseEntry& entry) const {
    const double brute_seconds = facts_.boxes * facts_.boxes / 2 * kTestMs / 1000;
    if (entry.role == BroadphaseRole::chooser) return "it runs one of the others";
    if (entry.is_coherent && !facts_.knows_movement)
      return "one frame says nothing about movement, on which its time depends";
    if (entry.role == BroadphaseRole::reference && brute_seconds * 3 > 0.02 * options_.budget)
      return fmt::format("it would compare {:.0f} million pairs a frame",
                         facts_.boxes * facts_.boxes / 2e6);
    return {};
  }

  void enter_families() {
    const bool all = options_.entries.empty();
    const std::span<const BroadphaseEntry* const> entries =
        all ? broadphases() : std::span<const BroadphaseEntry* const>(options_.entries);
    for (const BroadphaseEntry* entry : entries) {
      if (const auto reason = reason_to_leave_out(*entry); all && reason) {
        left_out_.push_back(fmt::format("{}: {}", entry->id, *reason));
        continue;
      }
      Contestant plain{.entry = entry};
      for (const ParamValue& p : options_.fixed)
        if (const Param* row = p.owner == *entry ? find_param(rows_of(*entry), p.key) : nullptr)
          plain.set(*row, p.value);
      add(families_.emplace_back(Family{tuned_rows(*entry, options_.fixed)}), plain);
    }
  }

  Tried* add(Family& family, const Contestant& contestant) {
    const auto known = std::ranges::find(family.trials, contestant, &Tried::contestant);
    if (known != family.trials.end()) return *known;
    family.trials.push_back(&tried_.emplace_back());
    family.trials.back()->contestant = contestant;
    family.trials.back()->family = &family;
    return family.trials.back();
  }

  /// Those within `factor` of the best, the best last; at most so many, two at least.
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

  bool next_race() {
    switch (stage_) {
      case Stage::scouting: return race_scouting();
      case Stage::settings: return race_settings();
      case Stage::finals: return race_finals();
      default: return race_sensitivity();
    }
  }

  void start(const Trials& trials, std::vector<FrameWindow> windows, double end,
             double budget_ms = 0) {
    const RaceOptions options{.windows = std::move(windows),
                              .threads = options_.threads,
                              .budget = budget_ms,
                              .fewest = 1,
                              .check_first = false,  // every timed frame is checked
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

  // Without a first look there is nothing to say: it goes on until each has shown a frame.
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

  static void keep_verdict(Tried& t, const RaceResult& result) {
    t.is_exact = result.is_exact;
    if (result.verdict == Verdict::wrong) {
      t.verdict = result.verdict, t.fault = result.fault;
      t.times.clear();
      t.is_compared = false;
      t.estimate = kNever;
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
    const double fit = std::clamp(each / (kFrameMs + facts_.boxes * kBoxMs), double{kMinFrames},
                                  double{kMaxScoutFrames});
    auto windows = spread_windows(recording_.size(), static_cast<std::size_t>(fit));
    first_look_ = coverage_of(windows, recording_.size());
    start(trials, std::move(windows), 1.5 * end_of(Stage::scouting), each);
    return true;
  }

  // Those that were too slow for all frames are compared over the frames that they have.
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

  /// A race over as many frames as fit; the first trial is known, the others measured against it.
  void start_search(const Trials& trials, double seconds) {
    seconds = std::max(seconds, 0.005 * options_.budget);
    const std::size_t frames =
        std::clamp(frames_for(trials, seconds), kMinFrames, kMaxSearchFrames);
    start(trials, spread_windows(recording_.size(), frames), passed() + 1.4 * seconds,
          1500 * seconds / static_cast<double>(trials.size()));
  }

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

  /// First each coarse value by itself; later the best together, and values around the best.
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

  /// The best value of each parameter taken alone, all together.
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

  // The first's estimate stands, the others follow from it: comparable across races and frames.
  void finish_search(std::span<const RaceResult> results) {
    for (std::size_t k = 0; k < results.size(); ++k) {
      Tried& t = *racing_[k];
      if (t.verdict == Verdict::wrong || results[k].times.empty()) continue;
      if (!t.is_compared) t.times = results[k].times;
      if (k > 0 && t.is_exact)
        t.estimate = racing_[0]->estimate * score_ratio(results[k], results[0], options_.objective);
    }
  }

  /// How many frames all of them can run in that time, one after the other.
  std::size_t frames_for(const Trials& trials, double seconds) const {
    double cost = 0;  // ms
    for (const Tried* t : trials)
      cost += mean_ms(t->times.empty() ? *trials[0] : *t) + facts_.boxes * kBoxOverhead +
              truth_.mean_pairs() * kPairOverhead;
    return static_cast<std::size_t>(std::clamp(seconds * 1000 / std::max(cost, 1e-6), 1.0, 1e9));
  }
  bool fits_whole(std::size_t frames) const {
    return kWholeShare * static_cast<double>(frames) >= static_cast<double>(recording_.size());
  }

  // ---- the finals

  /// Every algorithm's defaults run along: the answer is checked against all of them, and a setting
  /// must beat them. Unless all can run the whole recording, the slow ones take half of the time at
  /// most, and leave enough frames to the others; those that are left out get no ratio.
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

  bool has_enough_frames() const {
    if (!is_whole_) return options_.max_frames > 0 || pass_ >= kMaxRounds;
    return pass_ >= kMaxPasses || (pass_ >= kPasses && pass_ * steps_.size() >= kEnoughFrames);
  }

  /// Over all frames again and again, or over more places; a round must fit into the time.
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
          options_.all_frames && is_first ? kNever : std::max(end_of(stage_), passed()) + patience);
    ++pass_;
    return true;
  }

  // A round that was cut short would count the places of its beginning only; but the first is kept.
  void finish_finals(std::span<const RaceResult> results) {
    const std::vector<RaceStep> steps = race_->timed_steps();
    std::size_t common = steps.size();  // times that all of them have
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

  /// What else the machine did is not the algorithm's: a frame's shortest time counts. Where a step
  /// of the clock is longer than that, the mean does: the shortest would be zero.
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

  /// Whether settings are better than none: by the objective, and not by a longer mean. (The median
  /// alone would favor a list that is made again in every third frame.)
  bool is_worth(const Trial& settings, const Trial& plain) const {
    const bool is_longer =
        options_.objective != Objective::tests && mean_ms(settings) > mean_ms(plain);
    return !is_longer && score(settings) <= kWorthASetting * score(plain);
  }

  /// What is recommended: the best finalist's settings if worth it; before finals the defaults.
  Tried* recommended(const Family& family) const {
    Tried &plain = family.plain(), *best = nullptr;
    for (Tried* t : family.trials)
      if (t->is_compared && (!best || score(*t) < score(*best))) best = t;
    if (best && best != &plain && plain.is_compared && !is_worth(*best, plain)) best = &plain;
    if (!best && !plain.times.empty() && plain.is_exact) best = &plain;
    return best;
  }

  /// All algorithms' recommended ones in order, then the uncompared ones by what is known of them.
  Trials ranked() const {
    Trials compared, others;
    for (const Family& family : families_)
      if (Tried* t = recommended(family))
        (t->is_compared && std::isfinite(score(*t)) ? compared : others).push_back(t);
    Trials order;
    const std::vector<const Trial*> rows(compared.begin(), compared.end());
    for (const std::size_t k : choice_order(rows, options_.objective).order)
      order.push_back(compared[k]);
    // Before the finals nothing is known well enough for the simplest to be preferred.
    if (steps_.empty())
      std::ranges::stable_sort(order, {}, [this](const Tried* t) { return score(*t); });
    std::ranges::stable_sort(others, {}, &Tried::estimate);
    order.insert(order.end(), others.begin(), others.end());
    return order;
  }

  /// The recommended value first: the others are measured against it.
  bool race_sensitivity() {
    const Trials order = ranked();
    if (pass_++ > 0 || order.empty()) return false;
    const Tried& winner = *order[0];
    merging_ = merge_saving(recording_, winner.contestant, options_.threads,
                            30 * options_.budget);  // 3 % of it, in ms
    const auto& rows = winner.family->rows;
    if (passed() > 1.05 * options_.budget || !winner.is_compared || rows.empty()) return false;
    const auto numeric = std::ranges::find_if(
        rows, [](const Param* r) { return r->tune.scale != TuneScale::values; });
    swept_row_ = numeric == rows.end() ? rows[0] : *numeric;
    std::vector<double> values{winner.contestant.value(*swept_row_)};
    add_once(values, swept_row_->init);
    for (const double v : coarse_values(*swept_row_, facts_.side, kSweepSteps)) add_once(values, v);
    std::sort(values.begin() + 1, values.end());
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
        report.left_out.push_back(
            fmt::format("{}: the budget was too short", first.contestant.name()));
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

  /// Different frames behind the times, and from how many places.
  FrameCoverage coverage() const {
    if (steps_.empty()) return first_look_;
    std::set<std::size_t> frames, places;
    for (const RaceStep& step : steps_) frames.insert(step.frame), places.insert(step.place);
    return {.used = frames.size(), .of = recording_.size(), .places = places.size()};
  }

  Recording recording_;
  TuneOptions options_;
  FrameFacts facts_;
  FrameTruth truth_;
  std::deque<Tried> tried_;  // stay where they are
  std::deque<Family> families_;
  std::vector<std::string> left_out_;

  Stage stage_ = Stage::scouting;
  std::size_t pass_ = 0;        // of this stage
  std::vector<Family*> queue_;  // whose turn it is yet in this pass of the settings, the next last
  std::unique_ptr<Race> race_;
  Trials racing_;                         // in the order of the race's contestants
  double race_begin_ = 0, race_end_ = 0;  // s
  bool is_whole_ = false;                 // whether a pass of the finals goes over all frames
  std::vector<RaceStep> steps_;           // of the finals
  std::size_t round_frames_ = 0;          // timed in each round of the finals
  double round_seconds_ = 0;              // that the last round took
  FrameCoverage first_look_;
  Trials finalists_, swept_;  // swept_[0]: with the recommended value
  const Param* swept_row_ = nullptr;
  std::string merging_;  // what merging static boxes would save
  Stopwatch watch_;
  double seconds_ = 0;  // that the whole search took
};

}  // namespace

std::vector<const Param*> tuned_rows(const BroadphaseEntry& entry,
                                     std::span<const ParamValue> fixed) {
  std::vector<const Param*> rows;
  for (const Param& row : rows_of(entry)) {
    const auto is_it = [&](const ParamValue& p) { return p.owner == entry && p.key == row.key; };
    if (row.tune.scale != TuneScale::none && std::ranges::none_of(fixed, is_it))
      rows.push_back(&row);
  }
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
  return objective == Objective::tests ? box_tests.value_or(kNever) : score_of(times, objective);
}

double TuneReport::best_score() const {
  double best = kNever;
  for (const Trial& t : ranking)
    if (t.is_compared) best = std::min(best, t.score(options.objective));
  return best;
}

std::unique_ptr<PiecewiseWork<TuneReport>> tune_search(Recording recording, TuneOptions options) {
  return std::make_unique<TuneSearch>(std::move(recording), std::move(options));
}

Status TuneStudy::apply(const command::StartTuning& how, const Session& session) {
  if (!(how.budget >= 1 && how.budget <= 600))
    return Error{fmt::format("budget: '{:g}' is not a number from 1 to 600 s", how.budget)};
  if (session.world().size() == 0) return Error{"there is no sprite to search with; launch some"};
  watch_.begin(session);
  TuneOptions options;
  options.budget = how.budget;
  options.objective = how.objective;
  options.origin = {watch_.subject().title, "", this_machine(), today()};
  start("recording frames", [copy = clone_session(session), options]() mutable {
    const std::size_t boxes = std::max<std::size_t>(copy.world().size(), 1);
    const std::size_t frames = std::clamp<std::size_t>(10'000'000 / boxes, 20, 300) + kUntimed;
    // A recording is taken as a whole: the search chooses places in it.
    const RecordingPlayback* show = copy.show();
    return tune_search(show ? record(*show->shared_recording(), std::max(frames, show->size()))
                            : record(copy, frames),
                       options);
  });
  return {};
}

}  // namespace phasebox
