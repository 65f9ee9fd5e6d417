// SPDX-License-Identifier: MIT
// Following the sprites, timing, counting.
#include "lab/race/race_runner.hpp"

#include <cmath>

#include "base/stopwatch.hpp"

namespace phasebox {
namespace {

constexpr int kLiveWarmUp = 2;           // frames after a new beginning
constexpr double kExpensive = 50;        // ms; a slower one rests until the mean is no more
constexpr std::size_t kEvents = 65'536;  // of a lane's picture

}  // namespace

void LastFrames::push(double value) {
  if (values_.size() < kLength) return values_.push_back(value);
  values_[next_] = value;
  next_ = (next_ + 1) % kLength;
}

std::vector<double> LastFrames::measured() const {
  std::vector<double> all;
  for (const double v : values_)
    if (!std::isnan(v)) all.push_back(v);
  return all;
}

bool RaceRunner::Follower::is_lost(const PopulationEdits& now) const {
  if (seen && *seen == now.changes) return false;
  return !seen || now.changes - *seen != now.edits.size();
}

void RaceRunner::Follower::run(const Frame& f, const PopulationEdits& now, Recorder* log) {
  if (is_lost(now))
    algorithm->reset(f);
  else if (*seen != now.changes)
    algorithm->edit(f, now.edits);
  seen = now.changes;
  pairs.clear();
  algorithm->find_pairs(f, pairs, log);
}

RaceRunner::RaceRunner(Contestant contestant) : contestant_(std::move(contestant)) {
  timed_.algorithm = contestant_.make();
  shadow_.algorithm = contestant_.make();
}

void RaceRunner::set(const Param& row, double value) {
  row.set(timed_.algorithm->params().object, value);
  row.set(shadow_.algorithm->params().object, value);
  contestant_.set(row, row.get(params().object));
  verdict_ = Verdict::pending;
  fault_.clear();
  begin_anew();
}

void RaceRunner::begin_anew() {
  timed_.seen.reset(), shadow_.seen.reset();
  forget_times();
}

void RaceRunner::forget_times() {
  times_.clear();
  box_tests_.reset();
  trace_ = EventLog();
  rest_ = 0;
}

std::vector<Remark> RaceRunner::remarks(const Session& session) const {
  if (verdict_ != Verdict::right || !timed_.seen) return {};
  return session.remarks_of(*timed_.algorithm);
}

std::optional<double> RaceRunner::run(const Frame& f, const PopulationEdits& now,
                                      const Timing& timing) {
  const bool sits_out =
      verdict_ == Verdict::wrong || rest_ > 0 || !is_affordable(*contestant_.entry, f.size());
  if (sits_out) {
    times_.push(LastFrames::kNone);
    rest_ = std::max(rest_ - 1, 0);
    return {};
  }
  if (timed_.is_lost(now)) warm_up_ = kLiveWarmUp;
  const Stopwatch watch;
  timed_.run(f, now, nullptr);
  const double measured = watch.ms(f.threads == 1);
  const double ms = timing ? timing(*this, measured) : measured;
  times_.push(warm_up_ > 0 ? LastFrames::kNone : ms);
  warm_up_ = std::max(warm_up_ - 1, 0);
  if (warm_up_ == 0) rest_ = static_cast<int>(std::min(ms / kExpensive, 600.0));
  return ms;
}

bool RaceRunner::agrees_with(const PairDigest& truth) const {
  const PairDigest mine = found();
  return mine == truth || (!is_exact() && mine.count <= truth.count);
}

void RaceRunner::reject(std::string fault) {
  forget_times();
  verdict_ = Verdict::wrong;
  fault_ = std::move(fault);
}

void RaceRunner::look(const Frame& f, const PopulationEdits& now, bool count, bool keep_events) {
  if (verdict_ == Verdict::wrong) return;
  const std::size_t limit = keep_events ? kEvents : 0;
  Recorder counter;
  Recorder* log = count ? &counter : nullptr;
  if (keep_events) {
    if (trace_.broad.limit() != limit) trace_ = EventLog(limit);
    trace_.broad.clear();
    log = &trace_.broad;
  }
  shadow_.run(f, now, log);
  if (log && says_anything(*log)) box_tests_ = log->count(EventKind::test);
}

}  // namespace phasebox
