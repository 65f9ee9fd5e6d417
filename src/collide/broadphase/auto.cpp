// SPDX-License-Identifier: MIT
// Auto: runs whichever broadphase is measured to be fastest on the current scene (ours).
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/number_format.hpp"
#include "collide/broadphase.hpp"
#include "collide/broadphase/kernels/pair_writer.hpp"
#include "collide/broadphase/list/finder.hpp"

namespace phasebox {
namespace {

struct AutoParams {
  std::uint32_t probe_interval = 240;
  float hysteresis = 15;
};

constexpr std::array kAutoRows{
    param<&AutoParams::probe_interval>("probe-interval", 16, 100000, "frames",
                                       "Frames between two trials of another algorithm."),
    param<&AutoParams::hysteresis>(
        "hysteresis", 0, 90, "%",
        "How much faster than the present algorithm another must be to take its place."),
};

/// Answers the first frame after a reset, whatever is measured, so that its order is known.
constexpr std::string_view kOpener = "sort-and-sweep";
/// Up to this many sprites, testing every pair is worth a trial.
constexpr std::size_t kFewSprites = 256;

/// Time since it was made. On a busy machine a frame may wait for its turn; the processor time of
/// the program does not count that, nor can it be less than the work of one thread.
class Stopwatch {
 public:
  double ms() const {
    const double passed = std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
    if (passed < kTooShortToWait) return passed;
    const double worked =
        1000 * static_cast<double>(std::clock() - worked_) / static_cast<double>(CLOCKS_PER_SEC);
    return std::min(passed, std::max(worked, kTooShortToWait));
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kTooShortToWait = 0.05;
  std::clock_t worked_ = std::clock();
  Clock::time_point start_ = Clock::now();
};

/// Mean of the last one or two hundred frames, in milliseconds; older ones count less and less.
class RunningMean {
 public:
  void add(double ms) {
    if (frames_ >= kWindow) sum_ /= 2, frames_ /= 2;
    sum_ += ms, frames_ += 1;
  }
  /// What was known counts as no more than `frames` frames from now on.
  void fade(double frames) {
    if (frames_ > frames) sum_ *= frames / frames_, frames_ = frames;
  }
  void clear() { *this = {}; }
  bool is_known() const { return frames_ > 0; }
  /// Infinite while nothing is known.
  double ms() const {
    return is_known() ? sum_ / frames_ : std::numeric_limits<double>::infinity();
  }

 private:
  static constexpr double kWindow = 200;
  double sum_ = 0, frames_ = 0;
};

/// One of the others, with what is known about it.
struct Candidate {
  explicit Candidate(const BroadphaseEntry* of) : entry(of), broadphase(of->make()) {}

  bool has_seen(std::size_t sprites, std::size_t pairs) const {
    return max_sprites >= sprites && max_pairs >= pairs;
  }
  void forget() {
    cost.clear();
    measured = due = 0, patience = 1;
    max_sprites = max_pairs = 0;
    knows_population = was_tried = false;
  }

  const BroadphaseEntry* entry;
  std::unique_ptr<Broadphase> broadphase;
  RunningMean cost;
  std::uint64_t measured = 0;                  ///< frame of the last measurement
  std::uint64_t due = 0;                       ///< frame from which a trial makes sense
  std::uint64_t patience = 1;                  ///< doubles with every trial lost
  std::size_t max_sprites = 0, max_pairs = 0;  ///< it has seen
  bool knows_population = false, was_tried = false;
};

/// One algorithm answers each frame. Mostly that is the present choice; every `probe-interval`
/// frames another one takes its place for a few frames, so no frame pays twice and the pairs are
/// exact whichever runs. If its mean cost is below the present one's by `hysteresis`, it stays.
///
/// Time decides only which one runs. Every candidate is exact, so no answer depends on time; only
/// the order of the pairs does, after the first frame.
///
/// A trial lost doubles the wait for the next one of that candidate, and one that costs many times
/// more waits longer from the start. When the present cost changes by half, all may try again.
///
/// Nothing is allocated in a warm frame: a reset shows its frame to all candidates, and a frame
/// with more pairs than any before is shown to all that are not far behind (that frame pays for
/// it). One that has not seen as many sprites and pairs as the last frame had is not tried.
///
/// A traced frame is answered and measured in the same way; then an instance apart, which sees
/// traced frames only, runs for the event log.
///
/// Cost: that of the best, plus a few percent of frames on trial. Memory: that of all together.
/// Keeps between frames: the candidates and their costs.
/// Source: ours; choosing by measured cost as in FFTW's planner (M. Frigo and S. Johnson, "The
/// Design and Implementation of FFTW3", 2005, section V).
class Auto final : public BroadphaseOf<Auto, AutoParams, kAutoRows> {
 public:
  Auto() {
    for (const BroadphaseEntry* entry : broadphases())
      if (entry->role != BroadphaseRole::chooser && entry->file.empty())
        candidates_.emplace_back(
            entry);  // those of the library: they are exact, and games have them
  }

  /// Candidates search here already; where they are stopped, the next frame begins again.
  void reset(const Frame& f) override {
    try {
      begin(f);
    } catch (const Stopped&) {
      population_ = kUnknown;
    }
  }

  void edit(const Frame& f, std::span<const Edit> edits) override {
    if (population_ == kUnknown) return reset(f);
    population_ = f.size();
    Candidate& next = candidates_[is_on_trial_ ? runner_ : present_];
    for (Candidate& c : candidates_) c.knows_population &= &c == &next;
    const Stopwatch watch;
    if (next.knows_population) next.broadphase->edit(boxes_only(f), edits);
    edit_ms_ += watch.ms();
    shown_.reset();
  }

  template <class T>
  void run(const Frame& f, PairSink& out, T& trace) {
    if (population_ != f.size()) reset(f);
    check_limit(f);
    choose_runner(f);
    answer(f, out, trace);
    const bool is_record = f.size() > max_sprites_ || last_pairs_ > max_pairs_;
    if (is_record) show_record(f);
    if (is_record || frame_ == 0) out.room(kSlack);
    if (is_on_trial_) judge();
    ++frame_;
  }

  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    candidates_[runner_].broadphase->query(boxes_only(f), box, out, log);
  }
  void query_costs(const Frame& f, const Aabb& box, std::vector<QueryCost>& out) override {
    candidates_[runner_].broadphase->query_costs(boxes_only(f), box, out);
  }

  const BroadphaseEntry* delegate() const override { return candidates_[present_].entry; }
  void remark(const Frame& f, std::vector<Remark>& out) const override;

 private:
  static constexpr std::uint64_t kTrialFrames = 24, kShowInterval = 64, kMaxPatience = 16;
  /// Room that some ask of the sink beyond what they find.
  static constexpr std::size_t kSlack = 4096;
  static constexpr std::size_t kUnknown = std::numeric_limits<std::size_t>::max();
  static constexpr double kFarBehind = 4, kBehind = 1.5, kHopeless = 16, kDrift = 1.5;

  std::size_t position_of(std::string_view id) const {
    for (std::size_t k = 0; k < candidates_.size(); ++k)
      if (candidates_[k].entry->id == id) return k;
    return 0;
  }

  static bool may_run(const Candidate& c, const Frame& f) {
    return f.size() <= kFewSprites || c.entry->role != BroadphaseRole::reference;
  }

  void begin(const Frame& f) {
    population_ = f.size();
    frame_ = next_probe_ = last_show_ = 0;
    max_sprites_ = f.size(), max_pairs_ = last_pairs_ = 0;
    is_on_trial_ = false;
    shown_.reset();
    for (Candidate& c : candidates_) {
      c.forget();
      if (may_run(c, f)) show(c, f);
      max_pairs_ = std::max(max_pairs_, c.max_pairs);
    }
    last_pairs_ = max_pairs_;
    present_ = runner_ = position_of(kOpener);
    plan_first_round();
  }

  /// Runs a candidate on a frame that another one answers, so that it has its memory. Its time is a
  /// first hint.
  void show(Candidate& c, const Frame& f) {
    const RunningMean known = c.cost;
    unseen_.clear();
    measure(c, f, unseen_);
    if (known.is_known()) c.cost = known;
    near_.clear();
    if (f.size() > 0) c.broadphase->query(boxes_only(f), f.boxes[0], near_, nullptr);
  }

  template <class T>
  void answer(const Frame& f, PairSink& out, T& trace) {
    if (!T::on && !has_rules(f)) return measure(candidates_[runner_], f, out);
    unseen_.clear();
    measure(candidates_[runner_], f, unseen_);
    if constexpr (T::on) return show_trace(f, out, trace);
    PairWriter(f, out).append(unseen_.items());
  }

  /// What a candidate keeps may depend on pairs that are not eligible, so it is shown those too:
  /// how many it has seen then tells what memory it has.
  void measure(Candidate& c, const Frame& given, PairSink& out) {
    const Frame f = boxes_only(given);
    if (!c.knows_population) c.broadphase->reset(f);
    c.knows_population = true;
    const std::size_t before = out.size();
    const Stopwatch watch;
    c.broadphase->find_pairs(f, out, nullptr);
    check_limit(f);
    c.cost.add(watch.ms() + std::exchange(edit_ms_, 0));
    c.measured = frame_;
    last_pairs_ = out.size() - before;
    c.max_sprites = std::max(c.max_sprites, f.size());
    c.max_pairs = std::max(c.max_pairs, last_pairs_);
  }

  /// First times are rough: the memory was new. Those not far behind are tried at once.
  void plan_first_round() {
    double best = std::numeric_limits<double>::infinity();
    for (const Candidate& c : candidates_) best = std::min(best, c.cost.ms());
    for (Candidate& c : candidates_) {
      c.was_tried = c.cost.ms() > kFarBehind * best;
      c.due = c.was_tried ? wait_of(c.cost.ms() / best) : 0;
      c.cost.fade(1);
    }
    candidates_[present_].was_tried = true;
    decided_ms_ = 0;
  }
  /// Frames until a candidate that costs so many times the best is tried again.
  std::uint64_t wait_of(double times) const {
    const double waits = std::clamp(times, 1.0, static_cast<double>(kMaxPatience));
    return frame_ + static_cast<std::uint64_t>(waits * p_.probe_interval);
  }

  void choose_runner(const Frame& f) {
    if (is_on_trial_) return;
    runner_ = present_;
    if (frame_ == 0) return;
    if (has_drifted()) forgive_all();
    if (frame_ < next_probe_) return;
    const std::size_t tried = next_to_try(f);
    if (tried == present_) return;
    runner_ = tried;
    is_on_trial_ = true;
    trial_frames_ = 0;
    Candidate& c = candidates_[tried];
    c.cost.fade(c.was_tried ? kTrialFrames / 2 : 0);
    c.was_tried = true;
  }

  /// The cheapest of those that are due and warm, or the present one.
  std::size_t next_to_try(const Frame& f) const {
    std::size_t best = present_;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
      const Candidate& c = candidates_[k];
      const bool is_ready = frame_ >= c.due && c.has_seen(f.size(), last_pairs_);
      if (k == present_ || !is_ready || !may_run(c, f) || c.cost.ms() >= least) continue;
      best = k, least = c.cost.ms();
    }
    return best;
  }

  /// After each frame of a trial.
  void judge() {
    Candidate &c = candidates_[runner_], &present = candidates_[present_];
    ++trial_frames_;
    const double times = c.cost.ms() / present.cost.ms();
    const bool is_lost = times > (trial_frames_ < kTrialFrames / 2 ? kFarBehind : kBehind);
    const bool may_be_unlucky = trial_frames_ < 3 && times < kHopeless;
    if (may_be_unlucky || (trial_frames_ < kTrialFrames && !is_lost)) return;
    is_on_trial_ = false;
    c.patience = std::min(2 * c.patience, kMaxPatience);
    c.due =
        std::max(wait_of(c.cost.ms() / present.cost.ms()), frame_ + c.patience * p_.probe_interval);
    if (c.cost.ms() < present.cost.ms() * (1 - static_cast<double>(p_.hysteresis) / 100))
      present_ = runner_, c.patience = 1;
    decided_ms_ = candidates_[present_].cost.ms();
    // The first round goes through without a pause, but for a frame of the present choice.
    next_probe_ = frame_ + (is_anyone_untried() ? 2 : p_.probe_interval);
  }
  bool is_anyone_untried() const {
    return std::ranges::any_of(candidates_, [](const Candidate& c) { return !c.was_tried; });
  }

  bool has_drifted() const {
    const double now = candidates_[present_].cost.ms();
    return decided_ms_ > 0 && (now > decided_ms_ * kDrift || now < decided_ms_ / kDrift);
  }
  void forgive_all() {
    for (Candidate& c : candidates_) {
      c.patience = 1;
      c.due = std::min(c.due, wait_of(c.cost.ms() / candidates_[present_].cost.ms()));
    }
    decided_ms_ = candidates_[present_].cost.ms();
    next_probe_ = std::min(next_probe_, frame_);
  }

  /// More sprites or pairs than ever: all that may be tried later get their memory now.
  void show_record(const Frame& f) {
    const std::size_t pairs = last_pairs_;
    max_sprites_ = std::max(max_sprites_, f.size());
    max_pairs_ = std::max(max_pairs_, pairs);
    if (last_show_ > 0 && frame_ < last_show_ + kShowInterval) return;
    last_show_ = frame_ + 1;
    const double limit = kFarBehind * candidates_[present_].cost.ms();
    for (Candidate& c : candidates_)
      if (!c.has_seen(f.size(), pairs) && may_run(c, f) && c.cost.ms() <= limit) show(c, f);
    last_pairs_ = pairs;
    unseen_.clear();
    unseen_.room(max_pairs_ + kSlack);
  }

  template <class T>
  void show_trace(const Frame& f, PairSink& out, T& trace) {
    if (!shown_ || shown_of_ != runner_) {
      shown_ = candidates_[runner_].entry->make();
      shown_->reset(f);
      shown_of_ = runner_;
    }
    shown_->find_pairs(f, out, &trace);
  }

  std::vector<Candidate> candidates_;  // in the order of the registry
  std::size_t present_ = 0;            // the choice
  std::size_t runner_ = 0;             // answered the last frame: the choice, or one on trial
  std::uint64_t frame_ = 0;            // since the reset
  std::uint64_t next_probe_ = 0, trial_frames_ = 0, last_show_ = 0;
  double edit_ms_ = 0;     // spent on edits since the last frame
  double decided_ms_ = 0;  // cost of the choice when it was last judged
  std::size_t max_sprites_ = 0, max_pairs_ = 0, last_pairs_ = 0;
  std::size_t population_ = kUnknown;  // sprites that the present choice knows
  bool is_on_trial_ = false;
  PairSink unseen_;
  Sink<SpriteId> near_;
  std::unique_ptr<Broadphase> shown_;  // runs for event logs
  std::size_t shown_of_ = 0;
};

std::string in_ms(double ms) { return rounded(ms, ms < 0.1 ? 3 : 2) + " ms"; }

void Auto::remark(const Frame& f, std::vector<Remark>& out) const {
  const Candidate& present = candidates_[present_];
  const Candidate* second = nullptr;
  for (const Candidate& c : candidates_)
    if (&c != &present && c.cost.is_known() && (!second || c.cost.ms() < second->cost.ms()))
      second = &c;
  if (f.size() == 0 || !present.cost.is_known() || !second) return;
  std::string text = "auto runs " + std::string(present.entry->id) + ": " +
                     in_ms(present.cost.ms()) + " against " + in_ms(second->cost.ms()) + " for " +
                     std::string(second->entry->id) + ", measured " +
                     counted(frame_ - second->measured, "frame") + " ago";
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
