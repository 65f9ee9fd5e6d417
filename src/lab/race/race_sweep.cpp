// SPDX-License-Identifier: MIT
// One race per number of sprites, on a thread of its own.
#include "lab/race/race_sweep.hpp"

#include <algorithm>
#include <cassert>
#include <memory>
#include <numeric>

#include "base/statistics.hpp"
#include "collide/registry.hpp"
#include "lab/clone.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kSweepWarmUp = 5;  // frames
constexpr double kBudget = 300;          // ms per contestant, for checks and for timed frames
constexpr std::uint32_t kTimedBoxes = 400'000;  // timed per contestant and count, about
const std::vector<std::uint32_t> kDefaultCounts{100, 200, 500, 1000, 2000, 5000, 10000, 20000};

std::size_t frames_for(std::uint32_t sprites) {
  return kSweepWarmUp + std::clamp<std::uint32_t>(kTimedBoxes / std::max(sprites, 1u), 20, 100);
}

// The same scene with other sprites; its algorithms are not asked for anything.
Status resize(Session& session, std::uint32_t sprites) {
  if (auto error = apply_settings(session, session.workload(sprites))) return error;
  if (auto error = session.apply(command::SetCount{sprites})) return error;
  return session.apply(command::Restart{});
}

std::unique_ptr<Broadphase> made(const SweepRival& rival) {
  const BroadphaseEntry* entry = find_entry(broadphases(), rival.broadphase);
  assert(entry && "a contestant is in the registry");
  auto algorithm = entry->make();
  const ParamView view = algorithm->params();
  for (const auto& [key, value] : rival.values)
    if (const Param* row = find_param(view.rows, key)) row->set(view.object, value);
  return algorithm;
}

SweepPoint point_of(const Rival& rival, std::uint32_t sprites, double pairs) {
  const Summary ms = summary_of(rival.times);
  return {sprites, rival.verdict,   rival.is_exact, ms.median,
          ms.p95,  rival.box_tests, pairs,          rival.fault};
}

}  // namespace

// What the thread works on.
struct RaceSweep::Work {
  Session session;
  std::vector<SweepRival> rivals;
  std::vector<std::uint32_t> counts;

  // Twice the sprites take about twice the time.
  double share(std::size_t turns) const {
    const auto end = counts.begin() + static_cast<std::ptrdiff_t>(turns);
    constexpr double kFixed = 500;  // what a turn costs, in sprites
    const auto sum = [](auto from, auto to) {
      return std::accumulate(from, to, 0.0,
                             [](double s, std::uint32_t n) { return s + n + kFixed; });
    };
    return sum(counts.begin(), end) / sum(counts.begin(), counts.end());
  }

  void run(RaceSweep& to, Job::Control& control) {
    for (std::size_t turn = 0; turn < counts.size() && !control.stopped(); ++turn) {
      const std::uint32_t n = counts[turn];
      const std::string title = std::to_string(n) + " sprites: ";
      control.report(share(turn), title + "making them");
      if (resize(session, n)) return;
      const Recording recording = record(session, frames_for(n));
      Race race(recording, {.warm_up = kSweepWarmUp, .budget = kBudget, .fewest = 5});
      for (const SweepRival& rival : rivals)
        race.enter(rival.name, [&rival] { return made(rival); });
      while (!control.stopped() && race.advance())
        control.report(share(turn) + (share(turn + 1) - share(turn)) * race.progress(),
                       title + race.phase());
      if (control.stopped()) return;
      const std::lock_guard lock(to.mutex_);
      for (std::size_t k = 0; k < rivals.size(); ++k)
        to.lines_[k].points.push_back(point_of(race.rivals()[k], n, race.mean_pairs()));
    }
    if (!control.stopped()) control.report(1, "done");
  }
};

Status RaceSweep::start(const Session& session, std::vector<SweepRival> rivals,
                        std::vector<std::uint32_t> counts) {
  if (session.show())
    return Error{
        "recorded boxes are as many as they are; choose a scene to race with other numbers"};
  if (counts.empty()) counts = kDefaultCounts;
  const ParamGroup scene = session.group(Owner::scene());
  const Param* row = find_param(scene.rows, "count");
  assert(row && "every scene has a count");
  for (const std::uint32_t n : counts)
    if (auto error = check_value(*row, n)) return error;
  job_.stop();
  lines_.clear();
  for (const SweepRival& rival : rivals) lines_.push_back({rival.name, {}});
  scene_ = session.scene().title;
  const auto work =
      std::make_shared<Work>(Work{clone(session), std::move(rivals), std::move(counts)});
  job_.start([this, work](Job::Control& control) { work->run(*this, control); });
  return {};
}

std::vector<SweepLine> RaceSweep::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

}  // namespace phasebox
