// SPDX-License-Identifier: MIT
// Long work beside the window on a thread: progress, an estimate, what is known, a way to stop.
#pragma once
#include <algorithm>
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

/// A thread, and how far its work is. Its functions belong to the thread that made it.
class BackgroundWork {
 public:
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

  /// Asks the work to end and waits until it has; what it has found is kept.
  void stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
  }
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
  void report(double progress, std::string phase) {
    const std::lock_guard lock(mutex_);
    progress_ = std::clamp(progress, progress_, 1.0);
    phase_ = std::move(phase);
  }

  mutable std::mutex mutex_;  ///< of progress, phase and what a study has found

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
  std::jthread thread_;
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
  /// Stops what ran before. `make` gives the work; it is called on the work's thread, which may
  /// take a while, and `phase` is what it does. `known` is what is known without any work.
  template <std::invocable Make>
  void start(std::string phase, Make make, std::shared_ptr<const Result> known = nullptr) {
    stop();
    show(std::move(known));
    run(std::move(phase), [this, make = std::move(make)](const std::stop_token& stop) mutable {
      const std::unique_ptr<PiecewiseWork<Result>> work = make();
      auto shown = Clock::now();
      while (!stop.stop_requested() && work->advance()) {
        report(work->progress(), work->phase());
        if (Clock::now() - shown < kBetween) continue;
        show(std::make_shared<const Result>(work->result()));
        shown = Clock::now();
      }
      show(std::make_shared<const Result>(work->result()));
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
