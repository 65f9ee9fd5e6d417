// SPDX-License-Identifier: MIT
// Auto: runs whichever broadphase is measured to be fastest on the current scene (ours).
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/number_format.hpp"
#include "base/stopwatch.hpp"
#include "collide/broadphase.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"

namespace phasebox {
namespace {

struct AutoParams {
  std::uint32_t probe_interval = 240;
  float hysteresis = 8;
};

constexpr std::array kAutoRows{
    param<&AutoParams::probe_interval>("probe-interval", 16, 100000, "frames",
                                       "Frames between two trials of another algorithm."),
    param<&AutoParams::hysteresis>(
        "hysteresis", 0, 90, "%",
        "How much faster than the present algorithm another must be to take its place."),
};

/// Decaying mean of the last 50 to 100 values, ms; outliers count less: the program may wait.
class RunningMean {
 public:
  void add(double ms) {
    if (count_ >= kWindow) sum_ /= 2, count_ /= 2;
    if (count_ >= 2) ms = std::min(ms, kOutlier * this->ms());
    sum_ += ms, count_ += 1;
  }
  void clear() { *this = {}; }
  double count() const { return count_; }
  bool is_known() const { return count_ > 0; }
  /// Infinite while nothing is known.
  double ms() const { return is_known() ? sum_ / count_ : std::numeric_limits<double>::infinity(); }

 private:
  static constexpr double kWindow = 100, kOutlier = 8;
  double sum_ = 0, count_ = 0;
};

/// One of the others, with what is known about it.
struct Candidate {
  explicit Candidate(const BroadphaseEntry* of) : entry(of) {}

  const BroadphaseEntry* entry;
  std::unique_ptr<Broadphase> broadphase = {};  ///< only while it is the choice or on trial
  RunningMean cost = {};
  std::uint64_t measured = 0;     ///< frame of the last measurement
  std::uint64_t due = 0;          ///< frame from which a trial makes sense
  std::uint64_t patience = 1;     ///< doubles with every trial lost
  bool knows_population = false;  ///< `broadphase` was told of all edits
};

/// A frame has one algorithm: the present choice, or another one for a few frames on trial, so none
/// pays twice. One whose mean cost is below the present one's by `hysteresis` stays.
///
/// Every candidate is exact: time changes only the order of pairs, after the first frames.
///
/// Up to 64 boxes all pairs are compared at once, faster than anything that would be measured.
/// Beyond, every algorithm has its trial, the one first whose last trial is longest ago.
///
/// Trials have a budget: some frames at first, then a share of all time, more where boxes take so
/// long that another may be much faster. Each is charged its time beyond the frames of the present
/// choice. First frames are not measured, nor the first few of algorithms with history. A lost
/// trial doubles that candidate's wait. All may try again once the present cost changes by half.
///
/// Only the choice and the one on trial have memory. So the first frames of a trial may allocate,
/// as those of any algorithm that is new; all others allocate only what the one that runs does.
///
/// Traced frames run and are measured alike; then an instance that sees only those writes the log.
///
/// Cost: that of the best, plus a few percent for trials; 20 ns a frame beside them. Memory: that
/// of one, during a trial of two. Keeps between frames: these, and the costs of all.
/// Source: ours; choosing by measured cost as in FFTW's planner (M. Frigo and S. Johnson, "The
/// Design and Implementation of FFTW3", 2005, section V).
class Auto final : public BroadphaseOf<Auto, AutoParams, kAutoRows> {
 public:
  Auto() {
    for (const BroadphaseEntry* entry : broadphases())
      if (entry->role != BroadphaseRole::chooser && entry->file.empty() &&
          std::ranges::count(kNeverFastest, entry->id) == 0)
        candidates_.emplace_back(entry);  // of the library: they are exact, and games have them
    few_ = position_of("brute-force");
  }

  void reset(const Frame& f) override {
    shown_.reset();
    population_ = kUnknown;
    if (!is_few(f)) begin(f);
  }

  void edit(const Frame& f, std::span<const Edit> edits) override {
    if (population_ == kUnknown || is_few(f)) return reset(f);
    population_ = f.size();
    shown_.reset();
    Candidate& next = candidates_[is_on_trial_ ? runner_ : present_];
    for (Candidate& c : candidates_) c.knows_population &= &c == &next;
    std::optional<Stopwatch> watch;
    if (is_timed()) watch.emplace();
    if (next.knows_population) next.broadphase->edit(f, edits);
    if (watch) edit_ms_ += watch->ms(true);
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    is_few_ = is_few(f);
    if (is_few_) return answer_few(f, out, trace);
    if (population_ != f.size()) reset(f);
    choose_runner();
    answer(f, out, trace);
    if (is_stopped(f)) return;
    if (is_on_trial_) judge();
    ++frame_, edit_ms_ = 0;
  }

  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    if (is_few_) return Broadphase::query(f, box, out, log);
    candidates_[runner_].broadphase->query(f, box, out, log);
  }
  bool query_along(const Frame& f, const SegmentBand& band, Sink<SpriteId>& out) override {
    if (!is_few_) return candidates_[runner_].broadphase->query_along(f, band, out);
    scan_along(f, band, out);
    return true;
  }
  void query_costs(const Frame& f, const Aabb& box, std::vector<QueryCost>& out) override {
    if (!is_few_) candidates_[runner_].broadphase->query_costs(f, box, out);
  }

  const BroadphaseEntry* delegate() const override {
    return candidates_[is_few_ ? few_ : present_].entry;
  }
  void remark(const Frame& f, std::vector<Remark>& out) const override;

 private:
  static constexpr std::size_t kUnknown = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t kNone = kUnknown;
  static constexpr std::uint64_t kCold = 6, kFirstProbe = 12, kBetweenTrials = 3, kMaxPause = 60,
                                 kMaxPatience = 16;
  /// A short frame, in ms, is timed only once in so many: no divisor of the cycles of others.
  static constexpr double kShort = 0.05;
  static constexpr std::uint64_t kTimedEach = 31;
  /// Frames that are measured, and those before that are not.
  static constexpr std::uint64_t kMeasured = 12, kWarmUp = 1, kWarmUpCoherent = 8;
  static constexpr double kDrift = 1.5;
  /// Budget of trials: a share of all time, and what can be saved, in frames of the choice.
  static constexpr double kShare = 0.04, kShareIfSlow = 0.1, kMaxSaved = 10;
  /// What the new memory of a trial's first frame takes, ms: many short frames.
  static constexpr double kFirstFrame = 0.06;
  /// A frame is slow that takes longer than so much per box, in ms.
  static constexpr double kSlow = 3 * 12e-6;
  static constexpr std::uint64_t kWaitIfSlow = 300;
  /// Of the library's algorithms, those that are never the fastest by more than a few percent.
  static constexpr std::array<std::string_view, 3> kNeverFastest{"incremental-sap", "aabb-tree",
                                                                 "interval-tree"};
  /// The reference may win up to that many boxes.
  static constexpr std::size_t kMaxOfReference = 512;

  static bool is_few(const Frame& f) { return f.size() <= kFewBoxes; }

  std::size_t position_of(std::string_view id) const {
    for (std::size_t k = 0; k < candidates_.size(); ++k)
      if (candidates_[k].entry->id == id) return k;
    return 0;
  }
  double present_ms() const { return candidates_[present_].cost.ms(); }

  /// Makes the one that answers first; what an earlier scene has shown is forgotten.
  void begin(const Frame& f) {
    population_ = f.size();
    frame_ = 0, next_probe_ = kFirstProbe, last_income_ = 0;
    budget_ms_ = decided_ms_ = edit_ms_ = 0;
    is_on_trial_ = false, retired_ = kNone;
    present_ = runner_ = position_of("hierarchical-grid");
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
      Candidate fresh(candidates_[k].entry);
      if (k == present_) fresh.broadphase = std::move(candidates_[k].broadphase);
      candidates_[k] = std::move(fresh);
    }
    make_ready(candidates_[present_], f);
  }

  static void make_ready(Candidate& c, const Frame& f) {
    if (!c.broadphase) c.broadphase = c.entry->make();
    if (!c.knows_population) c.broadphase->reset(f);
    c.knows_population = true;
  }

  // ---- one frame

  template <class T>
  void answer_few(const Frame& f, PairSink& out, T& trace) {
    population_ = kUnknown;
    if constexpr (T::on)
      show_trace(few_, f, out, trace);
    else
      find_few_pairs(f, out);
  }

  template <class T>
  void answer(const Frame& f, PairSink& out, T& trace) {
    Candidate& c = candidates_[runner_];
    if constexpr (T::on) {
      unseen_.clear();
      measure(c, f, unseen_);
      show_trace(runner_, f, out, trace);
    } else {
      measure(c, f, out);
    }
  }

  template <class T>
  void show_trace(std::size_t which, const Frame& f, PairSink& out, T& trace) {
    if (!shown_ || shown_of_ != which) {
      shown_ = candidates_[which].entry->make();
      shown_->reset(f);
      shown_of_ = which;
    }
    shown_->find_pairs(f, out, &trace);
  }

  void measure(Candidate& c, const Frame& f, PairSink& out) {
    std::optional<Stopwatch> watch;
    if (is_timed()) watch.emplace();
    make_ready(c, f);
    c.broadphase->find_pairs(f, out, nullptr);
    if (is_stopped(f)) return;
    if (watch) note(c, watch->ms(f.threads == 1) + edit_ms_);
  }

  /// Whether the frame under way, or the next with its edits, is measured.
  bool is_timed() const {
    const bool is_short = frame_ > kFirstProbe && !is_on_trial_ && present_ms() < kShort;
    return !is_short || frame_ % kTimedEach == 0;
  }

  /// The memory of first frames is new, so they are no measure once there is another.
  void note(Candidate& c, double ms) {
    if (is_on_trial_) {
      budget_ms_ -= ms - present_ms();
      if (trial_frames_ == 0) return;
    } else if (frame_ <= kCold) {
      c.cost.clear();
    }
    c.cost.add(ms);
    c.measured = frame_;
    if (!is_on_trial_ && has_drifted()) forgive_all();
  }

  bool has_drifted() const {
    const double now = present_ms();
    return decided_ms_ > 0 && (now > decided_ms_ * kDrift || now < decided_ms_ / kDrift);
  }
  void forgive_all() {
    for (Candidate& c : candidates_) c.patience = 1, c.due = std::min(c.due, frame_);
    decided_ms_ = present_ms();
    next_probe_ = std::min(next_probe_, frame_ + kBetweenTrials);
  }

  // ---- trials

  void choose_runner() {
    if (is_on_trial_) return;
    if (retired_ != kNone) retire();
    runner_ = present_;
    if (frame_ < next_probe_) return;
    const std::size_t tried = may_pay() ? next_to_try() : present_;
    if (tried == present_) {
      next_probe_ = frame_ + std::min<std::uint64_t>(kMaxPause, p_.probe_interval);
      return;
    }
    runner_ = tried;
    is_on_trial_ = true;
    trial_frames_ = 0;
    candidates_[tried].cost.clear();
  }
  /// It has answered the query of the last frame, so it could not go before.
  void retire() {
    candidates_[retired_].broadphase.reset();
    candidates_[retired_].knows_population = false;
    retired_ = kNone;
  }

  /// Whether there is something left to be spent on trials.
  bool may_pay() {
    const double ms = present_ms(), passed = static_cast<double>(frame_ - last_income_);
    if (last_income_ == 0) budget_ms_ = kMaxSaved * ms;
    const double share = is_slow() ? kShareIfSlow : kShare;
    budget_ms_ = std::min(budget_ms_ + share * passed * ms, std::max(kMaxSaved * ms, kFirstFrame));
    last_income_ = frame_;
    return budget_ms_ >= kFirstFrame;
  }

  /// The one whose last trial is longest ago, or the present one.
  std::size_t next_to_try() const {
    std::size_t next = present_;
    for (std::size_t k = candidates_.size(); k-- > 0;) {
      const Candidate& c = candidates_[k];
      if (k == present_ || !may_win(c) || !is_due(c)) continue;
      if (next == present_ || c.measured < candidates_[next].measured) next = k;
    }
    return next;
  }
  bool may_win(const Candidate& c) const {
    return c.entry->role == BroadphaseRole::contender || population_ <= kMaxOfReference;
  }
  bool is_due(const Candidate& c) const {
    const bool was_better = c.cost.ms() < gain() * present_ms();
    return frame_ >= c.due || (was_better && frame_ >= c.measured + kMaxPause) ||
           (is_slow() && frame_ >= c.measured + kWaitIfSlow);
  }
  bool is_slow() const { return present_ms() > kSlow * static_cast<double>(population_); }
  double gain() const { return 1 - static_cast<double>(p_.hysteresis) / 100; }

  /// After each frame of a trial.
  void judge() {
    Candidate& c = candidates_[runner_];
    const std::uint64_t warm_up = c.entry->is_coherent ? kWarmUpCoherent : kWarmUp;
    ++trial_frames_;
    const double times = c.cost.ms() / present_ms();
    if (trial_frames_ < warm_up) {
      if (trial_frames_ > 3 && times > 4) end_trial();
      return;
    }
    if (trial_frames_ == warm_up) return c.cost.clear();
    const std::uint64_t measured = trial_frames_ - warm_up;
    const bool is_lost = (measured >= 2 && times > 1.5) || (measured >= 5 && times > 1.15);
    if (is_lost || measured >= kMeasured) end_trial();
  }

  void end_trial() {
    Candidate &c = candidates_[runner_], &present = candidates_[present_];
    is_on_trial_ = false;
    const bool is_won = c.cost.ms() < present.cost.ms() * gain();
    Candidate& loser = is_won ? present : c;
    retired_ = is_won ? present_ : runner_;
    if (is_won) present_ = runner_, c.patience = 1;
    loser.patience = std::min(2 * loser.patience, kMaxPatience);
    loser.due = frame_ + loser.patience * p_.probe_interval;
    decided_ms_ = present_ms();
    next_probe_ = frame_ + kBetweenTrials;
  }

  std::vector<Candidate> candidates_;  // in the order of the registry
  std::size_t few_ = 0;                // whose way few boxes go
  std::size_t present_ = 0;            // the choice
  std::size_t runner_ = 0;             // answered the last frame: the choice, or one on trial
  std::size_t retired_ = kNone;        // its memory is to go
  std::uint64_t frame_ = 0;            // since the reset
  std::uint64_t next_probe_ = 0, trial_frames_ = 0, last_income_ = 0;
  double budget_ms_ = 0;               // that trials may cost
  double edit_ms_ = 0;                 // spent on edits since the last frame, where it is timed
  double decided_ms_ = 0;              // cost of the choice when it was last judged
  std::size_t population_ = kUnknown;  // sprites that the present choice knows
  bool is_on_trial_ = false, is_few_ = false;
  PairSink unseen_;
  std::unique_ptr<Broadphase> shown_;  // runs for event logs
  std::size_t shown_of_ = 0;
};

std::string in_ms(double ms) { return rounded(ms, ms < 0.1 ? 3 : 2) + " ms"; }

void Auto::remark(const Frame& f, std::vector<Remark>& out) const {
  if (f.size() == 0) return;
  const Candidate& present = candidates_[is_few_ ? few_ : present_];
  std::string text = "auto runs " + std::string(present.entry->id) + ": ";
  if (is_few_) {
    out.push_back({false, text + "all pairs of so few boxes are compared."});
    return;
  }
  if (!present.cost.is_known()) return;
  const Candidate* second = nullptr;
  for (const Candidate& c : candidates_)
    if (&c != &present && c.cost.is_known() && (!second || c.cost.ms() < second->cost.ms()))
      second = &c;
  text += in_ms(present.cost.ms());
  if (second)
    text += " against " + in_ms(second->cost.ms()) + " for " + std::string(second->entry->id) +
            ", measured " + counted(frame_ - second->measured, "frame") + " ago";
  if (runner_ != present_)
    text += "; this frame was a trial of " + std::string(candidates_[runner_].entry->id);
  out.push_back({false, text + "."});
}

}  // namespace

extern const BroadphaseEntry auto_entry{
    "auto",
    "Auto",
    "Runs whichever of the others is measured to be fastest on this scene.",
    "Ours; choice by measured cost as in M. Frigo and S. Johnson, FFTW3, 2005",
    make_broadphase<Auto>,
    {},
    true,
    9,
    BroadphaseRole::chooser};

}  // namespace phasebox
