// SPDX-License-Identifier: MIT
// Runs the contestants on every frame and checks their pairs.
#include "lab/race/live_race.hpp"

#include <array>

#include "base/stopwatch.hpp"
#include "collide/registry.hpp"
#include "lab/race/race_ranking.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// ms per frame that counting of box tests may take on average
constexpr double kCountingShare = 1.5;
// ms; a traced run takes ten times as long, so slower contestants are not counted
constexpr double kTooExpensiveToCount = 30;
// Frames that a contestant is run for a count. Only the last one is counted, since the tests of
// some algorithms depend on what they kept from the frames before.
constexpr int kFramesToCount = 3;
constexpr std::array<const char*, 4> kOthers{"sort-and-sweep", "hierarchical-grid", "quadtree",
                                             "uniform-grid"};

// Appends some broadphases of other kinds, so that these get lanes, then all others that can run on
// so many sprites, unless they are there; up to LiveRace::kMax in all.
void append_others(std::vector<Contestant>& all, const Session& session) {
  const auto add = [&](const BroadphaseEntry& entry) {
    if (all.size() < LiveRace::kMax && is_affordable(entry, session.world().size()) &&
        std::ranges::find(all, &entry, &Contestant::entry) == all.end())
      all.push_back(contestant_of(entry, session));
  };
  for (const char* id : kOthers) add(*find_entry(broadphases(), id));
  for (const BroadphaseEntry* entry : broadphases())
    if (entry->role != BroadphaseRole::chooser) add(*entry);
}

std::vector<Contestant> default_contestants(const Session& session) {
  std::vector<Contestant> all{contestant_of(*session.settings().broadphase, session)};
  append_others(all, session);
  return all;
}

}  // namespace

Status LiveRace::apply(const command::StartRace& c, const Session& session) {
  const std::size_t named = c.contestants.size();
  if (named > 0 && (named < kMin || named > kMax))
    return Error{say("a race takes 2 to 16 algorithms, not {}", named)};
  const bool is_first = runners_.empty() && named == 0;
  const auto contestants = is_first ? default_contestants(session) : c.contestants;
  for (const Contestant& contestant : contestants)
    if (auto status = contestant.check(); status.failed()) return status;
  if (!contestants.empty()) {
    runners_ = std::vector<RaceRunner>(contestants.begin(), contestants.end());
    lanes_.clear();
  }
  if (is_on_ && contestants.empty()) return {};
  is_on_ = true;
  frames_ = 0;
  for (RaceRunner& runner : runners_) catch_up(runner, session);
  choose_lanes();
  return {};
}

Status LiveRace::apply(const command::AddRunner& c, const Session& session) {
  if (runners_.size() >= kMax) return Error{"16 algorithms are the most in a race; remove one"};
  if (auto status = c.contestant.check(); status.failed()) return status;
  runners_.emplace_back(c.contestant);
  if (is_on_) catch_up(runners_.back(), session);
  choose_lanes();
  return {};
}

Status LiveRace::apply(const command::RemoveRunner& c, const Session&) {
  if (auto status = check_index(c.runner); status.failed()) return status;
  if (runners_.size() <= kMin) return Error{"a race takes at least two; add another one first"};
  runners_.erase(runners_.begin() + static_cast<std::ptrdiff_t>(c.runner));
  counted_ = 0;
  counting_ = 0;
  lanes_.clear();  // the contestants after it have other indices now
  choose_lanes();
  return {};
}

Status LiveRace::apply(const command::SetRunnerParam& c, const Session& session) {
  if (auto status = check_index(c.runner); status.failed()) return status;
  RaceRunner& runner = runners_[c.runner];
  const Param* row = find_param(runner.params().rows, c.key);
  if (!row)
    return Error{say("there is no parameter '{}'",
                     Sentence::as_is(std::string(runner.contestant.entry->id) + "." + c.key))};
  if (auto status = check_value(*row, c.value); status.failed()) return status;
  runner.set(*row, c.value);
  if (is_on_) catch_up(runner, session);
  return {};
}

Status LiveRace::apply(const command::SetLanes& c, const Session& session) {
  if (c.on && !is_on_)
    if (auto status = apply(command::StartRace{}, session); status.failed()) return status;
  has_lanes_ = c.on;
  choose_lanes();
  return {};
}

Status LiveRace::apply(const command::TimeNarrowphase& c, const Session& session) {
  with_narrowphase_ = c.on;
  frames_ = 0;
  for (RaceRunner& runner : runners_) {
    runner.begin_anew();
    if (is_on_) catch_up(runner, session);
  }
  return {};
}

std::vector<Contestant> LiveRace::contestants() const {
  std::vector<Contestant> all;
  for (const RaceRunner& runner : runners_) all.push_back(runner.contestant);
  return all;
}

std::vector<Contestant> LiveRace::missing(const Session& session) const {
  std::vector<Contestant> all = contestants();
  append_others(all, session);
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(runners_.size()));
  return all;
}

void LiveRace::choose_lanes() {
  for (std::size_t k = 0; k < runners_.size() && lanes_.size() < kMaxLanes; ++k)
    if (std::ranges::find(lanes_, k) == lanes_.end()) lanes_.push_back(k);
  if (!has_lanes() || lanes_.size() == runners_.size()) return;
  const auto order = ranking(*this, RankBy::time);
  if (std::ranges::find(lanes_, order[0]) != lanes_.end()) return;
  const auto rank = [&](std::size_t k) { return std::ranges::find(order, k); };
  *std::max_element(lanes_.begin() + 1, lanes_.end(),
                    [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); }) = order[0];
}

Sentence LiveRace::name(std::size_t runner) const {
  const Sentence name = runners_[runner].contestant.title();
  const auto end = runners_.begin() + static_cast<std::ptrdiff_t>(runner);
  const auto same = std::count_if(
      runners_.begin(), end, [&](const RaceRunner& r) { return r.contestant.title() == name; });
  return same == 0 ? name : say("{} ({})", name, same + 1);
}

// Copies the boxes to the same memory for each contestant, so that all find them as warm in the
// caches as after a game's step.
Frame LiveRace::fresh(const Frame& frame) {
  boxes_.assign(frame.boxes.begin(), frame.boxes.end());
  Frame f = frame;
  f.boxes = boxes_;
  f.threads = 1;
  return f;
}

Frame LiveRace::begin_frame(const Session& session) {
  notice_another_scene(session);
  const Frame f = session.frame();
  truth_ = session.settings().is_exact() ? digest(session.pairs()) : true_pairs(f);
  sprites_ = f.size();
  pairs_ = truth_.count;
  return f;
}

// Runs a contestant on the session's frame from a reset, twice as warm-up and once timed, so that
// it has a result even while the session is paused.
void LiveRace::catch_up(RaceRunner& runner, const Session& session) {
  const Frame f = begin_frame(session);
  runner.begin_anew();
  for (int k = 0; k < 3; ++k) run_one(runner, f, session);
  const bool is_quick = runner.summary().median < kTooExpensiveToCount;
  if (runner.verdict == RaceResult::Verdict::right && is_quick)
    runner.look(fresh(f), session, RaceRunner::Look::first);
}

void LiveRace::run_one(RaceRunner& runner, const Frame& frame, const Session& session) {
  if (!runner.run(fresh(frame), session, timing_, with_narrowphase_)) return;
  if (session.work().is_stopped()) return runner.begin_anew();  // a canceled run is no fault
  bool is_right = runner.agrees_with(truth_);
  if (!is_right) {
    // truth_ may be the pairs of the session's broadphase, which may be wrong itself. So the exact
    // pairs are found by other means before a contestant counts as wrong.
    truth_ = true_pairs(frame);
    pairs_ = truth_.count;
    is_right = runner.agrees_with(truth_);
  }
  if (is_right)
    runner.verdict = RaceResult::Verdict::right;
  else
    runner.reject(say("step {}: {}", session.steps(), difference(runner.found(), truth_)));
}

void LiveRace::notice_another_scene(const Session& session) {
  const void* scene = session.playback()
                          ? static_cast<const void*>(session.playback()->origin().get())
                          : static_cast<const void*>(&*session.settings().scene);
  const bool is_other = scene != scene_ || session.steps() < steps_;
  scene_ = scene;
  steps_ = session.steps();
  if (is_other) forget_times();
}

void LiveRace::observe(const Session& session) {
  if (!is_on_ || runners_.empty() || !session.is_detected()) return;
  const Frame f = begin_frame(session);
  const std::size_t n = runners_.size();
  for (std::size_t k = 0; k < n; ++k) run_one(runners_[(k + frames_) % n], f, session);
  count_some(f, session);
  ++frames_;
  choose_lanes();
}

void LiveRace::count_some(const Frame& frame, const Session& session) {
  counting_owes_ = std::max(0.0, counting_owes_ - kCountingShare);
  if (counting_ == 0 && counting_owes_ > 0) return;
  RaceRunner& runner = runners_[counted_ % runners_.size()];
  const bool is_quick = runner.summary().median < kTooExpensiveToCount;
  const Stopwatch watch;
  if (is_quick)
    runner.look(fresh(frame), session,
                ++counting_ == kFramesToCount ? RaceRunner::Look::count : RaceRunner::Look::follow);
  if (!timing_) counting_owes_ += watch.ms(true);
  if (is_quick && counting_ < kFramesToCount) return;
  counting_ = 0;
  ++counted_;
}

double LiveRace::look_into_all(const Session& session) {
  double ms = 0;
  for (const std::size_t k : in_lanes()) ms += look_into(k, session);
  return ms;
}

double LiveRace::look_into(std::size_t runner, const Session& session) {
  const Stopwatch watch;
  runners_[runner].look(fresh(session.frame()), session, RaceRunner::Look::picture);
  if (session.work().is_stopped()) runners_[runner].begin_anew();
  return watch.ms(false);
}

}  // namespace phasebox
