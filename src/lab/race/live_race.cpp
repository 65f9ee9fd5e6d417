// SPDX-License-Identifier: MIT
// Which algorithms race, and what happens in each frame.
#include "lab/race/live_race.hpp"

#include <algorithm>
#include <array>

#include "base/stopwatch.hpp"
#include "collide/registry.hpp"

namespace phasebox {
namespace {

constexpr double kCountingShare = 1.5;       // ms per frame that counting may take
constexpr double kTooExpensiveToCount = 30;  // ms; a traced run takes ten times as long
constexpr int kFramesToCount = 3;            // two to see, since some live on what they keep
constexpr std::array<const char*, 4> kOthers{"sort-and-sweep", "hierarchical-grid", "quadtree",
                                             "uniform-grid"};

// The chosen one, and three of other kinds.
std::vector<Contestant> default_contestants(const Session& session) {
  std::vector<Contestant> all{contestant_of(session.broadphase(), session)};
  for (const char* id : kOthers)
    if (all.size() < 4 && id != session.broadphase().id)
      all.push_back(contestant_of(*find_entry(broadphases(), id), session));
  return all;
}

bool is_stopped(const Session& session) { return session.stopped() != WorkLimit::Reason::none; }

std::string count_of(const PairDigest& found, const PairDigest& truth) {
  if (found.count == truth.count) return "other pairs than the exact ones";
  return std::to_string(found.count) + " pairs instead of " + std::to_string(truth.count);
}

}  // namespace

Status LiveRace::apply(const command::StartRace& c, const Session& session) {
  const std::size_t named = c.contestants.size();
  if (named > 0 && (named < kMin || named > kMax))
    return Error{"a race takes 2 to 6 algorithms, not " + std::to_string(named)};
  const bool is_first = runners_.empty() && named == 0;
  const auto contestants = is_first ? default_contestants(session) : c.contestants;
  for (const Contestant& contestant : contestants)
    if (auto error = contestant.check()) return error;
  if (!contestants.empty())
    runners_ = std::vector<RaceRunner>(contestants.begin(), contestants.end());
  if (is_on_ && contestants.empty()) return {};
  is_on_ = true;
  frames_ = 0;
  for (RaceRunner& runner : runners_) catch_up(runner, session);
  return {};
}

Status LiveRace::apply(const command::StopRace&, const Session&) {
  is_on_ = has_lanes_ = false;
  return {};
}

Status LiveRace::apply(const command::AddRunner& c, const Session& session) {
  if (runners_.size() >= kMax) return Error{"six algorithms are the most in a race; remove one"};
  if (auto error = c.contestant.check()) return error;
  runners_.emplace_back(c.contestant);
  if (is_on_) catch_up(runners_.back(), session);
  return {};
}

Status LiveRace::apply(const command::RemoveRunner& c, const Session&) {
  if (auto error = check_index(c.runner)) return error;
  if (runners_.size() <= kMin) return Error{"a race takes at least two; add another one first"};
  runners_.erase(runners_.begin() + static_cast<std::ptrdiff_t>(c.runner));
  counted_ = 0, counting_ = 0;
  return {};
}

Status LiveRace::apply(const command::SetRunnerParam& c, const Session& session) {
  if (auto error = check_index(c.runner)) return error;
  RaceRunner& runner = runners_[c.runner];
  const Param* row = find_param(runner.params().rows, c.key);
  if (!row)
    return Error{"there is no parameter '" + std::string(runner.contestant().entry->id) + "." +
                 c.key + "'"};
  if (auto error = check_value(*row, c.value)) return error;
  runner.set(*row, c.value);
  if (is_on_) catch_up(runner, session);
  return {};
}

Status LiveRace::apply(const command::SetLanes& c, const Session& session) {
  if (c.on && !is_on_)
    if (auto error = apply(command::StartRace{}, session)) return error;
  has_lanes_ = c.on;
  return {};
}

void LiveRace::renew_broadphases() {
  for (RaceRunner& runner : runners_) runner = RaceRunner(renewed(runner.contestant()));
  frames_ = 0;
  counted_ = 0, counting_ = 0;
}

Status LiveRace::check_index(std::size_t runner) const {
  if (runner < runners_.size()) return {};
  return Error{"there is no contestant " + std::to_string(runner) + " in this race"};
}

std::string LiveRace::name(std::size_t runner) const {
  const std::string name = runners_[runner].contestant().title();
  const auto end = runners_.begin() + static_cast<std::ptrdiff_t>(runner);
  const auto same = std::count_if(
      runners_.begin(), end, [&](const RaceRunner& r) { return r.contestant().title() == name; });
  return same == 0 ? name : name + " (" + std::to_string(same + 1) + ")";
}

// A copy to where the last one was: the boxes are as warm in the caches as after a step of a game,
// for every contestant alike.
Frame LiveRace::fresh(const Frame& frame) {
  boxes_.assign(frame.boxes.begin(), frame.boxes.end());
  Frame f = frame;
  f.boxes = boxes_;
  f.threads = 1;
  return f;
}

PairDigest LiveRace::truth_of(const Session& session, const Frame& frame) const {
  return session.is_exact() ? digest(session.pairs()) : true_pairs(frame);
}

// A new contestant runs on the frame that is shown, so that there is something to see even while
// nothing moves: warm first, then timed.
void LiveRace::catch_up(RaceRunner& runner, const Session& session) {
  notice_another_scene(session);
  const Frame f = session.frame();
  truth_ = truth_of(session, f);
  sprites_ = f.size(), pairs_ = truth_.count;
  runner.begin_anew();
  for (int k = 0; k < 3; ++k) run_one(runner, f, session);
  const bool is_quick = runner.summary().median < kTooExpensiveToCount;
  if (runner.verdict() == RaceResult::Verdict::right && is_quick)
    runner.look(fresh(f), PopulationEdits(session), true, false);
}

void LiveRace::run_one(RaceRunner& runner, const Frame& frame, const Session& session) {
  if (!runner.run(fresh(frame), PopulationEdits(session), timing_)) return;
  if (is_stopped(session)) return runner.begin_anew();  // it has no pairs, and that is no fault
  if (runner.agrees_with(truth_)) return runner.accept();
  // Before a contestant is called wrong, the truth is found by other means.
  truth_ = true_pairs(frame);
  pairs_ = truth_.count;
  if (runner.agrees_with(truth_)) return runner.accept();
  runner.reject("step " + std::to_string(session.steps()) + ": " +
                count_of(runner.found(), truth_));
}

void LiveRace::notice_another_scene(const Session& session) {
  const void* scene = session.show() ? static_cast<const void*>(session.show()->origin().get())
                                     : static_cast<const void*>(&session.scene());
  const bool is_other = scene != scene_ || session.steps() < steps_;
  scene_ = scene;
  steps_ = session.steps();
  if (!is_other) return;
  for (RaceRunner& runner : runners_) runner.forget_times();
  frames_ = 0;
}

void LiveRace::run_frame(const Session& session) {
  if (runners_.empty() || !session.is_detected()) return;
  notice_another_scene(session);
  const Frame f = session.frame();
  truth_ = truth_of(session, f);
  sprites_ = f.size(), pairs_ = truth_.count;
  const std::size_t n = runners_.size();
  for (std::size_t k = 0; k < n; ++k) run_one(runners_[(k + frames_) % n], f, session);
  count_some(f, session);
  ++frames_;
}

void LiveRace::count_some(const Frame& frame, const Session& session) {
  counting_owes_ = std::max(0.0, counting_owes_ - kCountingShare);
  if (counting_ == 0 && counting_owes_ > 0) return;
  RaceRunner& runner = runners_[counted_ % runners_.size()];
  const bool is_quick = runner.summary().median < kTooExpensiveToCount;
  const Stopwatch watch;
  if (is_quick)
    runner.look(fresh(frame), PopulationEdits(session), ++counting_ == kFramesToCount, false);
  if (!timing_) counting_owes_ += watch.ms(true);
  if (is_quick && counting_ < kFramesToCount) return;
  counting_ = 0;
  ++counted_;
}

double LiveRace::look_into_all(const Session& session) {
  const Frame f = session.frame();
  const Stopwatch watch;
  for (RaceRunner& runner : runners_) {
    runner.look(fresh(f), PopulationEdits(session), true, true);
    if (is_stopped(session)) runner.begin_anew();
  }
  return watch.ms(false);
}

}  // namespace phasebox
