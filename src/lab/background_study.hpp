// SPDX-License-Identifier: MIT
// Runs long work beside the window, on a thread (or in slices of frames where there are no
// threads), with progress, time left and a way to stop.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <concepts>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/memory_end.hpp"
#include "base/os/worker.hpp"
#include "base/sentence.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// A worker and the progress of its work. Only the thread that made the object may call its public
/// functions.
class BackgroundWork {
 public:
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

  /// Asks the work to end and waits until it has. What it has found so far is kept.
  void stop() {
    stopping_.stop();
    worker_.stop();
  }
  bool is_running() const { return is_running_; }
  /// The share of the work that is done, 0 to 1. It never decreases until other work starts, and
  /// keeps its value when the work is stopped.
  double progress() const {
    const std::lock_guard lock(mutex_);
    return progress_;
  }
  /// Names the current work, such as "timing quadtree"; "done", "stopped" or kOutOfMemory at the
  /// end; empty before the first start.
  Sentence phase() const {
    const std::lock_guard lock(mutex_);
    return phase_;
  }
  /// Whether the work ended because memory ran out; results shown before are kept.
  bool has_run_out() const { return has_run_out_; }
  /// The phase of work that ended because memory ran out.
  static constexpr const char* kOutOfMemory = "stopped: out of memory";
  /// The expected time left, s, from the share of work done since it was made; none before 1 % is
  /// done, and while nothing runs.
  std::optional<double> seconds_left() const {
    const std::lock_guard lock(mutex_);
    if (!is_running_ || progress_ < 0.01) return {};
    const double passed = std::chrono::duration<double>(Clock::now() - begun_).count();
    return passed / progress_ * (1 - progress_);
  }

 protected:
  using Clock = std::chrono::steady_clock;

  BackgroundWork() = default;
  ~BackgroundWork() { stop(); }

  /// Calls `step` on the worker until it returns false or the work is stopped, and then `at_end`.
  /// Both may throw std::bad_alloc only, which ends the work; then `at_end` is not called any more.
  /// `phase` names the work until it reports.
  template <class Step, class AtEnd>
  void run(Sentence phase, Step step, AtEnd at_end) {
    progress_ = 0;
    phase_ = std::move(phase);
    begun_ = Clock::now();
    is_running_ = true;
    has_run_out_ = false;
    stopping_.begin();
    worker_.begin(
        [this, step = std::move(step)]() mutable {
          bool has_more = false;
          has_run_out_ = !fits_in_memory([&] { has_more = step(); });
          return has_more;
        },
        [this, at_end = std::move(at_end)](bool was_stopped) {
          if (!has_run_out_) has_run_out_ = !fits_in_memory(at_end);
          end(was_stopped);
        });
  }
  /// Begins to measure the time that seconds_left() goes by: what was done before is no progress.
  void begin_progress() {
    const std::lock_guard lock(mutex_);
    begun_ = Clock::now();
  }
  /// Sets progress (a lower one than before is ignored) and phase; the work calls it on the worker.
  void report(double progress, Sentence phase) {
    const std::lock_guard lock(mutex_);
    progress_ = std::clamp(progress, progress_, 1.0);
    phase_ = std::move(phase);
  }

  /// The limit that `stop` stops, so that a long step can end early. Work stopped before its
  /// first step is made with this limit stopped.
  const WorkLimit* stopping() const { return &stopping_; }

  mutable os::Mutex mutex_;  ///< guards progress and phase, and the result of a BackgroundStudy

 private:
  void end(bool was_stopped) {
    const bool is_done = !was_stopped && !has_run_out_;
    report(is_done ? 1 : progress(), has_run_out_ ? kOutOfMemory : is_done ? "done" : "stopped");
    is_running_ = false;
  }

  double progress_ = 0;
  Sentence phase_;
  Clock::time_point begun_;
  std::atomic<bool> is_running_ = false, has_run_out_ = false;
  WorkLimit stopping_;
  os::Worker worker_;
};

/// Work that is done in pieces of some ms each, between which it can be stopped. A piece throws
/// nothing but std::bad_alloc.
template <class Result>
class PiecewiseWork {
 public:
  virtual ~PiecewiseWork() = default;
  /// Does the next piece and returns false when nothing is left.
  virtual bool advance() = 0;
  virtual double progress() const = 0;  ///< 0 to 1
  virtual Sentence phase() const = 0;   ///< what is being done: "timing quadtree"
  virtual Result result() const = 0;    ///< what has been found so far
};

template <class Result>
using OwnedWork = std::unique_ptr<PiecewiseWork<Result>>;

/// Does all pieces of the work and returns the result.
template <class Result>
Result finished(PiecewiseWork<Result>& work) {
  while (work.advance()) {
  }
  return work.result();
}

/// Base of the studies that work in the background and show intermediate results while they do.
template <class Result>
class BackgroundStudy : public BackgroundWork {
 public:
  ~BackgroundStudy() { stop(); }  // the worker must end before the result is destroyed
  /// The newest result, or null before the first. A shown result never changes, since a new one is
  /// a new object; so a reader needs no lock while it holds one.
  std::shared_ptr<const Result> result() const {
    const std::lock_guard lock(mutex_);
    return result_;
  }
  /// A copy of the newest result; a default one before the first.
  Result result_or_empty() const {
    const auto known = result();
    return known ? *known : Result{};
  }

 protected:
  /// Stops the work that runs and starts another. `make` creates the work as its first step on the
  /// worker, since that may take long; `phase` names that step. `known` is the result until the
  /// work gives one.
  template <std::invocable Make>
  void start(Sentence phase, Make make, std::shared_ptr<const Result> known = nullptr) {
    stop();
    show(std::move(known));
    // A std::function must be copyable, so its copies share the state.
    const auto state =
        std::make_shared<State<Make>>(State<Make>{{}, std::move(make), Clock::now()});
    run(
        std::move(phase), [this, state] { return advance(*state); },
        [this, state] {
          // Work that was stopped before its first step is made nevertheless, for its result, which
          // names the subject.
          if (!state->work) state->work = state->make();
          show(std::make_shared<const Result>(state->work->result()));
        });
  }

 private:
  // Least time between two results, since copying one may be slow.
  static constexpr std::chrono::milliseconds kBetween{300};

  template <class Make>
  struct State {
    OwnedWork<Result> work;
    Make make;
    Clock::time_point shown;  // when the last result was shown
  };
  template <class Make>
  bool advance(State<Make>& state) {
    if (!state.work) {
      state.work = state.make();
      this->begin_progress();
      return true;
    }
    if (!state.work->advance()) return false;
    report(state.work->progress(), state.work->phase());
    if (Clock::now() - state.shown < kBetween) return true;
    show(std::make_shared<const Result>(state.work->result()));
    state.shown = Clock::now();
    return true;
  }

  void show(std::shared_ptr<const Result> result) {
    const std::lock_guard lock(mutex_);
    result_.swap(result);  // the old result is destroyed after the lock is released
  }

  std::shared_ptr<const Result> result_;
};

}  // namespace phasebox
