// SPDX-License-Identifier: MIT
// Finds the truth of a race, then checks, times and counts its contestants.
#include "bench/race.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/stopwatch.hpp"
#include "collide/registry.hpp"
#include "language/format_sentence.hpp"
#include "session/session.hpp"

namespace phasebox {
bool says_anything(const Recorder& log) {
  for (std::size_t k = 0; k < kEventKindCount; ++k) {
    const auto kind = static_cast<EventKind>(k);
    if (kind != EventKind::hit && log.count(kind) > 0)
      return true;  // all pairs of a plug-in are logged as hits
  }
  return false;
}

bool is_affordable(const BroadphaseEntry& entry, std::size_t boxes) {
  constexpr std::size_t kMaxForReference = 20'000;
  return entry.role != BroadphaseRole::reference || boxes <= kMaxForReference;
}

Race::Race(const Recording& recording, RaceOptions options, FrameTruth* known)
    : recording_(recording),
      options_(std::move(options)),
      truth_(known ? known : &own_truth_.emplace(recording)),
      now_(recording.max_boxes()),
      queries_(options_.queries),
      true_answers_(recording.size()) {
  if (options_.windows.empty()) {
    const std::size_t warm_up = std::min(options_.warm_up, recording.size());
    options_.windows = {{.begin = 0, .warm_up = warm_up, .timed = recording.size() - warm_up}};
  }
  for (std::size_t place = 0; place < options_.windows.size(); ++place) {
    const FrameWindow& w = options_.windows[place];
    for (std::size_t k = w.begin; k < std::min(w.end(), recording.size()); ++k)
      steps_.push_back({k, place, k == w.begin, k >= w.begin + w.warm_up});
  }
}

bool Race::advance() {
  switch (stage_) {
    case Stage::truth: find_truth(); break;
    case Stage::check: check(); break;
    case Stage::time: time(); break;
    case Stage::count: count_tests(); break;
    case Stage::done: break;
  }
  return stage_ != Stage::done;
}

void Race::go_to(Stage stage) {
  stage_ = stage;
  step_ = turn_ = 0;
  if (results_.empty() || steps_.empty()) stage_ = Stage::done;
}

// Finds the true pairs of the next frame that has none yet, and passes over those that have.
void Race::find_truth() {
  bool has_searched = false;
  for (; step_ < steps_.size(); ++step_) {
    const std::size_t frame = steps_[step_].frame;
    if (!truth_->knows(frame) && std::exchange(has_searched, true)) return;
    max_pairs_ = std::max(max_pairs_, truth_->of(frame).count);
  }
  if (options_.check_first) return go_to(Stage::check);
  for (turn_ = 0; turn_ < results_.size(); ++turn_) prepare();
  go_to(Stage::time);
}

// Copies a frame's boxes to where those of the last frame were, so that each contestant finds them
// as warm in the cache as after a game's step.
Frame Race::show(std::size_t frame) {
  const auto boxes = recording_.boxes(frame);
  std::ranges::copy(boxes, now_.begin());
  Frame f = recording_.frame(frame);
  f.boxes = std::span(now_).first(boxes.size());
  f.threads = options_.threads;
  return f;
}

double Race::run(Lane& lane, const RaceStep& step) {
  const Frame f = show(step.frame);
  const auto edits = recording_.edits(step.frame);
  if (step.is_begin) lane.algorithm->reset(f);
  lane.pairs.clear();
  const Stopwatch watch;
  if (!step.is_begin && !edits.empty()) lane.algorithm->edit(f, edits);
  lane.algorithm->find_pairs(f, lane.pairs, nullptr);
  double ms = watch.ms(f.threads == 1 && !options_.is_wall);
  if (options_.queries.count > 0) {
    answers_.clear();
    const Stopwatch asking;
    queries_.ask(*lane.algorithm, f, step.frame, answers_);
    ms = (options_.queries.is_only ? 0 : ms) + asking.ms(!options_.is_wall);
  }
  lane.spent += ms;
  return ms;
}

const PairDigest& Race::true_answers(std::size_t frame) {
  std::optional<PairDigest>& known = true_answers_[frame];
  if (!known) {
    PairSink answers;
    const auto scan = find_entry(broadphases(), "brute-force")->make();
    queries_.ask(*scan, recording_.frame(frame), frame, answers);
    known = digest(answers.items());
  }
  return *known;
}

bool Race::is_right(const Lane& lane, std::size_t frame) {
  if (options_.queries.count > 0 && digest(answers_.items()) != true_answers(frame)) return false;
  return is_allowed(digest(lane.pairs.items()), truth_->of(frame), lane.algorithm->is_exact());
}

void Race::reject(std::size_t which, std::size_t frame) {
  Lane& lane = lanes_[which];
  RaceResult& r = results_[which];
  r.verdict = RaceResult::Verdict::wrong;
  r.times.clear();
  r.allocations.reset();
  r.bytes.reset();
  const PairDigest found = digest(lane.pairs.items());
  const bool by_queries = is_allowed(found, truth_->of(frame), lane.algorithm->is_exact());
  r.fault = say("frame {}: {}", frame,
                by_queries ? Sentence("queries found others than a scan finds")
                           : difference(found, truth_->of(frame)));
  lane.algorithm.reset();
  lane.steps = 0;
}

/// Makes the algorithm of contestant `turn_`. Memory for its pairs is reserved before the heap is
/// read, because it is the caller's and not the algorithm's. More than the true pairs are reserved,
/// because some algorithms reserve room for pairs before they test them.
void Race::prepare() {
  Lane& lane = lanes_[turn_];
  lane.pairs.room(2 * max_pairs_ + recording_.max_boxes() + 4096);
  results_[turn_].times.reserve(steps_.size());
  if (options_.heap.bytes) heap_before_ = options_.heap.bytes();
  lane.algorithm = results_[turn_].contestant.make();
  lane.steps = steps_.size();
  lane.first_timed = steps_.size();
  results_[turn_].is_exact = lane.algorithm->is_exact();
}

void Race::check() {
  if (step_ == 0) prepare();
  Lane& lane = lanes_[turn_];
  run(lane, steps_[step_]);
  if (!is_right(lane, steps_[step_].frame)) {
    reject(turn_, steps_[step_].frame);
    return end_check();
  }
  ++step_;
  const bool over = options_.budget > 0 && lane.spent > options_.budget;
  const bool has_more = step_ < steps_.size();
  if (has_more && !(over && step_ > options_.fewest)) return;
  // Steps of a warm-up are timed only if none before them was, so that `times` agrees with
  // `timed_steps`. A contestant with some timed steps goes on until these are `fewest`.
  const auto timed = static_cast<std::size_t>(
      std::ranges::count(std::span(steps_).first(step_), true, &RaceStep::is_timed));
  if (has_more && timed > 0 && timed < options_.fewest) return;
  results_[turn_].verdict = RaceResult::Verdict::right;
  lane.steps = step_;
  if (timed == 0) lane.first_timed = step_ - std::min(step_, options_.fewest);
  end_check();
}

void Race::end_check() {
  if (options_.heap.bytes && lanes_[turn_].algorithm && recording_.max_boxes() > 0) {
    const std::uint64_t now = options_.heap.bytes();
    results_[turn_].bytes = static_cast<double>(now - std::min(now, heap_before_)) /
                            static_cast<double>(recording_.max_boxes());
  }
  step_ = 0;
  if (++turn_ == results_.size()) {
    for (Lane& lane : lanes_) lane.spent = 0;
    go_to(Stage::time);
  }
}

void Race::time() {
  const std::size_t which = (turn_ + step_) % results_.size();
  Lane& lane = lanes_[which];
  if (step_ < lane.steps) time_one(lane, results_[which], which);
  if (++turn_ < results_.size()) return;
  turn_ = 0;
  ++step_;
  const bool any_left =
      std::ranges::any_of(lanes_, [&](const Lane& one) { return step_ < one.steps; });
  if (!any_left) go_to(options_.count_tests ? Stage::count : Stage::done);
}

// Runs the next step of a contestant and times it, unless the step is a warm-up. A contestant whose
// budget or checks end before its first timed frame is timed in warm-up steps from `first_timed`
// on, so that it has a time at all.
void Race::time_one(Lane& lane, RaceResult& result, std::size_t which) {
  const RaceStep& step = steps_[step_];
  const HeapMeter& heap = options_.heap;
  const std::uint64_t before = heap.allocations ? heap.allocations() : 0;
  const double ms = run(lane, step);
  const std::uint64_t after = heap.allocations ? heap.allocations() : 0;
  if (!is_right(lane, step.frame)) return reject(which, step.frame);
  const bool over = options_.budget > 0 && lane.spent > options_.budget;
  if (over && !step.is_timed && result.times.empty())
    lane.first_timed = std::min(lane.first_timed, step_ + 1);
  if (!step.is_timed && step_ < lane.first_timed) return;
  result.verdict = RaceResult::Verdict::right;
  result.times.push_back(ms);
  lane.allocations += after - before;
  if (heap.allocations)
    result.allocations =
        static_cast<double>(lane.allocations) / static_cast<double>(result.times.size());
  if (over && result.times.size() >= options_.fewest) lane.steps = step_;
}

/// The indices of the steps whose box tests are counted: the middles of eight equal parts of the
/// race, or of fewer, but at least one, where these might have more than kBoxes boxes in all.
std::vector<std::size_t> Race::counted_steps() const {
  constexpr std::size_t kMaxCounted = 8, kBoxes = 400'000;
  const std::size_t most = std::clamp<std::size_t>(
      kBoxes / std::max<std::size_t>(recording_.max_boxes(), 1), 1, kMaxCounted);
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < most; ++k) {
    const std::size_t at = steps_.size() * (2 * k + 1) / (2 * most);
    if (chosen.empty() || at > chosen.back()) chosen.push_back(at);
  }
  return chosen;
}

// Counts the box tests of one step's frame. The instance first sees the two frames before, because
// the tests of some algorithms depend on what they keep from frame to frame. `is_known` becomes
// true if it records events at all.
double Race::count_at(Lane& shadow, std::size_t step, bool& is_known) {
  const std::size_t frame = steps_[step].frame;
  const std::size_t first = frame - std::min<std::size_t>(frame, 2);
  double tests = 0;
  for (std::size_t k = first; k <= frame; ++k) {
    const Frame f = show(k);
    Recorder counter;
    shadow.pairs.clear();
    if (k == first)
      shadow.algorithm->reset(f);
    else if (!recording_.edits(k).empty())
      shadow.algorithm->edit(f, recording_.edits(k));
    shadow.algorithm->find_pairs(f, shadow.pairs, k == frame ? &counter : nullptr);
    is_known = is_known || says_anything(counter);
    if (k == frame) tests = static_cast<double>(counter.count(EventKind::test));
  }
  return tests;
}

void Race::count_tests() {
  RaceResult& result = results_[turn_];
  if (result.verdict == RaceResult::Verdict::right) {
    Lane shadow{.algorithm = result.contestant.make(), .pairs = {}};
    const auto chosen = counted_steps();
    double sum = 0;
    bool is_known = false;
    for (const std::size_t step : chosen) sum += count_at(shadow, step, is_known);
    if (is_known) result.box_tests = sum / static_cast<double>(chosen.size());
  }
  if (++turn_ == results_.size()) go_to(Stage::done);
}

double Race::progress() const {
  const std::size_t steps = std::max<std::size_t>(steps_.size(), 1);
  const std::size_t n = std::max<std::size_t>(results_.size(), 1);
  const std::size_t checks = options_.check_first ? n : 0;
  const auto all = static_cast<double>(steps * (1 + checks + n) + n);
  const auto share = [all](std::size_t done) { return static_cast<double>(done) / all; };
  switch (stage_) {
    case Stage::truth: return share(step_);
    case Stage::check: return share(steps * (1 + turn_) + step_);
    case Stage::time: return share(steps * (1 + checks) + step_ * n + turn_);
    case Stage::count: return share(steps * (1 + checks + n) + turn_);
    case Stage::done: break;
  }
  return 1;
}

std::string Race::phase() const {
  switch (stage_) {
    case Stage::truth: return "finding the true pairs";
    case Stage::check: return "checking " + results_[turn_].name;
    case Stage::time: return "racing, frame " + std::to_string(steps_[step_].frame);
    case Stage::count: return "counting the tests of " + results_[turn_].name;
    case Stage::done: break;
  }
  return "done";
}

}  // namespace phasebox
