// SPDX-License-Identifier: MIT
// Truth, checks, timed frames, counted frames.
#include "core/bench/race.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "core/bench/stopwatch.hpp"

namespace phasebox {
namespace {

double at_rank(const std::vector<double>& sorted, double share) {
  const double rank = std::ceil(share * static_cast<double>(sorted.size()));
  return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

/// Adapters of other libraries do not trace.
bool says_anything(const Recorder& log) {
  for (std::size_t k = 0; k < kMarkCount; ++k)
    if (log.count(static_cast<Mark>(k)) > 0) return true;
  return false;
}

}  // namespace

Spread spread(std::vector<double> times) {
  if (times.empty()) return {};
  std::ranges::sort(times);
  const std::size_t n = times.size();
  return {.median = (times[(n - 1) / 2] + times[n / 2]) / 2,
          .mean = std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(n),
          .p5 = at_rank(times, 0.05),
          .p95 = at_rank(times, 0.95),
          .worst = times.back()};
}

struct Race::Lane {
  std::unique_ptr<Broadphase> algorithm;
  PairSink pairs;
  std::size_t frames = 0;   // how many are to be run: all, or as many as the budget allowed
  std::size_t warm_up = 0;  // of them
  double spent = 0;         // ms in this stage
};

Race::Race(const Recording& recording, RaceOptions options)
    : recording_(recording), options_(options), now_(recording.most_boxes()) {}
Race::~Race() = default;

void Race::enter(std::string name, std::function<std::unique_ptr<Broadphase>()> make) {
  assert(stage_ == Stage::truth && frame_ == 0 && "rivals enter before the race");
  rivals_.push_back({std::move(name), std::move(make)});
  lanes_.push_back(std::make_unique<Lane>());
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
  frame_ = turn_ = 0;
  if (rivals_.empty() || recording_.size() == 0) stage_ = Stage::done;
}

std::size_t Race::frame_count() const {
  return options_.frames > 0 ? std::min(options_.frames, recording_.size()) : recording_.size();
}

void Race::know(std::span<const PairDigest> truth) {
  assert(stage_ == Stage::truth && frame_ == 0 && "what is known is told before the race");
  truth_.assign(truth.begin(),
                truth.begin() + static_cast<std::ptrdiff_t>(std::min(truth.size(), frame_count())));
  for (const PairDigest& d : truth_) most_pairs_ = std::max(most_pairs_, d.count);
  frame_ = truth_.size();
}

void Race::find_truth() {
  if (frame_ < frame_count()) {
    truth_.push_back(true_pairs(recording_.frame(frame_)));
    most_pairs_ = std::max(most_pairs_, truth_.back().count);
  }
  if (++frame_ >= frame_count()) go_to(Stage::check);
}

// A copy to where the last frame was: the boxes are as warm in the caches as after a step of a
// game, for every rival alike.
Frame Race::show(std::size_t frame) {
  const auto boxes = recording_.boxes(frame);
  std::ranges::copy(boxes, now_.begin());
  Frame f = recording_.frame(frame);
  f.boxes = std::span(now_).first(boxes.size());
  f.threads = options_.threads;
  return f;
}

double Race::run(Lane& lane, std::size_t frame) {
  const Frame f = show(frame);
  const auto edits = recording_.edits(frame);
  if (frame == 0) lane.algorithm->reset(f);
  lane.pairs.clear();
  const Stopwatch watch;
  if (frame > 0 && !edits.empty()) lane.algorithm->edit(f, edits);
  lane.algorithm->find_pairs(f, lane.pairs, nullptr);
  const double ms = watch.ms(f.threads == 1);
  lane.spent += ms;
  return ms;
}

bool Race::is_right(const Lane& lane, std::size_t frame) const {
  const PairDigest found = digest(lane.pairs.items());
  return found == truth_[frame] ||
         (!lane.algorithm->is_exact() && found.count <= truth_[frame].count);
}

void Race::reject(std::size_t rival) {
  const PairDigest found = digest(lanes_[rival]->pairs.items()), truth = truth_[frame_];
  Rival& r = rivals_[rival];
  r.verdict = Rival::Verdict::wrong;
  r.times.clear();
  r.fault = "frame " + std::to_string(frame_) + ": " + std::to_string(found.count) +
            " pairs instead of " + std::to_string(truth.count);
  if (found.count == truth.count) r.fault = "frame " + std::to_string(frame_) + ": other pairs";
  lanes_[rival]->algorithm.reset();
  lanes_[rival]->frames = 0;
}

void Race::check() {
  Lane& lane = *lanes_[turn_];
  Rival& rival = rivals_[turn_];
  if (frame_ == 0) {
    // The results' memory is the caller's, not the algorithm's; some algorithms ask for room ahead.
    lane.pairs.room(2 * most_pairs_ + recording_.most_boxes() + 4096);
    rival.times.reserve(frame_count());
    if (options_.heap.bytes) heap_before_ = options_.heap.bytes();
    lane.algorithm = rival.make();
    rival.is_exact = lane.algorithm->is_exact();
  }
  run(lane, frame_);
  if (!is_right(lane, frame_)) {
    reject(turn_);
    return end_check();
  }
  lane.frames = ++frame_;
  const bool over = options_.budget > 0 && lane.spent > options_.budget;
  if (frame_ == frame_count() || (over && frame_ > options_.fewest)) {
    rival.verdict = Rival::Verdict::right;
    lane.warm_up = std::min(options_.warm_up, lane.frames - std::min(lane.frames, options_.fewest));
    end_check();
  }
}

void Race::end_check() {
  if (options_.heap.bytes && lanes_[turn_]->algorithm)
    rivals_[turn_].bytes = options_.heap.bytes() - std::min(options_.heap.bytes(), heap_before_);
  frame_ = 0;
  if (++turn_ == rivals_.size()) {
    for (auto& lane : lanes_) lane->spent = 0;
    go_to(Stage::time);
  }
}

void Race::time() {
  const std::size_t which = (turn_ + frame_) % rivals_.size();
  Lane& lane = *lanes_[which];
  if (frame_ >= lane.frames) return end_turn();
  Rival& rival = rivals_[which];
  const HeapMeter& heap = options_.heap;
  const std::uint64_t before = heap.allocations ? heap.allocations() : 0;
  const double ms = run(lane, frame_);
  const std::uint64_t after = heap.allocations ? heap.allocations() : 0;
  if (!is_right(lane, frame_)) {
    reject(which);
  } else if (frame_ >= lane.warm_up) {
    rival.times.push_back(ms);
    if (heap.allocations) rival.allocations = rival.allocations.value_or(0) + after - before;
    const bool over = options_.budget > 0 && lane.spent > options_.budget;
    if (over && rival.times.size() >= options_.fewest) lane.frames = frame_;
  }
  end_turn();
}

void Race::end_turn() {
  if (++turn_ < rivals_.size()) return;
  turn_ = 0;
  ++frame_;
  const bool any_left =
      std::ranges::any_of(lanes_, [&](const auto& lane) { return frame_ < lane->frames; });
  if (!any_left) go_to(options_.count_tests ? Stage::count : Stage::done);
}

// On an instance that has seen the two frames before, since some algorithms live on what they keep.
void Race::count_tests() {
  Rival& rival = rivals_[turn_];
  if (rival.verdict == Rival::Verdict::right) {
    const std::size_t middle = frame_count() / 2, first = middle - std::min<std::size_t>(middle, 2);
    Lane twin{.algorithm = rival.make(), .pairs = {}};
    for (std::size_t frame = first; frame <= middle; ++frame) {
      const Frame f = show(frame);
      Recorder counter;
      twin.pairs.clear();
      if (frame == first)
        twin.algorithm->reset(f);
      else if (!recording_.edits(frame).empty())
        twin.algorithm->edit(f, recording_.edits(frame));
      twin.algorithm->find_pairs(f, twin.pairs, frame == middle ? &counter : nullptr);
      if (says_anything(counter)) rival.box_tests = counter.count(Mark::test);
    }
  }
  if (++turn_ == rivals_.size()) go_to(Stage::done);
}

double Race::progress() const {
  const std::size_t frames = std::max<std::size_t>(frame_count(), 1);
  const std::size_t n = std::max<std::size_t>(rivals_.size(), 1);
  const auto all = static_cast<double>(frames * (1 + 2 * n) + n);
  switch (stage_) {
    case Stage::truth: return static_cast<double>(frame_) / all;
    case Stage::check: return static_cast<double>(frames * (1 + turn_) + frame_) / all;
    case Stage::time: return static_cast<double>(frames * (1 + n) + frame_ * n + turn_) / all;
    case Stage::count: return static_cast<double>(frames * (1 + 2 * n) + turn_) / all;
    case Stage::done: break;
  }
  return 1;
}

std::string Race::phase() const {
  switch (stage_) {
    case Stage::truth: return "finding the true pairs";
    case Stage::check: return "checking " + rivals_[turn_].name;
    case Stage::time: return "racing, frame " + std::to_string(frame_);
    case Stage::count: return "counting the tests of " + rivals_[turn_].name;
    case Stage::done: break;
  }
  return "done";
}

bool Race::any_wrong() const {
  return std::ranges::any_of(rivals_,
                             [](const Rival& r) { return r.verdict == Rival::Verdict::wrong; });
}

double Race::mean_pairs() const {
  double sum = 0;
  for (const PairDigest& d : truth_) sum += static_cast<double>(d.count);
  return truth_.empty() ? 0 : sum / static_cast<double>(truth_.size());
}

}  // namespace phasebox
