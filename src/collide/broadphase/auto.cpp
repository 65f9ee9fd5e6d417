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
#include "collide/broadphase/auto/auto_costs.hpp"
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

/// The mean of the times of about the last 50 to 100 frames, in ms, with older ones counting less.
/// From the third on, a time of more than eight times the mean counts as that much: the program may
/// have waited for another one.
class RunningMean {
 public:
  void add(double ms) {
    if (count_ >= kWindow) {
      sum_ /= 2;
      count_ /= 2;
    }
    if (count_ >= 2) ms = std::min(ms, kOutlier * this->ms());
    sum_ += ms;
    count_ += 1;
  }
  void clear() { *this = {}; }
  double count() const { return count_; }
  bool is_known() const { return count_ > 0; }
  /// The mean in ms; infinite while there are no times.
  double ms() const { return is_known() ? sum_ / count_ : std::numeric_limits<double>::infinity(); }

 private:
  static constexpr double kWindow = 100, kOutlier = 8;
  double sum_ = 0, count_ = 0;
};

/// One of the algorithms that auto may run, with its measured cost.
struct Candidate {
  explicit Candidate(const BroadphaseEntry* of) : entry(of) {}

  const BroadphaseEntry* entry;
  /// An instance; null unless it is the choice or on trial (or was so in the last frame).
  std::unique_ptr<Broadphase> broadphase = {};
  RunningMean cost = {};
  std::uint64_t measured = 0;  ///< the frame of the last measurement, counted from the reset
  std::uint64_t due = 0;       ///< the frame from which on it may have another trial
  std::uint64_t patience = 1;  ///< probe intervals to wait after a lost trial, which doubles it
  /// Whether `broadphase` was told of all sprites that were added and removed.
  bool knows_population = false;
};

/// Each frame is searched by one algorithm: the present choice, or another one that is on trial for
/// a few frames, so that no frame is paid for twice. An algorithm on trial whose mean cost is below
/// that of the choice by `hysteresis` becomes the choice.
///
/// Every algorithm tried is exact, so timing changes only the order of pairs, after the first
/// frames.
///
/// Up to 64 boxes all pairs are compared at once, faster than any algorithm that would be measured.
/// Beyond that the library's algorithms have trials; the next is the one whose last measurement is
/// longest ago. Those that are never the fastest (`kNeverFastest`) have none, nor has brute force
/// with more than 512 boxes, nor do plug-ins, which need not be exact.
///
/// Trials have a budget: some frames at first, then a share of all time, which is larger where
/// boxes take so long that another algorithm may be much faster. A trial is charged its time beyond
/// that of the choice. The time of its first frame does not count, nor do those of the first eight
/// of an algorithm that keeps state from frame to frame. A lost trial doubles the wait for that
/// algorithm's next one, up to 16 probe intervals. All may have a trial again once the cost of the
/// choice has changed by a factor of 1.5.
///
/// Only the choice and the algorithm on trial have memory. So the first frames of a trial may
/// allocate, as the first of any new algorithm; other frames allocate what their algorithm does.
///
/// A traced frame of more than 64 boxes is run and measured as others are; then another instance of
/// the algorithm, which sees traced frames only, finds the pairs again and writes the log. A traced
/// frame of fewer is searched by brute force.
///
/// Cost: that of the best algorithm, plus a few percent for trials and 20 ns a frame. Memory: that
/// of one algorithm, during a trial of two. Keeps between frames: these, and the costs of all.
/// Source: ours; choosing by measured cost as in FFTW's planner (M. Frigo and S. Johnson, "The
/// Design and Implementation of FFTW3", 2005, section V).
class Auto final : public BroadphaseOf<Auto, AutoParams, kAutoRows> {
 public:
  Auto() {
    for (const BroadphaseEntry* entry : broadphases())
      if (entry->role != BroadphaseRole::chooser && entry->file.empty() &&
          std::ranges::count(kNeverFastest, entry->id) == 0)
        candidates_.emplace_back(entry);  // plug-ins need not be exact, and games lack them
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
    ++frame_;
    edit_ms_ = 0;
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

  bool runs_small_frame_loop(std::size_t boxes) const override { return boxes <= kFewBoxes; }
  const BroadphaseEntry* delegate() const override {
    return candidates_[is_few_ ? few_ : present_].entry;
  }
  void remark(const Frame& f, std::vector<Remark>& out) const override;

 private:
  static constexpr std::size_t kUnknown = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t kNone = kUnknown;
  // All numbers below that control the trials were set by hand.
  static constexpr std::uint64_t kCold = 6,  ///< first frames after a reset, each of whose times
                                             ///< is forgotten at the next
      kFirstProbe = 12,                      ///< frames until the first trial
      kBetweenTrials = 3,                    ///< frames from the end of a trial to the next
      kMaxPause = 60,                        ///< frames until the next check whether a trial is due
      kMaxPatience = 16;                     ///< probe intervals that a lost trial waits at most
  /// The time below which a frame is short, in ms. Of short frames only every 31st is timed: a
  /// prime number, so that the timed frames are not always the same in a cycle of the algorithm.
  static constexpr double kShort = 0.05;
  static constexpr std::uint64_t kTimedEach = 31;
  /// The frames of a trial that are measured, and the frames before them that are not.
  static constexpr std::uint64_t kMeasured = 12, kWarmUp = 1, kWarmUpCoherent = 8;
  /// The factor by which the cost of the choice must change for all algorithms to be tried again.
  static constexpr double kDrift = 1.5;
  /// The budget of trials: a share of all time, and the most that can be saved up, in frames of the
  /// choice.
  static constexpr double kShare = 0.04, kShareIfSlow = 0.1, kMaxSaved = 10;
  /// The budget that a trial needs at least, in ms: the new memory of its first frame takes as long
  /// as many short frames.
  static constexpr double kFirstFrame = AutoCosts::kFirstFrame / 1e6;
  /// The time per box, in ms, beyond which a frame is slow.
  static constexpr double kSlow = AutoCosts::kSlowBox / 1e6;
  /// The frames after which an algorithm may be tried again while frames are slow.
  static constexpr std::uint64_t kWaitIfSlow = 300;
  /// The library's algorithms that are never the fastest by more than a few percent; they are not
  /// tried.
  static constexpr std::array<std::string_view, 3> kNeverFastest{"incremental-sap", "aabb-tree",
                                                                 "interval-tree"};
  /// The number of boxes up to which brute force may be tried.
  static constexpr std::size_t kMaxOfReference = 512;

  static bool is_few(const Frame& f) { return f.size() <= kFewBoxes; }

  std::size_t position_of(std::string_view id) const {
    for (std::size_t k = 0; k < candidates_.size(); ++k)
      if (candidates_[k].entry->id == id) return k;
    return 0;
  }
  double present_ms() const { return candidates_[present_].cost.ms(); }

  /// Starts over after a reset: forgets all costs, and makes the hierarchical grid the choice.
  void begin(const Frame& f) {
    population_ = f.size();
    frame_ = 0;
    next_probe_ = kFirstProbe;
    last_income_ = 0;
    budget_ms_ = decided_ms_ = edit_ms_ = 0;
    is_on_trial_ = false;
    retired_ = kNone;
    present_ = runner_ = position_of("hierarchical-grid");
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
      Candidate fresh(candidates_[k].entry);
      if (k == present_) fresh.broadphase = std::move(candidates_[k].broadphase);
      candidates_[k] = std::move(fresh);
    }
    make_ready(candidates_[present_], f);
  }

  /// Creates the algorithm if it has no instance, and resets it if it missed an edit.
  static void make_ready(Candidate& c, const Frame& f) {
    if (!c.broadphase) c.broadphase = c.entry->make();
    if (!c.knows_population) c.broadphase->reset(f);
    c.knows_population = true;
  }

  // The search of one frame.

  template <class T>
  void answer_few(const Frame& f, PairSink& out, T& trace) {
    population_ = kUnknown;
    if constexpr (T::on)
      show_trace(few_, f, out, trace);
    else
      find_few_pairs(f, out);
  }

  /// Finds the pairs by the choice, or by the algorithm on trial, and measures it.
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

  /// Finds the pairs by the instance that is kept for event logs.
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

  /// Whether the current frame is measured; between frames, whether the next one is, with its
  /// edits.
  bool is_timed() const {
    const bool is_short = frame_ > kFirstProbe && !is_on_trial_ && present_ms() < kShort;
    return !is_short || frame_ % kTimedEach == 0;
  }

  /// Notes the time of a frame. First frames allocate memory: that of a trial does not count for
  /// the algorithm's cost, and those after a reset are forgotten as soon as there is a later one.
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
  /// Makes all algorithms due for another trial.
  void forgive_all() {
    for (Candidate& c : candidates_) {
      c.patience = 1;
      c.due = std::min(c.due, frame_);
    }
    decided_ms_ = present_ms();
    next_probe_ = std::min(next_probe_, frame_ + kBetweenTrials);
  }

  // Trials of other algorithms.

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
  /// Frees the memory of the algorithm that lost the last trial. It is called in the next frame, as
  /// queries of the trial's last frame still went to that algorithm.
  void retire() {
    candidates_[retired_].broadphase.reset();
    candidates_[retired_].knows_population = false;
    retired_ = kNone;
  }

  /// Adds a share of the time that has passed since the last call to the budget of trials. Returns
  /// whether the budget allows a trial now.
  bool may_pay() {
    const double ms = present_ms(), passed = static_cast<double>(frame_ - last_income_);
    if (last_income_ == 0) budget_ms_ = kMaxSaved * ms;
    const double share = is_slow() ? kShareIfSlow : kShare;
    budget_ms_ = std::min(budget_ms_ + share * passed * ms, std::max(kMaxSaved * ms, kFirstFrame));
    last_income_ = frame_;
    return budget_ms_ >= kFirstFrame;
  }

  /// Returns the algorithm to try: of those that are due, the one whose last trial is longest ago,
  /// or the choice where none is due.
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

  /// Is called after each frame of a trial. Ends the trial when its algorithm is clearly slower
  /// than the choice, or has been measured in enough frames.
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
    if (is_won) {
      present_ = runner_;
      c.patience = 1;
    }
    loser.patience = std::min(2 * loser.patience, kMaxPatience);
    loser.due = frame_ + loser.patience * p_.probe_interval;
    decided_ms_ = present_ms();
    next_probe_ = frame_ + kBetweenTrials;
  }

  std::vector<Candidate> candidates_;  // the algorithms tried, in the order of the registry
  std::size_t few_ = 0;                // brute force, which `delegate` names for small frames
  std::size_t present_ = 0;            // [candidates_] the choice
  std::size_t runner_ = 0;             // [candidates_] which searched the last frame
  std::size_t retired_ = kNone;        // [candidates_] the loser of a trial that has just ended
  std::uint64_t frame_ = 0;            // frames since the reset
  std::uint64_t next_probe_ = 0, trial_frames_ = 0, last_income_ = 0;
  double budget_ms_ = 0;   // time that trials may still cost
  double edit_ms_ = 0;     // time spent on edits since the last frame, where it is timed
  double decided_ms_ = 0;  // cost of the choice when it was last judged
  std::size_t population_ = kUnknown;  // number of sprites in the last frame that was searched
  // Whether `runner_` is on trial, and whether the last frame had few boxes.
  bool is_on_trial_ = false, is_few_ = false;
  PairSink unseen_;                    // pairs of a traced frame as it is measured
  std::unique_ptr<Broadphase> shown_;  // finds the pairs of traced frames
  std::size_t shown_of_ = 0;           // the algorithm of `shown_`
};

Sentence in_ms(double ms) { return Sentence::as_is(rounded(ms, ms < 0.1 ? 3 : 2) + " ms"); }

void Auto::remark(const Frame& f, std::vector<Remark>& out) const {
  if (f.size() == 0) return;
  const Candidate& present = candidates_[is_few_ ? few_ : present_];
  const Sentence runs = present.entry->id;
  if (is_few_) {
    out.push_back({false, {"auto runs {}: all pairs of so few boxes are compared.", {runs}}});
    return;
  }
  if (!present.cost.is_known()) return;
  const Candidate* second = nullptr;
  for (const Candidate& c : candidates_)
    if (&c != &present && c.cost.is_known() && (!second || c.cost.ms() < second->cost.ms()))
      second = &c;
  const Sentence time = in_ms(present.cost.ms());
  Sentence text("auto runs {}: {}", {runs, time});
  if (second)
    text = Sentence("auto runs {}: {} against {} for {}, measured {} ago",
                    {runs, time, in_ms(second->cost.ms()), second->entry->id,
                     counted(frame_ - second->measured, "frame")});
  if (runner_ != present_)
    text = Sentence("{}; this frame was a trial of {}", {text, candidates_[runner_].entry->id});
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
