// SPDX-License-Identifier: MIT
// Long work beside the window: a thread of its own, with progress, an estimate, what is known so
// far, and a way to stop.
#pragma once
#include <atomic>
#include <chrono>
#include <concepts>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace phasebox {

/// A thread, and how far its work is: what is the same for every study. Its functions belong to the
/// thread that made it.
class BackgroundWork {
 public:
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

  /// Asks the work to end and waits until it has; what it has found is kept.
  void stop();
  bool is_running() const { return is_running_; }
  /// 0 to 1, never less than before; stays at what it was when the work was stopped.
  double progress() const;
  /// What is being done: "timing quadtree"; then "done", "stopped" or kOutOfMemory; empty before
  /// the first start.
  std::string phase() const;
  /// The work was given up because there was no more memory; what it had shown is kept.
  bool has_run_out() const { return has_run_out_; }
  static constexpr const char* kOutOfMemory = "stopped: out of memory";
  /// s, if the rest takes as long as what is done took; nothing before the first hundredth.
  std::optional<double> seconds_left() const;

 protected:
  using Clock = std::chrono::steady_clock;

  BackgroundWork() = default;
  ~BackgroundWork() { stop(); }

  /// Begins `work(std::stop_token)` on the thread, which is idle. The work must not throw anything
  /// but std::bad_alloc, which ends it.
  template <class Work>
  void run(std::string phase, Work work) {
    progress_ = 0, phase_ = std::move(phase);
    begun_ = Clock::now();
    is_running_ = true;
    has_run_out_ = false;
    thread_ = std::jthread([this, work = std::move(work)](const std::stop_token& stop) mutable {
      try {
        work(stop);
      } catch (const std::bad_alloc&) {
        has_run_out_ = true;
      }
      end(stop.stop_requested());
    });
  }
  /// From the thread of the work.
  void report(double progress, std::string phase);

  mutable std::mutex mutex_;  ///< of progress, phase and what a study has found

 private:
  void end(bool was_stopped);

  double progress_ = 0;
  std::string phase_;
  Clock::time_point begun_;
  std::atomic<bool> is_running_ = false, has_run_out_ = false;
  std::jthread thread_;
};

/// Work in small pieces of some ms, none of which throws anything but std::bad_alloc: `advance`
/// does the next one and is false when nothing is left; `result` is what is known so far.
template <class Work, class Result>
concept PiecewiseWork = requires(Work& work) {
  { work.advance() } -> std::same_as<bool>;
  { work.progress() } -> std::convertible_to<double>;
  { work.phase() } -> std::convertible_to<std::string>;
  { work.result() } -> std::convertible_to<Result>;
};

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
  /// A result that was not found here, in place of what is known; ends the work. For tests, whose
  /// outcome must not depend on the machine.
  void put(Result result) {
    stop();
    show(std::make_shared<const Result>(std::move(result)));
  }

 protected:
  /// Stops what ran before. `make` gives the work; it is called on the work's thread, which may
  /// take a while, and `phase` is what it does. `known` is what is known without any work.
  template <std::invocable Make>
  requires PiecewiseWork<std::invoke_result_t<Make&>, Result>
  void start(std::string phase, Make make, std::shared_ptr<const Result> known = nullptr) {
    stop();
    show(std::move(known));
    run(std::move(phase), [this, make = std::move(make)](const std::stop_token& stop) mutable {
      auto work = make();
      auto shown = Clock::now();
      while (!stop.stop_requested() && work.advance()) {
        report(work.progress(), work.phase());
        if (Clock::now() - shown < kBetween) continue;
        show(std::make_shared<const Result>(work.result()));
        shown = Clock::now();
      }
      show(std::make_shared<const Result>(work.result()));
    });
  }

 private:
  static constexpr std::chrono::milliseconds kBetween{300};  // a result may be large to copy

  void show(std::shared_ptr<const Result> result) {
    const std::lock_guard lock(mutex_);
    result_.swap(result);  // the old one goes after the lock
  }

  std::shared_ptr<const Result> result_;
};

}  // namespace phasebox
