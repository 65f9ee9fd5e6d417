// SPDX-License-Identifier: MIT
// Goals for two threads, and for a million boxes: what a second thread gains in large worlds, and
// how far the time per box grows where a world no longer fits the caches.
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "base/stopwatch.hpp"
#include "collide/registry.hpp"
#include "goal.hpp"
#include "races.hpp"

namespace phasebox::goals {
namespace {

constexpr std::array<std::string_view, 7> kLargeWorldIds{
    "uniform-grid", "spatial-hash", "hierarchical-grid", "sort-and-sweep", "rdc",
    "quadtree",     "kd-tree"};
constexpr std::uint32_t kMany = 100'000, kMillion = 1'000'000;
constexpr std::uint32_t kRecorded = 6;

/// The same for all rows, so they are recorded once.
const Recording& frames_of(std::string_view scene, std::uint32_t count) {
  static std::map<std::pair<std::string_view, std::uint32_t>, Recording> all;
  auto at = all.find({scene, count});
  if (at != all.end()) return at->second;
  return all.emplace(std::pair(scene, count), recorded(scene, count, kRecorded)).first->second;
}

/// An algorithm on its way through a recording and back, with so many threads.
class Runner {
 public:
  Runner(std::string_view id, const Recording& recording, unsigned threads)
      : broadphase_(find_entry(broadphases(), id)->make()),
        recording_(recording),
        threads_(threads) {
    broadphase_->reset(frame());
  }

  /// The next frame; ms by the clock, as threads share the work.
  void step(bool is_timed) {
    at_ = (at_ + 1) % (2 * recording_.size() - 2);
    const Frame seen = frame();
    pairs_.clear();
    const Stopwatch watch;
    broadphase_->find_pairs(seen, pairs_, nullptr);
    if (is_timed) ms_.push_back(watch.ms(false));
  }
  std::size_t pairs() const { return pairs_.size(); }
  /// That of the faster frames: what another program takes of one core would count against two
  /// threads alone.
  double ms() { return quantile(ms_, 0.1); }

 private:
  Frame frame() const {
    const std::size_t last = recording_.size() - 1;
    Frame seen = recording_.frame(at_ <= last ? at_ : 2 * last - at_);
    seen.threads = threads_;
    return seen;
  }

  std::unique_ptr<Broadphase> broadphase_;
  const Recording& recording_;
  unsigned threads_;
  std::size_t at_ = 0;
  PairSink pairs_;
  std::vector<double> ms_;
};

/// Some frames at a time in turn, the first ones of each turn to warm up: what the other one has
/// left in the caches, and a thread that has gone to sleep meanwhile, are not asked for.
void take_turns(Runner& one, Runner& other, int turns) {
  constexpr int kWarmUp = 2, kFrames = 10;
  for (int turn = 0; turn < turns; ++turn)
    for (Runner* runner : {&one, &other})
      for (int frame = 0; frame < kWarmUp + kFrames; ++frame) runner->step(frame >= kWarmUp);
}

/// The time with one thread over that with two.
Measured gain_of_two(std::string_view id, std::string_view scene) {
  const Recording& recording = frames_of(scene, kMany);
  Runner one(id, recording, 1), two(id, recording, 2);
  take_turns(one, two, 10);
  if (one.pairs() != two.pairs()) give_up(fmt::format("{}: two threads are WRONG", id));
  return {one.ms() / two.ms(), fmt::format("{:.3g} and {:.3g} ms", one.ms(), two.ms())};
}

Measured growth_to_a_million(std::string_view id) {
  Runner many(id, frames_of("uniform", kMany), 1), million(id, frames_of("uniform", kMillion), 1);
  take_turns(many, million, 2);
  const double before = many.ms() * 1e6 / kMany;
  const double after = million.ms() * 1e6 / kMillion;
  return {after / before, fmt::format("{:.3g} and {:.3g} ns", before, after)};
}

std::vector<Goal> thread_goals() {
  std::vector<Goal> goals;
  for (const std::string_view scene : {"uniform", "clusters"})
    for (const std::string_view id : kLargeWorldIds)
      goals.push_back({.claim = fmt::format("{}, `{}`, {} boxes: times as fast with two threads",
                                            id, scene, grouped(kMany)),
                       .bar = 1.7,
                       .is_at_least = true,
                       .measure = [id, scene] { return gain_of_two(id, scene); }});
  for (const std::string_view id : kLargeWorldIds)
    goals.push_back({.claim = fmt::format("{}, `uniform`, {} boxes: times the ns per box of {}", id,
                                          grouped(kMillion), grouped(kMany)),
                     .bar = 1.4,
                     .measure = [id] { return growth_to_a_million(id); }});
  return goals;
}

}  // namespace

extern const Topic threads_topic{"threads", "Two threads, and a million boxes", thread_goals};

}  // namespace phasebox::goals
