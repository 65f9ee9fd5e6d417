// SPDX-License-Identifier: MIT
// Long work beside the window: progress, an estimate, what is known, a way to stop.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <concepts>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/memory_end.hpp"
#include "base/os/worker.hpp"

namespace phasebox {

/// A worker, and how far its work is. Its functions belong to the thread that made it.
class BackgroundWork {
 public:
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

  /// Asks the work to end and waits until it has; what it has found is kept.
  void stop() { worker_.stop(); }
  bool is_running() const { return is_running_; }
  /// 0 to 1, never less than before; stays at what it was when the work was stopped.
  double progress() const {
    const std::lock_guard lock(mutex_);
    return progress_;
  }
  /// What is being done: "timing quadtree"; "done", "stopped" or kOutOfMemory; empty at first.
  std::string phase() const {
    const std::lock_guard lock(mutex_);
    return phase_;
  }
  /// The work was given up because there was no more memory; what it had shown is kept.
  bool has_run_out() const { return has_run_out_; }
  static constexpr const char* kOutOfMemory = "stopped: out of memory";
  /// s, if the rest takes as long as what is done took; nothing before the first hundredth.
  std::optional<double> seconds_left() const {
    const double done = progress();
    if (!is_running_ || done < 0.01) return {};
    const double passed = std::chrono::duration<double>(Clock::now() - begun_).count();
    return passed / done * (1 - done);
  }

 protected:
  using Clock = std::chrono::steady_clock;

  BackgroundWork() = default;
  ~BackgroundWork() { stop(); }

  /// Begins to call `step` until it is false; `at_end` comes last, also when it was stopped. What
  /// they throw may only be std::bad_alloc, which ends the work.
  template <class Step, class AtEnd>
  void run(std::string phase, Step step, AtEnd at_end) {
    progress_ = 0, phase_ = std::move(phase);
    begun_ = Clock::now();
    is_running_ = true;
    has_run_out_ = false;
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
  /// From the work.
  void report(double progress, std::string phase) {
    const std::lock_guard lock(mutex_);
    progress_ = std::clamp(progress, progress_, 1.0);
    phase_ = std::move(phase);
  }

  mutable os::Mutex mutex_;  ///< of progress, phase and what a study has found

 private:
  void end(bool was_stopped) {
    const bool is_done = !was_stopped && !has_run_out_;
    report(is_done ? 1 : progress(), has_run_out_ ? kOutOfMemory : is_done ? "done" : "stopped");
    is_running_ = false;
  }

  double progress_ = 0;
  std::string phase_;
  Clock::time_point begun_;
  std::atomic<bool> is_running_ = false, has_run_out_ = false;
  os::Worker worker_;
};

/// Work in small pieces of some ms, none of which throws anything but std::bad_alloc.
template <class Result>
class PiecewiseWork {
 public:
  virtual ~PiecewiseWork() = default;
  /// Does the next piece; false when nothing is left.
  virtual bool advance() = 0;
  virtual double progress() const = 0;    ///< 0 to 1
  virtual std::string phase() const = 0;  ///< what is being done: "timing quadtree"
  virtual Result result() const = 0;      ///< what is known so far
};

/// Does all of it.
template <class Result>
Result finished(PiecewiseWork<Result>& work) {
  while (work.advance()) {
  }
  return work.result();
}

/// A study that works in the background; a study of its own kind adds what is to be done.
template <class Result>
class BackgroundStudy : public BackgroundWork {
 public:
  ~BackgroundStudy() { stop(); }  // before the result goes
  /// What is known so far, or null while nothing is; a new object when there is more.
  std::shared_ptr<const Result> result() const {
    const std::lock_guard lock(mutex_);
    return result_;
  }
  Result result_or_empty() const {
    const auto known = result();
    return known ? *known : Result{};
  }

 protected:
  /// Stops what ran before. `make` gives the work; it is called as its first step, which may
  /// take a while, and `phase` is what it does. `known` is what is known without any work.
  template <std::invocable Make>
  void start(std::string phase, Make make, std::shared_ptr<const Result> known = nullptr) {
    stop();
    show(std::move(known));
    // Copies of a std::function share it.
    const auto state =
        std::make_shared<State<Make>>(State<Make>{{}, std::move(make), Clock::now()});
    run(
        std::move(phase), [this, state] { return advance(*state); },
        [this, state] {
          // Stopped at once, its result still names its subject.
          if (!state->work) state->work = state->make();
          show(std::make_shared<const Result>(state->work->result()));
        });
  }

 private:
  static constexpr std::chrono::milliseconds kBetween{300};  // a result may be large to copy

  template <class Make>
  struct State {
    std::unique_ptr<PiecewiseWork<Result>> work;
    Make make;
    Clock::time_point shown;  // a result, last
  };
  template <class Make>
  bool advance(State<Make>& state) {
    if (!state.work) return state.work = state.make(), true;
    if (!state.work->advance()) return false;
    report(state.work->progress(), state.work->phase());
    if (Clock::now() - state.shown < kBetween) return true;
    show(std::make_shared<const Result>(state.work->result()));
    state.shown = Clock::now();
    return true;
  }

  void show(std::shared_ptr<const Result> result) {
    const std::lock_guard lock(mutex_);
    result_.swap(result);  // the old one goes after the lock
  }

  std::shared_ptr<const Result> result_;
};

}  // namespace phasebox
