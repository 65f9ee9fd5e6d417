// SPDX-License-Identifier: MIT
// Runs a contestant of the live race on a frame, timed or traced.
#include "lab/race/race_runner.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <utility>

#include "base/stopwatch.hpp"

namespace phasebox {
namespace {

constexpr int kLiveWarmUp = 2;  // frames that are not timed after a reset
// ms; after a slower frame a contestant pauses for so many frames that its mean is about this (but
// for 600 at most)
constexpr double kExpensive = 20;
constexpr std::size_t kEvents = 65'536;  // most events kept for the picture in a lane
constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void RaceRunner::Follower::run(const Frame& f, const Session& session, Recorder* log) {
  const PopulationChanges changes = session.population_changes();
  if (is_lost(session))
    algorithm->reset(f);
  else if (*seen != changes.count)
    algorithm->edit(f, changes.last);
  seen = changes.count;
  pairs.clear();
  algorithm->find_pairs(f, pairs, log);
}

void RaceRunner::set(const Param& row, double value) {
  row.set(timed_.algorithm->params().object, value);
  row.set(shadow_.algorithm->params().object, value);
  contestant.set(row, row.get(params().object));
  is_exact = timed_.algorithm->is_exact();
  verdict = Verdict::pending;
  fault = {};
  begin_anew();
}

// Makes the instance of the session's narrowphase that confirms this contestant's pairs, with the
// session's parameters. It begins from a reset when anything it keeps may be of other sprites.
void RaceRunner::prepare_narrowphase(const Frame& f, const Session& session) {
  const Choice<NarrowphaseEntry>& chosen = session.settings().narrowphase;
  const bool is_other = std::exchange(narrowphase_, &*chosen) != &*chosen;
  if (is_other) confirming_ = chosen->make();
  const bool has_changed = copy_params(chosen.instance().params(), confirming_->params());
  if (is_other || has_changed || timed_.is_lost(session)) confirming_->reset(f);
}

// Sorts and confirms the pairs that were just found, as the session does after its broadphase.
void RaceRunner::confirm(const Frame& f) {
  const auto bits = static_cast<unsigned>(std::bit_width(f.size()));
  pair_sort_.sort_in_place(timed_.pairs.items(), 2 * bits,
                           [bits](Pair p) { return std::uint64_t{p.a} << bits | p.b; });
  contacts_.clear();
  confirming_->confirm(f, timed_.pairs.items(), contacts_, nullptr);
}

std::optional<double> RaceRunner::run(const Frame& f, const Session& session, const Timing& timing,
                                      bool with_narrowphase) {
  boxes_ = f.size();
  const bool sits_out =
      verdict == Verdict::wrong || rest_ > 0 || !is_affordable(*contestant.entry, f.size());
  if (sits_out) {
    keep_time(kNotMeasured);
    rest_ = std::max(rest_ - 1, 0);
    return {};
  }
  if (timed_.is_lost(session)) warm_up_ = kLiveWarmUp;
  if (with_narrowphase) prepare_narrowphase(f, session);
  const Stopwatch watch;
  timed_.run(f, session, nullptr);
  if (with_narrowphase) confirm(f);
  const double measured = watch.ms(f.threads == 1);
  const double ms = timing ? timing(*this, measured) : measured;
  keep_time(warm_up_ > 0 ? kNotMeasured : ms);
  warm_up_ = std::max(warm_up_ - 1, 0);
  if (warm_up_ == 0) rest_ = static_cast<int>(std::min(ms / kExpensive, 600.0));
  return ms;
}

std::vector<double> RaceRunner::measured() const {
  std::vector<double> all;
  std::ranges::copy_if(times, std::back_inserter(all), [](double ms) { return !std::isnan(ms); });
  return all;
}

Summary RaceRunner::summary() const {
  Summary s = summary_of(measured());
  if (clock_step > 0 && all_count_ > 0) s.median = all_ms_ / static_cast<double>(all_count_);
  return s;
}

void RaceRunner::look(const Frame& f, const Session& session, Look purpose) {
  if (verdict == Verdict::wrong) return;
  Recorder counter;
  Recorder* log = purpose == Look::follow ? nullptr : &counter;
  if (purpose == Look::picture) {
    if (trace_.broad.limit() != kEvents) trace_ = EventLog(kEvents);
    trace_.broad.clear();
    log = &trace_.broad;
  }
  shadow_.run(f, session, log);
  if (!log || !says_anything(*log)) return;
  const auto tests = static_cast<double>(log->count(EventKind::test));
  if (purpose == Look::count) {
    if (counts_.size() == kMaxCounts) counts_.erase(counts_.begin());
    counts_.push_back(tests);
  }
  box_tests = counts_.empty() ? tests : summary_of(counts_).median;
}

}  // namespace phasebox
