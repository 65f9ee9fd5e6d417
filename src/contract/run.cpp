// SPDX-License-Identifier: MIT
// Children go through all promises; what ends one of them is its failure, and the next goes on.
#include "contract/run.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/stopwatch.hpp"
#include "contract/facts.hpp"
#include "contract/shrink.hpp"

namespace phasebox::contract {
namespace {

/// One promise, one world, one of the settings.
struct Job {
  std::uint32_t promise, world, settings;
};

class Check {
 public:
  /// `watch` began with all of it; `only`: null, or the one trial.
  Check(const Source& source, const CheckOptions& options, const Stopwatch& watch, Facts facts,
        const TrialFile* only)
      : source_(source), options_(options), watch_(watch), facts_(std::move(facts)), only_(only) {
    for (const PromiseRow& row : promises()) {
      PromiseResult& result = result_.promises.emplace_back();
      result.promise = &row;
      if (row.id == "allocations" && !options.heap.allocations)
        result.skipped = "not measured in this build";
      if (only_) skip_others(result);
    }
    assert(result_.promises.size() <= Board::kRows);
    result_.id = facts_.id, result_.title = facts_.title;
    result_.worlds = only_ ? 1 : options.worlds, result_.seed = options.seed;
    if (!only_) skip_large();
    list_jobs();
  }

  CheckResult run() {
    std::uint32_t next = 0;
    while (next < jobs_.size() && goes_on() && !has_enough()) next = run_from(next);
    result_.is_complete = goes_on() && !has_enough();
    for (std::size_t p = 0; p < result_.promises.size(); ++p) {
      PromiseResult& result = result_.promises[p];
      result.worlds = board_->rows[p].worlds, result.frames = board_->rows[p].frames;
      result.seconds = static_cast<double>(board_->rows[p].microseconds) / 1e6;
      if (result.failure && !is_canceled_) make_small(result, at_[p]);
    }
    result_.growth = facts_.growth;
    result_.seconds = seconds();
    return std::move(result_);
  }

 private:
  void skip_others(PromiseResult& result) const {
    const std::string& id = only_->note.promise;
    if (!id.empty() && id != result.promise->id) result.skipped = "not asked for by the file";
  }
  // What is quadratic is slow, not wrong.
  void skip_large() {
    for (PromiseResult& result : result_.promises) {
      const bool is_huge = result.promise->shown == Shown::huge;
      if (!is_huge && result.promise->shown != Shown::large) continue;
      // Of a large world several frames are looked at, but each has a thirtieth of the pairs.
      constexpr double kHugeTimes = 3, kLargeTimes = 1;
      const double seconds = facts_.seconds_of_many;
      if (options_.stops_at_first)
        result.skipped = "not asked for";
      else if (seconds == 0)
        result.skipped = "no frame could be timed";
      else if (seconds * (is_huge ? kHugeTimes : kLargeTimes) > options_.limit)
        result.skipped = fmt::format("a frame of {} boxes would take about {} s",
                                     grouped(kManyBoxes), rounded(seconds, 0));
    }
  }

  void list_jobs() {
    const auto worlds = static_cast<std::uint32_t>(result_.worlds);
    const auto tried = static_cast<std::uint32_t>(facts_.tried.size());
    const auto round = static_cast<std::uint32_t>(worlds_in_a_round());
    for (std::uint32_t first = 0; first < worlds; first += round)
      for (std::uint32_t p = 0; p < result_.promises.size(); ++p) {
        if (!result_.promises[p].skipped.empty()) continue;
        const bool is_once = only_ || promises()[p].shown == Shown::huge;
        for (std::uint32_t w = first; w < std::min(first + round, worlds); ++w) {
          jobs_.push_back({p, w, 0});
          if (w % tried != 0 && !is_once) jobs_.push_back({p, w, w % tried});
        }
      }
  }

  Settings settings_of(const Job& job) const {
    Settings all = facts_.fixed;
    if (only_) return all;
    all.insert(all.end(), facts_.tried[job.settings].begin(), facts_.tried[job.settings].end());
    return all;
  }

  Trial trial(const Job& job) const {
    if (only_) return only_->trial;
    const PromiseRow& row = promises()[job.promise];
    Trial trial = trial_of(row, options_.seed, job.world);
    return row.id == "lives" ? with_changes(std::move(trial), facts_.tried) : trial;
  }

  double seconds() const { return watch_.ms(false) / 1000; }
  bool is_out_of_time(double share) const {
    return options_.seconds > 0 && seconds() > options_.seconds * share;
  }
  /// s for one attempt to make a failure small.
  double patience() const {
    constexpr double kLeast = 0.5;
    if (options_.seconds == 0) return options_.limit;
    return std::clamp(options_.seconds - seconds(), kLeast, std::max(options_.limit, kLeast));
  }

  // Some of the time is kept for making failures small.
  bool goes_on() {
    constexpr double kShare = 0.7;
    return !is_canceled_ && !is_out_of_time(kShare);
  }

  bool has_enough() const { return options_.stops_at_first && !result_.is_kept(); }

  bool tell_progress() {
    if (!options_.goes_on) return true;
    const std::uint32_t job = std::min<std::uint32_t>(board_->job, last_job());
    const auto done = static_cast<double>(job) / static_cast<double>(jobs_.size());
    const std::string text = fmt::format("{}: {}, world {}", result_.id,
                                         promises()[jobs_[job].promise].title, jobs_[job].world);
    is_canceled_ |= !options_.goes_on(done, text);
    return !is_canceled_;
  }
  std::uint32_t last_job() const { return static_cast<std::uint32_t>(jobs_.size() - 1); }

  /// Gives the job with which the next child begins.
  std::uint32_t run_from(std::uint32_t first) {
    board_->job = first, board_->frame = 0;
    const Care care{.limit = options_.limit,
                    .on_message =
                        [&](char kind, std::uint32_t job, std::string text) {
                          if (kind == 'v' && job < jobs_.size())
                            fail(job, {Breach::Kind::violation, 0, 0, std::move(text)});
                        },
                    .goes_on = [&] { return tell_progress() && goes_on() && !has_enough(); }};
    const ChildEnd end =
        run_in_child(*board_, care, [&](const Channel& channel) { work(first, channel); });
    const std::uint32_t job = std::min<std::uint32_t>(board_->job, last_job());
    Breach breach = breach_of(end, board_->frame, options_.limit);
    if (breach.kind == Breach::Kind::none) return static_cast<std::uint32_t>(jobs_.size());
    breach.text = fmt::format("{} in world {} ({}), frame {}", breach.text, jobs_[job].world,
                              trial(jobs_[job]).label(), breach.frame);
    if (!end.last_words.empty()) breach.text += ": " + end.last_words;
    fail(job, std::move(breach));
    return std::max(job, first) + 1;
  }

  void fail(std::uint32_t job, Breach breach) {
    PromiseResult& result = result_.promises[jobs_[job].promise];
    if (result.failure) return;
    result.failure.emplace();
    result.failure->text = breach.text;
    at_[jobs_[job].promise] = {job, std::move(breach)};
  }

  // In the child.
  void work(std::uint32_t first, const Channel& channel) {
    const auto entry = source_.load();
    if (!entry) return channel.send('v', first, entry.error().text);
    for (std::uint32_t number = first; number < jobs_.size(); ++number) {
      const Job& job = jobs_[number];
      if (result_.promises[job.promise].failure) continue;
      board_->job = number, board_->frame = 0;
      const Trial& shown = cached_trial(job);
      if (shown.frames.empty()) continue;
      Subject subject = subject_of(**entry, settings_of(job));
      subject.place = &board_->frame;
      const Stopwatch watch;
      const Violations found = promises()[job.promise].check(subject, shown, options_.heap);
      note(job, shown, watch.ms(false) / 1000);
      if (found.empty()) continue;
      channel.send('v', number, found.front());
      result_.promises[job.promise].failure.emplace();
      if (options_.stops_at_first) return;
    }
  }

  // Two jobs after one another have the same, and promises in turn few different ones.
  const Trial& cached_trial(const Job& job) {
    Cached& kept = cache_[job.promise];
    if (!kept.is_there || kept.world != job.world) kept = {true, job.world, trial(job)};
    return kept.trial;
  }

  void note(const Job& job, const Trial& shown, double seconds) {
    Board::Row& row = board_->rows[job.promise];
    row.worlds += job.settings == 0 ? 1 : 0;
    row.frames += static_cast<std::uint32_t>(shown.frames.size());
    row.microseconds += static_cast<std::uint64_t>(seconds * 1e6);
  }

  struct At {
    std::uint32_t job = 0;
    Breach breach;
  };

  void make_small(PromiseResult& result, const At& at);
  const Trial* small_one(const Attempt& what, const Breach& alone) const;
  std::string command(const Failure& failure) const {
    std::string text = "phasebox check " + source_.option;
    text += settings_text(failure.settings, " --set ");
    if (options_.limit != CheckOptions{}.limit) text += fmt::format(" --limit {}", options_.limit);
    return text + " --world ";
  }

  const Source& source_;
  const CheckOptions& options_;
  Stopwatch watch_;
  Facts facts_;
  const TrialFile* only_;
  CheckResult result_;
  std::vector<Job> jobs_;
  SharedBoard board_;
  std::array<At, Board::kRows> at_;
  struct Cached {
    bool is_there = false;
    std::uint32_t world = 0;
    Trial trial;
  };
  std::array<Cached, Board::kRows> cache_;
  bool is_canceled_ = false;
};

// What breaks one promise often breaks others as well.
const Trial* Check::small_one(const Attempt& what, const Breach& alone) const {
  for (const PromiseResult& r : result_.promises) {
    if (!r.failure) continue;
    const Trial& small = r.failure->smallest.trial;
    if (!small.frames.empty() && attempt(what, small).is_like(alone)) return &small;
  }
  return nullptr;
}

// What hangs is given less time while it is made small: it hangs in worlds of a few boxes.
void Check::make_small(PromiseResult& result, const At& at) {
  constexpr double kMost = 15, kShortLimit = 0.5;  // s
  Failure& failure = *result.failure;
  const Job& job = jobs_[at.job];
  failure.settings = settings_of(job);
  failure.smallest_text = failure.text;
  Trial whole = trial(job);
  failure.smallest = {whole, {std::string(result.promise->id), failure.text, command(failure)}};
  if (is_out_of_time(1)) return;
  Attempt what{source_, failure.settings, *result.promise, options_.heap, patience()};
  const Breach alone = attempt(what, whole);
  if (alone.kind == Breach::Kind::none) {
    failure.smallest.trial.frames.clear();
    failure.text +=
        "; it does not happen again alone: what ran before in the same process is part of it";
    return;
  }
  if (alone.kind == Breach::Kind::silence) what.limit = std::min(what.limit, kShortLimit);
  const Stopwatch watch;
  bool is_over = false;
  const auto fails = [&](const Trial& less) {
    is_over |=
        watch.ms(false) / 1000 > kMost || is_out_of_time(1) || is_canceled_ || !tell_progress();
    return !is_over && attempt(what, less).is_like(alone);
  };
  if (const Trial* other = small_one(what, alone))
    whole = *other;
  else if (alone.frame + 1 < whole.frames.size())
    whole.frames.resize(alone.frame + 1);
  Trial small = shrink(whole, fails);
  failure.is_shrunk = !is_over;
  what.limit = patience();
  Breach last = attempt(what, small);
  if (!last.is_like(alone)) small = trial(job), last = alone;
  failure.smallest_text = failure.smallest.note.what = last.text;
  failure.smallest.trial = std::move(small);
}

}  // namespace

bool CheckResult::is_kept() const {
  return std::ranges::none_of(promises,
                              [](const PromiseResult& r) { return r.failure.has_value(); });
}

Result<CheckResult> run_check(const Source& source, const CheckOptions& options) {
  constexpr double kShare = 0.2;  // of the time, for how it grows
  const Stopwatch watch;
  auto facts = facts_of(source, {options.sets, options.seed, options.limit});
  if (!facts) return facts.error();
  const double limit =
      options.seconds > 0 ? std::min(options.limit, options.seconds * kShare) : options.limit;
  if (!options.stops_at_first) measure_growth(source, limit, *facts);
  return Check(source, options, watch, *std::move(facts), nullptr).run();
}

Result<CheckResult> run_check(const Source& source, const TrialFile& file,
                              const CheckOptions& options) {
  const std::string& promise = file.note.promise;
  if (!promise.empty() && !find_promise(promise))
    return Error{
        fmt::format("{}: there is no promise '{}'; write the file again with phasebox check",
                    file.trial.name, promise)};
  const Stopwatch watch;
  auto facts = facts_of(source, {options.sets, options.seed, options.limit});
  if (!facts) return facts.error();
  return Check(source, options, watch, *std::move(facts), &file).run();
}

}  // namespace phasebox::contract
