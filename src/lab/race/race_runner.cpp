// SPDX-License-Identifier: MIT
// Following the sprites, timing, counting.
#include "lab/race/race_runner.hpp"

#include <cmath>

#include "base/stopwatch.hpp"
#include "collide/registry.hpp"

namespace phasebox {
namespace {

constexpr int kLiveWarmUp = 2;           // frames after a new beginning
constexpr double kExpensive = 50;        // ms; a slower one rests until the mean is no more
constexpr std::size_t kEvents = 65'536;  // of a lane's picture
constexpr std::size_t kLongestTitle = 18;
constexpr std::size_t kMaxForBruteForce = 20'000;  // beyond, a frame takes a second and more

// Adapters of other libraries do not trace.
bool says_anything(const Recorder& log) {
  for (std::size_t k = 0; k < kEventKindCount; ++k)
    if (log.count(static_cast<EventKind>(k)) > 0) return true;
  return false;
}

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

RaceRunner::RaceRunner(std::string broadphase, std::string title,
                       std::function<std::unique_ptr<Broadphase>()> make)
    : broadphase_(std::move(broadphase)), title_(std::move(title)), make_(std::move(make)) {
  timed_.algorithm = make_();
  shadow_.algorithm = make_();
}

std::string RaceRunner::name() const {
  std::string name = title_;
  const ParamView view = params();
  for (const Param& row : view.rows) {
    const double value = row.get(view.object);
    if (value == row.init) continue;
    std::string key(row.key);
    for (char& c : key)
      if (c == '-') c = ' ';
    name += ", " + key + " " + value_text(row, value);
  }
  return name;
}

void RaceRunner::set(const Param& row, double value) {
  row.set(timed_.algorithm->params().object, value);
  row.set(shadow_.algorithm->params().object, value);
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
  const bool sits_out = verdict_ == Verdict::wrong || rest_ > 0 ||
                        (broadphase_ == "brute-force" && f.size() > kMaxForBruteForce);
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

Result<RaceRunner> make_runner(const RaceEntry& entry) {
  const BroadphaseEntry* line = find_entry(broadphases(), entry.broadphase);
  if (!line) return unknown_id("broadphase", entry.broadphase, broadphases());
  // A long title would leave no room beside it.
  const std::string_view name = line->title.size() > kLongestTitle ? line->id : line->title;
  RaceRunner runner(std::string(line->id), std::string(name), line->make);
  for (const auto& [key, value] : entry.values) {
    const Param* row = find_param(runner.params().rows, key);
    if (!row) return Error{"there is no parameter '" + entry.broadphase + "." + key + "'"};
    if (auto error = check_value(*row, value)) return *error;
    runner.set(*row, value);
  }
  return runner;
}

}  // namespace phasebox
